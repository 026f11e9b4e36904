"""Answers as records: the votes that they imply, their times, the answers of models beside them, and what they say of
the quality of judges: tests, repeats, haste, position bias, agreement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import combinations
from statistics import median
from typing import Any, TypeAlias

from cliometer.grouping import by_key
from cliometer.model.judgements import Vote
from cliometer.model.notes import Note
from cliometer.model.records import OMITTED, member
from cliometer.stats.position_bias import PositionBias, position_bias, proportion_numbers, swaps
from cliometer.study.contests import LEFT, RIGHT, TIE, digest, draw
from cliometer_workbench.study.preferences.ballot_plan import ADVICE, PreferenceStudySettings
from cliometer_workbench.study.preferences.comparison_items import ComparisonItem, ImpliedVote, ItemKind, implied_votes

FEWEST_TIMED = 3  # answers, before a judge can be called too fast


@dataclass(frozen=True)
class Answer:
    """The answer of a judge to a pair: `first` was on the left, and `preferred` is one of the two, or empty in a tie.

    `expected` is what a test wants, by the criterion by which it is graded; `aside` is why the answer does not count.
    0 seconds were not measured. A pair that is compared by several criteria has an answer for each, all with the
    seconds of the pair; the first has its reason.
    """

    judge: str
    item: str
    kind: ItemKind
    topic: str
    first: str
    second: str
    preferred: str
    expected: str = ""
    reason: str = ""
    seconds: float = 0.0
    aside: str = ""
    criterion: str = ""
    models_seen: str = ""  # models whose answers stood beside the pair
    early: bool = False  # given before the ends of both timelines were on screen

    @property
    def right(self) -> bool:
        return self.preferred == self.expected

    @property
    def vote(self) -> Vote:
        vote = Vote(self.first, self.second, self.preferred or None, self.topic, self.judge, self.reason)
        return replace(vote, criterion=self.criterion, models_seen=self.models_seen)


@dataclass(frozen=True)
class SummaryMark:
    """What was filled in about an item by a criterion, where the study does not ask for a choice between two.

    `systems` stand in the order of showing, the first under the letter a. `part` is a letter whose system has the mark
    `choice`, or `best` or `worst`, and then `choice` is a letter.
    """

    judge: str
    item: str
    kind: ItemKind
    topic: str
    systems: tuple[str, ...]
    criterion: str
    part: str
    choice: str
    reason: str = ""
    seconds: float = 0.0
    aside: str = ""
    early: bool = False


LOW_MARK, HIGH_MARK = "(low mark)", "(high mark)"  # what a decoy that stands alone can get


def record_answers(
    item: ComparisonItem,
    judge: str,
    choices: Mapping[str, str],
    settings: PreferenceStudySettings,
    reason: str = "",
    seconds: float = 0.0,
    seen: str = "",
    early: Collection[str] = (),
) -> list[Answer]:
    """Return the record of each vote that an answer implies, by each criterion; the reason stands with the first."""
    blank = Answer(judge, item.id, item.kind, item.topic, "", "", "", seconds=seconds, models_seen=seen)
    records: list[Answer] = []
    for criterion in settings.criteria:
        filled = filled_parts(choices, criterion.name)
        votes = implied_votes(settings.format, item.systems, filled)
        graded = item.loser and criterion == settings.criteria[0]
        if graded and filled:
            votes = [_verdict(item, votes, filled, settings)]
        unread = bool(filled_parts(dict.fromkeys(early, ""), criterion.name))
        answer = replace(blank, criterion=settings.released_criterion(criterion.name), early=unread)
        for first, second, preferred in votes:
            expected = (first if second in (item.loser, HIGH_MARK) else second) if graded else ""
            given = replace(answer, first=first, second=second, preferred=preferred, expected=expected)
            records.append(given if records else replace(given, reason=reason))
    return records


def filled_parts(choices: Mapping[str, str], criterion: str) -> dict[str, str]:
    """Return what was filled in by one criterion, by part."""
    parts = ((name.partition(":"), choice) for name, choice in choices.items())
    return {part: choice for (name, _, part), choice in parts if name == criterion}


def _verdict(
    item: ComparisonItem, votes: Sequence[ImpliedVote], filled: Mapping[str, str], settings: PreferenceStudySettings
) -> ImpliedVote:
    """Return the vote by which a test is graded: of the loser with the one that did not win, if any.

    A decoy that stands alone must get a mark of the lower half.
    """
    if len(item.systems) == 1:
        low = int(next(iter(filled.values()))) <= settings.points // 2
        return LOW_MARK, HIGH_MARK, LOW_MARK if low else HIGH_MARK
    vote_of = {frozenset(vote[:2]): vote for vote in votes}
    pairs = [(a, b) for a, b in combinations(item.systems, 2) if item.loser in (a, b)]
    verdicts = [vote_of.get(frozenset(pair), (*pair, "")) for pair in pairs]
    return next((vote for vote in verdicts if vote[2] in (item.loser, "")), verdicts[0])


def judge_fault(answers: Sequence[Answer], settings: PreferenceStudySettings, marks: Sequence[SummaryMark] = ()) -> str:
    """Return why a judge with these answers is set aside; nothing where she is in good standing."""
    tests = [answer for answer in answers if answer.kind == "test" and answer.expected]
    right = sum(answer.right for answer in tests)
    if tests and right / len(tests) < settings.test_mark:
        mark = f"{settings.test_mark:.0%}".replace("%", " %")
        return Note.of("tests-failed", right=right, tests=len(tests), mark=mark)
    fast, timed = answer_pace(marks or answers, settings)
    if timed >= FEWEST_TIMED and fast / timed > settings.hurry:
        return Note.of("answers-fast", fast=fast, timed=timed, seconds=settings.seconds)
    return ""


def answer_pace(answers: Iterable[Answer | SummaryMark], settings: PreferenceStudySettings) -> tuple[int, int]:
    """Return how many answers after the quiz were too fast, of how many whose time was measured."""
    timed = answer_times(answers)
    return sum(seconds < settings.seconds for seconds in timed), len(timed)


def answer_times(answers: Iterable[Answer | SummaryMark]) -> list[float]:
    """Return the seconds of each item after the quiz whose time was measured."""
    after = {answer.item: answer.seconds for answer in answers if answer.kind != "quiz"}
    return [seconds for seconds in after.values() if seconds > 0]


SHORTEST_ANSWER = 0.001  # seconds; 0 would say that nothing was measured
LONGEST_ANSWER = 86_400.0


@dataclass(frozen=True)
class AnswerClock:
    """When a sheet was begun, when its judge last did something, and how much time her answers have used.

    Answers that were given without a connection arrive at once, each with its own time: so it is their sum
    that cannot exceed the time since the first action. An answer that brings no time took the time since the
    action before it. Before the first action there is no telling; nor where actions have no moment, or all
    the same one, as those of a study that was opened from files.
    """

    began: str = ""
    latest: str = ""
    used: float = 0.0

    def seconds(self, reported: float, before: float, at: str) -> float:
        """Return the seconds of an answer that replaces one of `before` seconds."""
        if not at or self.latest in ("", at):
            return reported
        free = before + _seconds_between(self.began, at) - self.used
        taken = reported or before + _seconds_between(self.latest, at)
        return max(SHORTEST_ANSWER, min(taken, free, LONGEST_ANSWER))

    def after(self, at: str, added: float = 0.0) -> AnswerClock:
        """Return the clock after an action at that moment, with the seconds that an answer added."""
        if not at or at == self.latest:
            return self
        return AnswerClock(self.began or at, at, self.used + max(0.0, added) if self.began else 0.0)


def _seconds_between(earlier: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()


# Where a study shows the answers of models, a sheet keeps those that it shows, and every answer of a judge names the
# models whose answers stood beside the pair: a judgement that was made after seeing them can be told from the others.

SEEN = "models_seen"  # a detail of answers, a column of votes: the models whose answers the judge saw
_BETWEEN = "; "


@dataclass(frozen=True)
class ShownAnswer:
    """A model's answer as a judge sees it, without names of systems."""

    model: str
    criterion: str
    choice: str


