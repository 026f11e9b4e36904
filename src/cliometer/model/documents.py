"""Articles: what a timeline was made from, each with the day it appeared on."""

from __future__ import annotations

from dataclasses import dataclass

from cliometer.model.sentences import stripped
from cliometer.model.timeline import Sentences
from cliometer.model.when import When


@dataclass(frozen=True, slots=True)
class Article:
    """A dated text, cut into sentences; blank sentences are left out.

    >>> Article("bp-1", "2010-05-27", ["BP stops the top kill. "]).sentences
    ('BP stops the top kill.',)
    """

    id: str
    date: When
    sentences: Sentences
    title: str = ""

    def __post_init__(self) -> None:
        date = When.of(self.date)
        object.__setattr__(self, "date", date)
        object.__setattr__(self, "sentences", tuple(filter(None, stripped(date, self.sentences))))
