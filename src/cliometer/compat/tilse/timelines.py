"""tilse's two data classes, with its names; its own objects are accepted in their place."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TextIO, TypeVar

from cliometer.compat.tilse.reading import parse
from cliometer.errors import expected
from cliometer.model import timeline as model
from cliometer.model.sentences import stripped

Days = dict[datetime.date, list[str]]
T = TypeVar("T")


class TimelineLike(Protocol):
    """A timeline of ours or of tilse."""

    @property
    def dates_to_summaries(self) -> Mapping[datetime.date, Sequence[str]]:
        """Dates with their sentences."""
        ...


class GroundTruthLike(Protocol):
    """References of ours or of tilse."""

    @property
    def timelines(self) -> Collection[TimelineLike]:
        """One for each reference."""
        ...


class Timeline:
    """Dates with their sentences, as `tilse.data.timelines.Timeline`."""

    def __init__(
        self, dates_to_summaries: Mapping[datetime.date, Sequence[str]], filename: str | None = None
    ) -> None:
        days = _days(dates_to_summaries)
        self.dates_to_summaries: Days = {date: [*stripped(date, said)] for date, said in days.items()}
        self.filename = filename

    @staticmethod
    def from_file(my_file: TextIO) -> Timeline:
        """Read the timeline17 format; unlike tilse, the last day needs no separator after it."""
        text = my_file.read() if hasattr(my_file, "read") else None
        if not isinstance(text, str):
            raise expected('an open text file (write open("bp.txt", encoding="utf-8"))', my_file)
        name = getattr(my_file, "name", "timeline")
        return Timeline(parse(text, str(name)), str(name))

    @staticmethod
    def from_sent_objects(date_sent_mapping: Mapping[datetime.date, Iterable[object]]) -> Timeline:
        """Sentences of any kind, by their text."""
        return Timeline({date: _texts(said) for date, said in _days(date_sent_mapping).items()})

    def get_dates(self) -> set[datetime.date]:
        """All dates."""
        return set(self.dates_to_summaries)

    def get_number_of_sentences(self) -> int:
        """Over all dates."""
        return sum(map(len, self.dates_to_summaries.values()))

    def __getitem__(self, date: datetime.date) -> Sequence[str]:
        return self.dates_to_summaries.get(date, "")

    def __iter__(self) -> Iterator[datetime.date]:
        return iter(self.dates_to_summaries)

    def __len__(self) -> int:
        return len(self.dates_to_summaries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timeline) and self.dates_to_summaries == other.dates_to_summaries

    def __hash__(self) -> int:
        return hash(str(self))

    def __lt__(self, other: Timeline) -> bool:
        return str(self) < str(other)

    def __str__(self) -> str:
        days = sorted(self.dates_to_summaries.items())
        return "".join(f"{date}\n" + "".join(f"{s}\n" for s in said) + "-" * 32 + "\n" for date, said in days)


class GroundTruth:
    """Reference timelines, as `tilse.data.timelines.GroundTruth`."""

    def __init__(self, timelines: Collection[TimelineLike]) -> None:
        if isinstance(timelines, str) or not isinstance(timelines, Collection):
            raise expected("a list of timelines, GroundTruth([timeline, ...])", timelines)
        for timeline in timelines:
            _summaries(timeline)
        self.timelines = timelines

    def get_dates(self) -> set[datetime.date]:
        """Dates of any reference."""
        return {date for timeline in self.timelines for date in timeline.dates_to_summaries}

    def __getitem__(self, date: datetime.date) -> dict[str, Sequence[str]]:
        return {str(i): t.dates_to_summaries.get(date, "") for i, t in enumerate(self.timelines)}

    def __str__(self) -> str:
        return "".join(f"{i}\n\n{timeline}\n\n" for i, timeline in enumerate(self.timelines))


def _days(given: Mapping[datetime.date, T]) -> Mapping[datetime.date, T]:
    if not isinstance(given, Mapping):
        raise expected("a dictionary, {date: [sentence, ...]}", given)
    return given


def _texts(sentences: Iterable[object]) -> Sequence[str]:
    """The texts of sentence objects; a string, and what holds nothing, is left for `Timeline` to refuse."""
    if isinstance(sentences, str) or not isinstance(sentences, Iterable):
        return sentences
    return list(map(str, sentences))


def _summaries(timeline: TimelineLike) -> Mapping[datetime.date, Sequence[str]]:
    if not hasattr(timeline, "dates_to_summaries"):
        raise expected("a timeline of tilse's, Timeline({date: [sentence, ...]})", timeline)
    return timeline.dates_to_summaries


def ours(timeline: TimelineLike) -> model.Timeline:
    """The same days as one of our timelines."""
    return model.Timeline(_summaries(timeline).items())


def our_references(groundtruth: GroundTruthLike) -> model.ReferenceSet:
    """The same references as ours."""
    if not hasattr(groundtruth, "timelines"):
        raise expected("the references, GroundTruth([timeline, ...])", groundtruth)
    return model.ReferenceSet([ours(timeline) for timeline in groundtruth.timelines])
