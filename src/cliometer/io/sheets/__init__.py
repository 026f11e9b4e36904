"""Sheets of judges as CSV: links, entries, topics."""
