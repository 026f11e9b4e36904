"""Tuning over topics on disk: what `cliometer tune` was asked to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cliometer.experiments.grids import grid_of
from cliometer.experiments.losses import USUAL, MetricLoss, loss_of
from cliometer.experiments.post_sources import counting_notes, idle_notes, read_given
from cliometer.experiments.tuning import Tuning, tune
from cliometer.io.posts.folders import read_topics
from cliometer.io.posts.references import read_texts, strays
from cliometer.model.progress import Progress
from cliometer.systems.summaries import taken_whole
from cliometer.systems.vectors import Pool
from cliometer.text.posts.filters import Filters
from cliometer.text.posts.reading import PostReading


@dataclass(frozen=True)
class TuningFiles:
    """Topics, a summariser with its grid, a loss, folds."""

    topics: Path
    system: str
    grid: Sequence[str]
    loss: str = USUAL
    folds: int = 5
    seed: int = 0
    k: int = 5
    filters: Filters = field(default_factory=Filters)
    reading: PostReading = field(default_factory=PostReading)
    references: Path | None = None  # texts that people wrote, for losses such as rouge1
    backgrounds: Sequence[Path] = ()  # for losses such as fotw; without one, the other topics

    def run(self, progress: Progress | None = None) -> tuple[Tuning, tuple[str, ...]]:
        """Read and tune; the notes of reading beside what was found."""
        texts = {} if self.references is None else read_texts(self.references)
        settings = grid_of(self.system, self.grid)
        given, remarks = read_given(self.backgrounds)
        loss = loss_of(self.loss, None if self.references is None else texts, given)
        read, notes = read_topics(self.topics, self.filters)
        pools = [Pool(topic.topic, self.reading, texts.get(topic.topic.id, ())) for topic in read]
        notes += strays(texts, [topic.topic.id for topic in read], self.references or "")
        notes += tuple(note for pool in pools for note in taken_whole(pool, self.k))
        if isinstance(loss, MetricLoss):
            notes += (*counting_notes([loss.metric], self.reading), *idle_notes([loss.metric], given))
        found = tune(pools, settings, loss, self.folds, self.seed, self.k, progress)
        return found, (*notes, *remarks, *loss.notes)
