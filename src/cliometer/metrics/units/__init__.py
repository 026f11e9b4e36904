"""Scores of what a system selected: against content units, and against judged events."""
