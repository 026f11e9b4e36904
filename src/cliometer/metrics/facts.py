"""Comprehensiveness and redundancy of facts reported day by day (TREC CrisisFACTS 2022 and 2023).

An event has days, and each day a pool of facts to which assessors gave labels. N is the set of pooled facts that a run
reports on a day, G the set of those whose labels are worth something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar

from cliometer.errors import UsageError
from cliometer.expressions import choice, number, registered, setting, whole, word
from cliometer.grouping import by_key
from cliometer.metrics.base import Metric, PartsExplanation, Properties, metrics, with_places
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.facts import FactDay, FactTopic, ReportedFact
from cliometer.model.notes import Note
from cliometer.model.score import MetricResult, Ratio, Score, SingleScore, Undefined, f_measure
from cliometer.spelling import listed, many
from cliometer.text.tables import shown_number

MEASURES = ("comprehensiveness", "redundancy", "f1")
REPEATS = ("graded", "ratio2022", "site2023")
NOTHING_RELEVANT = "no day of the event has a fact that the labels make relevant"
NOT_IN_POOL = "no fact of the run is in the pool of a day that counts"
NOTHING = Ratio(0, 0)
_share = number(low=0, high=1)


@dataclass(frozen=True)
class LabelWorth:
    """What each label is worth, spelled `USEFUL:1+REDUNDANT:0.5`; labels that are not named are worth 0."""

    worth: tuple[tuple[str, float], ...] = (("USEFUL", 1.0), ("REDUNDANT", 0.5))

    @classmethod
    def parse(cls, text: str) -> LabelWorth:
        """Read labels, with or without their ending _FACT, each with a number from 0 to 1."""
        worths: dict[str, float] = {}
        for part in text.split("+"):
            name, colon, value = (piece.strip() for piece in part.partition(":"))
            name = name.removesuffix("_FACT")
            if not (name and colon) or name in worths:
                raise UsageError("labels-malformed", text=text)
            worths[name] = _share(value)
        return cls(tuple(worths.items()))

    def __str__(self) -> str:
        return "+".join(f"{name}:{value:g}" for name, value in self.worth)

    def best(self, labels: Sequence[str]) -> float:
        """Return the highest worth of the labels that assessors gave to one fact, 0 without any."""
        worth = dict(self.worth)
        return max((worth.get(label.removesuffix("_FACT"), 0.0) for label in labels), default=0.0)


def _count_or(*words: str) -> Callable[[str], int | str]:
    """Return a parser for one of some words, or a whole number of at least 1."""
    return lambda text: text if text in words else whole(1)(text)


@dataclass(frozen=True, slots=True)
class FactScore(Score):
    """Redundancy as precision and comprehensiveness as recall, sums over days, with the share that was assessed.

    `missing` counts the days that have relevant facts, but none of the run's in their pool.
    """

    assessed: Ratio = NOTHING
    missing: int = 0
    reason: str = NOT_IN_POOL

    @property
    def undefined(self) -> str | None:
        """Why there is no value, None where there is one."""
        return None if self.recall.whole else self.reason

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        """Return redundancy, comprehensiveness and F1 of the two, and the share of the facts that was assessed."""
        p, r = self.precision.value, self.recall.value
        f = None if p is None or r is None else f_measure(p, r)
        numbers = {"precision": p, "recall": r, "f": f}
        kept = {name: 0.0 if number is None and undefined == "zero" else number for name, number in numbers.items()}
        return {**kept, "assessed": self.assessed.value}


@dataclass(frozen=True, slots=True)
class FactValue(SingleScore):
    """One of the measures, with the share of the run's facts that was assessed."""

    assessed: Ratio = NOTHING
    missing: int = 0

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        """Return the value, and the share of the facts that was assessed."""
        return {**SingleScore.numbers(self, undefined), "assessed": self.assessed.value}


@dataclass(frozen=True)
class DayScore:
    """One run on one day: what it reported, what of it is in the pool, and its values; None where it has none."""

    request: str
    reported: int
    assessed: int
    pooled: int  # |N|
    found: float  # the weight of N and G together
    relevant: float  # the weight of G
    redundancy: float | None
    comprehensiveness: float | None


@dataclass(frozen=True)
class FactCredit:
    """A pooled fact that is relevant or that the run reports: its labels, worth and weight, and what reported it."""

    day: str
    fact: str
    labels: tuple[str, ...]
    worth: float
    weight: float
    reported_as: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class _Sums:
    """What a run has on a day, or on several days together."""

    reported: int
    assessed: int
    pooled: int  # |N|
    distinct: int  # |N and G|
    matches: int  # pairs of a reported fact and a relevant one
    found: float  # the weight of N and G
    relevant: float  # the weight of G
    worth: float  # of the facts of N, weighed by the run's own importance
    whole: float  # what `worth` is divided by

    def __add__(self, other: _Sums) -> _Sums:
        names = [field.name for field in fields(self)]
        return _Sums(**{name: getattr(self, name) + getattr(other, name) for name in names})


