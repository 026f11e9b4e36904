"""What is known where an expression stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from cliometer.text.annotate.times import anchor
from cliometer.text.annotate.times.anchor import UNKNOWN, Day

Tense = Literal[
    "past", "reported", "future", ""
]  # reported: said in the past, so what it is about may lie ahead
_SHAPES = {
    "D": "XXXX-XX-XX", "W": "XXXX-WXX", "2W": "XXXX-WXX", "WE": "XXXX-WXX-WE", "M": "XXXX-XX", "Q": "XXXX-QX",
    "DE": "XXX", "CE": "XX",
}  # fmt: skip
_BY_DAY = ("D", "W", "2W", "WE")  # what cannot be counted from a month or a year
_BY_MONTH = ("M", "Q")
_QUARTER = re.compile(r"\d{4}-Q\d")


def _no_verb(place: int) -> Tense:
    return ""


@dataclass
class Context:
    """The day of writing, the date named last, the direction of the verb; it moves along with the reader."""

    written: Day | None
    narrative: bool = False
    previous: Day | None = None
    previous_value: str = ""
    previous_day: Day | None = None
    previous_quarter: str = ""
    day_here: Day | None = None  # named earlier in the same sentence
    places: Sequence[int] = ()  # of the characters of the sentence, in the text
    verb_at: Callable[[int], Tense] = _no_verb

    @property
    def now(self) -> Day | None:
        """What relative expressions start from."""
        return (self.previous or self.written) if self.narrative else self.written

    def begin(self, places: Sequence[int]) -> None:
        """Turn to a new sentence, whose characters stand at these places of the text."""
        self.places, self.day_here = places, None

    def tense_at(self, place: int) -> Tense:
        """The direction of the verb next to a character of the sentence."""
        return self.verb_at(self.places[place])

    def then(self, letters: str) -> Day | None:
        """The date named last that is known to the day or month, for `that day` and `a month earlier`."""
        named = self.previous_day if letters in _BY_DAY else self.previous
        if named and not named.month and letters in _BY_MONTH:
            named = None
        return named or (None if self.narrative and self.previous else self.written)

    def remember(self, value: str, *, is_day: bool) -> None:
        """Keep a date for the expressions that come."""
        day = anchor.read(value)
        if day is None:
            return
        self.previous, self.previous_value = day, value
        if _QUARTER.fullmatch(value):
            self.previous_quarter = value
        if day.day:
            self.previous_day = day
            self.day_here = day if is_day else self.day_here


def away(steps: int, letters: str, start: Day | None) -> str:
    """The value so many days, weeks, ... from a day; only its shape where the day is unknown."""
    known = start and (start.day or letters not in _BY_DAY) and (start.month or letters not in _BY_MONTH)
    return anchor.moved(start, steps, letters) if start and known else _SHAPES.get(letters, UNKNOWN)
