"""Is the difference real: resampling, correlation, agreement, groups and votes, as pure functions."""
