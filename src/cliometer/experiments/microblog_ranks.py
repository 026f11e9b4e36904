"""Who is better by which measure: joint ranks by paired t tests (Mackie et al. 2014), also after Holm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from cliometer.errors import InputError
from cliometer.experiments.microblog_scores import Measure, Scores
from cliometer.stats.association import smallest_p, t_approximation
from cliometer.stats.corrections import holm
from cliometer.stats.correlation import spearman
from cliometer.stats.groups import JointRanks, compact_letters, joint_ranks
from cliometer.stats.paired import equal_signs_p, t_test
from cliometer.stats.samples import Floats

Letters = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Contrast:
    """Two systems: the mean difference of the first from the second, p as it is and after Holm."""

    first: str
    second: str
    difference: float
    p: float
    p_holm: float


@dataclass(frozen=True)
class Ranks:
    """Joint ranks, and letters for where those do not exist."""

    joint: JointRanks
    letters: Letters

    def of(self, system: int) -> str:
        """`1/2`, or letters."""
        if self.joint.places is None:
            return "".join(self.letters[system])
        return "/".join(map(str, self.joint.places[system]))


@dataclass(frozen=True)
class Standing:
    """One measure: means over the topics on which all systems have a score; tests; ranks."""

    measure: Measure
    topics: int
    left_out: int
    means: tuple[float, ...]
    contrasts: tuple[Contrast, ...] = ()
    ranks: Ranks | None = None
    ranks_holm: Ranks | None = None


@dataclass(frozen=True)
class Association:
    """Spearman's rho of two measures over all topics and systems.

    p is the t-approximation's, but never less than shuffling the systems on each topic can give: with three
    systems on two topics no p is below 2 / 36, however well the measures agree.
    """

    first: str
    second: str
    n: int
    topics: int
    rho: float | None
    p: float | None
    undefined: str | None = None


def standings(scores: Scores, significance: float) -> tuple[Standing, ...]:
    """A standing for each measure."""
    return tuple(_standing(measure, scores, significance) for measure in scores.measures)


def _standing(measure: Measure, scores: Scores, significance: float) -> Standing:
    table = scores.tables[measure.name]
    whole = table[:, np.isfinite(table).all(axis=0)]
    topics = whole.shape[1]
    means = tuple(whole.mean(axis=1).tolist()) if topics else ()
    if topics < 2:
        return Standing(measure, topics, table.shape[1] - topics, means)
    pairs = list(combinations(range(len(scores.systems)), 2))
    p = [paired_p(whole[a], whole[b]) for a, b in pairs]
    adjusted = holm(p).tolist()
    contrasts = tuple(
        Contrast(scores.systems[a], scores.systems[b], means[a] - means[b], p[i], adjusted[i])
        for i, (a, b) in enumerate(pairs)
    )
    ranks, careful = (
        _ranks(measure, means, dict(zip(pairs, found, strict=True)), significance, scores.systems)
        for found in (p, adjusted)
    )
    return Standing(measure, topics, table.shape[1] - topics, means, contrasts, ranks, careful)


def paired_p(first: Floats, second: Floats) -> float:
    """Of the t test; where all differences are the same it has none, and p is that of as many equal signs."""
    try:
        return t_test(first, second).p
    except InputError:  # differences without spread
        is_equal = np.allclose(first, second, rtol=1e-12, atol=1e-12)
        return 1.0 if is_equal else equal_signs_p(len(first))


def _ranks(
    measure: Measure,
    means: Sequence[float],
    p: Mapping[tuple[int, int], float],
    significance: float,
    names: Sequence[str],
) -> Ranks:
    differs = np.zeros((len(means), len(means)), dtype=bool)
    for (a, b), value in p.items():
        differs[a, b] = differs[b, a] = value <= significance
    higher = not measure.lower_is_better
    joint = joint_ranks(means, differs, higher_is_better=higher, names=names)
    return Ranks(joint, compact_letters(means, differs, higher_is_better=higher))


def associations(scores: Scores) -> tuple[Association, ...]:
    """Every pair of measures (table 7), over the cells in which both have a score."""
    names = [measure.name for measure in scores.measures]
    return tuple(_association(a, b, scores.tables) for a, b in combinations(names, 2))


def _association(first: str, second: str, tables: Mapping[str, Floats]) -> Association:
    both = np.isfinite(tables[first]) & np.isfinite(tables[second])
    x, y = tables[first][both], tables[second][both]
    n, topics = len(x), int(both.any(axis=0).sum())
    if n < 3:
        return Association(first, second, n, topics, None, None, f"{n} scores; at least three are needed")
    found = spearman(x, y)
    if found.value is None:
        return Association(first, second, n, topics, None, None, _named(found.undefined, first, second))
    p = max(t_approximation(found.value, n), 2 * smallest_p(len(both), topics))
    return Association(first, second, n, topics, found.value, min(1.0, p))


def _named(reason: str | None, first: str, second: str) -> str:
    """The reason with the measures in place of sides."""
    return (reason or "").replace("the first side", first).replace("the second side", second)
