"""Whether intervals cover and tests hold their level, by seeded simulations of scores on few and many topics.

A study is a generator of rows under `@study`; what is a default has a bar, what has a name is shown beside it.
All runs of a cell are rows of one table, so that the functions that `compare` calls are called once a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.registry import Effort, Measure, case
from benchmarks.rows import Bar, Quantity, Row, alone
from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.significance import simultaneous
from cliometer.stats.aggregates import Aggregate, means
from cliometer.stats.bootstrap import all_pairs, bca, bootstrap, studentised_p_values
from cliometer.stats.effect_sizes import effect_interval
from cliometer.stats.multiple_comparisons import holm
from cliometer.stats.paired_tests import TopicMeans, sign_flip, topic_means
from cliometer.stats.samples import Floats

TOPICS = (5, 8, 20, 50)
COVERS = Bar("<=", 0.97, 0.93)
HOLDS = Bar("<=", 0.06, 0.03)
ALPHA = 0.05
STUDIES: list[Measure] = []


def study(measure: Measure) -> Measure:
    """Register a study, which yields rows."""
    STUDIES.append(measure)
    return measure


@case
def validity(effort: Effort) -> Iterator[Row]:
    """Yield the share of runs in which an interval covers the truth, or a test finds what is not there."""
    for measure in STUDIES:
        yield from measure(effort)


def share(what: str, population: str, topics: int, hits: object, bar: Bar | None = None) -> Row:
    """A row for one cell: the share of runs, with its standard error."""
    runs = np.asarray(hits, dtype=np.float64)
    value, error = float(runs.mean()), float(runs.std() / len(runs) ** 0.5)
    note = f"{len(runs):,} runs, standard error {error:.4f}"
    return alone(f"validity: {what}, {population}, n={topics}", Quantity(round(value, 4), ""), bar, note)


# Populations: a generator of random numbers, runs and topics give the scores of two systems that are equal, or
# of which the second is worse, each as what one topic contributes (runs x topics), and the true scores.

Sample = tuple[Floats, Floats, float, float]
Population = Callable[[np.random.Generator, int, int, bool], Sample]


def _normal(draw: np.random.Generator, runs: int, topics: int, equal: bool) -> Sample:
    hard = draw.normal(0.4, 0.1, (runs, topics))
    worse = 0.0 if equal else 0.05
    first, second = (hard + draw.normal(0, 0.08, (runs, topics)) for _ in "ab")
    return first, second - worse, 0.4, 0.4 - worse


def _skewed(draw: np.random.Generator, runs: int, topics: int, equal: bool) -> Sample:
    """Sums of gamma variables: scores with a long tail upwards, of skewness 1."""
    hard, scale = draw.gamma(2, 0.05, (runs, topics)), 0.05 if equal else 0.03
    first, second = (hard + draw.gamma(2, size, (runs, topics)) for size in (0.05, scale))
    return first, second, 0.2, 0.1 + 2 * scale


def _bounded(draw: np.random.Generator, runs: int, topics: int, equal: bool) -> Sample:
    """Scores from 0 to 1 around what the topic allows."""
    hard, worse = draw.beta(3, 6, (runs, topics)), 1.0 if equal else 0.8
    first, second = (draw.beta(10 * factor * hard, 10 * (1 - factor * hard)) for factor in (1.0, worse))
    return first, second, 1 / 3, worse / 3


def _clustered(draw: np.random.Generator, runs: int, topics: int, equal: bool, alike: bool = True) -> Sample:
    """One to five tasks a topic, which share half of the variance; a system's lead differs by topic."""
    groups = np.repeat(np.arange(topics), 1 + np.arange(topics) % 5).tolist()
    hard, worse = draw.normal(0.4, 0.1, (runs, topics))[:, groups], 0.0 if equal else 0.05
    scores = [hard + draw.normal(0, 0.06, (runs, topics))[:, groups] + draw.normal(0, 0.06, hard.shape) for _ in "ab"]
    first, second = (means(own).pooled(groups, alike).contributions() for own in scores)
    return first, second - worse, 0.4, 0.4 - worse


def _flat(draw: np.random.Generator, runs: int, topics: int, equal: bool) -> Sample:
    return _clustered(draw, runs, topics, equal, alike=False)


def _mirrored(draw: np.random.Generator, runs: int, topics: int, equal: bool) -> Sample:
    """F of means, where the precision of one system is the recall of the other."""
    low, high = draw.beta(4, 16, (2, runs, topics)), draw.beta(12, 8, (2, runs, topics))
    factor = 1.0 if equal else 0.8
    first = Aggregate(np.stack([high[0], low[0]], axis=2), np.ones((runs, topics, 2)))
    second = Aggregate(np.stack([factor * low[1], factor * high[1]], axis=2), np.ones((runs, topics, 2)))
    return first.contributions(), second.contributions(), 0.3, factor * 0.3


POPULATIONS: dict[str, Population] = {
    "normal": _normal,
    "skewed": _skewed,
    "bounded": _bounded,
    "clustered": _clustered,
    "F of means, mirrored": _mirrored,
}


