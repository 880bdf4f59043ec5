"""What findings come to: hypotheses, each with its ledger, its confidence, and what explains it.

For: turning findings and the graph of causes into probabilities, by arithmetic alone. Not for: judging rules, wording or
drawing. Promises: the order of the findings does not matter, all confidences add up to at most 1, and one more finding for a
hypothesis never lowers its bits.
"""

from logsleuth.weigh.hypotheses import weigh

__all__ = ["weigh"]
