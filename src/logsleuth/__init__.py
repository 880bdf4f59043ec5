"""logsleuth: why did this run go wrong, and how do you know?"""

__version__ = "0.1.0"
