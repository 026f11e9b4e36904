"""Slow, obvious twins: the definitions, written for the eye."""
