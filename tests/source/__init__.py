"""Tests of the room `source`."""
