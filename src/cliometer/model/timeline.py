"""A timeline: dates in order, each with its sentences; and the timelines of several writers together."""

from __future__ import annotations

import datetime
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from typing import Literal, overload

from cliometer.errors import InputError
from cliometer.model.when import When

Date = When | datetime.date | str
Sentences = tuple[str, ...]
Duplicates = Literal["append", "last", "error"]
DUPLICATES: tuple[Duplicates, ...] = ("append", "last", "error")


class Timeline(Mapping[When, Sentences]):
    """What one writer or system said, day by day. Does not change; equal when the days are.

    >>> Timeline({"2010-05-27": ["Obama extends the moratorium."]})
    Timeline({'2010-05-27': ['Obama extends the moratorium.']})
    """

    __slots__ = ("_days", "name")

    def __init__(
        self,
        days: Mapping[Date, Sequence[str]]
        | Mapping[str, Sequence[str]]
        | Mapping[When, Sequence[str]]
        | Iterable[tuple[Date, Sequence[str]]] = (),
        name: str = "",
        duplicates: Duplicates = "append",
    ) -> None:
        pairs = days.items() if isinstance(days, Mapping) else days
        collected: dict[When, Sentences] = {}
        for date, sentences in pairs:
            when = When.of(date)
            said = _sentences(when, sentences)
            if when in collected and duplicates == "error":
                raise InputError(f"the date {when} stands twice; merge the two, or allow it (append, last)")
            if when in collected and duplicates == "append":
                said = collected[when] + said
            collected[when] = said
        self._days = {when: collected[when] for when in sorted(collected)}
        self.name = name

    @property
    def dates(self) -> tuple[When, ...]:
        """All dates, earliest first."""
        return tuple(self._days)

    def on(self, date: Date) -> Sentences:
        """The sentences of a date, none where the timeline lacks it."""
        return self._days.get(When.of(date), ())

    def named(self, name: str) -> Timeline:
        """The same days under another name."""
        return Timeline(self._days, name)

    def __getitem__(self, date: Date) -> Sentences:
        return self._days[When.of(date)]

    def __iter__(self) -> Iterator[When]:
        return iter(self._days)

    def __len__(self) -> int:
        return len(self._days)

    def values(self) -> ValuesView[Sentences]:
        """The sentences of each date, in order; straight from the dictionary, for speed."""
        return self._days.values()

    def items(self) -> ItemsView[When, Sentences]:
        """Dates with their sentences, in order."""
        return self._days.items()

    def __contains__(self, date: object) -> bool:
        return isinstance(date, When | datetime.date | str) and When.of(date) in self._days

    def __eq__(self, other: object) -> bool:
        return self._days == other._days if isinstance(other, Timeline) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._days.items()))

    def __repr__(self) -> str:
        return f"Timeline({ {str(when): list(said) for when, said in self._days.items()} })"


class ReferenceSet(Sequence[Timeline]):
    """The timelines that people wrote for one topic. R(d) of the paper is `references.on(d)`."""

    __slots__ = ("_timelines",)

    def __init__(self, timelines: Iterable[Timeline] | Timeline) -> None:
        self._timelines = (timelines,) if isinstance(timelines, Timeline) else tuple(timelines)
        if not self._timelines:
            raise InputError("a topic needs at least one reference timeline")

    @property
    def dates(self) -> tuple[When, ...]:
        """D_R: every date that any reference has, earliest first."""
        return tuple(sorted({when for timeline in self._timelines for when in timeline}))

    def on(self, date: Date) -> tuple[Sentences, ...]:
        """R(d): what each reference that has the date says on it."""
        when = When.of(date)
        return tuple(timeline[when] for timeline in self._timelines if when in timeline)

    @overload
    def __getitem__(self, index: int) -> Timeline: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Timeline, ...]: ...
    def __getitem__(self, index: int | slice) -> Timeline | tuple[Timeline, ...]:
        return self._timelines[index]

    def __len__(self) -> int:
        return len(self._timelines)

    def __eq__(self, other: object) -> bool:
        return self._timelines == other._timelines if isinstance(other, ReferenceSet) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._timelines)

    def __repr__(self) -> str:
        return f"ReferenceSet({list(self._timelines)!r})"


def _sentences(when: When, sentences: Sequence[str]) -> Sentences:
    if not isinstance(sentences, str):
        try:
            return tuple(filter(None, map(str.strip, sentences)))
        except TypeError:
            pass  # no list, or not of strings
    found = "a bare string" if isinstance(sentences, str) else repr(sentences)
    raise InputError(f"the summary of {when} must be a list of sentences, found {found}; write [...]")
