"""Tests of the sniffers."""
