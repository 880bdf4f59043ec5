"""Relations and rules in, findings out: what a rule of the book leaves when it is held against what is known about a run.

`docs/rules.md`, "What a row of a rule is", says what this room does. It weighs nothing and shows nothing.
"""

from logsleuth.judge.expressions import warm
from logsleuth.judge.run import Judgement, judge

__all__ = ["Judgement", "judge", "warm"]
