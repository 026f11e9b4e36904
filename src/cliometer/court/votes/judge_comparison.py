"""Judges against judges: compare models and metrics that vote with people, on pairs that both judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np

from cliometer.court.meta_evaluation.human_votes import votes_of
from cliometer.court.meta_evaluation.plan import MetaEvaluation
from cliometer.court.votes.judge_answers import METRIC, JudgeAnswers, metric_votes
from cliometer.engine.score_grid import ScoreColumn
from cliometer.errors import InputError
from cliometer.model.judgements import Poll, Vote
from cliometer.model.notes import Note
from cliometer.spelling import many
from cliometer.stats import judge_agreement as stats
from cliometer.stats.judge_agreement import AlternativeAnnotator, Calibration, Estimate
from cliometer.stats.samples import Floats, between

RULE = "words"  # the judge that prefers the longer text
_POSITION = 0.75  # the share of the place shown first, or second, from which the place is the answer
_CERTAIN = 0.95  # the agreement with one person from which a judge may have copied


@dataclass(frozen=True)
class TopicAgreement:
    """One topic: the mean agreement of a judge with people, and of people with each other."""

    topic: str
    units: int
    agreement: float
    people: float | None


@dataclass(frozen=True)
class SystemFavour:
    """How often a judge prefers a system, and people do, on the pairs with it that both judged; ties count half.

    `difference` is that of the two, with an interval that holds for all systems together.
    """

    system: str
    pairs: int
    judge: Estimate
    people: float
    difference: Estimate

    @property
    def is_favoured(self) -> bool:
        """Whether the judge surely prefers it more than half the time, and more often than people do.

        A judge with more noise than people is nearer to one half, so that a weak system alone would seem favoured.
        """
        low, share = self.difference.low, self.judge.low
        return low is not None and low > 0 and share is not None and share > 0.5


@dataclass(frozen=True)
class JudgeReading:
    """What is known about a judge that is no person, by one criterion.

    `agreement`, `people`, `difference` and `replaces` are about pairs that two people or more judged as well, where
    there are such. `first` is the share of the text shown first where both orders were asked, `swapped` the share of
    pairs whose answer the order changed, `repeated` that of equal answers to a repeated question, and `longer` that
    of the longer text among pairs of which people prefer the shorter one. What could not be measured is None.
    """

    judge: str
    model: str
    criterion: str
    units: int
    finding: str
    findings: tuple[str, ...]
    agreement: Estimate | None = None
    people: Estimate | None = None
    difference: Estimate | None = None
    replaces: Estimate | None = None
    first: Estimate | None = None
    swapped: Estimate | None = None
    repeated: Estimate | None = None
    longer: Estimate | None = None
    calibration: Calibration | None = None
    alternative: AlternativeAnnotator | None = None
    topics: tuple[TopicAgreement, ...] = ()
    favours: tuple[SystemFavour, ...] = ()  # by falling difference


@dataclass(frozen=True)
class JudgePair:
    """How far two judges agree on the pairs that both judged."""

    judge: str
    other: str
    criterion: str
    units: int
    agreement: float
    are_people: bool


@dataclass(frozen=True)
class PeopleAgreement:
    """How far people agree with each other by one criterion."""

    criterion: str
    people: int
    units: int
    agreement: Estimate | None


@dataclass(frozen=True, repr=False)
class JudgeComparison(MetaEvaluation[JudgeReading]):
    """Judges against judges: a reading of each that is no person, people with each other, and every two judges."""

    kind: ClassVar[str] = "agree-judges"
    tables: ClassVar[Mapping[str, str]] = {"readings": "readings", "pairs": "pairs"}
    keyed: ClassVar[tuple[str, str]] = ("readings", "judge")
    people: Sequence[str]
    judges: Sequence[str]
    topics: int
    votes: int
    level: float
    epsilon: float
    agreement: Sequence[PeopleAgreement]
    readings: Sequence[JudgeReading]
    pairs: Sequence[JudgePair]
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()

    def keys(self) -> list[str]:
        """Return the judges that are no people."""
        return list(self.judges)

    def __repr__(self) -> str:
        return f"JudgeComparison({many(len(self.judges), 'judge')} beside {many(len(self.people), 'person')})"


def compare_judges(
    polls: Sequence[Poll],
    columns: Sequence[ScoreColumn] = (),
    lower: Sequence[str] = (),
    epsilon: float = 0.1,
    confidence: float = 0.95,
) -> JudgeComparison:
    """Set every judge that is no person beside people, and every two judges beside each other.

    Votes of models name the model (`judge_model`); `columns` are metrics that vote by their scores. Votes of people who
    had seen what models answered are left out.
    """
    between(confidence, "a level")
    if not 0 <= epsilon < 1:
        raise InputError("epsilon-out-of-range", epsilon=epsilon)
    every = [vote for poll in polls for vote in votes_of(poll)]
    votes = [vote for vote in every if vote.judge and vote.topic]
    if not votes:
        raise InputError("votes-without-judge-topic", polls[0].source if polls else None)
    lost, named = len(every) - len(votes), len(votes)
    votes = [vote for vote in votes if not vote.models_seen]
    seen = named - len(votes)
    votes += [vote for column in columns for vote in metric_votes(column, votes, column.label in lower)]
    labels = _labels(votes)
    people = [label for (_, model), label in labels.items() if not model]
    others = {label: model for (_, model), label in labels.items() if model}
    criteria = list(dict.fromkeys(vote.criterion for vote in votes))
    tables = {c: JudgeAnswers([vote for vote in votes if vote.criterion == c], labels, people) for c in criteria}
    readings = [
        _reading(judge, model, criterion, table, others, epsilon, confidence)
        for judge, model in others.items()
        for criterion, table in tables.items()
        if judge in table.asked
    ]
    notes = [note for poll in polls for note in poll.notes]
    notes += [Note.of("votes-without-judge", lost=lost, count=len(every))] if lost else []
    why = "whoever cast them had seen what models answered (models_seen)"
    notes += [Note.of("votes-left-out", seen=seen, count=len(every), why=why)] if seen else []
    return JudgeComparison(
        people=people,
        judges=list(others),
        topics=len({vote.topic.partition("/")[0] for vote in votes}),
        votes=sum(vote.count for vote in votes if vote.judge_model != METRIC),
        level=confidence,
        epsilon=epsilon,
        agreement=[_people(criterion, table, confidence) for criterion, table in tables.items()],
        readings=readings,
        pairs=[pair for criterion, table in tables.items() for pair in _pairs(criterion, table, people)],
        notes=notes,
        warnings=_warnings(readings, people),
    )


def _labels(votes: Iterable[Vote]) -> dict[tuple[str, str], str]:
    """Return a name for each judge; models of one name differ in their settings."""
    keys = list(dict.fromkeys((vote.judge, vote.judge_model) for vote in votes))
    names = [judge for judge, _ in keys]
    return {key: key[0] if names.count(key[0]) == 1 or not key[1] else f"{key[0]} ({key[1]})" for key in keys}


def _warnings(readings: Sequence[JudgeReading], people: Sequence[str]) -> list[str]:
    if not readings:
        return ["no vote is of a model: give the votes of cliometer judge, or scores of metrics"]
    unknown_ = sorted({reading.judge for reading in readings if reading.agreement is None})
    if not people:
        return ["there is no vote of a person: nothing is known about how far these judges agree with people"]
    return [f"{name}: no person judged the same pairs; nothing is known about this judge" for name in unknown_]


def _people(criterion: str, table: JudgeAnswers, confidence: float) -> PeopleAgreement:
    alike = stats.people_means(table.people)[0]
    units = int((~np.isnan(alike)).sum())
    return PeopleAgreement(criterion, len(table.names), units, stats.share_estimate(alike, table.topics, confidence))


def _pairs(criterion: str, table: JudgeAnswers, people: Sequence[str]) -> Iterable[JudgePair]:
    answers = {judge: table.of(judge) for judge in table.asked}
    for left, other in combinations(answers, 2):
        alike = stats.like(answers[left], answers[other])
        units = int((~np.isnan(alike)).sum())
        if units:
            yield JudgePair(left, other, criterion, units, float(np.nanmean(alike)), left in people and other in people)


def _reading(
    judge: str,
    model: str,
    criterion: str,
    table: JudgeAnswers,
    others: Mapping[str, str],
    epsilon: float,
    confidence: float,
) -> JudgeReading:
    answers, topics = table.of(judge), table.topics
    agreed, alike = stats.with_people(answers, table.people), stats.people_means(table.people)[0]
    if not np.isnan(agreed + alike).all():  # one set of pairs for every number that is compared
        agreed = np.where(np.isnan(alike), np.nan, agreed)
    alike = np.where(np.isnan(agreed), np.nan, alike)
    first, swapped = table.places(judge)
    estimates: dict[str, Estimate | None] = {
        "agreement": stats.share_estimate(agreed, topics, confidence),
        "people": stats.share_estimate(alike, topics, confidence),
        "difference": stats.mean_estimate(agreed - alike, topics, confidence),
        "replaces": stats.people_replaced(answers, table.people, topics, confidence),
        "first": stats.share_estimate(first, topics, confidence),
        "swapped": stats.share_estimate(swapped, topics, confidence),
        "repeated": stats.share_estimate(table.repeats(judge), topics, confidence),
        "longer": _longer(judge, answers, table, others, confidence),
    }
    test = stats.alternative_annotator(answers, table.people, table.names, topics, epsilon, confidence)
    favours = tuple(sorted(_favours(answers, table, confidence), key=lambda favour: -(favour.difference.value or 0.0)))
    findings = [*_findings(estimates, test, answers, table, confidence), *_favourites(favours, estimates["difference"])]
    return JudgeReading(
        judge, model, criterion, int((~np.isnan(agreed)).sum()), findings[0], tuple(findings), **estimates,
        calibration=stats.calibration(table.probabilities(judge), table.people, topics, confidence),
        alternative=test if estimates["agreement"] else None, topics=tuple(_by_topic(agreed, alike, table)),
        favours=favours,
    )  # fmt: skip


def _longer(
    judge: str, answers: Floats, table: JudgeAnswers, others: Mapping[str, str], confidence: float
) -> Estimate | None:
    """Return how often a judge takes the longer text of pairs of which most people prefer the shorter one."""
    rule = next((name for name, model in others.items() if model.partition("|")[0] == RULE and name in table.asked), "")
    if not rule or rule == judge:
        return None
    length, most = table.of(rule), np.sign(np.nansum(table.people, axis=1))
    against = (length * most) < 0
    return stats.share_estimate(np.where(against, stats.like(answers, length), np.nan), table.topics, confidence)


def _favours(answers: Floats, table: JudgeAnswers, confidence: float) -> Iterable[SystemFavour]:
    """Yield for each system how much more often the judge prefers it than people do, on average over people."""
    judged = ~np.isnan(answers) & ~np.isnan(table.people).all(axis=1) if table.people.size else answers != answers
    if not judged.any():
        return
    people = np.full(len(answers), np.nan)
    people[judged] = np.nanmean(table.people[judged], axis=1)
    systems = sorted({name for _, pair in table.units for name in pair})
    level = 1 - (1 - confidence) / len(systems)  # Bonferroni
    for system in systems:
        sides = [1.0 if pair[0] == system else -1.0 if pair[1] == system else np.nan for _, pair in table.units]
        sign = np.array(sides)
        mine, theirs = np.where(np.isnan(people), np.nan, (1 + sign * answers) / 2), (1 + sign * people) / 2
        share, difference = (stats.mean_estimate(values, table.topics, level) for values in (mine, mine - theirs))
        if share is not None and difference is not None:
            people_share = float(theirs[~np.isnan(mine - theirs)].mean())
            yield SystemFavour(system, difference.count, share, people_share, difference)


def _favourites(favours: Sequence[SystemFavour], sharpness: Estimate | None) -> Iterable[str]:
    """Yield the systems that a judge favours; a judge with less noise than people prefers good systems more anyway."""
    if sharpness is None or sharpness.value is None or sharpness.value > 0:
        return
    for favour in favours:
        if favour.is_favoured:
            yield f"favours {favour.system}: prefers it more often than people do"


def _by_topic(agreed: Floats, alike: Floats, table: JudgeAnswers) -> Iterable[TopicAgreement]:
    for number, topic in enumerate(table.stories):
        counted = (table.topics == number) & ~np.isnan(agreed)
        if counted.any():
            people = alike[counted & ~np.isnan(alike)]
            yield TopicAgreement(
                topic, int(counted.sum()), float(agreed[counted].mean()), float(people.mean()) if len(people) else None
            )


def _findings(
    estimates: Mapping[str, Estimate | None],
    test: AlternativeAnnotator,
    answers: Floats,
    table: JudgeAnswers,
    confidence: float,
) -> Iterable[str]:
    """Yield what the judge is, the gravest first."""
    first, longer, agreement = estimates["first"], estimates["longer"], estimates["agreement"]
    if first and first.value is not None and first.low is not None and first.high is not None:
        if first.low > 0.5 and first.value >= _POSITION:
            yield "answers by position: prefers what is shown first"
        elif first.high < 0.5 and first.value <= 1 - _POSITION:
            yield "answers by position: prefers what is shown second"
        elif not first.low <= 0.5 <= first.high:
            yield f"leans to what is shown {'first' if first.low > 0.5 else 'second'}"
    if agreement is None:
        yield "nothing is known: no person judged the same pairs"
        return
    for person in stats.by_person(answers, table.people, table.names, table.topics, confidence):
        if person.beyond.low is not None and person.beyond.low > 0 and person.agreement >= _CERTAIN:
            yield f"answers as {person.person} does, far more often than as the others do"
    if longer and longer.low is not None and longer.low > 0.5:
        yield "follows length: prefers the longer text where people prefer the shorter one"
    if agreement.low is None or agreement.low <= 0.5:
        below = agreement.high is not None and agreement.high < 0.5
        yield "disagrees with people" if below else "not shown to agree with people better than chance"
    elif test.passes:
        yield "stands in for a person"
    elif test.passes is False:
        yield "agrees with people better than chance, but is not shown to stand in for one"
    else:
        yield f"agrees with people better than chance{_beside_people(estimates['difference'], test.epsilon)}"


def _beside_people(difference: Estimate | None, epsilon: float) -> str:
    """Return what the interval of the difference allows to say where there is no test for a seat."""
    if difference is None or difference.low is None or difference.high is None:
        return "; how well people agree with each other is not known"
    if difference.high < 0:
        return ", but less than they do with each other"
    if difference.low > -epsilon:
        return ", and as well as they do with each other"
    sentence = "are too few to say whether as well as they do with each other"
    return f"; {many(difference.count, 'pair')} {sentence}"
