"""Tests of what is pure text."""
