"""Advice on patterns, one kind a module: each says what a pattern costs or misses, and what to write instead."""
