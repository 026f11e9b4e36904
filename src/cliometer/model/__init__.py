"""Immutable values: when, what was said, what it scored. Standard library only."""
