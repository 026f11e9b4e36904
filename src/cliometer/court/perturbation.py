"""Perturbations: changes to an answer whose effect on a score is known; their registry and their ladders."""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, isfinite
from typing import Any, ClassVar, Literal, Self, dataclass_transform, get_args

import numpy as np

from cliometer.errors import UsageError, expected, unknown
from cliometer.expressions import Class, Expression, Registry, registered, settings_of, spell_value
from cliometer.model.documents import Article
from cliometer.model.timeline import Sentences, Timeline
from cliometer.model.when import When

# Perturbations are registered and spelled like metrics: `shift(days=5)`. Whoever writes one, with
# `@perturbations.register` over a frozen dataclass, sees it in the court's list, help and tests by existing.

Effect = Literal["falls", "holds", "free"]
TrialKind = Literal["tolerance", "sensitivity", "proportion", "economy", "truth", "people"]
TRIAL_KINDS: tuple[TrialKind, ...] = get_args(TrialKind)


@dataclass(frozen=True)
class Expectation:
    """What a sound metric does: the sides that must fall, those that must hold, and how much F must go.

    `loss` is the share of F that a perturbation of full strength should cost; a metric that takes less can
    be gamed with it. None where any fall will do. `most` is the share of F that a change may leave at most that may
    cost something and must not pay; None where F is not limited.
    """

    precision: Effect
    recall: Effect
    loss: float | None = None
    most: float | None = None

    @property
    def value(self) -> Effect:
        """What a metric of one value does: it falls where either side must, else it holds where one must."""
        wanted = (self.precision, self.recall)
        return "falls" if "falls" in wanted else "holds" if "holds" in wanted else "free"

    def __post_init__(self) -> None:
        for side in ("precision", "recall"):
            if getattr(self, side) not in get_args(Effect):
                raise unknown(f"effect on {side}", getattr(self, side), get_args(Effect))
        if self.loss is not None and not 0 < self.loss <= 1:
            raise expected("the share of F that must go, above 0 and at most 1, or None", self.loss)
        if self.most is not None and not self.most >= 1:
            raise expected("the share of F that may be left, at least 1, or None", self.most)


Answer = Literal["timelines", "extracts", "updates", "facts"]
ANSWERS: tuple[Answer, ...] = get_args(Answer)


@dataclass(frozen=True)
class TrialCase:
    """One answer that is put on trial, and what a perturbation may draw from.

    A timeline or summary is given as `timeline`; what a system selected or pushed is given as `items`, with
    `ranked` where their order means something.
    """

    topic: str
    timeline: Timeline = field(default_factory=Timeline)
    articles: Sequence[Article] = ()  # of the topic, earliest first; none without a corpus
    other_timeline: Timeline = field(default_factory=Timeline)  # of another topic; empty where there is none
    seed: int = 0
    items: Sequence[Any] = ()
    other_items: Sequence[Any] = ()  # of another topic
    ranked: bool = True

    def generator(self) -> np.random.Generator:
        """Return a generator that depends on the seed and the topic alone, and not on the other topics."""
        digest = hashlib.sha256(f"{self.seed}\n{self.topic}".encode("utf-8", "surrogatepass")).digest()
        return np.random.default_rng(int.from_bytes(digest[:16], "big"))

    def changed(self, *changes: Iterable[Day]) -> list[Timeline]:
        """Return timelines of these days, named as the case's own; those that change nothing are left out."""
        timelines = [Timeline(list(days), self.timeline.name) for days in changes]
        return [timeline for timeline in timelines if timeline != self.timeline]


Day = tuple[When, Sequence[str]]
Steps = tuple[str, Sequence[Any]] | None
SHARES = ("share", (0.25, 0.5, 1.0))  # the usual steps of a share


