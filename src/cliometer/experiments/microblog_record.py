"""Results of an experiment on microblogs (Mackie et al. 2014, tables 6 to 8): metrics and people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cliometer.court.meta_evaluation.human_votes import choices_of, differences_of, majorities, votes_of
from cliometer.court.meta_evaluation.metric_matrix import FEWEST_SUMMARIES, matrix_cell
from cliometer.court.votes.voting_rules import TOTAL, Election, outcomes, rank, table_of
from cliometer.engine.compare.figures import figured
from cliometer.engine.score_grid import ScoreColumn
from cliometer.experiments.tuning import Tuning
from cliometer.io.frames import DocumentResult
from cliometer.metrics.catalogue import lower_is_better
from cliometer.model.judgements import Order, Poll, ScoreTable, Vote
from cliometer.model.records import JsonDocument
from cliometer.stats.aggregates import means
from cliometer.stats.correlation_tests import smallest_p, t_approximation
from cliometer.stats.multiple_comparisons import compact_letters, holm, joint_ranks
from cliometer.stats.paired_tests import topic_means
from cliometer.stats.pairwise_accuracy import accuracy_interval, decided
from cliometer.stats.samples import ROUNDING, Floats

FEWEST_TOPICS = 6  # all of five topics on one side still happen by chance with p = 2 / 2^5 > 0.05


@dataclass(frozen=True)
class MeasureDifference:
    """The mean difference of the first system from the second, and p of a paired t test, also after Holm."""

    first: str
    second: str
    difference: float
    p: float
    p_holm: float


@dataclass(frozen=True)
class RankGroups:
    """The joint ranks of each system, or the reason why there are none; and letters, which always exist."""

    places: Mapping[str, tuple[int, ...]] | None
    undefined: str | None
    letters: Mapping[str, tuple[str, ...]]

    def of(self, system: str) -> str:
        """Return `1/2`, or letters where there are no joint ranks."""
        return "".join(self.letters[system]) if self.places is None else "/".join(map(str, self.places[system]))


@dataclass(frozen=True)
class MeasureStanding:
    """One metric: means over the topics on which all systems have a score, ranks and tests.

    There are no ranks and tests where fewer than two topics have scores.
    """

    name: str
    lower_is_better: bool
    topics: int
    left_out: int
    means: Mapping[str, float]
    ranks: RankGroups | None = None
    ranks_holm: RankGroups | None = None
    tests: tuple[MeasureDifference, ...] = ()

    @property
    def order(self) -> Order:
        """The systems by their means, best first; equal means are tied."""
        sign = 1.0 if self.lower_is_better else -1.0
        ranked = sorted((round(sign * mean, 12), name) for name, mean in self.means.items())
        levels = dict.fromkeys(value for value, _ in ranked)
        return tuple(tuple(name for value, name in ranked if value == level) for level in levels)


@dataclass(frozen=True)
class MeasureCorrelation:
    """Spearman's rho of two metrics over all topics and systems.

    p is the t-approximation's, but never less than shuffling the systems on each topic can give: with three
    systems on two topics no p is below 2 / 36, however well the metrics agree.
    """

    first: str
    second: str
    n: int
    topics: int
    rho: float | None
    p: float | None
    undefined: str | None = None


@dataclass(frozen=True)
class MeasureAgreement:
    """The agreement of a metric with people: its order by means, whether it is theirs, and pairs decided alike.

    `right`, `wrong` and `tied` count topics x pairs with a majority; the interval draws topics again.
    """

    measure: str
    order: Order
    same_as_ranked_pairs: bool
    same_as_first_places: bool
    right: int
    wrong: int
    tied: int
    low: float | None
    high: float | None
    share: float | None  # of the pairs that people decided, those that the metric decides as they do

    @property
    def decisions(self) -> int:
        """The number of pairs that people decided."""
        return self.right + self.wrong + self.tied


@dataclass(frozen=True)
class TopicOrders:
    """An order of the systems, and on how many topics the votes give it."""

    order: Order
    topics: int


@dataclass(frozen=True)
class HumanPreferences:
    """The order over all votes, the total orders of topics, first places, and each metric beside them."""

    votes: int
    topics: int
    ranked_pairs: Order | None
    orderings: tuple[TopicOrders, ...]
    first_places: Mapping[str, float]
    measures: tuple[MeasureAgreement, ...]


@dataclass(frozen=True)
class PostCounts:
    """How many posts of a topic were read, and how many the filters kept."""

    topic: str
    posts: int
    kept: int


@dataclass(frozen=True, repr=False)
class ExperimentRecord(DocumentResult):
    """The content of results.json: all numbers that the report of an experiment shows, with all digits."""

    kind: ClassVar[str] = "experiment"
    tables: ClassVar[Mapping[str, str]] = {
        "means": "measures[name].means",
        "tests": "measures[name].tests",
        "correlations": "correlations",
        "topics": "topics",
    }
    design: str
    fingerprint: str
    background: str | None
    notes: tuple[str, ...]
    topics: tuple[PostCounts, ...]
    systems: tuple[str, ...]
    measures: tuple[MeasureStanding, ...]
    correlations: tuple[MeasureCorrelation, ...]
    people: HumanPreferences | None
    significance: float
    settings: Mapping[str, Tuning] = field(default_factory=dict)  # the tuning of each system


@dataclass(frozen=True)
class ExperimentFolds(JsonDocument):
    """`folds.json`, which `cliometer experiment -o` writes."""

    kind: ClassVar[str] = "folds"
    seed: int
    folds: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class ExperimentSettings(JsonDocument):
    """`settings.json`, which `cliometer experiment -o` writes: the tuning of each system."""

    kind: ClassVar[str] = "settings"
    settings: Mapping[str, Tuning]


def standing_of(
    column: ScoreColumn, systems: Sequence[str], topics: Sequence[str], significance: float
) -> MeasureStanding:
    """Compare the systems by one metric, on the topics where all of them have a score."""
    whole = [topic for topic in topics if all(column.score(system, topic) is not None for system in systems)]
    values = np.array([[column.score(system, topic) for topic in whole] for system in systems], dtype=np.float64)
    less, left_out = lower_is_better(column.metric), len(topics) - len(whole)
    averages = values.mean(axis=1).tolist() if whole else []
    averages_by_system = dict(zip(systems, averages, strict=False))
    standing = MeasureStanding(column.metric, less, len(whole), left_out, averages_by_system)
    if len(whole) < 2:
        return standing
    figures = figured(column.metric, tuple(systems), tuple(whole), means(values), values, "value", less)
    pairs = np.array(list(combinations(range(len(systems)), 2)))
    p = topic_means(*(figures.contributions[of] for of in pairs.T)).p
    adjusted = holm(p)
    tests = tuple(
        MeasureDifference(systems[a], systems[b], averages[a] - averages[b], float(p[i]), float(adjusted[i]))
        for i, (a, b) in enumerate(pairs.tolist())
    )
    plain, careful = (_groups(averages_by_system, pairs[chances <= significance], less) for chances in (p, adjusted))
    return replace(standing, ranks=plain, ranks_holm=careful, tests=tests)


def _groups(scores: Mapping[str, float], apart: NDArray[np.int64], less: bool) -> RankGroups:
    """Return joint ranks and letters of systems of which some pairs differ significantly."""
    systems, values = list(scores), list(scores.values())
    differs = np.zeros((len(systems), len(systems)), dtype=bool)
    differs[apart[:, 0], apart[:, 1]] = differs[apart[:, 1], apart[:, 0]] = True
    joint = joint_ranks(values, differs, higher_is_better=not less, names=systems)
    letters = compact_letters(values, differs, higher_is_better=not less)
    places = None if joint.places is None else dict(zip(systems, joint.places, strict=True))
    return RankGroups(places, joint.undefined, dict(zip(systems, letters, strict=True)))


def correlation_of(
    first: ScoreColumn, second: ScoreColumn, systems: Sequence[str], topics: Sequence[str]
) -> MeasureCorrelation:
    """Correlate two metrics (table 7) over the summaries that both have scored."""
    names = first.metric, second.metric
    rows = [(system, topic) for system in systems for topic in topics]
    both = [row for row in rows if first.score(*row) is not None and second.score(*row) is not None]
    n, scored = len(both), len({topic for _, topic in both})
    if n < FEWEST_SUMMARIES:
        return MeasureCorrelation(*names, n, scored, None, None, f"{n} scores; at least three are needed")
    cell = matrix_cell(first, second, both, "spearman")
    if cell.value is None:
        return MeasureCorrelation(*names, n, scored, None, None, cell.undefined)
    p = max(t_approximation(cell.value, n), 2 * smallest_p(len(systems), scored))
    return MeasureCorrelation(*names, n, scored, cell.value, min(1.0, p))


# What people prefer, and which metric agrees with them (Mackie et al. 2014, table 8).
# Every topic has the order that Ranked Pairs gives its votes; first places are counted over the topics with
# a total order. A metric agrees on a topic and a pair where it scores that system better which the
# majority prefers; a tie of the metric agrees with nobody.


def preferences_of(
    poll: Poll,
    table: ScoreTable,
    standings: Sequence[MeasureStanding],
    systems: Sequence[str],
    topics: Sequence[str],
    seed: int,
    resamples: int,
) -> HumanPreferences:
    """Count the votes, and set each metric that has scores beside them."""
    votes = votes_of(poll)
    voted = outcomes(Poll(poll.name, tuple(votes)), systems, "margin")
    totals = Counter(topic.order for topic in voted if topic.order and topic.outcome == TOTAL)
    preferences = table_of(votes, (), systems)
    election = Election(preferences, totals, "", "margin")
    whole, firsts = rank("ranked-pairs", election), rank("plurality", election)
    won = [vote for vote in majorities(votes) if vote.winner and vote.topic]
    won.sort(key=lambda vote: topics.index(vote.topic))
    measures = tuple(
        _agreement(row, ScoreColumn(row.name, table, row.name), won, (whole.order, firsts.order), seed, resamples)
        for row in standings
        if row.means
    )
    points = dict(sorted(firsts.points.items()))
    ranked = sorted(totals.items(), key=lambda entry: (-entry[1], entry[0]))
    ordered = tuple(TopicOrders(order, count) for order, count in ranked)
    return HumanPreferences(preferences.votes, len(voted), whole.order, ordered, points, measures)


def _agreement(
    standing: MeasureStanding,
    column: ScoreColumn,
    won: Sequence[Vote],
    orders: tuple[Order | None, Order | None],
    seed: int,
    resamples: int,
) -> MeasureAgreement:
    scored = [vote for vote in won if all(column.score(system, vote.topic) is not None for system in vote.pair)]
    topics = list(dict.fromkeys(vote.topic for vote in scored))
    choices, sign = choices_of(scored, topics), -1.0 if standing.lower_is_better else 1.0
    differences: Floats = sign * differences_of(column, scored)
    met = decided(differences, ROUNDING) * choices.winner
    right, wrong, tied = (int(np.sum(met == outcome)) for outcome in (1, -1, 0))
    share = right / len(scored) if scored else None
    whole, firsts = (follows(standing.order, order) for order in orders)
    agreement = MeasureAgreement(
        standing.name, standing.order, whole, firsts, right, wrong, tied, low=None, high=None, share=share
    )
    if len(topics) < FEWEST_TOPICS:  # the votes tell nothing from guessing
        return agreement
    interval = accuracy_interval(choices, differences, 0.0, seed=seed, count=resamples, confidence=0.95)
    return replace(agreement, low=interval.low, high=interval.high)


def follows(order: Order, people: Order | None) -> bool:
    """Return whether an order puts before another whom people put before another.

    Where people tie it is free; where they order nothing, nobody follows them.

    >>> follows((("a",), ("b",), ("c",)), (("a",), ("b", "c")))
    True
    >>> follows((("a", "b"), ("c",)), (("a",), ("b", "c")))
    False
    >>> follows((("a",), ("b",)), (("a", "b"),))
    False
    """
    place = {name: number for number, group in enumerate(order) for name in group}
    pairs = list(combinations(people or (), 2))
    return bool(pairs) and all(place[a] < place[b] for best, rest in pairs for a in best for b in rest)
