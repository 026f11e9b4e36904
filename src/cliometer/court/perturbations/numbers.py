"""Wrong numbers: 11 dead are 21, 2010 is 2011, dozens are hundreds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Expectation, perturbations
from cliometer.court.perturbations.capitals import in_case_of
from cliometer.court.perturbations.rewriting import Rewrite, Rewriting
from cliometer.model.timeline import Timeline

_NUMBER = re.compile(r"(?<![\w.,])(\d+(?:[.,:]\d+)*)(st|nd|rd|th)?")
_YEAR = re.compile(r"[12]\d{3}")
# "one" and "second" are left out: mostly a pronoun, and a unit of time.
_ROUNDS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "hundred thousand million billion trillion",
    "hundreds thousands millions billions dozens",
    "first third fourth fifth sixth seventh eighth ninth tenth",
    "half quarter",
    "twice thrice",
)
_NEXT = {
    old: new
    for words in map(str.split, _ROUNDS)
    for old, new in zip(words, [*words[1:], words[0]], strict=True)
}
_WORD = re.compile(rf"\b(?:{'|'.join(_NEXT)})\b", re.IGNORECASE)


@perturbations.register
@dataclass(frozen=True, repr=False)
class Numbers(Rewriting):
    """Every number becomes another one, in digits or in English words.

    A year moves by one, any other number changes its first digit; the same number always becomes the same.
    Nearly half of the sentences in news timelines hold a number (0.47 in timeline17), and a sentence with a
    wrong number is at most half right: a fifth of F must go.
    """

    name: ClassVar[str] = "numbers"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls", loss=0.2)

    def rule(self, timeline: Timeline) -> Rewrite:
        """Digits first, then words."""
        return lambda sentence: _WORD.sub(_other_word, _NUMBER.sub(_other_number, sentence))


def _other_number(match: re.Match[str]) -> str:
    digits = match[1]
    wrong = _year_after(digits) if _YEAR.fullmatch(digits) else _first_digit_after(digits)
    return wrong + (_ordinal_ending(wrong) if match[2] else "")


def _year_after(digits: str) -> str:
    return str(int(digits) % 2999 + 1)


def _first_digit_after(digits: str) -> str:
    """The first digit that is not 0 counts on, from 9 to 1; 0 becomes 1. Keeps the script of the digit."""
    place = next((i for i, digit in enumerate(digits) if digit.isdecimal() and int(digit)), 0)
    value = int(digits[place])
    zero = ord(digits[place]) - value
    return f"{digits[:place]}{chr(zero + value % 9 + 1)}{digits[place + 1 :]}"


def _ordinal_ending(digits: str) -> str:
    value = int(re.sub(r"\D", "", digits))
    return "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def _other_word(match: re.Match[str]) -> str:
    return in_case_of(match[0], _NEXT.get(match[0].lower(), match[0]))
