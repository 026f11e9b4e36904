"""Is the difference real: systems on the same topics, their intervals, tests, groups, ceiling and gates."""
