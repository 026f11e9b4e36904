"""What a study asks the people who work in it: questions on the person, screening, and a quiz of knowledge."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal

from cliometer.errors import InputError
from cliometer.spelling import listed, many, quoted

QuestionKind = Literal["text", "number", "choice", "choices"]
GivenAnswer = str | float | list[str]
"""A text or an option, a number, or the options that were chosen."""

MOST_QUESTIONS, MOST_OPTIONS, LONGEST_OPTION, LONGEST_QUESTION, LONGEST_ANSWER = 50, 50, 200, 1000, 2000
_ID = re.compile(r"[a-z][a-z0-9_-]{0,39}")


@dataclass(frozen=True)
class PersonQuestion:
    """A question; some answers may end the person's part in the study, and one of a quiz has right answers."""

    id: str
    text: str
    kind: QuestionKind = "text"
    options: tuple[str, ...] = ()  # of a choice
    required: bool = True
    excluded: tuple[str, ...] = ()  # options that end the person's part
    least: float | None = None  # a smaller number ends it
    most: float | None = None  # a larger number ends it
    right: tuple[str, ...] = ()  # in a quiz: any of them; of several choices, all of them

    def __post_init__(self) -> None:
        for name in ("least", "most"):  # whole numbers stay whole
            object.__setattr__(self, name, _whole(getattr(self, name)))
        if not _ID.fullmatch(self.id):
            raise InputError("question-name", id=quoted(self.id))
        for right, problem in (
            (0 < len(self.text.strip()) <= LONGEST_QUESTION, f"its text needs 1 to {LONGEST_QUESTION} characters"),
            (not self.options or self.has_options, "only questions with a choice have options"),
            (not self.has_options or 2 <= len(self.options) <= MOST_OPTIONS, f"it needs 2 to {MOST_OPTIONS} options"),
            (len(set(self.options)) == len(self.options), "it has an option twice"),
            (all(0 < len(word.strip()) <= LONGEST_OPTION for word in self.options), "an option is empty or too long"),
            (set(self.excluded) <= {*self.options}, "an answer that ends the participation is not among its options"),
            (not self.options or set(self.excluded) != {*self.options}, "every answer would end the participation"),
            (self.kind == "number" or (self.least is None and self.most is None), "only a number has bounds"),
            (all(end is None or math.isfinite(end) for end in (self.least, self.most)), "a bound is not a number"),
            (None in (self.least, self.most) or self.least <= self.most, "the least is more than the most"),  # type: ignore[operator]
            (not self.has_options or set(self.right) <= {*self.options}, "a right answer is not among its options"),
            (
                self.kind != "number" or all(_number(right_answer) is not None for right_answer in self.right),
                "a right answer is no number",
            ),
        ):
            if not right:
                raise InputError("question-invalid", id=self.id, problem=problem)

    @property
    def has_options(self) -> bool:
        return self.kind in ("choice", "choices")

    def answer(self, given: Sequence[str]) -> GivenAnswer | None:
        """Return what was answered, in the type of the question, or None for nothing; refuse what does not fit."""
        texts = [text.strip() for text in given if text.strip()]
        if not texts:
            if self.required:
                raise InputError("answer-needed")
            return None
        if self.has_options:
            strange = [option for option in texts if option not in self.options]
            if strange:
                raise InputError("answer-no-option", answer=quoted(strange[0]))
            if self.kind == "choices":
                return [option for option in self.options if option in texts]
        if len(texts) > 1:
            raise InputError("answer-single")
        if len(texts[0]) > LONGEST_ANSWER:
            raise InputError("answer-too-long", most=LONGEST_ANSWER)
        if self.kind != "number":
            return texts[0]
        number = _number(texts[0])
        if number is None:
            raise InputError("answer-number", answer=quoted(texts[0]))
        return number

    def excludes(self, answer: GivenAnswer | None) -> bool:
        """Return whether an answer ends the person's part; nothing said ends nothing."""
        if isinstance(answer, int | float):
            return (self.least is not None and answer < self.least) or (self.most is not None and answer > self.most)
        chosen = answer if isinstance(answer, list) else [answer]
        return any(choice in self.excluded for choice in chosen)

    def is_right(self, answer: GivenAnswer | None) -> bool:
        """Return whether an answer of the quiz is right; the case and blanks of a text do not count."""
        if isinstance(answer, list):
            return set(answer) == {*self.right}
        if isinstance(answer, int | float):
            return any(_number(right_answer) == answer for right_answer in self.right)
        return answer is not None and _plain(answer) in map(_plain, self.right)


