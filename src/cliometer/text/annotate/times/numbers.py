"""Numbers, ordinals and units as they are written in words."""

from __future__ import annotations

import re

from cliometer.text.annotate.times.vocabulary import UNITS

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMERALS = dict(zip(_SMALL, range(20), strict=True)) | dict(zip(_TENS, range(20, 100, 10), strict=True))
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "dozen": 12}
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth", "twenty-first",
)  # fmt: skip
ORDINALS = dict(zip(_ORDINALS, range(1, 22), strict=True)) | {"final": 4, "last": 4}  # of four quarters


def number(text: str) -> float:
    """`two`, `a hundred`, `twenty four`, `1,500`, `1 1/2`, `two and a half`."""
    lower = text.lower()
    half = 0.5 if lower.endswith("and a half") else 0.0
    lower = lower.removesuffix("and a half").strip()
    if not lower[:1].isdigit():
        return _spelled(re.split(r"[ -]+", lower)) + half
    whole, *fraction = re.split(r"[ -](?=\d/)", lower.replace(",", ""))
    return float(whole) + sum(int(part[0]) / (int(part[2]) or 1) for part in fraction) + half


def _spelled(words: list[str]) -> float:
    total = group = 0
    for word in words:
        scale = _SCALES.get(word)
        if scale is None:
            group += _NUMERALS.get(word, 0)
        elif scale < 1000:
            group = (group or 1) * scale
        else:
            total, group = total + (group or 1) * scale, 0
    return total + group


def plain(amount: float) -> str:
    """`2`, `2.5`."""
    return f"{amount:g}" if amount < 100_000 else f"{amount:.0f}"


def unit(word: str) -> str:
    """The letters of a unit in a TIMEX3 duration: `Y`, `M`, `TH`."""
    lower = word.lower().rstrip(".")
    return UNITS.get(lower) or UNITS[lower.removesuffix("s")]


def ordinal(word: str) -> int:
    """`third`, `3rd`."""
    lower = word.lower()
    return int(lower[:-2]) if lower[0].isdigit() else ORDINALS[lower]


def length(amount: float | None, letters: str) -> str:
    """A TIMEX3 duration: `P3Y`, `PT2H`, `PXM` where nobody says how many; a day for 24 hours."""
    if letters == "2W":
        return f"P{plain(2 * (amount or 1))}W"
    if letters == "TH" and amount and amount >= 24 and amount % 24 == 0:
        return f"P{plain(amount / 24)}D"
    count = "X" if amount is None else plain(amount)
    return f"PT{count}{letters[1]}" if letters.startswith("T") else f"P{count}{letters}"