def advice_fact(votes: Iterable[Vote], pairs: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, Any]:
    """Return the fact of a sheet that keeps what models answered to these pairs (topic, two systems in order)."""
    wanted = set(pairs)
    kept = [
        [vote.judge, vote.topic, vote.left, vote.right, vote.criterion, vote.winner or ""]
        for vote in votes
        if vote.repeat == 1 and (vote.topic, vote.pair) in wanted
    ]
    return {ADVICE: kept} if kept else {}


def read_advice(settings: Mapping[str, object]) -> tuple[Vote, ...]:
    """Return the votes of models that the settings of a desk hold."""
    rows = settings.get(ADVICE, ())
    texts = [tuple(map(str, row)) for row in rows] if isinstance(rows, list | tuple) else []
    return tuple(
        Vote(left, right, winner or None, topic, model, criterion=by) for model, topic, left, right, by, winner in texts
    )


def advice_on(item: ComparisonItem, advice: Iterable[Vote]) -> tuple[ShownAnswer, ...]:
    """Return what models said to an item in the same order; nothing in the quiz, which asks whether judges read."""
    about = (item.topic, *item.systems)
    return tuple(
        ShownAnswer(vote.judge, vote.criterion, {vote.left: LEFT, vote.right: RIGHT}.get(vote.winner or "", TIE))
        for vote in advice
        if item.kind != "quiz" and (vote.topic, vote.left, vote.right) == about
    )


