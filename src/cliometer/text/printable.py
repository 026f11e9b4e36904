"""Text that any page, picture or file may hold: signs that XML forbids are shown as replaced."""

from __future__ import annotations

from collections.abc import Mapping

_CONTROLS = (*range(9), 11, 12, *range(14, 32), *range(127, 160))
_HALVES = range(0xD800, 0xE000)  # of characters beyond the first plane, which mean nothing alone
_FORBIDDEN: Mapping[int, str] = dict.fromkeys((*_CONTROLS, *_HALVES, 0xFFFE, 0xFFFF), "\ufffd")


def printable(text: str) -> str:
    """The text with the sign for a character that is none wherever it holds one.

    >>> printable("a\\x00b")
    'a\ufffdb'
    """
    return text.translate(_FORBIDDEN)
