"""What the author of a rule needs beside the language: examples that are run, a pattern tried on a real log, advice, skeletons, coverage.

It stands above the analysis, which it runs on examples and logs as a user would.
"""
