"""Criteria by which two summaries are compared: a name for tables, and the question that judges read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cliometer.errors import UsageError
from cliometer.model.sources import refuse_repeats
from cliometer.spelling import did_you_mean, listed
from cliometer.study.topics import clean_text, expect_setting

OVERALL = "overall"
READY_QUESTIONS: Mapping[str, str] = {
    OVERALL: "Which do you prefer?",
    "faithful": "Which is truer to what happened?",
    "complete": "Which tells more of what matters?",
    "readable": "Which reads better?",
    "dates": "Which has the right dates?",
}
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
        name, _, question = (part.strip() for part in text.partition(":"))
        if not name:
            raise UsageError("criterion-expected", text=text)
        if not question and name not in READY_QUESTIONS:
            ready = f"add its question, such as '{name}: Which is better?', or take one of {listed(READY_QUESTIONS)}"
            near = f"{asked} " if (asked := did_you_mean(name, READY_QUESTIONS)) else ""
            raise UsageError("criterion-without-question", name=name, near=near, ready=ready)
        return cls(name, question or READY_QUESTIONS[name])


USUAL_CRITERIA = (Criterion(OVERALL, READY_QUESTIONS[OVERALL]),)


def parse_criteria(text: str) -> tuple[Criterion, ...]:
    """Read a criterion a line, as an owner types them; a ready name alone has its ready question.

    >>> [criterion.text for criterion in parse_criteria("overall\\ndates: Whose dates are right?")]
    ['Which do you prefer?', 'Whose dates are right?']
    """
    return checked_criteria([Criterion.parse(line) for line in filter(None, map(str.strip, text.splitlines()))])


def checked_criteria(given: Any) -> tuple[Criterion, ...]:
    """Return the criteria of a study, which may stand as members of a JSON document."""
    what = f"1 to {MOST_CRITERIA} criteria, each with a name and a question"
    expect_setting(isinstance(given, list | tuple) and 0 < len(given) <= MOST_CRITERIA, "criteria", what, given)
    criteria = []
    for entry in given:
        members = vars(entry) if isinstance(entry, Criterion) else entry
        expect_setting(isinstance(members, Mapping), "criteria", what, entry)
        name, text = str(members.get("name", "")), str(members.get("text", ""))
        right = 0 < len(name.strip()) <= _LONGEST_NAME and ":" not in name
        expect_setting(right, "criteria", f"a name of at most {_LONGEST_NAME} characters, without a colon", name)
        expect_setting(
            0 < len(text.strip()) <= _LONGEST_QUESTION,
            "criteria", f"a question of at most {_LONGEST_QUESTION} characters", text,
        )  # fmt: skip
        criteria.append(Criterion(*(" ".join(clean_text(part, "criteria").split()) for part in (name, text))))
    refuse_repeats([criterion.name for criterion in criteria], "criteria", "the study")
    return tuple(criteria)
