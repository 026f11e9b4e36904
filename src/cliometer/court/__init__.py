"""Metrics on trial, metrics against people, and the votes of people."""
