"""Preferences in, rankings out: every rule, with ties, cycles, judges and places."""
