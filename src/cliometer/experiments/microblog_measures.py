"""Scores, joint ranks and agreement with people of each measure (Mackie et al. 2014)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from cliometer.errors import CliometerError, InputError
from cliometer.experiments.losses import Given, corpus_of
from cliometer.experiments.microblog_plan import MicroblogVotes
from cliometer.metrics.base import Pairing
from cliometer.metrics.rouge.api import rouge
from cliometer.metrics.sources.source_metric import SourceMetric
from cliometer.model.documents import PostTopic, SummaryText
from cliometer.model.judgements import Order
from cliometer.stats.correlation import spearman
from cliometer.stats.correlation_tests import smallest_p, t_approximation
from cliometer.stats.multiple_comparisons import JointRanks, compact_letters, holm, joint_ranks
from cliometer.stats.paired_tests import equal_signs_p, t_test
from cliometer.stats.pairwise_accuracy import PreferenceChoices, accuracy_interval
from cliometer.stats.preferences import Preferences
from cliometer.stats.samples import ROUNDING, Floats
from cliometer.stats.voting_rules import plurality, ranked_pairs

Said = Mapping[str, Sequence[tuple[str, ...]]]
"""By topic, what each system chose."""


@dataclass(frozen=True)
class Measure:
    """A number that a metric gives, and whether less of it is better."""

    name: str
    lower_is_better: bool = False


@dataclass(frozen=True, eq=False)
class MeasureScores:
    """For each measure a table, systems x topics, with NaN where a score is undefined; and why it is."""

    systems: tuple[str, ...]
    topics: tuple[str, ...]
    measures: tuple[Measure, ...]
    tables: Mapping[str, Floats]
    notes: tuple[str, ...]

    def rows(self) -> Iterator[tuple[str, str, str, float | None]]:
        """System, topic, measure and value, systems outermost."""
        for row, system in enumerate(self.systems):
            for column, topic in enumerate(self.topics):
                for measure in self.measures:
                    value = float(self.tables[measure.name][row, column])
                    yield system, topic, measure.name, None if np.isnan(value) else value


class Scorer:
    """Scores topic by topic, so that a caller can show how far it is."""

    def __init__(
        self, topics: Sequence[PostTopic], metrics: Sequence[SourceMetric], given: Given = ()
    ) -> None:
        self._gold, self._metrics = corpus_of(topics, given).topics(), metrics
        self._found: dict[str, dict[str, list[float]]] = {}
        self._notes: dict[tuple[str, str], int] = {}

    def score(self, topic: str, said: Sequence[tuple[str, ...]]) -> None:
        """All metrics of one topic."""
        pairing = Pairing([SummaryText.of(texts) for texts in said], self._gold[topic])
        self._found[topic] = {str(metric): self._values(metric, pairing) for metric in self._metrics}

    def _values(self, metric: SourceMetric, pairing: Pairing) -> list[float]:
        values = []
        for score in metric.measure_in(pairing):
            reason = score.undefined or metric.remark(score)
            if reason:
                self._notes[str(metric), reason] = self._notes.get((str(metric), reason), 0) + 1
            value = None if score.undefined else score.numbers()["value"]
            values.append(np.nan if value is None else value)
        return values

    def add_rouge(
        self, said: Said, references: Mapping[str, Sequence[str]], types: Sequence[str]
    ) -> tuple[Measure, ...]:
        """ROUGE of the topics that have references, stemmed and without stop words; NaN elsewhere."""
        names = [f"rouge{kind}.{side}" for kind in types for side in ("recall", "precision", "f")]
        for topic, summaries in said.items():
            gold = [text.splitlines() for text in references.get(topic, ())]
            rows = [_rouge(list(texts), gold, types) for texts in summaries]
            self._found[topic] |= {name: [row[i] for row in rows] for i, name in enumerate(names)}
        return tuple(map(Measure, names))

    def scores(self, systems: Sequence[str], more: Sequence[Measure] = ()) -> MeasureScores:
        """Everything that was scored."""
        own = [Measure(str(metric), metric.lower_is_better) for metric in self._metrics]
        measures, topics = (*own, *more), tuple(self._found)
        tables = {
            measure.name: np.array([self._found[topic][measure.name] for topic in topics]).T
            for measure in measures
        }
        notes = tuple(f"{name}: {count} times: {why}" for (name, why), count in self._notes.items())
        return MeasureScores(tuple(systems), topics, measures, tables, notes)


def _rouge(summary: list[str], gold: Sequence[list[str]], types: Sequence[str]) -> list[float]:
    if not gold:
        return [np.nan] * 3 * len(types)
    found = rouge(summary, gold, types, stem=True, stop=True)
    return [value for triple in found.values() for value in triple]


# Who is better by which measure: joint ranks by paired t tests (Mackie et al. 2014), also after Holm.

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
class MeasureStanding:
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


def standings(scores: MeasureScores, significance: float) -> tuple[MeasureStanding, ...]:
    """A standing for each measure."""
    return tuple(_standing(measure, scores, significance) for measure in scores.measures)


def _standing(measure: Measure, scores: MeasureScores, significance: float) -> MeasureStanding:
    table = scores.tables[measure.name]
    whole = table[:, np.isfinite(table).all(axis=0)]
    topics = whole.shape[1]
    means = tuple(whole.mean(axis=1).tolist()) if topics else ()
    if topics < 2:
        return MeasureStanding(measure, topics, table.shape[1] - topics, means)
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
    return MeasureStanding(measure, topics, table.shape[1] - topics, means, contrasts, ranks, careful)


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


def associations(scores: MeasureScores) -> tuple[Association, ...]:
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


# What people prefer, and which measure agrees with them (Mackie et al. 2014, table 8).
# Every topic has the order that Ranked Pairs gives its votes; first places are counted over the topics with
# a total order. A measure agrees on a topic and a pair where it scores that system better which the
# majority prefers; a tie of the measure agrees with nobody.

FEWEST_TOPICS = 6  # all of five topics on one side still happen by chance with p = 2 / 2^5 > 0.05


@dataclass(frozen=True)
class MeasureAgreement:
    """A measure beside people: its order by means, whether it is theirs, and pairs decided alike.

    `right`, `wrong` and `tied` count topics x pairs with a majority; the interval draws topics again.
    """

    measure: str
    order: Order
    same_as_ranked_pairs: bool
    same_as_first_places: bool
    right: int
    wrong: int
    tied: int
    low: float | None = None
    high: float | None = None

    @property
    def share(self) -> float | None:
        """Of the pairs, those decided as people do."""
        return self.right / self.decided if self.decided else None

    @property
    def decided(self) -> int:
        """How many pairs people decided."""
        return self.right + self.wrong + self.tied


@dataclass(frozen=True)
class HumanPreferences:
    """The order over all votes, the orders of topics, first places, and each measure beside them."""

    votes: int
    topics: int
    order: Order | None
    orderings: tuple[tuple[Order, int], ...]
    firsts: Mapping[str, float]
    first_order: Order | None
    measures: tuple[MeasureAgreement, ...]


def people(
    ballots: MicroblogVotes,
    scores: MeasureScores,
    standings: Sequence[MeasureStanding],
    seed: int,
    resamples: int,
) -> HumanPreferences:
    """Everything that the votes say."""
    totals = Counter[Order]()
    for table in ballots.topics.values():
        order = table.total_order()
        if order is not None:
            totals[tuple((name,) for name in order)] += 1
    firsts = plurality(totals) if totals else None
    whole, first_order = _order(ballots.whole), firsts.groups if firsts else None
    return HumanPreferences(
        ballots.whole.votes,
        len(ballots.topics),
        whole,
        tuple(sorted(totals.items(), key=lambda entry: (-entry[1], entry[0]))),
        {name: float(points) for name, points in firsts.points.items()} if firsts else {},
        first_order,
        tuple(
            _agreement(standing, scores, ballots, whole, first_order, seed, resamples)
            for standing in standings
            if standing.means
        ),
    )


def _order(table: Preferences) -> Order | None:
    try:
        return ranked_pairs(table).groups
    except CliometerError:  # too many equal majorities in circles to follow all ways
        return None


def _agreement(
    standing: MeasureStanding,
    scores: MeasureScores,
    ballots: MicroblogVotes,
    whole: Order | None,
    firsts: Order | None,
    seed: int,
    resamples: int,
) -> MeasureAgreement:
    order = _by_means(scores.systems, standing)
    choices, differences = _choices(standing, scores, ballots)
    decided = np.sign(np.where(np.abs(differences) <= ROUNDING, 0.0, differences))
    low, high = _interval(choices, differences, seed, resamples)
    return MeasureAgreement(
        standing.measure.name,
        order,
        follows(order, whole),
        follows(order, firsts),
        int(np.sum(decided == choices.winner)),
        int(np.sum(decided == -choices.winner)),
        int(np.sum(decided == 0)),
        low,
        high,
    )


def follows(order: Order, people: Order | None) -> bool:
    """Whether an order puts before another whom people put before another; where they tie it is free.

    >>> follows((("a",), ("b",), ("c",)), (("a",), ("b", "c")))
    True
    >>> follows((("a", "b"), ("c",)), (("a",), ("b", "c")))
    False
    >>> follows((("a",), ("b",)), (("a", "b"),))
    False
    """
    place = {name: rank for rank, group in enumerate(order) for name in group}
    pairs = list(combinations(people or (), 2))  # none where people order nothing: nobody follows that
    return bool(pairs) and all(place[a] < place[b] for best, rest in pairs for a in best for b in rest)


def _by_means(systems: Sequence[str], standing: MeasureStanding) -> Order:
    """Best first; equal means are tied."""
    sign = 1.0 if standing.measure.lower_is_better else -1.0
    ranked = sorted(
        (round(sign * mean, 12), name) for mean, name in zip(standing.means, systems, strict=True)
    )
    levels = list(dict.fromkeys(value for value, _ in ranked))
    return tuple(tuple(name for value, name in ranked if value == level) for level in levels)


def _choices(
    standing: MeasureStanding, scores: MeasureScores, ballots: MicroblogVotes
) -> tuple[PreferenceChoices, Floats]:
    """Each topic and pair that a majority decided and the measure scored, with the measure's difference."""
    table = scores.tables[standing.measure.name] * (-1.0 if standing.measure.lower_is_better else 1.0)
    winners, differences, places = [], [], []
    for topic, votes in ballots.topics.items():
        column = table[:, scores.topics.index(topic)]
        for a, b in combinations(range(len(scores.systems)), 2):
            winner = np.sign(votes.wins[a][b] - votes.wins[b][a])
            if winner and np.isfinite(column[[a, b]]).all():
                winners.append(float(winner))
                differences.append(float(column[a] - column[b]))
                places.append(topic)
    numbers = {topic: number for number, topic in enumerate(dict.fromkeys(places))}
    clusters = np.array([numbers[topic] for topic in places], dtype=np.intp)
    return PreferenceChoices(np.array(winners), np.ones(len(winners)), clusters), np.array(differences)


def _interval(
    choices: PreferenceChoices, differences: Floats, seed: int, resamples: int
) -> tuple[float | None, float | None]:
    """None where votes decide pairs on too few topics to tell anything from guessing."""
    if len(set(choices.topic.tolist())) < FEWEST_TOPICS:
        return None, None
    found = accuracy_interval(choices, differences, 0.0, seed=seed, count=resamples, confidence=0.95)
    return found.low, found.high
