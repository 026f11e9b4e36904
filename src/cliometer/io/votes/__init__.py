"""Votes and rankings from files: CSV, JSON, text, matrices."""
