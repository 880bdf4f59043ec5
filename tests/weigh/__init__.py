"""Tests of the weighing."""
