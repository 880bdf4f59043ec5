"""Tests of the tracebacks."""
