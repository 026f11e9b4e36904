"""The words that times are made of: pieces of regular expressions, numbers, ordinals, units."""

from __future__ import annotations

import re

from cliometer.text.word_lists import alternatives, numbers_of, values_of

MONTHS = numbers_of("months")
WEEKDAYS = {"mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6, "sun": 7}
SEASONS = {"spring": "SP", "summer": "SU", "autumn": "FA", "fall": "FA", "winter": "WI"}
DAY_PARTS = values_of("day-parts")
UNITS = values_of("units")
MODIFIERS = values_of("modifiers")

MONTH = rf"(?:(?:{alternatives('month-names')})\b|(?:{alternatives('short-months')})\b\.?)"
WEEKDAY = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|(?:Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun)\b\.)"
DAY_PART = r"(?:mornings?|afternoons?|evenings?|nights?)"
SEASON = r"(?:spring|summer|autumn|fall|winter)"
UNIT = f"(?:{alternatives('single-units')})"
ANY_UNIT = f"(?:{alternatives('any-units')})"
YEAR = r"(?:1[0-9]\d\d|20\d\d)"
BC = r"(?-i:BCE?|B\.C\.(?:E\.)?)"
AD = r"(?-i:AD|A\.D\.|CE|C\.E\.)"
DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
ORDINAL = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|final|last|1st|2nd|3rd|4th)"
_NUMERALS = numbers_of("numerals")
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "dozen": 12}
NUMERALS = " ".join((*_NUMERALS, *_SCALES))
ORDINALS = numbers_of("ordinals")  # the last of four quarters
_NUMERAL = f"(?:{'|'.join(NUMERALS.split())})"
SPELLED = (
    rf"(?:(?:a (?=hundred|thousand|dozen|million))?{_NUMERAL}\b"
    rf"(?:(?:[ -]and[ -]|[ -]){_NUMERAL}\b){{0,5}})"
)
NUMBER = rf"(?:\d[\d,]{{0,11}}(?:\.\d+| \d/\d|-\d/\d)?|{SPELLED})(?: and a half)?"
VAGUE = f"(?:{alternatives('vague')})"
ABOUT = f"(?:{alternatives('about')})"
EARLY = r"(?:(?P<mod>early|late|mid|earlier|later)(?: in)?[ -]|the (?P<part>beginning|start|middle|end) of )?"
PART = (  # of what is longer or shorter than the year, whose halves have values of their own
    r"(?:(?P<mod>early|late|mid|earlier|later)(?: in)?[ -]|the (?P<part>beginning|start|middle|end|close|turn"
    r"|(?:first|second|latter|last) half|(?:first|second|third|last|final) (?:quarter|third)) of (?:the )?)?"
)


def number(text: str) -> float:
    """Return the value of `two`, `a hundred`, `twenty four`, `1,500`, `1 1/2` or `two and a half`."""
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
        if (scale := _SCALES.get(word)) is None:
            group += _NUMERALS.get(word, 0)
        elif scale < 1000:
            group = (group or 1) * scale
        else:
            total, group = total + (group or 1) * scale, 0
    return total + group


def plain(amount: float) -> str:
    """Return a number as `2` or `2.5`."""
    return f"{amount:g}" if amount < 100_000 else f"{amount:.0f}"


def unit(word: str) -> str:
    """Return the letters of a unit in a TIMEX3 duration: `Y`, `M`, `TH`."""
    lower = word.lower().rstrip(".")
    return UNITS.get(lower) or UNITS[lower.removesuffix("s")]


def ordinal(word: str) -> int:
    """Return the number of `third` or `3rd`."""
    lower = word.lower()
    return int(lower[:-2]) if lower[0].isdigit() else ORDINALS[lower]


def length(amount: float | None, letters: str) -> str:
    """Return a TIMEX3 duration: `P3Y`, `PT2H`, `PXM` where nobody says how many; a day for 24 hours."""
    if letters == "2W":
        return f"P{plain(2 * (amount or 1))}W"
    if letters == "TH" and amount and amount >= 24 and amount % 24 == 0:
        return f"P{plain(amount / 24)}D"
    count = "X" if amount is None else plain(amount)
    return f"PT{count}{letters[1]}" if letters.startswith("T") else f"P{count}{letters}"
