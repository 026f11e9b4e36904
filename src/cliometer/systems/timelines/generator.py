"""A generator: a frozen dataclass with settings, which makes the timeline of one task from the articles of a topic."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError
from cliometer.expressions import Expression, Registry
from cliometer.model.timeline import Timeline
from cliometer.systems.timelines.store import ArticleStore, Ints

Rules = Literal["open", "newstls", "tilse"]
RULES: tuple[Rules, ...] = ("open", "newstls", "tilse")
Chosen = dict[int, list[int]]  # day -> rows of the store, in the order of choice
Model = Mapping[str, Any]  # plain numbers, as JSON keeps them
MARTSCHAT = "Martschat & Markert (2018), A Temporally Sensitive Submodularity Framework for Timeline Summarization"


@dataclass(frozen=True)
class TimelineTask:
    """What is asked of a generator: how many dates and sentences, between which days.

    With the rules `open` all articles count, dates are those of the span, a keyword may be part of a word, and no
    sentence stands on two dates. The others are the rules of published numbers: `newstls` cuts the articles to the span
    and repeats sentences; `tilse` cuts the dates of the chosen sentences, and a keyword is a whole word.
    `reference` is gold, which only oracles and training may read.
    """

    topic: str
    dates: int
    sentences: int  # a date
    total: int
    first: int
    last: int
    name: str = ""
    keywords: tuple[str, ...] = ()
    rules: Rules = "open"
    reference: Timeline | None = field(default=None, compare=False)

    @classmethod
    def like(
        cls, topic: str, reference: Timeline, rules: Rules = "open", keywords: Iterable[str] = (), name: str = ""
    ) -> TimelineTask:
        """Return the task of making a timeline like a reference: its lengths and its span."""
        if not reference:
            raise UsageError("reference-without-dates", topic=topic)
        total = sum(len(lines) for _, lines in reference.items())
        mean = total / len(reference)
        per_date = max(1, math.floor(mean) if rules == "tilse" else round(mean))
        days = [when for when, _ in reference.items()]
        first, last = min(when.first for when in days), max(when.last for when in days)
        task = cls(topic, len(reference), per_date, total, first, last, name)
        return replace(task, keywords=tuple(keywords), rules=rules, reference=reference)

    @property
    def label(self) -> str:
        """The task as scores name it: `topic/reference`, or the topic."""
        return f"{self.topic}/{self.name}" if self.name else self.topic

    def in_span(self, days: Ints) -> NDArray[np.bool_]:
        """Return which days lie in the span, its ends included."""
        return (days >= self.first) & (days <= self.last)


class Cut:
    """The rows of a store that a task may see, with what is counted over them."""

    def __init__(self, store: ArticleStore, task: TimelineTask) -> None:
        self.store, self.task = store, task
        whole = task.rules == "tilse"
        self.articles: Ints = np.flatnonzero(
            task.in_span(store.article_days) if task.rules == "newstls" else np.ones(len(store.articles), bool)
        )
        keep = np.zeros(len(store.articles), dtype=bool)
        keep[self.articles] = True
        self.rows: Ints = np.flatnonzero(keep[store.article])
        self.allowed = store.has_keyword(task.keywords, whole=whole).copy()
        if whole:
            self.rows = self.rows[self.allowed[self.rows]]
        self.mentioned: Ints = store.mentioned[self.rows]  # the day that each row mentions, 0 for none

    @property
    def key(self) -> tuple[object, ...]:
        """What tells the tables of two cuts of one store apart."""
        task = self.task
        parts = {"newstls": (task.first, task.last), "tilse": task.keywords}
        return (task.rules, *parts.get(task.rules, ()))

    def use(self, rows: Sequence[int]) -> None:
        """Take sentences of a date out of those that are allowed on further dates, unless the rules repeat them."""
        if self.task.rules == "open":
            for row in rows:
                self.allowed[self.store.twins(row)] = False


class Generator(Expression):
    """A way to make timelines, with its settings fixed: a frozen dataclass, equal when the settings are."""

    __slots__ = ()
    reads_gold: ClassVar[bool] = False

    @property
    def is_trained(self) -> bool:
        """Whether it needs a model, which `fit` makes from other topics."""
        return False

    def fit(self, examples: Sequence[tuple[ArticleStore, TimelineTask]]) -> Model:
        """Return plain numbers learned from topics with references; most learn nothing."""
        return {}

    @abstractmethod
    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        """Return the sentences of each day, as rows of the store."""

    def limit(self, dates: int, sentences: int, total: int) -> int:
        """Return the most sentences of a timeline, by the dates, the sentences a date, and the reference's total."""
        return dates * sentences


generators: Registry[Generator] = Registry("generator", Generator, group="cliometer.generators")


def greedy_fill(cut: Cut, ranked: Iterable[int]) -> Chosen:
    """Take sentences, best first: each day has at most so many, and at most so many days are opened."""
    chosen, task = Chosen(), cut.task
    for row in map(int, ranked):
        day = int(cut.store.dated[row])
        lines = chosen.get(day, ())
        room = len(lines) < task.sentences if lines else len(chosen) < task.dates
        if room and cut.allowed[row] and task.first <= day <= task.last:
            chosen.setdefault(day, []).append(row)
            cut.use([row])
    return chosen
