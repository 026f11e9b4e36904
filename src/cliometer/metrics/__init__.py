"""Formulas: each metric a frozen dataclass, one family a file, all of them in one registry."""
