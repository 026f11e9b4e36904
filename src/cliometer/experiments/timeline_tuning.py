"""Tuning of generators of timelines by cross-validation over topics, with any metric of timelines as loss.

Topics that share an article or a reference stay in one fold. A generator that learns is fitted anew for each topic
of each fold: without the topic, without the topics that share something with it, and without the fold held out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from cliometer.errors import UsageError
from cliometer.experiments.losses import TimelineLoss
from cliometer.experiments.tuning import Fold, Table, Tuning, folds_of, grid_of, least, setting_losses
from cliometer.model.backend import active_backend
from cliometer.model.display import Progress
from cliometer.model.notes import Note
from cliometer.model.timeline import Timeline
from cliometer.spelling import listed
from cliometer.systems.timelines.generation import GenerationPlan, TimelineMaker
from cliometer.systems.timelines.generator import Generator, generators

USUAL_TIMELINE_LOSS = "align+m1"
Topics = tuple[str, ...]


@dataclass(frozen=True)
class TimelineTuningPlan:
    """What `cliometer tune --like` was asked to do; `generation` names articles, references and lengths."""

    generation: GenerationPlan
    system: str
    grid: Sequence[str]
    loss: str = USUAL_TIMELINE_LOSS
    folds: int = 5
    seed: int = 0

    def run(self, progress: Progress | None = None) -> Tuning:
        """Read the articles and references, and choose settings by cross-validation."""
        settings = grid_of(self.system, self.grid, generators)
        loss = TimelineLoss(self.loss)
        maker, notes = self.generation.read({str(setting): setting for setting in settings})
        parts = self._parts(maker, settings)
        judged = _TaskLosses(maker, settings, loss, progress)
        judged.expected = len(maker.folds) * (1 + len(parts) * judged.is_trained)
        means = setting_losses(settings, judged.table(maker.folds).mean(axis=1).tolist())
        folds = tuple(_fold(number, part, maker.folds, judged) for number, part in enumerate(parts, start=1))
        notes += tuple(maker.joined())
        if settings[0].reads_gold:
            notes += (Note.of("reads-gold", name=settings[0].name),)
        return Tuning(means, str(loss), None, self.seed, folds, "", (*notes, *loss.notes), self.generation.rules)

    def _parts(self, maker: TimelineMaker, settings: Sequence[Generator]) -> list[list[Topics]]:
        """Return the groups of topics of each fold; what leaves nothing to learn from is refused."""
        groups = {group[0]: group for group in maker.folds}
        topics = sum(map(len, maker.folds))
        if len(groups) < min(self.folds, topics):
            raise UsageError("fold-groups-too-few", topics=topics, count=len(groups), folds=self.folds)
        parts = [[groups[name] for name in part] for part in folds_of(list(groups), self.folds, self.seed)]
        left = len(groups) - max(map(len, parts))
        if any(setting.is_trained for setting in settings) and left < 2:
            raise UsageError(
                "fold-training-too-small", system=self.system, count=len(parts), groups_count=len(groups), left=left
            )
        return parts


def _fold(number: int, held: Sequence[Topics], groups: Sequence[Topics], judged: _TaskLosses) -> Fold:
    outside = tuple(chain(*held))
    training = judged.table([group for group in groups if group not in held], outside).mean(axis=1)
    chosen = least(training)
    losses_held = judged.table(held, outside)[chosen].tolist()
    losses = dict(zip(judged.labels(held), losses_held, strict=True))
    return Fold(number, tuple(sorted(outside)), str(judged.grid[chosen]), float(training[chosen]), losses)


class _TaskLosses:
    """The losses of all settings on the tasks of topics, found once for each set of topics that are left out."""

    def __init__(
        self, maker: TimelineMaker, grid: Sequence[Generator], loss: TimelineLoss, progress: Progress | None
    ) -> None:
        self.maker, self.grid, self.loss, self.progress = maker, grid, loss, progress
        self.is_trained = any(setting.is_trained for setting in grid)
        self.expected = 0  # sets of losses to be found, for the progress
        self._known: dict[tuple[Topics, frozenset[str]], Table] = {}

    def labels(self, groups: Iterable[Topics]) -> list[str]:
        """Return the names of the tasks, in the order of the columns of `table`."""
        return [task.label for group in groups for task in self.maker.tasks_of(group)]

    def table(self, groups: Sequence[Topics], outside: Topics = ()) -> Table:
        """Return losses of settings x tasks, each by what was learned without its own group and the topics outside."""
        keys = {group: (group, frozenset(group).union(outside) if self.is_trained else frozenset()) for group in groups}
        new = [key for key in keys.values() if key not in self._known]
        backend = active_backend()
        if backend.jobs > 1 and not self._known:
            self.maker.tag(self.maker.corpus)
        made = backend.map(_group_timelines, new, (self.maker, self.grid), lambda key: f"the topics {listed(key[0])}")
        for key in new:
            if self.progress:
                self.progress(len(self._known), self.expected)
            tasks = [(task.label, task.reference or Timeline()) for task in self.maker.tasks_of(key[0])]
            losses = [self.loss.of_task(*task, timelines) for task, timelines in zip(tasks, next(made), strict=True)]
            self._known[key] = np.array(losses).T
        return np.hstack([self._known[keys[group]] for group in groups])


def _group_timelines(
    shared: tuple[TimelineMaker, Sequence[Generator]], key: tuple[Topics, frozenset[str]]
) -> list[list[Timeline]]:
    """Return the timelines of all settings for each task of some topics, here or in a worker."""
    (maker, grid), (group, without) = shared, key
    tasks = maker.tasks_of(group)
    made: list[list[Timeline]] = [[] for _ in tasks]
    for setting in grid:
        model = maker.fit(setting, without)
        for timelines, task in zip(made, tasks, strict=True):
            timelines.append(maker.make(setting, task, model).timeline)
    return made
