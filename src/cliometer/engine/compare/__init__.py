"""Comparison of systems on the same topics: intervals, tests, groups, the human level and gates."""
