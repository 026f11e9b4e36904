"""A timeline: dates in order, each with its sentences; and the timelines of several writers together."""

from __future__ import annotations

import datetime
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from os import PathLike
from typing import Literal, Self

from cliometer.errors import InputError, UsageError, expected, shown, unknown
from cliometer.model.when import When


def stripped(date: object, sentences: Sequence[str]) -> tuple[str, ...]:
    """Return each sentence without the blanks around it."""
    # asking for the type is quick; a set has no order, and is read in another one by the next process
    if type(sentences) not in (tuple, list) and (
        not isinstance(sentences, Sequence) or isinstance(sentences, str | bytes)
    ):
        problem = "a bare string" if isinstance(sentences, str) else shown(sentences)
        raise InputError("day-list-expected", date=date, found=problem)
    try:
        return tuple(map(str.strip, sentences))
    except TypeError:
        number, wrong = next((n, s) for n, s in enumerate(sentences, start=1) if not isinstance(s, str))
        raise InputError("sentence-text-expected", number=number, date=date, wrong=shown(wrong)) from None


Date = When | datetime.date | str
Sentences = tuple[str, ...]
Duplicates = Literal["append", "last", "error"]
DUPLICATES: tuple[Duplicates, ...] = ("append", "last", "error")
_TIMELINE = 'a timeline such as {"2010-05-27": ["A sentence.", "Another."]}'


class Timeline(Mapping[When, Sentences]):
    """What one writer or system said, day by day. Does not change; equal when the days are.

    Days are a dictionary, or pairs of a date and its sentences. A date that appears twice (in pairs, or in two
    spellings) has the sentences of both; `duplicates="last"` keeps the last, `"error"` refuses.

    >>> Timeline({"2010-05-27": ["Obama extends the moratorium."]})
    Timeline({'2010-05-27': ['Obama extends the moratorium.']})
    """

    __slots__ = ("_days", "_name")

    def __init__(
        self,
        days: Mapping[Date, Sequence[str]]
        | Mapping[str, Sequence[str]]
        | Mapping[When, Sequence[str]]
        | Iterable[tuple[Date, Sequence[str]]] = (),
        name: str = "",
        duplicates: Duplicates = "append",
    ) -> None:
        if duplicates not in DUPLICATES:
            raise unknown("rule for repeated dates", duplicates, DUPLICATES)
        if not isinstance(name, str):
            raise expected('a name such as "bbc"', name)
        collected: dict[When, Sentences] = {}
        if not isinstance(days, Iterable) or isinstance(days, str | bytes):
            raise _no_timeline(days)
        for day in days.items() if isinstance(days, Mapping) else days:
            if not isinstance(day, (tuple, Sequence)) or isinstance(day, str | bytes) or len(day) != 2:
                raise _no_timeline(days)
            date, sentences = day
            when = date if isinstance(date, When) else When.of(date)
            lines = stripped(when, sentences)
            if "" in lines:
                lines = tuple(filter(None, lines))
            if when in collected and duplicates == "error":
                raise InputError("date-repeated", when=when)
            if when in collected and duplicates == "append":
                lines = collected[when] + lines
            collected[when] = lines
        self._days = {when: collected[when] for when in sorted(collected)}
        self._name = name

    @classmethod
    def of(cls, value: Days) -> Timeline:
        """Return a timeline for whatever a caller may use for one."""
        return value if isinstance(value, Timeline) else cls(value)

    @property
    def dates(self) -> tuple[When, ...]:
        """All dates, earliest first."""
        return tuple(self._days)

    @property
    def name(self) -> str:
        """The writer or system, where one is known."""
        return self._name

    def on(self, date: Date) -> Sentences:
        """Return the sentences of a date, none where the timeline lacks it."""
        return self._days.get(When.of(date), ())

    def named(self, name: str) -> Timeline:
        """Return the same days under another name."""
        renamed = Timeline((), name)
        renamed._days = self._days
        return renamed

    def __getitem__(self, date: Date) -> Sentences:
        return self._days[When.of(date)]

    def __iter__(self) -> Iterator[When]:
        return iter(self._days)

    def __len__(self) -> int:
        return len(self._days)

    def values(self) -> ValuesView[Sentences]:
        """Return the sentences of each date, in order; straight from the dictionary, for speed."""
        return self._days.values()

    def items(self) -> ItemsView[When, Sentences]:
        """Return dates with their sentences, in order."""
        return self._days.items()

    def __contains__(self, date: object) -> bool:
        try:
            return When.of(date) in self._days  # type: ignore[arg-type]  # what is no date is not in it
        except InputError:
            return False

    def __eq__(self, other: object) -> bool:
        return self._days == other._days if isinstance(other, Timeline) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._days.items()))

    def __repr__(self) -> str:
        return f"Timeline({ {str(when): list(sentences) for when, sentences in self._days.items()} })"


class OracleRun(dict[str, Timeline]):
    """The timelines of a run made with the references in view: a bound for systems, which `maker` made."""

    def __init__(self, timelines: Mapping[str, Timeline], maker: str) -> None:
        super().__init__(timelines)
        self.maker = maker


class ReferenceSet(tuple[Timeline, ...]):
    """The timelines that people wrote for one topic, one or several, plain dictionaries as well.

    R(d) of the paper is `references.on(d)`.
    """

    __slots__ = ()

    def __new__(cls, timelines: Iterable[Days] | Days) -> Self:
        """Return at least one timeline."""
        if references := timelines_of(timelines):
            return super().__new__(cls, references)
        raise InputError("reference-needed")

    @property
    def dates(self) -> tuple[When, ...]:
        """D_R: every date that any reference has, earliest first."""
        return tuple(sorted({when for timeline in self for when in timeline}))

    def on(self, date: Date) -> tuple[Sentences, ...]:
        """Return R(d): what each reference that has the date says on it."""
        when = When.of(date)
        return tuple(timeline[when] for timeline in self if when in timeline)

    def __repr__(self) -> str:
        return f"ReferenceSet({list(self)!r})"


Days = Timeline | Mapping[Date, Sequence[str]] | Mapping[str, Sequence[str]]


def timelines_of(timelines: Iterable[Days] | Days) -> tuple[Timeline, ...]:
    """Return timelines for whatever a caller may use for one timeline or several."""
    if isinstance(timelines, Mapping):
        return (timelines if isinstance(timelines, Timeline) else Timeline(timelines),)
    if not isinstance(timelines, Iterable) or isinstance(timelines, str | bytes):
        raise _no_timeline(timelines, f"{_TIMELINE}, or a list of them")
    return tuple(given if isinstance(given, Timeline) else Timeline(given) for given in timelines)


def _no_timeline(value: object, what: str = _TIMELINE) -> UsageError:
    if isinstance(value, str | PathLike):
        return UsageError("timeline-expected", what=what, found=str(value))
    return expected(what, value)
