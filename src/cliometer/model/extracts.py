"""Extracts: what a system selected from the sources, as a set or as a ranking."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Literal

from cliometer.errors import InputError, unknown
from cliometer.model.sources import refuse_repeats
from cliometer.model.when import When

ExtractKind = Literal["mentions", "sentences", "units"]
EXTRACT_KINDS: tuple[ExtractKind, ...] = ("mentions", "sentences", "units")


@dataclass(frozen=True, slots=True)
class ExtractItem:
    """A selected mention, sentence or unit, with the date and the words that the system gave it."""

    id: str
    date: When | None = None
    text: str = ""
    score: float | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise InputError("item-id-expected", id=self.id)
        if self.date is not None:
            object.__setattr__(self, "date", When.of(self.date))
        if isinstance(self.score, bool) or not isinstance(self.score, int | float | None):
            raise InputError("score-number-expected", id=self.id, score=self.score)
        if self.score is not None and not math.isfinite(self.score):
            raise InputError("score-not-finite", id=self.id, score=self.score)


@dataclass(frozen=True)
class Extract:
    """What one system selected for one topic; `ranked`: the order is its own, best first.

    `others` counts what a peer said that is no unit of the topic, where units were matched by hand. `judge` is the
    model, with settings and prompt, that matched units in place of people.

    >>> Extract(["a/s1", "a/s4"], of="sentences").ids
    ('a/s1', 'a/s4')
    """

    items: tuple[ExtractItem, ...]
    of: ExtractKind = "mentions"
    ranked: bool = False
    topic: str = ""
    system: str = ""
    others: int = 0
    judge: str = ""
    file: str = field(default="", repr=False, compare=False)  # where it was read, for messages

    def __post_init__(self) -> None:
        if self.of not in EXTRACT_KINDS:
            raise unknown("kind of extract", self.of, EXTRACT_KINDS)
        if isinstance(self.others, bool) or not isinstance(self.others, int) or self.others < 0:
            raise InputError("others-count-expected", name=self.name, others=self.others)
        if isinstance(self.items, str):
            raise InputError("items-list-expected", name=self.name, items=self.items)
        items = tuple(ExtractItem(item) if isinstance(item, str) else item for item in self.items)
        object.__setattr__(self, "items", items)
        refuse_repeats([item.id for item in items], "items", self.name)
        if self.ranked:
            _check_order(items, self.name)

    @property
    def name(self) -> str:
        """As a message quotes it."""
        name = f"extract of {self.system}" if self.system else "extract"
        return f"{self.file}: {name}" if self.file else name

    @property
    def ids(self) -> tuple[str, ...]:
        """What was selected, in order."""
        return tuple(item.id for item in self.items)

    @property
    def ties(self) -> tuple[tuple[ExtractItem, ...], ...]:
        """The items in order, those of one score together; each alone where scores are not given."""
        if any(item.score is None for item in self.items):
            return tuple((item,) for item in self.items)
        return tuple(tuple(tied) for _, tied in groupby(self.items, key=lambda item: item.score))


def _check_order(items: Sequence[ExtractItem], name: str) -> None:
    """Check that scores are given for all items or for none, and never rise."""
    scores = [item.score for item in items]
    if scores.count(None) not in (0, len(scores)):
        bare = next(item for item in items if item.score is None)
        raise InputError("item-score-missing", name=name, bare=bare.id)
    for (before, high), (after, low) in pairwise(zip(items, scores, strict=True)):
        if high is not None and low is not None and low > high:
            raise InputError("items-not-sorted", name=name, after=after.id, low=low, before=before.id, high=high)
