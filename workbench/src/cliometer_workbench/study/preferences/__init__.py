"""Preference studies (Mackie et al. 2014, section 5): which of two summaries is better, and why."""
