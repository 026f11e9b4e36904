"""Quality of judges in a preference study: tests, repeats, haste, position bias, agreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, TypeAlias

from cliometer.model.judgements import Vote
from cliometer.stats.position_bias import PositionBias, Swaps, position_bias, proportion_numbers, swaps
from cliometer.study.contests import digest, draw
from cliometer_workbench.study.preferences.answer_records import Answer, SummaryMark, answer_pace, answer_times
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings
from cliometer_workbench.study.preferences.comparison_items import ItemKind

PairKey: TypeAlias = tuple[str, tuple[str, str], str]
"""A topic, a pair and a criterion."""
PreferencesByPair: TypeAlias = Mapping[PairKey, Mapping[str, str]]
"""For each of them, whom each judge prefers; a tie is nobody."""


@dataclass(frozen=True)
class QualityCount:
    """A number of answers, and the number of all answers that they are a share of."""

    part: int
    whole: int

    @property
    def share(self) -> float | None:
        """The share; None where the whole is 0."""
        return self.part / self.whole if self.whole else None


@dataclass(frozen=True)
class JudgeQuality:
    """One judge; `votes` counts pairs, `ties` and `agreed` their answers by each criterion.

    `agreed` counts votes that most of the other judges cast too, of those on which most agree.

    `repeats` counts pairs that got the same answer when shown the other way round. `aside` is empty where
    only some answers are set aside.
    """

    judge: str
    votes: int
    ties: int
    quiz: QualityCount
    tests: QualityCount
    repeats: QualityCount
    fast: QualityCount
    seconds: float | None  # the median
    position: PositionBias
    swaps: Swaps
    agreed: QualityCount
    reasons: int
    aside: str

    def to_dict(self) -> dict[str, Any]:
        members = asdict(self)
        plain = {name: members[name] for name in ("judge", "votes", "ties", "seconds", "reasons", "aside")}
        counts = {
            name: members[name] | {"share": getattr(self, name).share}
            for name in ("quiz", "tests", "repeats", "fast", "agreed")
        }
        left = proportion_numbers(self.position.first, "part", "whole", "share", "low", "high", "p")
        return {**plain, **counts, "left": left}


def judge_quality(
    answers: Iterable[Answer], settings: PreferenceStudySettings, marks: Iterable[SummaryMark] = ()
) -> tuple[JudgeQuality, ...]:
    """Return one row per judge, in the order of their first answers; times are those of marks where there are any.

    Judges are compared with those in good standing, whether they are themselves or not.
    """
    by_judge: dict[str, list[Answer]] = {}
    standing: dict[PairKey, dict[str, str]] = {}
    for answer in answers:
        by_judge.setdefault(answer.judge, []).append(answer)
        if answer.kind == "vote" and not answer.aside:
            standing.setdefault(_key(answer), {})[answer.judge] = answer.preferred
    marked: dict[str, list[SummaryMark]] = {}
    for mark in marks:
        marked.setdefault(mark.judge, []).append(mark)
        by_judge.setdefault(mark.judge, [])
    return tuple(
        _judge_row(judge, answers, marked.get(judge, []), standing, settings) for judge, answers in by_judge.items()
    )


def model_records(votes: Iterable[Vote], seed: int) -> tuple[Answer, ...]:
    """Return votes of models as answers of judges who are marked as models, to be counted among people.

    A model answers a pair in both orders. Like a person, it votes in one of them, which the seed draws, and the other
    is a repeat of which no vote is counted.
    """
    records = []
    for vote in (vote for vote in votes if vote.repeat == 1):
        way = draw(2, "model", seed, vote.topic, *vote.pair)
        kind: ItemKind = "vote" if (vote.left, vote.right)[way] == vote.pair[0] else "repeat"
        about = f"{vote.judge} (model)", digest(vote.topic, *vote.pair)[:16], kind, vote.topic, vote.left, vote.right
        records.append(Answer(*about, vote.winner or "", reason=vote.reason, criterion=vote.criterion))
    return tuple(records)


CAREFUL = 0.95  # right answers to questions with an obvious answer


def passing(settings: PreferenceStudySettings) -> str:
    """Return how likely a judge who throws coins passes quiz and hidden tests, and one who is careful.

    >>> passing(PreferenceStudySettings())
    'a judge who throws coins passes quiz and hidden tests with probability 0.007, one who errs in 5 % with 0.979'
    """
    coin, careful = settings.pass_probability(0.5), settings.pass_probability(CAREFUL)
    who = "a judge who throws coins passes quiz and hidden tests with probability"
    return f"{who} {coin:.3f}, one who errs in 5 % with {careful:.3f}"


def study_position_bias(answers: Iterable[Answer]) -> PositionBias:
    """Return whether the left is preferred for being left, over all votes that count."""
    return position_bias(answer.vote for answer in answers if answer.kind == "vote" and not answer.aside)


def _judge_row(
    judge: str,
    answers: Sequence[Answer],
    marks: Sequence[SummaryMark],
    standing: PreferencesByPair,
    settings: PreferenceStudySettings,
) -> JudgeQuality:
    votes = [answer for answer in answers if answer.kind == "vote"]
    pairs = [answer.vote for answer in answers if answer.kind in ("vote", "repeat")]
    swapped = swaps(pairs)
    responses = marks or answers
    timed = answer_times(responses)
    return JudgeQuality(
        judge,
        len({response.item for response in responses if response.kind == "vote"}),
        sum(not answer.preferred for answer in votes),
        _tests(answers, "quiz"),
        _tests(answers, "test"),
        QualityCount(swapped.seen - swapped.inconsistent, swapped.seen),
        QualityCount(*answer_pace(responses, settings)),
        median(timed) if timed else None,
        position_bias(pairs),
        swapped,
        _majority_agreement(judge, votes, standing),
        sum(bool(response.reason) for response in responses if response.kind == "vote"),
        responses[0].aside if len({response.aside for response in responses}) == 1 else "",
    )


def _key(answer: Answer) -> PairKey:
    return answer.topic, answer.vote.pair, answer.criterion


def _tests(answers: Sequence[Answer], kind: str) -> QualityCount:
    tests = [answer for answer in answers if answer.kind == kind and answer.expected]
    return QualityCount(sum(answer.right for answer in tests), len(tests))


def _majority_agreement(judge: str, votes: Sequence[Answer], standing: PreferencesByPair) -> QualityCount:
    """Count votes that most others cast, too; where the others are divided, none is compared."""
    agreed = compared = 0
    for answer in votes:
        preferences = standing.get(_key(answer), {})
        ranked = Counter(name for other, name in preferences.items() if other != judge).most_common(2)
        if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
            compared += 1
            agreed += answer.preferred == ranked[0][0]
    return QualityCount(agreed, compared)
