"""Reasons of votes, coded by two people who do not see each other's codes, and what a third settles between them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from cliometer.errors import InputError, Missing, Refused, unknown
from cliometer.io.csv_tables import table_rows
from cliometer.io.sheets import csv_text
from cliometer.model.judgements import Poll, Vote
from cliometer.model.notes import Note
from cliometer.model.records import decode
from cliometer.spelling import many
from cliometer.study.contests import digest
from cliometer.study.reason_coding import (
    Codebook,
    Coder,
    Reason,
    ReasonSurvey,
    parse_codebook,
    reasons_of,
    survey_reasons,
)
from cliometer.study.topics import expect_setting
from cliometer_workbench.study.journal import Action, Worksheet, number_actions, verb
from cliometer_workbench.study.steps import Desk, each_work, without_key

CODING = "coding"  # among the settings of the desk of a coder: what was to be coded when the sheet was laid out
SETTLED = "settled"  # the name of the codes on which the coders agree or somebody has decided


@dataclass(frozen=True)
class CodingTask:
    """The distinct reasons, and the categories for them."""

    codebook: Codebook
    reasons: tuple[Reason, ...]

    def expect_reason(self, id: str) -> None:
        """Refuse a reason that is not among them."""
        if id not in self.ids:
            raise Missing("reason-absent")

    @property
    def ids(self) -> list[str]:
        """What tells reasons apart: pages and actions name them so."""
        return [reason_id(reason) for reason in self.reasons]

    def expect_category(self, name: str) -> None:
        """Refuse a category that the codebook has not got."""
        if name not in self.codebook.names:
            raise Refused.like(unknown("category", name, self.codebook.names))

    def codes(self, given: Mapping[str, str]) -> tuple[str | None, ...]:
        """Return the category of each reason, None where it has none."""
        return tuple(given.get(id) for id in self.ids)


def reason_id(reason: Reason) -> str:
    """Return the id of a reason, which says nothing of who gave it."""
    return digest("reason", reason.key)[:12]


def coding_facts(votes: Sequence[Vote], codebook: Codebook) -> dict[str, Any]:
    """Return what the sheet of a coder is laid out from, for all time: later votes do not change it."""
    reasons, _ = reasons_of([Poll("votes", tuple(votes))])
    return {CODING: asdict(CodingTask(codebook, reasons))}


@dataclass(frozen=True)
class CodingSheet(Worksheet):
    """The codes of one coder so far."""

    step: ClassVar[str] = "code"

    judge: str
    task: CodingTask
    codes: Mapping[str, str] = field(default_factory=dict)  # category by reason

    @verb
    def code(self, reason: str, category: str) -> Self:
        """Put a reason into a category; a later one replaces it."""
        self.task.expect_reason(reason)
        self.task.expect_category(category)
        return replace(self, codes={**self.codes, reason: category})

    @verb
    def clear(self, reason: str) -> Self:
        """Take a reason out of its category."""
        self.task.expect_reason(reason)
        return replace(self, codes=without_key(self.codes, reason))

    @property
    def coder(self) -> Coder:
        return Coder(self.judge, self.task.codes(self.codes))

    @property
    def unsettled(self) -> tuple[str, ...]:
        left = len(self.task.reasons) - len(self.codes)
        return (Note.of("reasons-uncoded", reasons=many(left, "reason")),) if left else ()

    @property
    def progress(self) -> tuple[int, int]:
        return len(self.codes), len(self.task.reasons)


def start_coding(desk: Desk) -> CodingSheet:
    """Return the empty sheet of a coder."""
    expect_setting(CODING in desk.settings, CODING, "the reasons and the codebook", None)
    return CodingSheet(desk.judge, decode(CodingTask, desk.settings[CODING]))


@dataclass(frozen=True)
class SettlingSheet(Worksheet):
    """The decisions on reasons that coders put into different categories."""

    step: ClassVar[str] = "settle"

    task: CodingTask
    coders: tuple[Coder, ...]
    decided: Mapping[str, str] = field(default_factory=dict)  # category by reason

    @verb
    def settle(self, reason: str, category: str) -> Self:
        """Decide on the category of a reason on which coders differ."""
        self._expect_disputed(reason)
        self.task.expect_category(category)
        return replace(self, decided={**self.decided, reason: category})

    @verb
    def clear(self, reason: str) -> Self:
        """Take a decision back."""
        self._expect_disputed(reason)
        return replace(self, decided=without_key(self.decided, reason))

    def _expect_disputed(self, reason: str) -> None:
        self.task.expect_reason(reason)
        if reason not in self.disputed:
            raise Refused("reason-agreed")

    @property
    def disputed(self) -> dict[str, tuple[str | None, ...]]:
        """The reasons on which coders differ, with the category that each gave."""
        given = zip(self.task.ids, *(coder.codes for coder in self.coders), strict=True)
        return {id: tuple(codes) for id, *codes in given if len({*codes} - {None}) > 1}

    @property
    def settled(self) -> Coder:
        """The codes on which the coders agree, and those that were decided."""
        agreed = zip(self.task.ids, *(coder.codes for coder in self.coders), strict=True)
        codes = {id: next((code for code in codes if code), None) for id, *codes in agreed if id not in self.disputed}
        return Coder(SETTLED, tuple(self.decided.get(id, codes.get(id)) for id in self.task.ids))

    @property
    def unsettled(self) -> tuple[str, ...]:
        left = len(self.disputed) - len(self.decided)
        return (Note.of("reasons-disputed", reasons=many(left, "reason")),) if left else ()

    @property
    def progress(self) -> tuple[int, int]:
        return len(self.decided), len(self.disputed)


def start_settling(desk: Desk) -> SettlingSheet:
    """Return the sheet of whoever settles: the reasons on which coders differ."""
    sheets = list(each_work(desk.earlier, CodingSheet.step, CodingSheet).values())
    if len(sheets) < 2:
        raise Refused("codings-missing")
    return SettlingSheet(common_task(sheets), tuple(sheet.coder for sheet in sheets))


def common_task(sheets: Sequence[CodingSheet]) -> CodingTask:
    """Return the task that all coders had."""
    if any(sheet.task != sheets[0].task for sheet in sheets):
        raise InputError("codings-differ")
    return sheets[0].task


def survey_codings(sheets: Sequence[CodingSheet]) -> ReasonSurvey:
    """Return the categories of the coders and their agreement, as `cliometer study reasons` does."""
    task = common_task(sheets)
    return survey_reasons(task.reasons, 0, task.codebook, [sheet.coder for sheet in sheets])


CODEBOOK_FILE, SETTLED_FILE = "codebook.toml", f"codes/{SETTLED}.csv"


def coding_files(sheets: Sequence[CodingSheet], settling: SettlingSheet | None) -> dict[str, str]:
    """Return the codebook and the sheets of all coders by file name, as `cliometer study reasons` reads them."""
    if not sheets:
        return {}
    task = common_task(sheets)
    coders = [*(sheet.coder for sheet in sheets), *([settling.settled] if settling else [])]
    files = {CODEBOOK_FILE: codebook_toml(task.codebook)}
    for coder in coders:
        coded = zip(task.reasons, coder.codes, strict=True)
        rows = [[reason.text, reason.times, code or ""] for reason, code in coded]
        files[f"codes/{coder.name}.csv"] = csv_text(("reason", "times", "category"), rows)
    return files


@dataclass(frozen=True)
class CodingPackage:
    """The codings of a release: what coders had to code, and their journals; `settling` is that of who settled."""

    facts: Mapping[str, Any]
    coders: Mapping[str, tuple[Action, ...]]
    settling: tuple[Action, ...] | None


def read_codings(files: Mapping[str, str], settler: str) -> CodingPackage:
    """Read what `coding_files` wrote; a release does not name who settled, so `settler` does."""
    book = parse_codebook(files[CODEBOOK_FILE], Path(CODEBOOK_FILE))
    given = {name: _read_codes(text, name, book) for name, text in files.items() if name != CODEBOOK_FILE}
    sheets = {name: rows for name, rows in given.items() if name != SETTLED_FILE}
    if not sheets:
        raise InputError("codebook-alone")
    reasons = tuple(reason for reason, _ in next(iter(sheets.values())))
    for name, rows in given.items():
        if tuple(reason for reason, _ in rows) != reasons:
            raise InputError("coders-reasons-differ", name)
    task = CodingTask(book, reasons)
    coders = {Path(name).stem: _code_actions("code", Path(name).stem, rows) for name, rows in sheets.items()}
    settling = None
    if SETTLED_FILE in given:
        sheet = SettlingSheet(
            task, tuple(Coder(name, tuple(code for _, code in rows)) for name, rows in sheets.items())
        )
        decided = [(reason, code) for reason, code in given[SETTLED_FILE] if reason_id(reason) in sheet.disputed]
        settling = _code_actions("settle", settler, decided)
    return CodingPackage({CODING: asdict(task)}, coders, settling)


def _read_codes(text: str, name: str, book: Codebook) -> list[tuple[Reason, str | None]]:
    codes = []
    for row in table_rows(text, Path(name), ","):
        code, times = row.text("category") or None, row.amount("times", "how many votes gave the reason") or 0
        if code is not None and code not in book.names:
            raise row.fails(unknown("category", code, book.names))
        codes.append((Reason(row.text("reason"), round(times)), code))
    return codes


def _code_actions(verb: str, by: str, codes: Sequence[tuple[Reason, str | None]]) -> tuple[Action, ...]:
    return number_actions(
        by, [(verb, {"reason": reason_id(reason), "category": code}) for reason, code in codes if code]
    )


def codebook_toml(codebook: Codebook) -> str:
    """Return a codebook as `parse_codebook` reads it."""

    def quote(text: str) -> str:
        return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

    return "\n".join(
        f"[[category]]\nname = {quote(category.name)}\ndescription = {quote(category.description)}\n"
        f"phrases = [{', '.join(map(quote, category.phrases))}]\n"
        for category in codebook.categories
    )
