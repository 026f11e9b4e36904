"""Tuning of systems by cross-validation (Mackie et al. 2014): folds, grids of settings, files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError, unknown
from cliometer.experiments.losses import USUAL, Loss, MetricLoss, Texts, counting_notes, idle_notes, read_backgrounds
from cliometer.expressions import Named, Registry, spell_value, split
from cliometer.io.frames import Records, TabularResult
from cliometer.io.topic_folders import read_post_topics, read_texts, strays
from cliometer.metrics.sources.source_metric import SourceMetric
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import NotebookDisplay, Progress
from cliometer.model.records import decode, head
from cliometer.systems.summaries import taken_whole
from cliometer.systems.summarisers import Summariser, summarise, summarisers
from cliometer.systems.summarisers.pool import Pool, round_off
from cliometer.systems.timelines.generator import Generator, generators
from cliometer.text.post_filters import Filters
from cliometer.text.post_tokens import PostReading


def folds_of(topics: Sequence[str], folds: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """Return the topics of each fold; the same names in any order and the same seed give the same folds.

    >>> folds_of(["a", "b", "c", "d", "e"], 2, seed=0)
    (('b', 'c', 'd'), ('a', 'e'))
    """
    if folds < 2:
        raise UsageError(f"a cross-validation has at least 2 folds, not {folds}")
    if len(topics) < 2:
        raise UsageError(f"a cross-validation needs at least 2 topics, found {len(topics)}; add topics")
    if folds > len(topics):
        raise UsageError(f"{folds} folds need as many topics or more, found {len(topics)}; ask for fewer")
    if seed < 0:
        raise UsageError(f"a seed is 0 or a positive number, not {seed}")
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

    number: int
    topics: tuple[str, ...]
    chosen: Summariser | Generator
    training_loss: float
    losses: Mapping[str, float]
    summaries: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def loss(self) -> float:
        """The mean over the topics held out, or over their tasks where timelines are tuned."""
        return float(np.mean(list(self.losses.values())))


@dataclass(frozen=True)
class _FoldRecord:
    fold: int
    topics: tuple[str, ...]
    chosen: str
    training_loss: float
    losses: Mapping[str, float]


@dataclass(frozen=True)
class _SettingRecord:
    setting: str
    loss: float


@dataclass(frozen=True)
class _TuningRecord:
    loss: str
    k: int | None
    seed: int
    folds: tuple[_FoldRecord, ...]
    settings: tuple[_SettingRecord, ...]
    background: str | None = None
    length: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, repr=False)
class Tuning(TabularResult, NotebookDisplay):
    """The folds, the mean loss of every setting over all topics, and the best setting of all.

    Of a generator of timelines, losses are of tasks (`topic/reference`), and means are over tasks.
    """

    grid: tuple[Summariser | Generator, ...]
    loss: str
    k: int | None  # the posts of a summary; None for timelines
    seed: int
    folds: tuple[Fold, ...]
    means: tuple[float, ...]
    background: str = ""  # what the loss held the topics against, with its hash; empty where it reads none
    notes: tuple[str, ...] = ()  # what was noticed while reading
    length: str = ""  # whose rules gave timelines their lengths; empty for summaries

    @property
    def best(self) -> Summariser | Generator:
        """The setting with the least loss over all topics: for new ones, not for reporting on these."""
        return self.grid[least(np.array(self.means))]

    @property
    def held_out(self) -> float:
        """The mean loss over all topics, each by the setting chosen without it."""
        return float(np.mean([loss for fold in self.folds for loss in fold.losses.values()]))

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer tune --json` prints."""
        return {
            **head("tuning"),
            "seed": self.seed,
            "notes": list(self.notes),
            "loss": self.loss,
            "background": self.background or None,
            "k": self.k,
            "length": self.length or None,
            "folds": [
                {
                    "fold": fold.number,
                    "topics": list(fold.topics),
                    "chosen": str(fold.chosen),
                    "training_loss": fold.training_loss,
                    "held_out_loss": fold.loss,
                    "losses": dict(fold.losses),
                }
                for fold in self.folds
            ],
            "held_out_loss": self.held_out,
            "best": str(self.best),
            "settings": [
                {"setting": str(setting), "loss": mean} for setting, mean in zip(self.grid, self.means, strict=True)
            ],
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> Tuning:
        """Read a document that `cliometer tune --json` printed; it does not hold the summaries of the folds."""
        read = decode(_TuningRecord, document)
        parse: Callable[[str], Summariser | Generator] = generators.parse if read.length else summarisers.parse
        folds = [Fold(one.fold, one.topics, parse(one.chosen), one.training_loss, one.losses) for one in read.folds]
        grid, means = [parse(one.setting) for one in read.settings], [one.loss for one in read.settings]
        more = read.background or "", read.notes, read.length or ""
        return cls(tuple(grid), read.loss, read.k, read.seed, tuple(folds), tuple(means), *more)

    def frames(self) -> Mapping[str, Records]:
        """Return the tables `settings` with their mean loss, and `folds` with the setting chosen for each."""
        document: Any = self.to_dict()
        losses = {"training_loss": float, "held_out_loss": float}
        return {
            "settings": Records({"setting": str, "loss": float}, document["settings"]),
            "folds": Records({"fold": int, "chosen": str, **losses}, document["folds"]),
        }

    def __getitem__(self, setting: str) -> float:
        """Return the mean loss of a setting over all topics."""
        known = {str(each): mean for each, mean in zip(self.grid, self.means, strict=True)}
        if setting not in known:
            raise unknown("setting of this tuning", setting, known)
        return known[setting]

    def keys(self) -> list[str]:
        """Return the settings that were tried."""
        return list(map(str, self.grid))

    def __repr__(self) -> str:
        return f"Tuning({len(self.grid)} settings, {len(self.folds)} folds, best={self.best})"


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
        raise UsageError("there is no setting to choose from; give a grid")
    ids = [pool.topic.id for pool in pools]
    parts = folds_of(ids, folds, seed)
    left = len(ids) - max(map(len, parts))
    if not loss.alone and left < 2:
        raise UsageError(
            f"{loss} holds a topic against the others, but {len(parts)} folds of {len(ids)} topics leave "
            f"{left} to choose by; take more topics, name a background, or take another loss, such as jsd"
        )
    judged = SettingLosses(pools, loss)
    shared = tuple(grid), k
    chosen = active_backend().map(_selections, pools, shared, lambda pool: f"the topic {pool.topic.id}")
    for topic, selections in zip(ids, tracked(chosen, len(pools), progress), strict=True):
        judged.choose(topic, selections)
    means = tuple(judged.table(ids).mean(axis=1).tolist())
    found = tuple(_fold(number, ids, part, grid, judged) for number, part in enumerate(parts, start=1))
    return Tuning(tuple(grid), str(loss), k, seed, found, means, loss.background)


def _fold(
    number: int,
    topics: Sequence[str],
    held: tuple[str, ...],
    grid: Sequence[Summariser],
    judged: SettingLosses,
) -> Fold:
    training = judged.table([topic for topic in topics if topic not in held]).mean(axis=1)
    chosen = least(training)
    summaries = {topic: judged.selection(topic, chosen) for topic in held}
    losses = judged.held_out(held, chosen)
    return Fold(number, held, grid[chosen], float(training[chosen]), losses, summaries)


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
        self._made: dict[tuple[str, ...], dict[str, list[float]]] = {}

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

    def _once(self, topics: tuple[str, ...]) -> dict[str, list[float]]:
        if topics not in self._made:
            self._made[topics] = self._of(topics)
        return self._made[topics]

    def selection(self, topic: str, setting: int) -> tuple[int, ...]:
        """Return the places that a setting chose."""
        return self._selections[topic][setting]

    def _of(self, topics: Sequence[str]) -> dict[str, list[float]]:
        distinct = {topic: list(dict.fromkeys(self._selections[topic])) for topic in topics}
        posts = {topic: self._topics[topic].posts for topic in topics}
        said: dict[str, list[Texts]] = {
            topic: [tuple(posts[topic][place].text for place in places) for places in found]
            for topic, found in distinct.items()
        }
        losses = self._loss.of([self._topics[topic] for topic in topics], said)
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
        raise UsageError("a setting appears in two grids; write its values in one")
    size = prod(map(len, axes.values()))
    if size > _MOST:
        raise UsageError(f"the grid has {size} settings, more than {_MOST}; take larger steps")
    points = (dict(zip(axes, point, strict=True)) for point in product(*axes.values()))
    return tuple(dict.fromkeys(registry.build(name, fixed | point) for point in points))


def _axis(text: str, expression: str, kind: str) -> tuple[str, list[str]]:
    name, fixed = split(expression, kind)
    setting, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not setting or not values:
        raise UsageError(f"expected a grid such as threshold=0:1:0.05, found {text!r}")
    if setting in fixed:
        raise UsageError(f"{setting} is fixed in the {kind} and stands in a grid of {name}; drop one")
    return setting, _values(values, text)


def _values(text: str, whole: str) -> list[str]:
    if ":" not in text:
        return [value.strip() for value in text.split(",")]
    try:
        low, high, step = map(float, text.split(":"))
    except ValueError:
        raise UsageError(f"expected from:to:step such as 0:1:0.05 in {whole!r}") from None
    if not (step > 0 and low <= high < float("inf")) or (high - low) / step > _MOST:
        raise UsageError(f"expected a rising range with a step above 0 in {whole!r}")
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
        found = tune(pools, settings, loss, self.folds, self.seed, self.k, progress)
        return found, (*notes, *remarks, *loss.notes)
