"""Tests of the room `machine`."""
