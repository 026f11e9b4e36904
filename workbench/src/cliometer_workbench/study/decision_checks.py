"""Checks of a model's decisions by people: does a text express a statement, yes, partly or no?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Self

from cliometer.errors import InputError, Refused, unknown
from cliometer.io.csv_tables import table_rows
from cliometer.io.sheets import csv_text
from cliometer.io.text_files import read_bare_text
from cliometer.judges.coverage import ANSWERS, CREDIT, NO, PARTLY, SHEET_COLUMNS, YES
from cliometer.model.notes import Note
from cliometer.spelling import listed, many
from cliometer.study.topics import Topic
from cliometer_workbench.study.journal import Action, Worksheet, number_actions, verb
from cliometer_workbench.study.steps import Desk, described_protocol

CHECK_COLUMNS = ("judge", *SHEET_COLUMNS[:3], "answer")
DECISIONS = "decisions"  # the one topic of such a study, whose summaries are the texts, in the order of drawing


@dataclass(frozen=True)
class Decision:
    """A decision of a model that people check; whoever checks sees the statement and the text alone."""

    id: str
    topic: str
    system: str
    unit: str
    statement: str
    text: str


def read_decisions(path: Path) -> Topic:
    """Read the sheet that an audit drew, as the topic of a study; answers that it has are left out."""
    texts: dict[str, str] = {}
    for row in table_rows(read_bare_text(path), path, ","):
        key = json.dumps([row.filled(name) for name in SHEET_COLUMNS[:4]], ensure_ascii=False)
        if key in texts:
            raise row.error("decision-twice")
        texts[key] = row.filled("text")
    if not texts:
        raise InputError("decisions-missing", path)
    return Topic(DECISIONS, summaries=texts)


def read_checks(path: Path, topic: Topic) -> dict[str, tuple[Action, ...]]:
    """Read the answers that `checks_csv` wrote, as the journal of each judge."""
    ids: dict[tuple[str, ...], str] = {}
    for decision in decisions_of([topic]):
        key = (decision.topic, decision.system, decision.unit)
        if key in ids:
            raise InputError("decision-ambiguous", path, key=listed(key))
        ids[key] = decision.id
    given: dict[str, dict[str, str]] = {}
    for row in table_rows(read_bare_text(path), path, ","):
        judge, *about, answer = (row.filled(name) for name in CHECK_COLUMNS)
        item, answers = ids.get(tuple(about), ""), given.setdefault(judge, {})
        if not item:
            raise row.error("decision-unlisted", decision=listed(about))
        if item in answers:
            raise row.error("decision-answered")
        if answer not in ANSWERS:
            raise row.fails(unknown("answer", answer, ANSWERS))
        answers[item] = answer
    return {
        judge: number_actions(judge, [("answer", {"item": item, "choice": answer}) for item, answer in answers.items()])
        for judge, answers in given.items()
    }


def decisions_of(topics: Iterable[Topic]) -> tuple[Decision, ...]:
    """Return the decisions of a study in the order of drawing."""
    pairs = [(*json.loads(key), text) for topic in topics for key, text in topic.summaries.items()]
    return tuple(Decision(f"d{place}", *values) for place, values in enumerate(pairs, start=1))


@dataclass(frozen=True)
class CheckSheet(Worksheet):
    """One person's answers; whoever stops early has checked the first of decisions that stand in random order."""

    step: ClassVar[str] = "check"
    decisions: tuple[Decision, ...]
    given: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of the decisions in their order."""
        return tuple(decision.id for decision in self.decisions)

    @property
    def next(self) -> str:
        """The first decision without an answer; empty where all have one."""
        return next((id for id in self.ids if id not in self.given), "")

    @verb
    def answer(self, item: str, choice: str) -> Self:
        """Say whether the text expresses the statement: yes, partly or no; a later answer replaces it."""
        if item not in self.ids:
            raise Refused("decision-absent", item=item)
        if choice not in ANSWERS:
            raise Refused.like(unknown("answer", choice, ANSWERS))
        return replace(self, given={**self.given, item: choice})

    @property
    def unsettled(self) -> tuple[str, ...]:
        return () if self.given else ("no decision has an answer yet",)

    @property
    def remarks(self) -> tuple[str, ...]:
        left = len(self.ids) - len(self.given)
        return (Note.of("decisions-unanswered", decisions=many(left, "decision")),) if left else ()

    @property
    def progress(self) -> tuple[int, int]:
        return len(self.given), len(self.ids)


def start_checking(desk: Desk) -> CheckSheet:
    """Lay out the decisions without answers, the model's included."""
    return CheckSheet(decisions_of(desk.topics))


CHECKS = described_protocol("checks", check=start_checking)


def joint_answer(answers: Sequence[str]) -> str:
    """Return what several people say together: the answer whose credit is next to their mean, partly where two are.

    >>> joint_answer(["yes", "yes", "no"]), joint_answer(["yes", "no"]), joint_answer(["yes", "yes", "yes", "partly"])
    ('partly', 'partly', 'yes')
    """
    mean = sum(CREDIT[answer] for answer in answers) / len(answers)
    return YES if mean > 0.75 else NO if mean < 0.25 else PARTLY


def audited_csv(decisions: Sequence[Decision], sheets: Iterable[CheckSheet]) -> str:
    """Return the sheet with the joint answers of all, as `cliometer judge coverage --audited` reads it."""
    works = list(sheets)
    rows = []
    for decision in decisions:
        given = [work.given[decision.id] for work in works if decision.id in work.given]
        rows.append([*(getattr(decision, name) for name in SHEET_COLUMNS[:5]), joint_answer(given) if given else ""])
    return csv_text(SHEET_COLUMNS, rows)


@dataclass(frozen=True)
class CheckedSystem:
    """How many decisions on a system were drawn, and how many of them people answered with what."""

    system: str
    decisions: int
    yes: int
    partly: int
    no: int


def read_checked(path: Path) -> tuple[CheckedSystem, ...]:
    """Count the answers of the sheet that `audited_csv` wrote, by system."""
    given: dict[str, list[str]] = {}
    for row in table_rows(read_bare_text(path), path, ","):
        answer = row.text("answer").casefold()
        if answer not in ("", *ANSWERS):
            raise row.fails(unknown("answer", answer, ANSWERS))
        given.setdefault(row.filled("system"), []).append(answer)
    return tuple(CheckedSystem(name, len(answers), *map(answers.count, ANSWERS)) for name, answers in given.items())


def checks_csv(decisions: Sequence[Decision], sheets: Mapping[str, CheckSheet]) -> str:
    """Return a row for each answer of each judge."""
    rows = [
        [judge, decision.topic, decision.system, decision.unit, sheet.given[decision.id]]
        for judge, sheet in sheets.items()
        for decision in decisions
        if decision.id in sheet.given
    ]
    return csv_text(CHECK_COLUMNS, rows)
