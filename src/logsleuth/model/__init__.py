"""The words that every room uses, as frozen values: no input, no output, nothing of a third party."""
