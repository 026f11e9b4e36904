"""Whole experiments: tuning of summarisers, and what is built on it."""
