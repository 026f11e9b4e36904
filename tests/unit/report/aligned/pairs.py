"""Small timelines that several tests draw."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.report.timeline_view.view_data import topic_view

REFERENCE = {
    "2010-04-20": ["A rig explodes in the gulf."],
    "2010-04-24": ["Oil leaks from the well."],
    "2010-05-27": ["Crews pump mud into the well."],
}
SYSTEM = {
    "2010-04-20": ["The rig exploded; the rig burned."],
    "2010-04-26": ["Oil is leaking from the well, and oil spreads."],
    "2010-05-01": ["Nothing in common."],
}
_CODE = re.compile("[!-B]|[C-u].|[v-}]..|~....")
_DIGITS = "!#$%'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~"
_TWO, _THREE = 30 + 50 * 89, 30 + 50 * 89 + 8 * 89**2  # words with shorter codes than three, than five
_SKIPPED = {1: 0, 2: 30 * 89 - 30, 3: 80 * 89**2 - _TWO, 5: 88 * 89**4 - _THREE}


def view(
    system: dict[str, list[str]] | None = None,
    metric: str = "align(rouge=1)",
    references: ReferenceSet | None = None,
    preset: str = "tilse",
) -> dict[str, Any]:
    """One system, one metric."""
    gold = references or ReferenceSet([Timeline(REFERENCE, "bbc")])
    return topic_view("spill", gold, {"ours": Timeline(system or SYSTEM)}, [metric], preset)


def pair(**settings: Any) -> dict[str, Any]:
    """The rows of both sides and the links."""
    found: dict[str, Any] = view(**settings)["systems"][0]["m"][0]
    return found


def marked(text: str, numbers: list[int]) -> list[str]:
    """The marked words of a text, counted as scripts count: in UTF-16 units."""
    units, words, at = text.encode("utf-16-le"), [], 0
    for gap, length in zip(numbers[::2], numbers[1::2], strict=True):
        at += gap
        words.append(units[2 * at : 2 * (at + length)].decode("utf-16-le"))
        at += length
    return words


def unpacked(words: str, texts: Sequence[str]) -> list[str]:
    """Texts that were packed, read as the script of the page reads them."""
    known = words.split(" ")
    found = [[known[_rank(code)] for code in _CODE.findall(text)] for text in texts]
    return [" ".join(text).replace(" \n ", "\n") for text in found]


def _rank(code: str) -> int:
    number = 0
    for digit in code:
        number = 89 * number + _DIGITS.index(digit)
    return number - _SKIPPED[len(code)]
