"""Agreement of metrics with assessors of judged pools: Kendall's tau-b over the systems of each topic.

What people give a system that is made of judged texts follows from their judgements, so a metric can be held against
them on any number of systems. Ceilings and floors say what is possible: a matcher without mistakes, people who lost
half of their matches, and the length of the texts alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cliometer.court.meta_evaluation.judged_pools import BEDS, WORDS, BedTopic, JudgedSystem
from cliometer.court.meta_evaluation.plan import MetaEvaluation
from cliometer.court.meta_evaluation.pool_files import TestPool
from cliometer.engine.evaluation import Evaluation
from cliometer.errors import InputError
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import Progress
from cliometer.model.notes import Note
from cliometer.stats.bootstrap import multiplicities
from cliometer.stats.multiple_comparisons import holm
from cliometer.stats.samples import DIGITS, Floats

Role = Literal["metric", "ceiling", "floor"]
Side = Literal["precision", "recall", "f"]
Over = Literal["topics", "systems"]
SIDES: tuple[Side, ...] = ("precision", "recall", "f")
RUNS = "runs"
_FEW_TOPICS = 5  # below, intervals are drawn from systems


@dataclass(frozen=True)
class TestBed:
    """A bed of a pool: its topics, the systems of all of them, and what intervals are drawn from."""

    pool: str
    bed: str
    topics: Sequence[str]
    systems: int
    over: Over


@dataclass(frozen=True)
class PeopleRow:
    """How far a metric, or a ceiling or floor, orders systems as people do.

    `tau` is the mean over topics of Kendall's tau-b over the systems of a topic, 0 where one side is constant, with its
    bootstrap interval; `ordered` is the share of pairs of systems that are ordered, or tied, as by people. A precision
    stands against the precision that people give, and so on; a metric of one number stands against all three.
    """

    pool: str
    bed: str
    metric: str
    role: Role
    human: str
    side: Side
    tau: float
    low: float
    high: float
    ordered: float
    by_topic: Sequence[float]


@dataclass(frozen=True)
class PeopleDifference:
    """The tau of F of the first metric less the second's, paired, with p of the bootstrap; Holm over pairs."""

    pool: str
    bed: str
    human: str
    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float
    p_holm: float


@dataclass(frozen=True, repr=False)
class PeopleAgreement(MetaEvaluation[PeopleRow]):
    """The agreement of metrics with assessors, on simulated systems and on real runs; several human scores each."""

    kind: ClassVar[str] = "agree-people"
    tables: ClassVar[Mapping[str, str]] = {name: name for name in ("agreement", "differences")}
    keyed: ClassVar[tuple[str, str]] = ("agreement", "metric")
    preset: str
    level: float
    resamples: int
    seed: int
    beds: Sequence[TestBed]
    agreement: Sequence[PeopleRow]
    differences: Sequence[PeopleDifference]
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()

    def __repr__(self) -> str:
        pools = ", ".join(dict.fromkeys(bed.pool for bed in self.beds))
        return f"PeopleAgreement({len(self.keys())} metrics and yardsticks, on {pools})"


class Sampling(NamedTuple):
    """How intervals are drawn."""

    level: float
    resamples: int
    seed: int


class SystemGroup(NamedTuple):
    """The systems of one seed: P, R and F by people, by metrics, and by what limits them (systems x 3)."""

    human: Mapping[str, Floats]
    given: Mapping[tuple[str, Role], Floats]


Groups = Sequence[SystemGroup]


def agree_with_people(
    pools: Sequence[TestPool],
    evaluation: Evaluation,
    beds: Sequence[str],
    sampling: Sampling,
    progress: Progress | None = None,
) -> PeopleAgreement:
    """Hold the metrics of an evaluation, which has no systems of its own, against the assessors of pools."""
    pieces = [topic for pool in pools for topic in pool.topics]
    scored = active_backend().map(_groups, pieces, (evaluation, beds), lambda topic: f"the topic {topic.id}")
    by_topic = iter(list(tracked(scored, len(pieces), progress)))
    test_beds, rows, differences = list[TestBed](), list[PeopleRow](), list[PeopleDifference]()
    notes = [note for pool in pools for note in pool.notes]
    for pool in pools:
        topics = {topic.id: next(by_topic) for topic in pool.topics}
        for bed in beds:
            groups = {id: of_topic[bed] for id, of_topic in topics.items() if bed in of_topic}
            if not groups:
                notes.append(Note.of("pool-bed-missing", pool=pool.name, bed=bed))
                continue
            over: Over = "systems" if len(groups) < _FEW_TOPICS else "topics"
            systems = sum(len(next(iter(group.human.values()))) for each in groups.values() for group in each)
            test_beds.append(TestBed(pool.name, bed, list(groups), systems, over))
            bed_rows, bed_differences = _agreement(pool.name, bed, list(groups.values()), over, sampling)
            rows += bed_rows
            differences += bed_differences
    if not rows:
        raise InputError("pool-beds-missing", beds=", ".join(beds))
    preset = str(evaluation.preset)
    return PeopleAgreement(preset, *sampling, test_beds, rows, differences, tuple(dict.fromkeys(notes)))


def _groups(shared: tuple[Evaluation, Sequence[str]], topic: BedTopic) -> dict[str, list[SystemGroup]]:
    """Return the scores of all systems of a topic by bed; all are compared at once and share every table."""
    evaluation, beds = shared
    made = {bed: topic.simulated(BEDS[bed]) for bed in beds if bed in topic.beds}
    if RUNS in beds and len(runs := topic.real()) > 1:
        made[RUNS] = [runs]
    timelines = [system.timeline for groups in made.values() for group in groups for system in group]
    scores = replace(evaluation, gold={topic.id: topic.reference}).score_topic(topic.id, timelines)
    columns = {
        str(metric): np.array([_sides(score, metric.lower_is_better) for score in scores[str(metric)]])
        for metric in evaluation.metrics
    }
    places = iter(range(len(timelines)))
    return {
        bed: [_group(group, columns, [next(places) for _ in group]) for group in groups] for bed, groups in made.items()
    }


