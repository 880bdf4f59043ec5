"""Pure functions over text."""
