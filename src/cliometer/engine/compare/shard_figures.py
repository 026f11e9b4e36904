"""The figures of scores in shards, the same as those of runs: F of means, with the signature of the settings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cliometer.engine.compare.figures import Design, ScoreFigures, enough, figured
from cliometer.engine.score_grid import MissingScores, ScoreGrid, split_part
from cliometer.engine.score_shards import ScoreShards
from cliometer.errors import UsageError
from cliometer.metrics.catalogue import lower_is_better
from cliometer.model.notes import Note
from cliometer.model.score import Signature
from cliometer.stats.aggregates import means

_MOST_PAIRED = 1000  # systems of which all pairs are compared


def shard_design(table: ScoreShards, design: Design) -> Design:
    """Return the design of a comparison; refuse what the columns of a shard cannot give, and oracles as baseline."""
    if design.averaged == "micro":
        raise UsageError("micro-average-of-scores")
    if design.baseline in table.manifest.oracles:
        raise UsageError("baseline-saw-references", baseline=design.baseline)
    return design


def shard_grid(table: ScoreShards, columns: Sequence[str], design: Design, missing: MissingScores) -> ScoreGrid:
    """Return the columns that are compared, with precision and recall beside each F."""
    wanted = [name for column in columns for name in (column, *_sides(table, column))]
    grid = table.grid(list(dict.fromkeys(wanted)), missing)
    if len(grid.systems) > _MOST_PAIRED and design.baseline is None:
        raise UsageError("comparison-too-large", folder=table.folder, count=len(grid.systems))
    return grid


def shard_figures(
    table: ScoreShards, column: str, grid: ScoreGrid, systems: Sequence[str], design: Design, lower: bool
) -> ScoreFigures:
    """Return the figures of one column: an F, under the name of its metric, is compared as that of runs is."""
    rows = [place for place, name in enumerate(grid.systems) if name in set(systems)]
    names = tuple(grid.systems[place] for place in rows)
    sides, topics = _sides(table, column), tuple(grid.topics)
    if not sides:
        if design.side not in ("f", "value") and column in table.manifest.metrics:
            raise UsageError("metric-has-one-value", metric=column, side=design.side)
        values = grid.scores[column][rows]
        is_lower = lower or lower_is_better(column)
        return figured(column, names, topics, means(enough(values)), values, "value", is_lower, weigh=design.weigh)
    metric, side = split_part(column)[0], "f" if design.side == "value" else design.side
    values = grid.scores[f"{metric}.{side}"][rows]
    parts = np.stack([grid.scores[name][rows] for name in sides], axis=-1)
    is_joined = side == "f" and design.averaged == "f-of-means"
    aggregate = means(enough(parts if is_joined else values), table.beta(metric))
    own = lower or lower_is_better(metric)
    return figured(metric, names, topics, aggregate, values, side, own, weigh=design.weigh)


def shard_signature(table: ScoreShards, figures: Sequence[ScoreFigures]) -> Signature:
    """Return the signature of the scores, with the metrics that are compared."""
    fields = Signature.parse(table.manifest.signature).fields
    metrics = ",".join(figure.metric for figure in figures)
    return Signature.of([(key, metrics if key == "metrics" else value) for key, value in fields])


def shard_notes(table: ScoreShards) -> list[str]:
    """Return notes on the shards, and on the human level that they cannot give."""
    several = dict(Signature.parse(table.manifest.signature).fields).get("nrefs", "1") != "1"
    lacking = Note.of("human-level-left-out")
    return [*table.notes, *[lacking] * several]


def _sides(table: ScoreShards, column: str) -> list[str]:
    """The columns of precision and recall of an F."""
    metric, side = split_part(column)
    is_f = side == "f" and column not in table.manifest.metrics
    return [f"{metric}.precision", f"{metric}.recall"] if is_f else []