@registered(metrics)
class Facts(Metric):
    """Redundancy and comprehensiveness of the facts that a run reports day by day, and their F1."""

    name: ClassVar[str] = "facts"
    formula: ClassVar[str] = (
        "mean over days of the worth of N / |N| (redundancy, a graded precision) and of |N and G| / |G| "
        "(comprehensiveness), where N is what the run reports of the pool, and G what is relevant in it"
    )
    citation: ClassVar[str] = "McCreadie & Buntain (2023), CrisisFACTS; the scores by assessors of the track"
    evidence: ClassVar[str] = "facts"

    of: str | None = setting(None, parse=word("measure", MEASURES), doc="one measure alone, such as comprehensiveness")
    repeats: str = choice(
        "redundancy",
        *REPEATS,
        doc="redundancy: the mean worth of N (code of 2023), distinct facts / all matches (overview of 2022), "
        "distinct facts / facts reported (web site of 2023)",
    )
    labels: LabelWorth = setting(
        LabelWorth(), parse=LabelWorth.parse, doc="what a label is worth, such as USEFUL:1+REDUNDANT:0.5"
    )
    pool: int | str = setting(64, parse=_count_or("all"), doc="how many facts of a day's pool count, or all")
    unjudged: str = choice("rule", "zero", "skip", doc="pooled facts without a label")
    day: str = choice("rule", "isolated", "accumulated", doc="each day alone, or all days up to it")
    weight: str = setting(
        "none",
        parse=word("weight", ("none", "importance", "runs")),
        doc="weight of a fact: 1, its importance, or the number of runs that report it",
    )
    top: int | str = setting(
        "all", parse=_count_or("all", "gold"), doc="how many of the run's facts of a day count, all, or gold: |G|"
    )

    silence: ClassVar[float | None] = None  # nobody can tell what facts outside the pool are worth

    @property
    def properties(self) -> Properties:
        """A day without facts is no part of the mean, so that silence on a bad day helps.

        A reported fact may stand in several facts of the pool, so that distinct facts may outnumber reported ones.
        """
        is_bounded = self.repeats != "site2023"
        return Properties(False, is_bounded, False, False, self.top == "all", uses_dates=True)

    @property
    def rules(self) -> Facts:
        """The metric of all measures under the same rules."""
        return replace(self, of=None)

    def days(self, facts: Sequence[ReportedFact], topic: FactTopic) -> list[DayScore]:
        """Return the days of an event that have relevant facts, in order, with what a run has on each."""
        reported = by_key((fact.request, fact) for fact in facts)
        scores, sums = [], None
        for day in topic.days:
            today = self._sums(reported.get(day.request, ()), day)
            sums = today if sums is None or self.day == "isolated" else sums + today
            if sums.relevant:
                scores.append(self._day_score(day.request, sums))
        return scores

    def _day_score(self, request: str, sums: _Sums) -> DayScore:
        """Divide the sums of a day; without a fact in the pool there is no value."""
        part, whole = {
            "graded": (sums.worth, sums.whole),
            "ratio2022": (sums.distinct, sums.matches),
            "site2023": (sums.distinct, sums.reported),
        }[self.repeats]
        redundancy = part / whole if sums.pooled and whole else None
        comprehensiveness = sums.found / sums.relevant if sums.pooled else None
        counts = {name: getattr(sums, name) for name in ("reported", "assessed", "pooled", "found", "relevant")}
        return DayScore(request, redundancy=redundancy, comprehensiveness=comprehensiveness, **counts)

    def _sums(self, facts: Sequence[ReportedFact], day: FactDay) -> _Sums:
        """Add up one day of a run."""
        G = self._relevant(day)
        reported = self._reported(facts, day, len(G))
        v: dict[int, float] = {}  # the run's own importance of each fact of N
        for places, importance in reported:
            v |= {place: max(importance, v.get(place, 0.0)) for place in places}
        if self.weight == "none":
            v = dict.fromkeys(v, 1.0)
        weights = {place: self._weight(day, place) for place in G}
        return _Sums(
            reported=len(reported),
            assessed=sum(any(day.facts[place].id in day.labels for place in places) for places, _ in reported),
            pooled=len(v),
            distinct=len(v.keys() & G),
            matches=sum(place in G for places, _ in reported for place in places),
            found=sum(weights[place] for place in v.keys() & G),
            relevant=sum(weights.values()),
            worth=sum(importance * G.get(place, 0.0) for place, importance in v.items()),
            whole=sum(v.values()),
        )

    def _relevant(self, day: FactDay) -> dict[int, float]:
        """Return G: the places of relevant facts in the pool, as far as it counts, with their worth."""
        count = len(day.facts) if self.pool == "all" else int(self.pool)
        worth = {place: self.labels.best(day.labels.get(fact.id, ())) for place, fact in enumerate(day.facts[:count])}
        return {place: value for place, value in worth.items() if value}

    def _reported(
        self, facts: Sequence[ReportedFact], day: FactDay, relevant: int
    ) -> list[tuple[tuple[int, ...], float]]:
        """Return for each fact of the run that counts its places in the pool, and its importance, highest first.

        A fact that was read from the pool has the importance of the pool.
        """
        count = len(day.facts) if self.pool == "all" else int(self.pool)
        reported = []
        for fact in facts:
            places = day.pooled.get(fact.id, ())
            importance = fact.importance
            if importance is None:
                importance = max((day.facts[place].importance for place in places), default=0.0)
            kept = (p for p in places if p < count and (self.unjudged == "zero" or day.facts[p].id in day.labels))
            reported.append((tuple(kept), importance))
        reported.sort(key=lambda entry: -entry[1])  # ties keep the order of the run
        return reported if self.top == "all" else reported[: relevant if self.top == "gold" else int(self.top)]

    def _weight(self, day: FactDay, place: int) -> float:
        if self.weight == "none":
            return 1
        return day.facts[place].importance if self.weight == "importance" else float(len(day.runs[place]))

    def _credits(self, facts: Sequence[ReportedFact], day: FactDay) -> Iterator[FactCredit]:
        """Yield the facts of N and of G in the order of the pool."""
        G, ids = self._relevant(day), {fact.id for fact in facts}
        N = {place for places, _ in self._reported(facts, day, len(G)) for place in places}
        for place in sorted(G.keys() | N):
            fact = day.facts[place]
            labels = tuple(label.removesuffix("_FACT") for label in day.labels.get(fact.id, ()))
            members = tuple(member for member in dict.fromkeys(fact.members) if member in ids)
            weight = self._weight(day, place)
            yield FactCredit(day.request, fact.id, labels, G.get(place, 0.0), weight, members, fact.text)

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show day by day which relevant facts the run reports, and what else it reports."""
        facts, topic = comparison.systems[place], comparison.gold
        parts: list[FactCredit] = []
        sentences = []
        for day in topic.days:
            parts += self._credits([fact for fact in facts if fact.request == day.request], day)
        for row in self.days(facts, topic):
            values = f"redundancy {shown_number(row.redundancy, 4)}"
            values += f", comprehensiveness {shown_number(row.comprehensiveness, 4)}"
            of = f"{row.found:g} of {row.relevant:g} found, {row.assessed} of {many(row.reported, 'fact')} assessed"
            sentences.append(f"{row.request}: {values} ({of})")
        (score,) = self.measure_all([facts], topic)
        title = "Facts of the pool that are relevant, or that the run reports"
        return PartsExplanation(str(self), score, title, tuple(parts), tuple(sentences))

    def remarks(self, scores: Sequence[MetricResult]) -> list[tuple[str, list[int]]]:
        """Say how many days have no value."""
        return with_places(
            Note.of("days-left-out", days=many(score.missing, "day"))
            if isinstance(score, FactScore | FactValue) and score.missing and not score.undefined
            else None
            for score in scores
        )

    def measure_in(self, comparison: TopicComparison) -> list[MetricResult]:
        """Score the runs, sharing days with metrics of the same rules."""
        topic: FactTopic = comparison.gold
        scores = comparison.memo(self.rules, lambda: [self._score(run, topic) for run in comparison.systems])
        return [self._result(score) for score in scores]

    def _score(self, facts: Sequence[ReportedFact], topic: FactTopic) -> FactScore:
        days = self.days(facts, topic)
        precision, recall = (
            [value for value in values if value is not None]
            for values in ([day.redundancy for day in days], [day.comprehensiveness for day in days])
        )
        counted = days[-1:] if self.day == "accumulated" else days  # the last day has all that came before
        return FactScore(
            Ratio(sum(precision), len(precision)),
            Ratio(sum(recall), len(recall)),
            assessed=Ratio(sum(day.assessed for day in counted), sum(day.reported for day in counted)),
            missing=len(days) - len(recall),
            reason=NOT_IN_POOL if days else NOTHING_RELEVANT,
        )

    def _result(self, score: FactScore) -> MetricResult:
        if self.of is None:
            return score
        if self.of == "f1":
            f = score.numbers()["f"]
            ratio = Ratio(f or 0.0, 0.0 if f is None else 1.0)
        else:
            ratio = score.recall if self.of == "comprehensiveness" else score.precision
        reason = score.undefined or "no fact of the run is relevant, so that none can be told twice"
        return FactValue(ratio, reason, score.assessed, score.missing)


Runs = Mapping[str, Mapping[str, Sequence[ReportedFact]]]


def pool_notes(rules: Iterable[Facts], topics: Mapping[str, FactTopic], runs: Runs) -> Iterator[str]:
    """Yield notes on pools that are cut, and on runs of which nothing is in the pool."""
    days = [day for topic in topics.values() for day in topic.days]
    for count in dict.fromkeys(rule.pool for rule in rules):
        longer = sum(len(day.facts) > int(count) for day in days) if count != "all" else 0
        if longer:
            note = f"{longer} of {many(len(days), 'pool')} {'has' if longer == 1 else 'have'} more"
            yield Note.of("pool-cut", count=count, hint=note)
    pooled = {member for day in days for member in day.pooled}
    outside = [
        run for run, events in runs.items() if not any(fact.id in pooled for facts in events.values() for fact in facts)
    ]
    if outside:
        remedy = "add its facts to relevant_facts of the pool, or see that the file is named after the run's tag"
        yield Note.of("run-outside-pool", outside=listed(outside), remedy=remedy)
