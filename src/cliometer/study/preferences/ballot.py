"""The ballot of one judge: a quiz, pairs of summaries, answers with their timing, faults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import ClassVar, Literal, Self, TypeAlias

from cliometer.errors import Refused, unknown
from cliometer.model.judgements import Vote
from cliometer.spelling import many
from cliometer.study.journal import Worksheet, verb
from cliometer.study.preferences.ballot_plan import (
    BallotPlan,
    PreferenceStudySettings,
    plan_ballot,
    read_preference_settings,
)
from cliometer.study.preferences.comparison_items import CHOICES, TIE, ComparisonItem, ItemKind
from cliometer.study.steps import Desk, StudyProtocol, StudyStep

FEWEST_TIMED = 3  # answers, before a judge can be called too fast


@dataclass(frozen=True)
class Answer:
    """Of two, `first` on the left, one is `preferred`, or none in a tie.

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

    @property
    def right(self) -> bool:
        return self.preferred == self.expected

    @property
    def vote(self) -> Vote:
        winner = self.preferred or None
        return Vote(self.first, self.second, winner, self.topic, self.judge, self.reason, criterion=self.criterion)


def record_answers(
    item: ComparisonItem,
    judge: str,
    choices: Mapping[str, str],
    settings: PreferenceStudySettings,
    reason: str = "",
    seconds: float = 0.0,
) -> list[Answer]:
    """Return the record of an answer by each criterion; the reason stands with the first."""
    pair = judge, item.id, item.kind, item.topic, item.first, item.second
    records: list[Answer] = []
    for name, choice in choices.items():
        expected = item.name(item.expected) if name == settings.criteria[0].name else ""
        why, by = "" if records else reason, settings.released_criterion(name)
        records.append(Answer(*pair, item.name(choice), expected, why, seconds, criterion=by))
    return records


def set_aside(answers: Iterable[Answer], why: str) -> tuple[Answer, ...]:
    """Return the same answers, with the reason why they do not count; none where it is empty."""
    return tuple(replace(answer, aside=why) for answer in answers)


def judge_fault(answers: Sequence[Answer], settings: PreferenceStudySettings) -> str:
    """Return why a judge with these answers is set aside; nothing where she is in good standing."""
    tests = [answer for answer in answers if answer.kind == "test" and answer.expected]
    right = sum(answer.right for answer in tests)
    if tests and right / len(tests) < settings.test_mark:
        mark = f"{settings.test_mark:.0%}".replace("%", " %")
        return f"{right} of {len(tests)} hidden tests were answered right; {mark} are needed"
    fast, timed = answer_pace(answers, settings)
    if timed >= FEWEST_TIMED and fast / timed > settings.hurry:
        return f"{fast} of {timed} answers took less than {settings.seconds:g} seconds"
    return ""


def answer_pace(answers: Iterable[Answer], settings: PreferenceStudySettings) -> tuple[int, int]:
    """Return how many answers after the quiz were too fast, of how many whose time was measured."""
    timed = answer_times(answers)
    return sum(seconds < settings.seconds for seconds in timed), len(timed)


def answer_times(answers: Iterable[Answer]) -> list[float]:
    """Return the seconds of each item after the quiz whose time was measured."""
    after = {answer.item: answer.seconds for answer in answers if answer.kind != "quiz"}
    return [seconds for seconds in after.values() if seconds > 0]


SHORTEST_ANSWER = 0.001  # seconds; 0 would say that nothing was measured
LONGEST_ANSWER = 86_400.0
_PARTIAL = "the pair was not answered by every criterion"


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

    def seconds(self, told: float, before: float, at: str) -> float:
        """Return the seconds of an answer that replaces one of `before` seconds."""
        if not at or self.latest in ("", at):
            return told
        free = before + _seconds_between(self.began, at) - self.used
        taken = told or before + _seconds_between(self.latest, at)
        return max(SHORTEST_ANSWER, min(taken, free, LONGEST_ANSWER))

    def after(self, at: str, more: float = 0.0) -> AnswerClock:
        """Return the clock after an action at that moment, with the seconds that an answer added."""
        if not at or at == self.latest:
            return self
        return AnswerClock(self.began or at, at, self.used + max(0.0, more) if self.began else 0.0)


