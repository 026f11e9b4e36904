"""What the owner of a preference study decides."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from cliometer.errors import InputError, shown, unknown

Reasons: TypeAlias = Literal["required", "optional", "none"]
REASONS: tuple[Reasons, ...] = ("required", "optional", "none")
HAND = "hand"  # beside these: what a judge was dealt, recorded when her sheet was opened
SEATS = "seats"  # beside these: number and hand by judge, in a study that was frozen elsewhere
_BESIDE = (HAND, SEATS)
_WHOLE = {"votes": (1, 99), "cap": (1, 1000), "quiz": (0, 50), "attempts": (1, 10), "seed": (0, 2**53)}
_SHARES = ("tests", "repeats", "quiz_mark", "test_mark", "hurry")
_LONGEST = 3600.0


@dataclass(frozen=True)
class Settings:
    """The defaults follow the paper where it says anything: three votes a pair, twelve pairs a judge.

    Tests and repeats come on top of the cap, which counts votes.
    """

    votes: int = 3  # on each pair of systems on each topic
    cap: int = 12  # pairs that a judge votes on, at most
    quiz: int = 4  # questions before the first pair
    attempts: int = 2  # at the quiz
    quiz_mark: float = 0.75  # share of right answers that passes the quiz
    tests: float = 0.15  # hidden test questions, as a share of a judge's pairs
    test_mark: float = 0.7  # share of right answers to hidden tests that keeps a judge in good standing
    repeats: float = 0.15  # pairs shown again the other way round, as a share of a judge's pairs
    seconds: float = 3.0  # an answer that takes less is too fast
    hurry: float = 0.5  # a judge of whose answers a greater share is too fast is set aside
    ties: bool = False
    reasons: Reasons = "optional"
    seed: int = 0

    def __post_init__(self) -> None:
        for name, (low, high) in _WHOLE.items():
            self._expect_whole(name, low, high)
        for name in _SHARES:
            self._expect_number(name, 1.0, "a share from 0 to 1")
        self._expect_number("seconds", _LONGEST, "seconds from 0 to 3600")
        if not isinstance(self.ties, bool):
            raise _wrong("ties", "true or false", self.ties)
        if self.reasons not in REASONS:
            raise _wrong("reasons", "required, optional or none", self.reasons)

    def _expect_whole(self, name: str, low: int, high: int) -> None:
        value: Any = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _wrong(name, f"a whole number from {low} to {high}", value)

    def _expect_number(self, name: str, high: float, what: str) -> None:
        value: Any = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= high:
            raise _wrong(name, what, value)
        object.__setattr__(self, name, float(value))

    def tests_among(self, pairs: int) -> int:
        """How many hidden tests go with so many pairs."""
        return _share(self.tests, pairs)

    def repeats_among(self, pairs: int) -> int:
        """How many of so many pairs are shown again: never those of the second half."""
        return min(_share(self.repeats, pairs), pairs // 2)


def read_settings(given: Mapping[str, object]) -> Settings:
    """The settings of a desk, or of a form; what is not given has its default."""
    known = [field.name for field in fields(Settings)]
    for name in given:
        if name not in (*known, *_BESIDE):
            raise InputError(str(unknown("setting of a preference study", name, known)))
    values: dict[str, Any] = {name: value for name, value in given.items() if name not in _BESIDE}
    return Settings(**values)


def _share(share: float, pairs: int) -> int:
    """Rounded up, but for the rounding of floats: 7 % of 100 are 7, not 7.000000000000001."""
    return math.ceil(round(share * pairs, 9))


def _wrong(name: str, what: str, value: object) -> InputError:
    return InputError(f"the setting {name}: expected {what}, found {shown(value)}")
