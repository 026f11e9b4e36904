"""The ballot of one judge: a quiz, then pairs of summaries, and the answers to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import ClassVar, Literal, Self, TypeAlias, TypeVar

from cliometer.errors import Missing, Overtaken, Refused, unknown
from cliometer.grouping import by_key
from cliometer.model.judgements import Vote
from cliometer.model.notes import Note
from cliometer.spelling import many
from cliometer.study.contests import CHOICES
from cliometer_workbench.study.journal import Worksheet, verb
from cliometer_workbench.study.persons import KnowledgeGrade
from cliometer_workbench.study.preferences import ballot_plan
from cliometer_workbench.study.preferences.answer_records import (
    LONGEST_ANSWER,
    SEEN,
    Answer,
    AnswerClock,
    ShownAnswer,
    SummaryMark,
    advice_on,
    filled_parts,
    judge_fault,
    read_advice,
    record_answers,
    seen_models,
)
from cliometer_workbench.study.preferences.comparison_items import (
    BEST_WORST,
    PAIRS,
    ComparisonItem,
    answer_parts,
    better_marked,
    item_noun,
    part_options,
)
from cliometer_workbench.study.preferences.reason_sheets import start_coding, start_settling
from cliometer_workbench.study.steps import Desk, described_protocol

_PARTIAL = "the pair was not answered by every criterion"
R = TypeVar("R", Answer, SummaryMark)
BallotPhase: TypeAlias = Literal["quiz", "vote", "failed", "nothing"]


def blank_name(criterion: str, part: str) -> str:
    """Return the name of what is filled in by a criterion; a part that is the whole has no name of its own."""
    return f"{criterion}:{part}" if part else criterion


@dataclass(frozen=True)
class GivenAnswer:
    """An answer as it was given: what was filled in by each criterion (`criterion`, or `criterion:part`), in order."""

    choices: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    seconds: float = 0.0
    models_seen: str = ""
    early: frozenset[str] = frozenset()  # what was filled in before the ends of all timelines were on screen

    @property
    def choice(self) -> str:
        """The first choice, which is the only one in a study of one criterion."""
        return next(iter(self.choices.values()), "")


@dataclass(frozen=True)
class ShownItem:
    """As much of an item as a judge may see: no names, and nothing that tells tests and repeats from votes."""

    item: str
    place: int
    of: int
    topic: str
    title: str
    texts: tuple[str, ...]
    criteria: tuple[str, ...]
    models: tuple[ShownAnswer, ...] = ()

    @property
    def models_seen(self) -> str:
        """The names of the models, which an answer sends back."""
        return seen_models(self.models)


@dataclass(frozen=True)
class PreferenceBallot(Worksheet):
    """The ballot of one judge with the answers that she has given so far."""

    step: ClassVar[str] = "vote"
    final: ClassVar[frozenset[str]] = frozenset({"grade"})  # verbs that must not be undone: a quiz is no game

    judge: str
    settings: ballot_plan.PreferenceStudySettings
    plan: ballot_plan.BallotPlan
    given: Mapping[str, GivenAnswer] = field(default_factory=dict)
    grades: tuple[KnowledgeGrade, ...] = ()
    clock: AnswerClock = field(default_factory=AnswerClock)
    advice: tuple[Vote, ...] = ()  # which the judge sees

    @verb
    def answer(
        self,
        item: str,
        choice: str,
        reason: str = "",
        seconds: float = 0.0,
        criterion: str = "",
        part: str = "",
        models_seen: str = "",
        early: bool = False,
        at: str = "",
    ) -> Self:
        """Prefer left, right, or neither (tie, where the study allows it), by the first criterion or the one named.

        In a study of scales, give the summary with the letter `part` a mark; in one of sets, say which letter is
        `best` and which `worst`. A later answer to the same question replaces it; reason and seconds are those of
        the item. `models_seen` names the models whose answers stood beside the pair, joined by "; ": the journal has
        those of the sheet, and an answer that names others is refused. `early` says that the end of a timeline was
        not on screen yet; such an answer counts like any other, and is marked.
        """
        self._expect_open(item)
        asked = self.asked(item)
        if criterion and criterion not in asked:
            raise Refused.like(unknown("criterion", criterion, asked))
        blank = blank_name(criterion or asked[0], part)
        if blank not in self.blanks(item):
            raise Refused.like(unknown("part", part, answer_parts(self.settings.format, self._size(item))))
        self._expect_choice(item, choice)
        if not 0 <= seconds <= LONGEST_ANSWER:
            raise Refused("answer-seconds", seconds=seconds)
        kept = "" if self.settings.reasons == "none" else reason
        before = self.given.get(item, GivenAnswer())
        took = self.clock.seconds(seconds, before.seconds, at)
        chosen = {**before.choices, blank: choice}
        ordered = {name: chosen[name] for name in self.blanks(item) if name in chosen}
        best_and_worst = filled_parts(ordered, criterion or asked[0]).values()
        if self.settings.format == BEST_WORST and len(set(best_and_worst)) < len(best_and_worst):
            raise Refused("best-is-worst")
        unread = before.early | {blank} if early else before.early - {blank}
        given = {**self.given, item: GivenAnswer(ordered, kept, took, models_seen, unread)}
        return replace(self, given=given, clock=self.clock.after(at, took - before.seconds))

    @verb
    def grade(self, at: str = "") -> Self:
        """Hand in the quiz; where it is failed, and an attempt is left, other questions follow."""
        if self.phase != "quiz":
            raise Refused("quiz-over")
        if self.pending:
            raise Refused("quiz-unfinished", questions=many(len(self.pending), "question"))
        asked = {item.id for item in self.questions}
        right = sum(record.right for record in self._records() if record.item in asked and record.expected)
        grades = (*self.grades, KnowledgeGrade(right, len(self.questions)))
        return replace(self, grades=grades, clock=self.clock.after(at))

    def journal_details(self, verb: str, details: Mapping[str, object]) -> dict[str, object]:
        """Return the details with the models whose answers the judge saw; refuse those of a page that showed others."""
        kept = {name: value for name, value in details.items() if name != SEEN}
        item = self.plan.by_id.get(str(details.get("item")))
        seen = seen_models(advice_on(item, self.advice)) if item and verb == "answer" else ""
        if details.get(SEEN, seen) != seen:
            raise Overtaken("model-answers-changed")
        return {**kept, SEEN: seen} if seen else kept

    def asked(self, item: str) -> tuple[str, ...]:
        """Return the names of the criteria by which an item is compared: all, but in the quiz the first alone."""
        quiz = self.plan.by_id[item].kind == "quiz"
        return tuple(criterion.name for criterion in self.settings.criteria[: 1 if quiz else None])

    def blanks(self, item: str) -> tuple[str, ...]:
        """Return what is to be filled in about an item: `criterion`, or `criterion:part`, in order."""
        parts = answer_parts(self.settings.format, self._size(item))
        return tuple(blank_name(name, part) for name in self.asked(item) for part in parts)

    def is_complete(self, item: str) -> bool:
        """Return whether an item has an answer by every criterion."""
        return item in self.given and len(self.given[item].choices) == len(self.blanks(item))

    def options(self, item: str) -> tuple[str, ...]:
        """Return what each blank of an item can be filled in with."""
        chosen = self.settings
        return part_options(chosen.format, self._size(item), chosen.points, chosen.ties)

    @property
    def choices(self) -> tuple[str, ...]:
        """What every blank can be filled in with."""
        return part_options(self.settings.format, self.settings.together, self.settings.points, self.settings.ties)

    @property
    def passed(self) -> bool:
        """Whether the quiz is passed, or there is none."""
        mark = self.settings.quiz_mark
        return not self.plan.quiz or any(grade.right / grade.of >= mark for grade in self.grades)

    @property
    def phase(self) -> BallotPhase:
        """What the page shows: the quiz, the pairs, that the quiz was failed, or that there is nothing."""
        if not self.plan.items and (self.passed or not self.plan.late):
            return "nothing"
        if self.passed:
            return "vote"
        return "quiz" if len(self.grades) < len(self.plan.quiz) else "failed"

    @property
    def awaits_hand(self) -> bool:
        """Whether pairs are to be dealt now."""
        return self.plan.late and self.passed and not self.plan.slots

    @property
    def attempts_left(self) -> int:
        """How many attempts at the quiz are left, the present one included."""
        return len(self.plan.quiz) - len(self.grades) if self.phase == "quiz" else 0

    @property
    def questions(self) -> tuple[ComparisonItem, ...]:
        """The items of this phase, with names and kinds that no page may show; pages use `ids` and `shown`."""
        if self.phase == "quiz":
            return self.plan.quiz[len(self.grades)]
        return self.plan.items if self.phase == "vote" else ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the questions of this phase, in the order of showing."""
        return tuple(item.id for item in self.questions)

    @property
    def pending(self) -> tuple[str, ...]:
        """The ids of the questions of this phase that lack an answer by a criterion."""
        return tuple(id for id in self.ids if not self.is_complete(id))

    @property
    def next(self) -> str:
        """The id to show next; empty where everything has an answer."""
        return next(iter(self.pending), "")

    def shown(self, item: str) -> ShownItem:
        """Return a question of this phase as the judge sees it."""
        self._expect_open(item)
        entry, place, of = self.plan.by_id[item], self.plan.positions[item], len(self.questions)
        models = advice_on(entry, self.advice)
        return ShownItem(item, place, of, entry.topic, entry.title, entry.texts, self.asked(item), models)

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Nothing, where the quiz was failed: the sheet can be handed in, and counts for nothing."""
        if self.phase == "quiz":
            return ("the quiz comes first: answer its questions and hand it in",)
        problems = []
        if self.pending:
            by_all = " by every criterion" if len(self.settings.criteria) > 1 else ""
            noun = item_noun(self.settings.together)
            problems.append(Note.of("pairs-unanswered", pairs=many(len(self.pending), noun), criteria=by_all))
        silent = sum(not self.given[id].reason for id in self.ids if id in self.given)
        if silent and self.settings.reasons == "required":
            problems.append(Note.of("answers-without-reason", answers=many(silent, "answer")))
        return tuple(problems)

    @property
    def remarks(self) -> tuple[str, ...]:
        """A remark where there is nothing to vote on, or where pairs are no longer in the study."""
        if self.phase == "nothing":
            return ("every pair has its votes, or somebody who is at it: there is nothing to vote on",)
        if self.plan.lost:
            return (Note.of("pairs-lost", pairs=many(self.plan.lost, "pair")),)
        return ()

    @property
    def progress(self) -> tuple[int, int]:
        """Questions answered, of those of this phase."""
        return len(self.ids) - len(self.pending), len(self.ids)

    @property
    def aside(self) -> str:
        """For the owner: why this judge's votes do not count; empty where she is in good standing."""
        return self.screened or judge_fault(self._records(), self.settings, self._marks())

    @property
    def screened(self) -> str:
        """For the owner: that the quiz was failed, with the results of all attempts; empty otherwise."""
        if self.phase != "failed":
            return ""
        return Note.of("quiz-failed-by", grades=", ".join(f"{grade.right} of {grade.of}" for grade in self.grades))

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Every answer as a record, the quiz first, marked where the judge is set aside.

        Votes on a pair that lacks an answer by a criterion are set aside, too: the pair is dealt to somebody else.
        """
        return self._standing((*self._records(), *self._votes_between_items()))

    @property
    def marks(self) -> tuple[SummaryMark, ...]:
        """Everything that was filled in, where the study does not ask for a choice between two."""
        return self._standing(self._marks())

    def _standing(self, records: Sequence[R]) -> tuple[R, ...]:
        fault, ids = self.aside, [id for id in self.given if not self.is_complete(id)]
        partial = {id for id in ids if self.plan.by_id[id].kind == "vote"}
        return tuple(replace(record, aside=fault or (_PARTIAL if record.item in partial else "")) for record in records)

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
            answer = self.given.get(id, GivenAnswer())
            details = answer.reason, answer.seconds, answer.models_seen, answer.early
            records += record_answers(item, self.judge, answer.choices, self.settings, *details)
        return tuple(records)

    def _marks(self) -> tuple[SummaryMark, ...]:
        marks: list[SummaryMark] = []
        for id, given in sorted(self.given.items(), key=lambda entry: list(self.plan.by_id).index(entry[0])):
            item, reason = self.plan.by_id[id], given.reason
            for blank, choice in given.choices.items() if self.settings.format != PAIRS else ():
                name, _, part = blank.partition(":")
                mark = SummaryMark(self.judge, id, item.kind, item.topic, item.systems, name, part, choice)
                marks.append(replace(mark, reason=reason, seconds=given.seconds, early=blank in given.early))
                reason = ""
        return tuple(marks)

    def _votes_between_items(self) -> list[Answer]:
        """Return the votes that follow from marks of summaries that stood alone, in the order of showing."""
        voted = [mark for mark in self._marks() if mark.kind == "vote" and self.settings.together == 1]
        answers = []
        for (topic, criterion), marks in by_key(((mark.topic, mark.criterion), mark) for mark in voted).items():
            points = {mark.systems[0]: int(mark.choice) for mark in marks}
            by = self.settings.released_criterion(criterion)
            for first, other in combinations(marks, 2):
                if self.is_complete(first.item) and self.is_complete(other.item):
                    items, (a, b) = f"{first.item}+{other.item}", (first.systems[0], other.systems[0])
                    better = better_marked(a, b, points)
                    answers.append(Answer(self.judge, items, "vote", topic, a, b, better, criterion=by))
        return answers

    def _size(self, item: str) -> int:
        return len(self.plan.by_id[item].systems)

    def _expect_choice(self, item: str, choice: str) -> None:
        options = self.options(item)
        if choice in options:
            return
        if choice in CHOICES and self.settings.format == PAIRS:
            raise Refused("choice-needed")
        raise Refused.like(unknown("choice", choice, options))

    def _expect_open(self, item: str) -> None:
        if item in self.ids:
            return
        if self.phase == "failed":
            raise Refused("quiz-failed")
        if item not in self.plan.by_id:
            raise Missing("question-missing", item=item)
        raise Refused("quiz-first" if self.phase == "quiz" else "quiz-question-over")


def start_ballot(desk: Desk) -> PreferenceBallot:
    """Return the empty sheet of a judge."""
    settings = ballot_plan.read_preference_settings(desk.settings)
    advice = read_advice(desk.settings) if settings.models_shown else ()
    return PreferenceBallot(desk.judge, settings, ballot_plan.plan_ballot(desk, settings), advice=advice)


PREFERENCES = described_protocol("preferences", vote=start_ballot, code=start_coding, settle=start_settling)
