"""Word lists written as plain text."""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    """The words of a list that is written as one text.

    >>> sorted(listed("will shall"))
    ['shall', 'will']
    """
    return frozenset(text.split())