def _seconds_between(earlier: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()


BallotPhase: TypeAlias = Literal["quiz", "vote", "failed", "nothing"]
BallotStatus: TypeAlias = Literal["fine", "quiz failed", "set aside"]


@dataclass(frozen=True)
class GivenAnswer:
    """An answer as it was given: a choice by each criterion, in the order of the criteria."""

    choices: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    seconds: float = 0.0

    @property
    def choice(self) -> str:
        """The first choice, which is the only one in a study of one criterion."""
        return next(iter(self.choices.values()), "")


@dataclass(frozen=True)
class ShownPair:
    """As much of a pair as a judge may see: no names, and nothing that tells tests and repeats from votes."""

    item: str
    place: int
    of: int
    topic: str
    title: str
    left: str
    right: str
    criteria: tuple[str, ...]


@dataclass(frozen=True)
class QuizGrade:
    """The result of an attempt at the quiz."""

    right: int
    of: int


@dataclass(frozen=True)
class PreferenceBallot(Worksheet):
    """The sheet so far."""

    step: ClassVar[str] = "vote"
    final: ClassVar[frozenset[str]] = frozenset({"grade"})  # verbs that must not be undone: a quiz is no game

    judge: str
    settings: PreferenceStudySettings
    plan: BallotPlan
    given: Mapping[str, GivenAnswer] = field(default_factory=dict)
    grades: tuple[QuizGrade, ...] = ()
    clock: AnswerClock = field(default_factory=AnswerClock)

    @verb
    def answer(
        self, item: str, choice: str, reason: str = "", seconds: float = 0.0, criterion: str = "", at: str = ""
    ) -> Self:
        """Prefer left, right, or neither (tie, where the study allows it), by the first criterion or the one named.

        A later answer by the same criterion replaces it; reason and seconds are those of the pair.
        """
        self._expect_open(item)
        asked = self.asked(item)
        if criterion and criterion not in asked:
            raise Refused(str(unknown("criterion", criterion, asked)))
        if choice not in CHOICES:
            raise Refused(str(unknown("choice", choice, self.choices)))
        if choice not in self.choices:
            raise Refused("this study wants a choice between the two: answer left or right")
        if not 0 <= seconds <= LONGEST_ANSWER:
            raise Refused(f"expected the seconds that the answer took, 0 to 86400, found {seconds:g}")
        kept = "" if self.settings.reasons == "none" else reason
        before = self.given.get(item, GivenAnswer())
        took = self.clock.seconds(seconds, before.seconds, at)
        chosen = {**before.choices, criterion or asked[0]: choice}
        ordered = {name: chosen[name] for name in asked if name in chosen}
        given = {**self.given, item: GivenAnswer(ordered, kept, took)}
        return replace(self, given=given, clock=self.clock.after(at, took - before.seconds))

    @verb
    def grade(self, at: str = "") -> Self:
        """Hand in the quiz; where it is failed, and an attempt is left, other questions follow."""
        if self.phase != "quiz":
            raise Refused("there is no quiz to hand in; it is over")
        if self.pending:
            raise Refused(f"the quiz has {many(len(self.pending), 'question')} left; answer all first")
        right = sum(self.given[item.id].choice == item.expected for item in self.questions)
        grades = (*self.grades, QuizGrade(right, len(self.questions)))
        return replace(self, grades=grades, clock=self.clock.after(at))

    def asked(self, item: str) -> tuple[str, ...]:
        """Return the names of the criteria by which an item is compared: all, but in the quiz the first alone."""
        quiz = self.plan.by_id[item].kind == "quiz"
        return tuple(one.name for one in self.settings.criteria[: 1 if quiz else None])

    def is_complete(self, item: str) -> bool:
        """Return whether an item has an answer by every criterion."""
        return item in self.given and len(self.given[item].choices) == len(self.asked(item))

    @property
    def choices(self) -> tuple[str, ...]:
        return CHOICES if self.settings.ties else tuple(choice for choice in CHOICES if choice != TIE)

    @property
    def passed(self) -> bool:
        """Whether the quiz is passed, or there is none."""
        mark = self.settings.quiz_mark
        return not self.plan.quiz or any(grade.right / grade.of >= mark for grade in self.grades)

    @property
    def phase(self) -> BallotPhase:
        """What the page shows: the quiz, the pairs, that the quiz was failed, or that there is nothing."""
        if not self.plan.items:
            return "nothing"
        if self.passed:
            return "vote"
        return "quiz" if len(self.grades) < len(self.plan.quiz) else "failed"

    @property
    def attempts_left(self) -> int:
        """At the quiz, the one at hand among them."""
        return len(self.plan.quiz) - len(self.grades) if self.phase == "quiz" else 0

    @property
    def questions(self) -> tuple[ComparisonItem, ...]:
        """What is to be answered in this phase. For us, not for the page: see `ids` and `shown`."""
        if self.phase == "quiz":
            return self.plan.quiz[len(self.grades)]
        return self.plan.items if self.phase == "vote" else ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the questions of this phase, in the order of showing."""
        return tuple(item.id for item in self.questions)

    @property
    def pending(self) -> tuple[str, ...]:
        """Those of them that have no answer yet."""
        return tuple(id for id in self.ids if not self.is_complete(id))

    @property
    def next(self) -> str:
        """The id to show next; empty where everything has an answer."""
        return next(iter(self.pending), "")

    def shown(self, item: str) -> ShownPair:
        """Return a question of this phase as the judge sees it."""
        self._expect_open(item)
        one = self.plan.by_id[item]
        place = self.plan.positions[item]
        return ShownPair(
            one.id, place, len(self.questions), one.topic, one.title, one.left, one.right, self.asked(item)
        )

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Nothing, where the quiz was failed: the sheet can be handed in, and counts for nothing."""
        if self.phase == "quiz":
            return ("the quiz comes first: answer its questions and hand it in",)
        found = []
        if self.pending:
            by_all = " by every criterion" if len(self.settings.criteria) > 1 else ""
            found.append(f"{many(len(self.pending), 'pair')} without an answer{by_all}")
        silent = sum(not self.given[id].reason for id in self.ids if id in self.given)
        if silent and self.settings.reasons == "required":
            found.append(f"{many(silent, 'answer')} without a reason")
        return tuple(found)

    @property
    def remarks(self) -> tuple[str, ...]:
        """That there is nothing to do, or less than there was."""
        if self.phase == "nothing":
            return ("every pair has its votes, or somebody who is at it: there is nothing to vote on",)
        if self.plan.lost:
            return (f"{many(self.plan.lost, 'pair')} no longer in the study and left out of this sheet",)
        return ()

    @property
    def progress(self) -> tuple[int, int]:
        """Questions answered, of those of this phase."""
        return len(self.ids) - len(self.pending), len(self.ids)

    @property
    def status(self) -> BallotStatus:
        """For the owner; `aside` has the reason. The judge learns no more than `phase` tells."""
        if self.phase == "failed":
            return "quiz failed"
        return "set aside" if self.aside else "fine"

    @property
    def aside(self) -> str:
        """For the owner: why this judge's votes do not count; empty where she is in good standing."""
        if self.phase == "failed":
            results = ", ".join(f"{grade.right} of {grade.of}" for grade in self.grades)
            return f"failed the quiz ({results})"
        return judge_fault(self._records(), self.settings)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Every answer as a record, the quiz first, marked where the judge is set aside.

        Votes on a pair that lacks an answer by a criterion are set aside, too: the pair is dealt to somebody else.
        """
        return tuple(
            replace(one, aside=_PARTIAL)
            if one.kind == "vote" and not one.aside and not self.is_complete(one.item)
            else one
            for one in set_aside(self._records(), self.aside)
        )

    @property
    def promised(self) -> tuple[str, ...]:
        """The slots for which votes can be expected of this judge; none of one who is set aside."""
        return () if self.aside else self.plan.slots

    @property
    def cast(self) -> tuple[str, ...]:
        """The slots for which votes are there; none of a judge who is set aside."""
        slots = [item.slot for item in self.plan.items if item.slot and self.is_complete(item.id)]
        return () if self.aside else tuple(slots)

    def _records(self) -> tuple[Answer, ...]:
        records: list[Answer] = []
        for id, item in self.plan.by_id.items():
            found = self.given.get(id, GivenAnswer())
            records += record_answers(item, self.judge, found.choices, self.settings, found.reason, found.seconds)
        return tuple(records)

    def _expect_open(self, item: str) -> None:
        if item in self.ids:
            return
        if self.phase == "failed":
            raise Refused("the quiz was not passed, so there are no pairs to vote on; hand the sheet in")
        if item not in self.plan.by_id:
            raise Refused(f"there is no question {item!r} on this sheet; load the page again")
        raise Refused(
            "first comes the quiz; the pairs follow when it is passed"
            if self.phase == "quiz"
            else "that question belongs to the quiz, which is over; go on with the pairs"
        )


def start_ballot(desk: Desk) -> PreferenceBallot:
    """Return the empty sheet of a judge."""
    settings = read_preference_settings(desk.settings)
    return PreferenceBallot(desk.judge, settings, plan_ballot(desk, settings))


PREFERENCES = StudyProtocol(
    "preferences",
    "Which summary is better?",
    (StudyStep("vote", "Vote on pairs", "each", ("judge",), start_ballot, blind=True, spans=True),),
)