def _number(text: str) -> float | None:
    try:
        number = float(text.replace(",", ".") if text.count(",") == 1 and "." not in text else text)
    except ValueError:
        return None
    return _whole(number) if math.isfinite(number) else None


def _whole(number: float | None) -> float | None:
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


@dataclass(frozen=True)
class KnowledgeGrade:
    """The outcome of a quiz."""

    right: int
    of: int
    needed: int = 0

    @property
    def passed(self) -> bool:
        return self.right >= self.needed


@dataclass(frozen=True)
class Questionnaire:
    """The questions of a page in order; `needed` of a quiz must be right, and with 0 the result is only recorded."""

    questions: tuple[PersonQuestion, ...] = ()
    needed: int = 0

    def __post_init__(self) -> None:
        if len(self.questions) > MOST_QUESTIONS:
            raise InputError("questions-too-many", count=len(self.questions), most=MOST_QUESTIONS)
        names = [question.id for question in self.questions]
        twice = [name for place, name in enumerate(names) if name in names[:place]]
        if twice:
            raise InputError("question-name-taken", name=quoted(twice[0]))
        if not 0 <= self.needed <= len(self.questions):
            raise InputError("quiz-pass-mark", needed=self.needed, questions=many(len(self.questions), "question"))

    def read(self, given: Mapping[str, Sequence[str]]) -> tuple[dict[str, GivenAnswer], dict[str, InputError]]:
        """Return the answers by question, and what is wrong with those that do not fit."""
        answers: dict[str, GivenAnswer] = {}
        problems: dict[str, InputError] = {}
        for question in self.questions:
            try:
                answer = question.answer(given.get(question.id, ()))
            except InputError as error:
                problems[question.id] = error
                continue
            if answer is not None:
                answers[question.id] = answer
        return answers, problems

    def excluded_by(self, answers: Mapping[str, GivenAnswer]) -> tuple[str, ...]:
        """Return the questions whose answers end the person's part in the study."""
        return tuple(question.id for question in self.questions if question.excludes(answers.get(question.id)))

    def grade(self, answers: Mapping[str, GivenAnswer]) -> KnowledgeGrade:
        """Grade a quiz; a question without an answer counts as wrong."""
        right = sum(question.is_right(answers.get(question.id)) for question in self.questions)
        return KnowledgeGrade(right, len(self.questions), self.needed)


def expect_quiz(quiz: Questionnaire) -> None:
    """Refuse a quiz with questions that have no right answer."""
    lacking = [question.id for question in quiz.questions if not question.right]
    if lacking:
        raise InputError("quiz-answers-missing", questions=listed(lacking))


LEADERS = tuple(
    PersonQuestion(name, f"Who is the {office} of {country}?")
    for name, office, country in (
        ("uk", "prime minister", "the United Kingdom"),
        ("us", "president", "the United States"),
        ("russia", "president", "Russia"),
    )
)
"""The general knowledge that Mackie et al. (2014, section 5) asked of their workers; right answers change with time."""


def new_codes(names: Iterable[str], known: Mapping[str, str], kept: Collection[str] = ()) -> dict[str, str]:
    """Return a code for each name: the known ones, then J1, J2 ... in order, so that a code never changes.

    The names in `kept`, as those of an imported release, stay as they are where they are nobody else's code.
    """
    codes = dict(known)
    wanted = [name for name in dict.fromkeys(names) if name not in codes]
    for name in wanted:
        if name in kept and name not in codes.values():
            codes[name] = name
    taken = set(codes.values())
    free = (code for number in count(1) if (code := f"J{number}") not in taken)
    return codes | {name: next(free) for name in wanted if name not in codes}
