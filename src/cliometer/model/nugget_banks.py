"""Banks of nuggets to which the answers of systems are assigned (Pradeep et al. 2024), and such answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cliometer.errors import InputError
from cliometer.grouping import by_key
from cliometer.model.notes import Note
from cliometer.model.nuggets import Nugget, NuggetMatch, NuggetTopic, PooledUpdate, Update
from cliometer.model.sources import GoldTopic, expect_topic_id
from cliometer.model.timeline import Timeline
from cliometer.model.units import ContentUnit, Contributor, UnitTopic
from cliometer.model.when import When
from cliometer.spelling import listed

IMPORTANCE = {"vital": 1.0, "okay": 0.5}  # the weight of each label; any other weighs nothing
SUPPORT = {"support": 1.0, "partial_support": 0.5, "not_support": 0.0}
_GRADES = {"vital": 3.0, "okay": 1.0}  # of streams
_SHOWN = 3  # topics in a note


@dataclass(frozen=True, slots=True)
class BankNugget:
    """A fact with its label of importance; in an answer with the label that says how far the answer supports it.

    `date` is when it became known, and `told` the date under which a timeline tells it.
    """

    text: str
    importance: str = ""
    assignment: str | None = None
    date: When | None = None
    told: When | None = None


GradedAnswer = tuple[BankNugget, ...]


@dataclass(frozen=True)
class BankTopic(GoldTopic):
    """The nuggets of one query; two may have the same text."""

    evidence: ClassVar[str] = "banks"
    id: str
    nuggets: tuple[BankNugget, ...]
    query: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "nuggets", tuple(self.nuggets))
        expect_topic_id(self.id)
        if not self.nuggets:
            raise InputError("bank-topic-empty", id=self.id)

    @cached_property
    def dated(self) -> dict[str, tuple[BankNugget, When]]:
        """The nuggets that have a date, by an id that says their place."""
        return {f"n{place}": (nugget, nugget.date) for place, nugget in enumerate(self.nuggets) if nugget.date}

    def assigned(self, answer: Sequence[BankNugget]) -> list[BankNugget | None]:
        """Return what an answer has of each nugget, by its text, or None; of equal texts the first is the first."""
        left = by_key((nugget.text, nugget) for nugget in reversed(answer))
        return [left[nugget.text].pop() if left.get(nugget.text) else None for nugget in self.nuggets]

    # The same gold as other metrics and judges read it.

    @cached_property
    def timeline(self) -> Timeline:
        """The dated nuggets as a timeline, that of a reference."""
        return Timeline([(date, [nugget.text]) for nugget, date in self.dated.values()], "nuggets", "append")

    @cached_property
    def stream(self) -> NuggetTopic:
        """The dated nuggets as those of a stream, each told by an update that says it and nothing else."""
        nuggets = {
            id: Nugget(id, date.second, _GRADES.get(nugget.importance, 0.0), nugget.text)
            for id, (nugget, date) in self.dated.items()
        }
        updates = {f"{id}-0": PooledUpdate(f"{id}-0", nugget.text) for id, nugget in nuggets.items()}
        matches = {f"{id}-0": (NuggetMatch(f"{id}-0", id, 0, len(n.text)),) for id, n in nuggets.items()}
        return NuggetTopic(self.id, nuggets, updates, matches)

    def updates(self, answer: Sequence[BankNugget]) -> tuple[Update, ...]:
        """Return an answer as updates of that stream: its supported nuggets on the dates under which it tells them."""
        return tuple(
            Update(f"n{place}", "0", graded.told.second, 1.0)
            for place, graded in enumerate(self.assigned(answer))
            if graded and graded.assignment == "support" and graded.told
        )

    @cached_property
    def units(self) -> UnitTopic:
        """The distinct nuggets as content units, whose ids are their texts; a vital one weighs 2, others 1."""
        units = {
            n.text: ContentUnit(
                n.text, n.text, contributors=tuple(map(Contributor, "ab" if n.importance == "vital" else "a"))
            )
            for n in self.nuggets
        }
        return UnitTopic(self.id, (), tuple(units.values()))


def bank_notes(topics: Mapping[str, BankTopic], runs: Mapping[str, Mapping[str, GradedAnswer]]) -> list[Note]:
    """Return a note on each run that lacks nuggets of the bank, has others, or labels their importance otherwise."""
    notes = []
    for name, run in runs.items():
        counts: dict[str, dict[str, int]] = {}
        for id in run.keys() & topics.keys():
            pairs = zip(topics[id].nuggets, topics[id].assigned(run[id]), strict=True)
            present = [(nugget, graded) for nugget, graded in pairs if graded]
            counts.setdefault("nuggets-lacking", {})[id] = len(topics[id].nuggets) - len(present)
            counts.setdefault("nuggets-not-in-bank", {})[id] = len(run[id]) - len(present)
            differing = sum(nugget.importance != graded.importance for nugget, graded in present)
            counts.setdefault("nuggets-relabelled", {})[id] = differing
        for rule, by_topic in counts.items():
            if total := sum(by_topic.values()):
                places = listed((f"{id} ({count})" for id, count in sorted(by_topic.items()) if count), _SHOWN)
                notes.append(Note.of(rule, name=name, count=total, topics=places))
    return notes