class Perturbation(Expression):
    """A change with its settings fixed: a frozen dataclass, equal when the settings are.

    `kind` is what it tries, None for tolerance where both sides hold, else sensitivity; `aspect` the property that it
    tries, "" for its name: perturbations of one aspect weigh once. `answers` are what it can change, where summaries of
    sources count as timelines. `steps` names a setting and its values from weak to strong.
    """

    expectation: ClassVar[Expectation]
    kind: ClassVar[TrialKind | None] = None
    aspect: ClassVar[str] = ""
    answers: ClassVar[tuple[Answer, ...]] = ("timelines",)
    reads_articles: ClassVar[bool] = False
    steps: ClassVar[Steps] = None

    def ladder(self) -> Sequence[Self]:
        """Return the same change from weak to strong; only itself where it has no strength."""
        if self.steps is None:
            return (self,)
        name, values = self.steps
        return [replace(self, **{name: value}) for value in values]  # type: ignore[type-var]

    @abstractmethod
    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return every timeline that the change may lead to, all equally likely; none where it does not apply."""

    def selections(self, case: TrialCase) -> Sequence[Sequence[Any]]:
        """Return the changed items of an extract, or the changed updates; most perturbations change timelines only."""
        return ()

    def invents(self, case: TrialCase) -> bool:
        """Return whether the change adds invented words to this case, for want of a fitting article."""
        return False


perturbations: Registry[Perturbation] = Registry("perturbation", Perturbation, group="cliometer.perturbations")


def kind_of_trial(trial: Perturbation) -> TrialKind:
    """Return the kind that a perturbation declares; else tolerance where nothing may fall, and sensitivity."""
    wanted = {trial.expectation.precision, trial.expectation.recall}
    return trial.kind or ("sensitivity" if "falls" in wanted else "tolerance")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def perturbation(
    name: str,
    precision: Effect,
    recall: Effect,
    loss: float | None = None,
    most: float | None = None,
    **declared: object,
) -> Callable[[Class], Class]:
    """Register a perturbation with the effect that it should have on each side, and what else is declared of it."""
    return registered(perturbations, name=name, expectation=Expectation(precision, recall, loss, most), **declared)


def rewritten(case: TrialCase, rewrite: Callable[[Sentences], Sequence[str]]) -> list[Timeline]:
    """Return the timeline with each day's sentences rewritten, unless nothing changes."""
    return case.changed([(when, rewrite(sentences)) for when, sentences in case.timeline.items()])


def share(text: str) -> float:
    """Parser for a share: more than 0, at most 1."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1:
        raise UsageError("share-malformed", text=text)
    return value


def part(share: float, size: int) -> int:
    """Return a share of a number, rounded up; the last bits of a float (0.7 * 10) do not count."""
    return ceil(share * size - 1e-9)


@dataclass(frozen=True)
class Ladder:
    """The steps of one perturbation, weakest first."""

    steps: tuple[Perturbation, ...]

    @property
    def name(self) -> str:
        """The name of the perturbation."""
        return self.steps[0].name

    @property
    def expectation(self) -> Expectation:
        """The expectation of the strongest step."""
        return self.steps[-1].expectation

    @property
    def grows(self) -> str:
        """The settings that differ from step to step, such as `days`."""
        return " and ".join(self._settings) or "strength"

    @property
    def _settings(self) -> list[str]:
        names = [field.name for field in settings_of(self.steps[0])]
        return [name for name in names if getattr(self.steps[0], name) != getattr(self.steps[-1], name)]

    @property
    def intensities(self) -> tuple[float | str | None, ...]:
        """The value of that setting at each step, a number or a word; None where several settings grow."""
        if len(self._settings) != 1:
            return (None,) * len(self.steps)
        return tuple(_plain(getattr(step, self._settings[0])) for step in self.steps)

    def __str__(self) -> str:
        """Return an expression such as shift(days=1..14)."""
        ends = {name: [spell_value(getattr(self.steps[i], name)) for i in (0, -1)] for name in self._settings}
        return f"{self.name}({', '.join(f'{name}={low}..{high}' for name, (low, high) in ends.items())})"


def _plain(value: object) -> float | str:
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return value
    return spell_value(value)


def ladders_of(trials: Iterable[Perturbation]) -> list[Ladder]:
    """Return the ladders of all trials, each once; a single step is none."""
    return [Ladder(steps) for steps in dict.fromkeys(tuple(trial.ladder()) for trial in trials) if len(steps) > 1]
