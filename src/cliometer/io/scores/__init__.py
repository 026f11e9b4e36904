"""Tables of scores from files, ours and those of others."""