def _sides(score: Any, lower: bool) -> list[float]:
    """Return P, R and F of a score, or its one value for all three, turned where lower is better."""
    numbers = score.numbers("zero")
    return [(-1 if lower else 1) * (numbers.get(side, numbers.get("value")) or 0.0) for side in SIDES]


def _group(systems: Sequence[JudgedSystem], columns: Mapping[str, Floats], places: Sequence[int]) -> SystemGroup:
    human = {name: np.array([system.human[name] for system in systems]) for name in systems[0].human}
    given: dict[tuple[str, Role], Floats] = {(name, "metric"): table[places] for name, table in columns.items()}
    for name in systems[0].yardsticks:
        role: Role = "floor" if name == WORDS else "ceiling"
        given[name, role] = np.array([system.yardsticks[name] for system in systems])
    return SystemGroup(human, given)


def _agreement(
    pool: str, bed: str, topics: Sequence[Groups], over: Over, sampling: Sampling
) -> tuple[list[PeopleRow], list[PeopleDifference]]:
    """Return tau of everything with every human score, and the differences of metrics by their F."""
    tails = (1 - sampling.level) / 2, (1 + sampling.level) / 2
    rows, differences = list[PeopleRow](), list[PeopleDifference]()
    for human in topics[0][0].human:
        taus = _taus(topics, human, over, sampling)
        for (name, role, side), tau in taus.items():
            low, high = np.quantile(tau.drawn, tails).tolist()
            mean, values = float(tau.values.mean()), tau.values.tolist()
            rows.append(PeopleRow(pool, bed, name, role, human, side, mean, low, high, tau.ordered, values))
        f = {name: tau for (name, role, side), tau in taus.items() if role == "metric" and side == "f"}
        pairs = [
            PeopleDifference(pool, bed, human, *pair, *_difference(f[pair[0]], f[pair[1]], tails))
            for pair in combinations(f, 2)
        ]
        corrected = holm([pair.p for pair in pairs]).tolist() if pairs else []
        differences += [replace(pair, p_holm=p) for pair, p in zip(pairs, corrected, strict=True)]
    return rows, differences


class TopicTaus(NamedTuple):
    """Tau on each topic, the share of pairs that are ordered alike, and the mean of tau in each draw."""

    values: Floats
    ordered: float
    drawn: Floats


def _difference(first: TopicTaus, second: TopicTaus, tails: Sequence[float]) -> tuple[float, ...]:
    """Return the difference, its interval, and p: twice the share of the same draws on the other side of 0."""
    drawn = first.drawn - second.drawn
    low, high = np.quantile(drawn, tails).tolist()
    beyond = int(min((drawn <= 0).sum(), (drawn >= 0).sum()))
    p = min(1.0, 2 * (1 + beyond) / (1 + len(drawn)))
    return float((first.values - second.values).mean()), low, high, p, p


def _taus(
    topics: Sequence[Groups], human: str, over: Over, sampling: Sampling
) -> dict[tuple[str, Role, Side], TopicTaus]:
    """Return tau with a human score, side by side, of every metric, ceiling and floor."""
    rng, draws = np.random.default_rng(sampling.seed), sampling.resamples
    keys = [(name, role, side) for name, role in topics[0][0].given for side in SIDES]
    values, alike, drawn = np.zeros((len(keys), len(topics))), np.zeros(len(keys)), np.zeros((len(keys), draws))
    pairs = 0
    for column, groups in enumerate(topics):
        for group in groups:
            people = [_signs(marks) for marks in group.human[human].T]
            systems = len(people[0])
            pairs += systems * (systems - 1)
            once, times = np.ones((1, systems), np.float32), None  # how often each system is drawn
            if over == "systems":
                times = multiplicities(rng.integers(systems, size=(draws, systems)), systems).astype(np.float32)
            for row, (name, role, side) in enumerate(keys):
                place = SIDES.index(side)
                x, y = _signs(group.given[name, role][:, place]), people[place]
                values[row, column] += _tau(x, y, once)[0] / len(groups)
                alike[row] += (x == y).sum() - systems
                if times is not None:
                    drawn[row] += _tau(x, y, times) / (len(groups) * len(topics))
    if over == "topics":
        places = rng.integers(len(topics), size=(draws, len(topics)))
        drawn = np.array([row[places].mean(axis=1) for row in values])
    ordered = (alike / pairs).tolist()
    return {key: TopicTaus(values[row], ordered[row], drawn[row]) for row, key in enumerate(keys)}


def _signs(values: Floats) -> NDArray[np.float32]:
    """Return for each two systems which has more; numbers that differ by rounding are equal."""
    return np.asarray(np.sign(np.round(values[:, None] - values, DIGITS)), np.float32)


def _tau(x: NDArray[np.float32], y: NDArray[np.float32], times: NDArray[np.float32]) -> Floats:
    """Return tau-b of systems that are drawn so many times, by draw; 0 where one side is constant."""
    both, ours, theirs = (((times @ table) * times).sum(axis=1, dtype=float) for table in (x * y, x * x, y * y))
    tau: Floats = np.zeros(len(times))
    np.divide(both, np.sqrt(ours * theirs), out=tau, where=ours * theirs > 0)
    return tau
