"""Tuning by cross-validation: for each fold the settings that did best on all others (Mackie et al. 2014).

All settings share the vectors and cosines of a topic, and a summary that several settings agree on is scored
once. What is chosen for a fold depends on the losses of the other folds alone. Of settings with equal loss
the first on the grid is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError
from cliometer.experiments.folds import folds_of
from cliometer.experiments.losses import Loss, Texts
from cliometer.model.progress import Progress
from cliometer.systems.summarisers import Summariser, summarise
from cliometer.systems.vectors import Pool, settled

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Fold:
    """What was chosen without the topics of a fold, and how it did on them."""

    number: int
    topics: tuple[str, ...]
    chosen: Summariser
    training_loss: float
    losses: Mapping[str, float]
    summaries: Mapping[str, tuple[int, ...]]

    @property
    def loss(self) -> float:
        """The mean over the topics held out."""
        return float(np.mean(list(self.losses.values())))


@dataclass(frozen=True)
class Tuning:
    """The folds, the mean loss of every setting over all topics, and the best setting of all."""

    grid: tuple[Summariser, ...]
    loss: str
    k: int
    seed: int
    folds: tuple[Fold, ...]
    means: tuple[float, ...]
    background: str = ""  # what the loss held the topics against, with its hash; empty where it reads none

    @property
    def best(self) -> Summariser:
        """The setting with the least loss over all topics: for new ones, not for reporting on these."""
        return self.grid[least(np.array(self.means))]

    @property
    def held_out(self) -> float:
        """The mean loss over all topics, each by the setting chosen without it."""
        return float(np.mean([loss for fold in self.folds for loss in fold.losses.values()]))


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
    _expect_background(parts, len(ids), loss)
    judged = Judged(pools, grid, k, loss)
    for done, pool in enumerate(pools):
        if progress:
            progress(done, len(pools))
        judged.choose(pool)
    means = tuple(judged.table(ids).mean(axis=1).tolist())
    found = tuple(_fold(number, ids, part, grid, judged) for number, part in enumerate(parts, start=1))
    return Tuning(tuple(grid), str(loss), k, seed, found, means, loss.background)


def _expect_background(parts: Sequence[Sequence[str]], topics: int, loss: Loss) -> None:
    left = topics - max(map(len, parts))
    if not loss.alone and left < 2:
        raise UsageError(
            f"{loss} holds a topic against the others, but {len(parts)} folds of {topics} topics leave "
            f"{left} to choose by; take more topics, name a background, or take another loss, such as jsd"
        )


def _fold(
    number: int, topics: Sequence[str], held: tuple[str, ...], grid: Sequence[Summariser], judged: Judged
) -> Fold:
    training = judged.table([topic for topic in topics if topic not in held]).mean(axis=1)
    chosen = least(training)
    summaries = {topic: judged.selection(topic, chosen) for topic in held}
    losses = judged.held_out(held, chosen)
    return Fold(number, held, grid[chosen], float(training[chosen]), losses, summaries)


class Judged:
    """Losses of all settings on topics, from the distinct summaries among them."""

    def __init__(self, pools: Sequence[Pool], grid: Sequence[Summariser], k: int, loss: Loss) -> None:
        self._topics = {pool.topic.id: pool.topic for pool in pools}
        self._grid, self._k, self._loss = grid, k, loss
        self._selections: dict[str, list[tuple[int, ...]]] = {}
        self._made: dict[tuple[str, ...], dict[str, list[float]]] = {}

    def choose(self, pool: Pool) -> None:
        """Let every setting summarise a topic, and find its losses where they depend on nothing else."""
        topic = pool.topic.id
        self._selections[topic] = [tuple(summarise(setting, pool, self._k)) for setting in self._grid]
        if self._loss.alone:
            self._once((topic,))

    def table(self, topics: Sequence[str]) -> Table:
        """Settings x topics; a loss that reads other topics reads no others than these."""
        return self._columns(topics, self._losses(topics))

    def held_out(self, topics: Sequence[str], setting: int) -> dict[str, float]:
        """The losses of one setting; here a background may be all other topics."""
        columns = self._columns(topics, self._losses(tuple(self._topics)))
        return dict(zip(topics, columns[setting].tolist(), strict=True))

    def _losses(self, topics: Sequence[str]) -> dict[str, list[float]]:
        if self._loss.alone:
            return {topic: self._once((topic,))[topic] for topic in topics}
        return self._once(tuple(topics))

    def _once(self, topics: tuple[str, ...]) -> dict[str, list[float]]:
        if topics not in self._made:
            self._made[topics] = self._of(topics)
        return self._made[topics]

    def selection(self, topic: str, setting: int) -> tuple[int, ...]:
        """The places that a setting chose."""
        return self._selections[topic][setting]

    def _columns(self, topics: Sequence[str], losses: Mapping[str, Sequence[float]]) -> Table:
        return np.array([losses[topic] for topic in topics]).T

    def _of(self, topics: Sequence[str]) -> dict[str, list[float]]:
        distinct = {topic: list(dict.fromkeys(self._selections[topic])) for topic in topics}
        said = {topic: [self._texts(topic, places) for places in found] for topic, found in distinct.items()}
        losses = self._loss.of([self._topics[topic] for topic in topics], said)
        each = {topic: dict(zip(distinct[topic], losses[topic], strict=True)) for topic in topics}
        return {topic: [each[topic][places] for places in self._selections[topic]] for topic in topics}

    def _texts(self, topic: str, places: Sequence[int]) -> Texts:
        posts = self._topics[topic].posts
        return tuple(posts[place].text for place in places)


def least(losses: Table) -> int:
    """The first place of the least loss."""
    return int(np.argmin(settled(losses)))