def covers(found: TopicMeans, truth: float) -> Floats:
    """Whether the default interval of each row covers the truth."""
    return np.asarray(np.abs(found.mean - truth) <= found.margin(ALPHA / 2))


@study
def means_and_tests(effort: Effort) -> Iterator[Row]:
    """The default intervals of a score and of a difference, the default test, and the bound of a gate."""
    runs = effort.of(20_000, 2_000)
    for name, population in POPULATIONS.items():
        for topics in TOPICS:
            draw = np.random.default_rng([topics, len(name)])
            first, second, high, low = population(draw, runs, topics, False)
            apart = topic_means(first, second)
            yield share("t interval of a score covers", name, topics, covers(topic_means(first), high), COVERS)
            yield share("t interval of a difference covers", name, topics, covers(apart, high - low), COVERS)
            beyond = apart.mean - apart.margin(ALPHA) > high - low
            yield share("bound of a confident gate errs", name, topics, beyond, Bar("<=", HOLDS.limit))
            first, second, _, _ = population(draw, runs, topics, True)
            yield share("t test of equal systems, type I", name, topics, topic_means(first, second).p <= ALPHA, HOLDS)


@study
def by_name(effort: Effort) -> Iterator[Row]:
    """What must be asked for by name: BCa intervals and the other tests, which have no bar to clear."""
    runs = effort.of(2_000, 200)
    for topics in TOPICS:
        first, second, _, _ = _flat(np.random.default_rng([topics, 5]), 10 * runs, topics, True)
        apart = topic_means(first, second)
        yield share("t interval of a difference covers", "clustered, tasks alike", topics, covers(apart, 0.0))
    for name in ("normal", "skewed", "F of means, mirrored"):
        for topics in TOPICS:
            draw = np.random.default_rng([topics, len(name), 1])
            first, second, _, _ = POPULATIONS[name](draw, runs, topics, True)
            found = bca(bootstrap(means(first - second), 2_000, seed=1))
            yield share("BCa interval of a difference covers", name, topics, (found.low <= 0) & (found.high >= 0))
            p = studentised_p_values(first - second, 2_000, seed=1)
            yield share("studentised bootstrap, type I", name, topics, p <= ALPHA)
            p = sign_flip(first - second, 2_000, seed=1, exact_topics=8).p
            yield share("sign flips, type I", name, topics, p <= ALPHA)


@study
def strong_skew(effort: Effort) -> Iterator[Row]:
    """Where no interval holds what it promises: few topics, and scores with a very long tail."""
    runs = effort.of(20_000, 2_000)
    for topics in TOPICS:
        scores = np.random.default_rng([topics, 2]).exponential(1.0, (2, runs, topics))
        yield share("t interval covers", "exponential", topics, covers(topic_means(scores[0]), 1.0))
        hard = np.random.default_rng([topics, 6]).beta(2, 5, (runs, topics))
        low = np.random.default_rng([topics, 7]).beta(8 * hard, 8 * (1 - hard))
        yield share("t interval covers", "bounded, near 0", topics, covers(topic_means(low), 2 / 7))
        equal = topic_means(scores[0], scores[1]).p <= ALPHA
        yield share("t test of equal systems, type I", "exponential scores", topics, equal)


@study
def families(effort: Effort) -> Iterator[Row]:
    """Four systems, equal or not: whether any interval of the six differences excludes 0, or misses the truth."""
    runs, pairs, design = effort.of(4_000, 500), all_pairs(4), Design.of()
    cases = {
        "four equal systems": (0, 0, 0, 0),
        "four unequal systems": (0, 1, 2, 3),
        "two of four equal": (0, 0, 4, 8),
    }
    for name, steps in cases.items():
        leads = 0.08 * np.array(steps)
        for topics in effort.of(TOPICS, (8,)):
            draw = np.random.default_rng([topics, 3])
            hits = []
            for _ in range(runs):
                scores = draw.normal(0, 0.1, topics) + draw.normal(0, 0.08, (4, topics))
                scores += leads[:, np.newaxis]
                found = topic_means(scores[pairs[:, 0]], scores[pairs[:, 1]])
                low, high = simultaneous(found, found.p, holm(found.p), design)
                truth = leads[pairs[:, 0]] - leads[pairs[:, 1]]
                hits.append(bool(((low > truth) | (high < truth)).any()))
            bar = Bar("<=", 0.06) if name.startswith("four") else None
            yield share("some simultaneous interval misses", name, topics, hits, bar)


@study
def needed(effort: Effort) -> Iterator[Row]:
    """The interval of the effect, from which that of the topics needed follows."""
    runs, effect = effort.of(4_000, 500), 0.5
    for topics in TOPICS:
        found = topic_means(np.random.default_rng([topics, 4]).normal(effect, 1.0, (runs, topics)))
        ends = [effect_interval(t, topics) for t in (found.mean / found.error).tolist()]
        hits = [low <= effect <= high for low, high in ends]
        yield share("interval of the effect (topics needed) covers", "normal", topics, hits, COVERS)
