"""Do tests and intervals of votes keep their promises where taste varies by topic and by judge?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.cases.validity import study
from benchmarks.registry import Effort
from benchmarks.rows import Bar, Quantity, Row
from benchmarks.validity import coverage, level
from cliometer.stats.bradley_terry import bradley_terry_intervals
from cliometer.stats.correlation_tests import perm_both, shuffled_p
from cliometer.stats.prediction_powered import corrected_mean
from cliometer.stats.preferences import Preferences
from cliometer.stats.samples import Floats
from cliometer.stats.vote_clusters import ClusterTables, VoteClusters, share_test

SYSTEMS = tuple("abcd")
TIE = 0.3  # Davidson's v
DESIGNS = (  # topics, judges (0: three of its own for each topic), spread of taste over topics, over judges
    *((topics, 0, spread, 0.0) for topics in (5, 8, 20, 50) for spread in (0.0, 1.0, 2.0)),
    *((topics, 12, 1.0, judges) for topics in (8, 20, 50) for judges in (0.0, 1.0)),
)

AUDITS = (  # decisions, checked by people, share of units covered, how often the model is right
    *((400, 100, covered, right) for covered in (0.2, 0.4) for right in (0.5, 0.75, 0.9)),
    (300, 50, 0.15, 0.9),
    (1000, 100, 0.3, 0.85),
    (2000, 200, 0.4, 0.92),
)


@study
def validity_votes(effort: Effort) -> Iterator[Row]:
    """Coverage of strengths, and the level of tests of a pair, of four equally good systems."""
    runs = effort.of(1000, 30)
    for number, (topics, judges, over_topics, over_judges) in enumerate(DESIGNS):
        rng = np.random.default_rng(number)
        covered, rejected = [], []
        for _ in range(runs):
            table, clusters = drawn_votes(rng, topics, judges, over_topics, over_judges)
            ends = bradley_terry_intervals(table, clusters).interval.values()
            covered += [low <= 1 / len(SYSTEMS) <= high for low, high in ends]
            tests = [share_test(clusters, a, b) for a in range(len(SYSTEMS)) for b in range(a)]
            rejected += [found.p <= 0.05 for found in tests if found]
        named = f"{topics} topics, {f'{judges} judges crossed' if judges else '3 judges each'}"
        named += f", taste {over_topics:g} by topic, {over_judges:g} by judge"
        yield coverage(f"Bradley-Terry: {named}", covered, runs)
        yield level(f"pair test: {named}", rejected, runs)


def drawn_votes(
    rng: np.random.Generator, topics: int, judges: int, over_topics: float, over_judges: float
) -> tuple[Preferences, VoteClusters]:
    """Return votes on all pairs of equally good systems, whose worth varies by topic and by judge."""
    n, seats = len(SYSTEMS), judges or 3
    taste = over_judges * rng.normal(size=(1 if judges else topics, seats, n))
    worth: Floats = over_topics * rng.normal(size=(topics, 1, n)) + taste
    lead = worth[..., :, None] - worth[..., None, :]
    won, lost = np.exp(lead / 2), np.exp(-lead / 2)
    drawn = rng.random(lead.shape) * (won + lost + TIE)
    above = np.triu(np.ones((n, n)), 1)
    first, second = above * (drawn < won), above * ((drawn >= won) & (drawn < won + lost))
    tied = above - first - second
    wins, ties = first + second.swapaxes(2, 3), tied + tied.swapaxes(2, 3)
    ways = [(wins.sum(axis=1), ties.sum(axis=1))]
    if judges:
        ways += [(wins.sum(axis=0), ties.sum(axis=0)), (wins.reshape(-1, n, n), ties.reshape(-1, n, n))]
    whole = (tuple(tuple(map(int, row)) for row in table.sum(axis=(0, 1))) for table in (wins, ties))
    tables = tuple(ClusterTables(*way, np.ones(len(way[0]))) for way in ways)
    return Preferences(SYSTEMS, *whole), VoteClusters(f"{topics} topics", tables)


@study
def validity_agree(effort: Effort) -> Iterator[Row]:
    """Stars of metrics that share nothing but hard topics, and PERM-SYS of equally good metrics that favour systems."""
    runs, rng = effort.of(1000, 50), np.random.default_rng(0)
    for systems, topics in ((5, 8), (10, 20)):
        stars, swaps = [], []
        for seed in range(runs):
            one, other = (rng.normal(size=topics) + rng.normal(size=(systems, topics)) for _ in "ab")
            stars.append(shuffled_p(one, other, "spearman", seed=seed, resamples=199) <= 0.05)
            worth = rng.normal(size=(max(systems, 8), 1))
            first, second, people = (
                worth + bias + rng.normal(size=(len(worth), topics)) for bias in rng.normal(size=(3, len(worth), 1))
            )
            found = perm_both(first, second, people, "pearson", "system", seed=seed, resamples=256, whole_systems=True)
            swaps.append(found.p_value <= 0.05)
        yield level(f"stars of a matrix: {systems} systems, {topics} topics", stars, runs)
        yield level(f"PERM-SYS: {max(systems, 8)} systems, {topics} topics", swaps, runs)


@study
def validity_audits(effort: Effort) -> Iterator[Row]:
    """Coverage of scores by a model that people's checks correct, and their width against people's labels alone."""
    runs = effort.of(2000, 300)
    for number, (decisions, checked, covered, right) in enumerate(AUDITS):
        rng = np.random.default_rng(number)
        hits, widths, alone = [], [], []
        for _ in range(runs):
            weights = rng.integers(1, 5, decisions).astype(float)
            truth = (rng.random(decisions) < covered).astype(float)
            predicted = np.where(rng.random(decisions) < right, truth, 1 - truth)
            places = rng.choice(decisions, checked, replace=False)
            mean = corrected_mean(predicted, weights, places, truth[places])
            hits.append(mean.low <= float(np.average(truth, weights=weights)) <= mean.high)
            widths.append(mean.high - mean.low)
            alone.append(mean.labels_high - mean.labels_low)
        named = f"{checked} of {decisions} decisions, {covered:g} covered, model right {right:g}"
        yield coverage(f"audited score: {named}", hits, runs)
        ratio = float(np.mean(widths) / np.mean(alone))
        bar = Bar("<=", 1.02 if right == 0.5 else 1.0)  # a model that throws coins can only be ignored
        yield Row(
            f"width of audited score over people alone: {named}", Quantity(ratio, ""), bar=bar, note=f"{runs} runs"
        )
