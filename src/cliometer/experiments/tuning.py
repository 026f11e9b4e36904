"""Tuning of systems by cross-validation (Mackie et al. 2014): folds, grids of settings, files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError, unknown
from cliometer.experiments.losses import USUAL, Loss, MetricLoss, Texts, counting_notes, idle_notes, read_backgrounds
from cliometer.expressions import Named, Registry, spell_value, split
from cliometer.io.frames import DocumentResult
from cliometer.io.topic_folders import read_post_topics, read_texts, strays
from cliometer.metrics.sources.source_metric import SourceMetric
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import Progress
from cliometer.model.records import OMITTED, member, renamed
from cliometer.spelling import many
from cliometer.systems.summaries import taken_whole
from cliometer.systems.summarisers import Summariser, summarise, summarisers
from cliometer.systems.summarisers.pool import Pool, round_off
from cliometer.text.post_filters import Filters
from cliometer.text.post_tokens import PostReading


def folds_of(topics: Sequence[str], folds: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """Return the topics of each fold; the same names in any order and the same seed give the same folds.

    >>> folds_of(["a", "b", "c", "d", "e"], 2, seed=0)
    (('b', 'c', 'd'), ('a', 'e'))
    """
    if folds < 2:
        raise UsageError("folds-too-few", folds=folds)
    if len(topics) < 2:
        raise UsageError("fold-topics-too-few", count=len(topics))
    if folds > len(topics):
        raise UsageError("folds-too-many", folds=folds, count=len(topics))
    if seed < 0:
        raise UsageError("seed-negative", seed=seed)
    names = sorted(topics)
    order = [names[place] for place in np.random.default_rng(seed).permutation(len(names))]
    return tuple(tuple(sorted(order[fold::folds])) for fold in range(folds))


# Tuning by cross-validation: for each fold the settings that did best on all others (Mackie et al. 2014).
# All settings share the vectors and cosines of a topic, and a summary that several settings agree on is
# scored once. What is chosen for a fold depends on the losses of the other folds alone. Of settings with
# equal loss the first on the grid is chosen.

Table = NDArray[np.float64]
S = TypeVar("S", bound=Named)


@dataclass(frozen=True)
class Fold:
    """What was chosen without the topics of a fold, and how it did on them."""

    number: int = field(metadata=renamed("fold"))
    topics: tuple[str, ...]
    chosen: str
    training_loss: float
    losses: Mapping[str, float]
    summaries: Mapping[str, tuple[int, ...]] = field(default_factory=dict, metadata=OMITTED)

    @property
    @member
    def held_out_loss(self) -> float:
        """The mean over the topics held out, or over their tasks where timelines are tuned."""
        return float(np.mean(list(self.losses.values())))


@dataclass(frozen=True)
class SettingLoss:
    """A setting, and its mean loss over all topics."""

    setting: str
    loss: float


@dataclass(frozen=True, repr=False)
class Tuning(DocumentResult):
    """The folds, the mean loss of every setting over all topics, and the best setting of all.

    Of a generator of timelines, losses are of tasks (`topic/reference`), and means are over tasks.
    """

    kind: ClassVar[str] = "tuning"
    tables: ClassVar[Mapping[str, str]] = {"settings": "settings", "folds": "folds"}
    settings: tuple[SettingLoss, ...]
    loss: str
    k: int | None  # the posts of a summary; None for timelines
    seed: int
    folds: tuple[Fold, ...]
    background: str = ""  # what the loss held the topics against, with its hash; empty where it reads none
    notes: tuple[str, ...] = ()  # what was noticed while reading
    length: str = ""  # whose rules gave timelines their lengths; empty for summaries

    @property
    @member
    def best(self) -> str:
        """The setting with the least loss over all topics: for new ones, not for reporting on these."""
        return self.settings[least(np.array([each.loss for each in self.settings]))].setting

    @property
    @member
    def held_out_loss(self) -> float:
        """The mean loss over all topics, each by the setting chosen without it."""
        return float(np.mean([loss for fold in self.folds for loss in fold.losses.values()]))

    def __getitem__(self, setting: str) -> float:
        """Return the mean loss of a setting over all topics."""
        known = {each.setting: each.loss for each in self.settings}
        if setting not in known:
            raise unknown("setting of this tuning", setting, known)
        return known[setting]

    def keys(self) -> list[str]:
        return [each.setting for each in self.settings]

    def __repr__(self) -> str:
        return f"Tuning({many(len(self.settings), 'setting')}, {many(len(self.folds), 'fold')}, best={self.best})"


def setting_losses(grid: Sequence[object], means: Iterable[float]) -> tuple[SettingLoss, ...]:
    """Return the mean loss of each setting of a grid."""
    return tuple(SettingLoss(str(setting), mean) for setting, mean in zip(grid, means, strict=True))


def tune(
    pools: Sequence[Pool],
    grid: Sequence[Summariser],
    loss: Loss,
    folds: int = 5,
    seed: int = 0,
    k: int = 5,
    progress: Progress | None = None,
) -> Tuning:
    """Choose settings by cross-validation over the topics of these pools."""
    if not grid:
        raise UsageError("grid-missing")
    ids = [pool.topic.id for pool in pools]
    parts = folds_of(ids, folds, seed)
    left = len(ids) - max(map(len, parts))
    if not loss.alone and left < 2:
        raise UsageError("fold-topics-left-too-few", loss=loss, count=len(parts), ids_count=len(ids), left=left)
    judged = SettingLosses(pools, loss)
    chosen = active_backend().map(_selections, pools, (tuple(grid), k), lambda pool: f"the topic {pool.topic.id}")
    for topic, selections in zip(ids, tracked(chosen, len(pools), progress), strict=True):
        judged.choose(topic, selections)
    means = setting_losses(grid, judged.table(ids).mean(axis=1).tolist())
    folds_chosen = tuple(_fold(number, ids, part, grid, judged) for number, part in enumerate(parts, start=1))
    return Tuning(means, str(loss), k, seed, folds_chosen, loss.background)


def _fold(
    number: int, topics: Sequence[str], held: tuple[str, ...], grid: Sequence[Summariser], judged: SettingLosses
) -> Fold:
    training = judged.table([topic for topic in topics if topic not in held]).mean(axis=1)
    chosen = least(training)
    summaries = {topic: judged.selection(topic, chosen) for topic in held}
    return Fold(number, held, str(grid[chosen]), float(training[chosen]), judged.held_out(held, chosen), summaries)


def _selections(shared: tuple[Sequence[Summariser], int], pool: Pool) -> list[tuple[int, ...]]:
    """Let every setting summarise a topic, here or in a worker."""
    grid, k = shared
    return [tuple(summarise(setting, pool, k)) for setting in grid]


class SettingLosses:
    """Losses of all settings on topics, from the distinct summaries among them."""

    def __init__(self, pools: Sequence[Pool], loss: Loss) -> None:
        self._topics = {pool.topic.id: pool.topic for pool in pools}
        self._loss = loss
        self._selections: dict[str, list[tuple[int, ...]]] = {}
        self._once = cache(self._of)

    def choose(self, topic: str, selections: list[tuple[int, ...]]) -> None:
        """Note what every setting chose for a topic, and find its losses where they depend on nothing else."""
        self._selections[topic] = selections
        if self._loss.alone:
            self._once((topic,))

    def table(self, topics: Sequence[str]) -> Table:
        """Return losses of settings x topics; a loss that reads other topics reads no others than these."""
        losses = self._losses(topics)
        return np.array([losses[topic] for topic in topics]).T

    def held_out(self, topics: Sequence[str], setting: int) -> dict[str, float]:
        """Return the losses of one setting; here a background may be all other topics."""
        losses = self._losses(tuple(self._topics))
        return {topic: losses[topic][setting] for topic in topics}

    def _losses(self, topics: Sequence[str]) -> dict[str, list[float]]:
        if self._loss.alone:
            return {topic: self._once((topic,))[topic] for topic in topics}
        return self._once(tuple(topics))

    def selection(self, topic: str, setting: int) -> tuple[int, ...]:
        """Return the places that a setting chose."""
        return self._selections[topic][setting]

    def _of(self, topics: tuple[str, ...]) -> dict[str, list[float]]:
        distinct = {topic: list(dict.fromkeys(self._selections[topic])) for topic in topics}
        posts = {topic: self._topics[topic].posts for topic in topics}
        texts: dict[str, list[Texts]] = {
            topic: [tuple(posts[topic][place].text for place in places) for places in selections]
            for topic, selections in distinct.items()
        }
        losses = self._loss.of([self._topics[topic] for topic in topics], texts)
        each = {topic: dict(zip(distinct[topic], losses[topic], strict=True)) for topic in topics}
        return {topic: [each[topic][places] for places in self._selections[topic]] for topic in topics}


def least(losses: Table) -> int:
    """Return the first place of the least loss."""
    return int(np.argmin(round_off(losses)))


_MOST = 100_000


def grid_of(expression: str, ranges: Sequence[str], registry: Registry[S]) -> tuple[S, ...]:
    """Return every setting of a system on the grid, the last range running fastest; each once.

    >>> grid_of("hybrid(minimum=3)", ["threshold=0:1:0.5"], summarisers)
    (hybrid(threshold=0, minimum=3), hybrid(threshold=0.5, minimum=3), hybrid(threshold=1, minimum=3))
    """
    name, fixed = split(expression, registry.kind)
    registry.parse(expression)
    axes = dict(_axis(text, expression, registry.kind) for text in ranges)
    if len(axes) < len(ranges):
        raise UsageError("grid-setting-repeated")
    size = prod(map(len, axes.values()))
    if size > _MOST:
        raise UsageError("grid-too-large", size=size, most=_MOST)
    points = (fixed | dict(zip(axes, point, strict=True)) for point in product(*axes.values()))
    spelled = (", ".join(f"{key}={value}" for key, value in point.items()) for point in points)
    return tuple(dict.fromkeys(registry.parse(f"{name}({settings})") for settings in spelled))


def _axis(text: str, expression: str, kind: str) -> tuple[str, list[str]]:
    name, fixed = split(expression, kind)
    setting, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not setting or not values:
        raise UsageError("grid-malformed", text=text)
    if setting in fixed:
        raise UsageError("grid-setting-fixed", setting=setting, kind=kind, name=name)
    return setting, _values(values, text)


def _values(text: str, whole: str) -> list[str]:
    if ":" not in text:
        return [value.strip() for value in text.split(",")]
    try:
        low, high, step = map(float, text.split(":"))
    except ValueError:
        raise UsageError("grid-range-malformed", whole=whole) from None
    if not (step > 0 and low <= high < float("inf")) or (high - low) / step > _MOST:
        raise UsageError("grid-range-not-rising", whole=whole)
    steps = int((high - low) / step + 1e-9)
    return [spell_value(round(low + number * step, 10)) for number in range(steps + 1)]


@dataclass(frozen=True)
class TuningPlan:
    """What `cliometer tune` was asked to do; topics and references are folders, or values by topic."""

    topics: Path | Mapping[str, Iterable[Any]]
    system: str
    grid: Sequence[str]
    loss: str = USUAL
    folds: int = 5
    seed: int = 0
    k: int = 5
    filters: Filters = field(default_factory=Filters)
    reading: PostReading = field(default_factory=PostReading)
    references: Path | Mapping[str, Sequence[str]] | None = None  # texts that people wrote, for losses such as rouge1
    backgrounds: Sequence[Path] = ()  # for losses such as fotw; without one, the other topics

    def run(self, progress: Progress | None = None) -> tuple[Tuning, tuple[str, ...]]:
        """Read and tune; the notes of reading beside what was found."""
        texts = {} if self.references is None else read_texts(self.references)
        settings = grid_of(self.system, self.grid, summarisers)
        given, remarks = read_backgrounds(self.backgrounds)
        loss = MetricLoss(self.loss, given, texts)
        read, notes = read_post_topics(self.topics, self.filters)
        pools = [Pool(topic.topic, self.reading, texts.get(topic.topic.id, ())) for topic in read]
        notes += strays(texts, [topic.topic.id for topic in read], self.references)
        notes += tuple(note for pool in pools for note in taken_whole(pool, self.k))
        if isinstance(loss.metric, SourceMetric):
            notes += (*counting_notes([loss.metric], self.reading), *idle_notes([loss.metric], given))
        tuning = tune(pools, settings, loss, self.folds, self.seed, self.k, progress)
        return tuning, (*notes, *remarks, *loss.notes)
