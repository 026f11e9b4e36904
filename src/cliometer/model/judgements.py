"""Judgements on systems: votes and ballots of people, and tables of scores from people or metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from cliometer.errors import unknown
from cliometer.grouping import by_key
from cliometer.model.notes import Note
from cliometer.spelling import listed

Order: TypeAlias = tuple[tuple[str, ...], ...]
"""Groups of systems, best first; those in one group are tied."""


@dataclass(frozen=True)
class Vote:
    """One answer to "which of these two is better?"; no winner is a tie.

    `left` was shown first, unless `shown` says that the order of the two means nothing. A vote may stand for
    `count` equal ones. An empty topic, judge, reason or criterion was not given. A vote of a model names it with
    its settings and prompt in `judge_model`, has the number of its `repeat`, and may have the `probability` of
    `left` being better. A vote of a person who saw what models had answered names these in `models_seen`.
    """

    left: str
    right: str
    winner: str | None
    topic: str = ""
    judge: str = ""
    reason: str = ""
    count: int = 1
    shown: bool = True
    criterion: str = ""
    judge_model: str = ""
    repeat: int = 1
    probability: float | None = None
    place: str = field(default="", compare=False, repr=False)  # file and line, for messages
    models_seen: str = ""

    @property
    def pair(self) -> tuple[str, str]:
        """The two in alphabetical order, whichever was shown first."""
        return (self.left, self.right) if self.left < self.right else (self.right, self.left)


@dataclass(frozen=True)
class Ballot:
    """An ordering, given `count` times."""

    order: Order
    count: int = 1
    topic: str = ""
    judge: str = ""
    place: str = field(default="", compare=False, repr=False)  # file and line, for messages

    def __str__(self) -> str:
        return spelled(self.order)


@dataclass(frozen=True)
class Poll:
    """The votes or the ballots of one study, with what the reader forgave."""

    name: str
    votes: tuple[Vote, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = field(default="", compare=False, repr=False)  # the file, for messages

    def by_criterion(self, name: str | None) -> Poll:
        """Return the votes by one criterion; all of them, with a note where criteria are mixed, without a name."""
        known = list(dict.fromkeys(vote.criterion for vote in self.votes))
        if name is None:
            note = Note.of("criteria-together", name=self.name, known=listed(known))
            return replace(self, notes=(*self.notes, note)) if len(known) > 1 else self
        if name not in known:
            raise unknown("criterion of the votes", name, filter(None, known))
        return replace(self, votes=tuple(vote for vote in self.votes if vote.criterion == name))

    def with_models_noted(self) -> Poll:
        """Return the poll with a note on the votes of models, for those who count them as votes of people."""
        models = [vote for vote in self.votes if vote.judge_model]
        names = listed(sorted({vote.judge for vote in models}))
        note = Note.of("votes-of-models", name=self.name, count=len(models), votes_count=len(self.votes), names=names)
        return replace(self, notes=(*self.notes, note)) if models else self


def spelled(order: Order) -> str:
    """Return an ordering as `c > h = sb`: best first, ties joined."""
    return " > ".join(" = ".join(group) for group in order)


def pooled(polls: Iterable[Poll]) -> Poll:
    """Return several polls as one; the notes of all are kept."""
    given = tuple(polls)
    return replace(
        given[0],
        name=" + ".join(poll.name for poll in given),
        votes=tuple(vote for poll in given for vote in poll.votes),
        ballots=tuple(ballot for poll in given for ballot in poll.ballots),
        notes=tuple(note for poll in given for note in poll.notes),
    )


ScoreKey = tuple[str, str, str]  # metric, system, topic


@dataclass(frozen=True)
class ScoreTable:
    """Scores by metric, system and topic; `gaps` holds the places of cells that stand there without one."""

    scores: Mapping[ScoreKey, float]
    gaps: Mapping[ScoreKey, str]
    source: str
    notes: Sequence[str] = ()

    @property
    def metrics(self) -> list[str]:
        """In the order of the files."""
        return list(dict.fromkeys(metric for metric, _, _ in (*self.scores, *self.gaps)))

    def systems(self, metrics: Iterable[str]) -> list[str]:
        """Return the systems that one of the metrics knows, in the order of the files."""
        return self._names(1, set(metrics))

    def topics(self, metrics: Iterable[str]) -> list[str]:
        """Return the topics that one of the metrics knows, in the order of the files."""
        return self._names(2, set(metrics))

    def _names(self, part: int, metrics: set[str]) -> list[str]:
        return list(dict.fromkeys(key[part] for key in (*self.scores, *self.gaps) if key[0] in metrics))

    def noted(self, notes: Sequence[str]) -> ScoreTable:
        """Return the same scores with more notes before the others."""
        return replace(self, notes=(*notes, *self.notes))


def case_notes(kind: str, names: Iterable[str]) -> list[str]:
    """Return a note for each group of different names that only case tells apart."""
    groups = by_key((name.casefold(), name) for name in dict.fromkeys(names))
    return [
        Note.of("names-differ-in-case", kind=kind, alike=listed(alike)) for alike in groups.values() if len(alike) > 1
    ]