def seen_models(shown: Iterable[ShownAnswer]) -> str:
    """Return the names of the models as the journal and the release have them."""
    return _BETWEEN.join(dict.fromkeys(answer.model for answer in shown))


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
    @member
    def share(self) -> float | None:
        """The share; None where the whole is 0."""
        return self.part / self.whole if self.whole else None


@dataclass(frozen=True)
class JudgeQuality:
    """One judge; `votes` counts pairs, `ties` and `agreed` their answers by each criterion.

    `agreed` counts votes that most of the other judges cast too, of those on which most agree.

    `repeats` counts pairs that got the same answer when shown the other way round. `aside` is empty where
    only some answers are set aside. `early` counts items answered before the ends of the timelines were on screen.
    """

    judge: str
    votes: int
    ties: int
    seconds: float | None  # the median
    reasons: int
    early: int
    aside: str
    quiz: QualityCount
    tests: QualityCount
    repeats: QualityCount
    fast: QualityCount
    agreed: QualityCount
    position: PositionBias = field(metadata=OMITTED)

    @property
    @member
    def left(self) -> dict[str, Any]:
        """The share of decided answers for the left."""
        return proportion_numbers(self.position.first, "part", "whole", "share", "low", "high", "p")


def judge_quality(
    answers: Iterable[Answer], settings: PreferenceStudySettings, marks: Iterable[SummaryMark] = ()
) -> tuple[JudgeQuality, ...]:
    """Return one row per judge, in the order of their first answers; times are those of marks where there are any.

    Judges are compared with those in good standing, whether they are themselves or not.
    """
    all_answers = list(answers)
    by_judge, marked = by_key((a.judge, a) for a in all_answers), by_key((mark.judge, mark) for mark in marks)
    counted = by_key((_key(a), a) for a in all_answers if a.kind == "vote" and not a.aside)
    standing = {key: {answer.judge: answer.preferred for answer in group} for key, group in counted.items()}
    return tuple(
        _judge_row(judge, by_judge.get(judge, []), marked.get(judge, []), standing, settings)
        for judge in dict.fromkeys((*by_judge, *marked))
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
        item, by = digest(vote.topic, *vote.pair)[:16], f"{vote.judge} (model)"
        answer = Answer(by, item, kind, vote.topic, vote.left, vote.right, vote.winner or "")
        records.append(replace(answer, reason=vote.reason, criterion=vote.criterion))
    return tuple(records)


CAREFUL = 0.95  # right answers to questions with an obvious answer


def passing(settings: PreferenceStudySettings) -> str:
    """Return how likely a judge who throws coins passes quiz and hidden tests, and one who is careful.

    >>> passing(PreferenceStudySettings())
    'a judge who throws coins passes quiz and hidden tests with probability 0.007, one who errs in 5 % with 0.979'
    """
    coin, careful = settings.pass_probability(0.5), settings.pass_probability(CAREFUL)
    return Note.of("quiz-odds", coin=coin, careful=careful)


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
        median(timed) if timed else None,
        sum(bool(response.reason) for response in responses if response.kind == "vote"),
        len({response.item for response in responses if response.early}),
        responses[0].aside if len({response.aside for response in responses}) == 1 else "",
        _tests(answers, "quiz"),
        _tests(answers, "test"),
        QualityCount(swapped.seen - swapped.inconsistent, swapped.seen),
        QualityCount(*answer_pace(responses, settings)),
        _majority_agreement(judge, votes, standing),
        position_bias(pairs),
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
