"""Criteria by which two summaries are compared: a name for tables, and the question that judges read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.errors import UsageError
from cliometer.model.sources import refuse_repeats
from cliometer.spelling import did_you_mean, listed
from cliometer.study.journal import clean_text
from cliometer.study.steps import expect_setting

OVERALL = "overall"
READY_QUESTIONS: Mapping[str, str] = {
    OVERALL: "Which do you prefer?",
    "faithful": "Which is truer to what happened?",
    "complete": "Which tells more of what matters?",
    "readable": "Which reads better?",
    "dates": "Which has the right dates?",
}
READY_MARKS: Mapping[str, str] = {
    OVERALL: "How good is it?",
    "faithful": "How true is it to what happened?",
    "complete": "How much does it tell of what matters?",
    "readable": "How well does it read?",
    "dates": "How right are its dates?",
}
"""Ready questions that a mark answers, in place of a choice."""
MOST_CRITERIA = 9  # a key for each
_LONGEST_NAME, _LONGEST_QUESTION = 40, 300


@dataclass(frozen=True)
class Criterion:
    """A name for tables, and the sentence that a judge reads."""

    name: str
    text: str

    @classmethod
    def parse(cls, text: str) -> Criterion:
        """Read `coverage: Which one tells more of what matters?`, or the name alone of a ready question."""
        name, _, said = (part.strip() for part in text.partition(":"))
        if not name:
            raise UsageError(f"expected a criterion such as 'coverage: which tells more?', found {text!r}")
        if not said and name not in READY_QUESTIONS:
            ready = f"add its question, such as '{name}: Which is better?', or take one of {listed(READY_QUESTIONS)}"
            near = f"{asked} " if (asked := did_you_mean(name, READY_QUESTIONS)) else ""
            raise UsageError(f"the criterion {name!r} has no question; {near}{ready}")
        return cls(name, said or READY_QUESTIONS[name])


USUAL_CRITERIA = (Criterion(OVERALL, READY_QUESTIONS[OVERALL]),)


def parse_criteria(text: str) -> tuple[Criterion, ...]:
    """Read a criterion a line, as an owner types them; a ready name alone has its ready question.

    >>> [one.text for one in parse_criteria("overall\\ndates: Whose dates are right?")]
    ['Which do you prefer?', 'Whose dates are right?']
    """
    return checked_criteria([Criterion.parse(line) for line in filter(None, map(str.strip, text.splitlines()))])


def fitting_criteria(criteria: Sequence[Criterion], marks: bool) -> tuple[Criterion, ...]:
    """Return criteria whose ready questions fit the answers: marks, or a choice.

    >>> [one.text for one in fitting_criteria(parse_criteria("overall\\nown: How dull is it?"), True)]
    ['How good is it?', 'How dull is it?']
    """
    ready, other = (READY_MARKS, READY_QUESTIONS) if marks else (READY_QUESTIONS, READY_MARKS)
    return tuple(
        Criterion(one.name, ready[one.name]) if one.name in ready and one.text == other[one.name] else one
        for one in criteria
    )


def spelled_criteria(criteria: Sequence[Criterion]) -> str:
    """Return criteria as `parse_criteria` reads them."""
    return "\n".join(f"{one.name}: {one.text}" for one in criteria)


def checked_criteria(given: Any) -> tuple[Criterion, ...]:
    """Return the criteria of a study, which may stand as members of a JSON document."""
    what = f"1 to {MOST_CRITERIA} criteria, each with a name and a question"
    expect_setting(isinstance(given, list | tuple) and 0 < len(given) <= MOST_CRITERIA, "criteria", what, given)
    found = []
    for one in given:
        members = vars(one) if isinstance(one, Criterion) else one
        expect_setting(isinstance(members, Mapping), "criteria", what, one)
        name, text = str(members.get("name", "")), str(members.get("text", ""))
        right = 0 < len(name.strip()) <= _LONGEST_NAME and ":" not in name
        expect_setting(right, "criteria", f"a name of at most {_LONGEST_NAME} characters, without a colon", name)
        expect_setting(
            0 < len(text.strip()) <= _LONGEST_QUESTION,
            "criteria", f"a question of at most {_LONGEST_QUESTION} characters", text,
        )  # fmt: skip
        found.append(Criterion(*(" ".join(clean_text(part, "criteria").split()) for part in (name, text))))
    refuse_repeats([one.name for one in found], "criteria", "the study")
    return tuple(found)
