"""The coding of reasons in the workbench: two coders' sheets, what is settled between them, and their figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from django.contrib.auth.models import User
from django.db import transaction

from cliometer.errors import CliometerError, Refused
from cliometer.model.judgements import Vote
from cliometer.model.notes import Note
from cliometer.spelling import many
from cliometer.study.reason_coding import parse_codebook
from cliometer_workbench.kinds.study_kind import DEMO_FOLDER, Bench
from cliometer_workbench.models import Sheet, Study, present_sheets, unfinished_sheets
from cliometer_workbench.services.worksheets import load
from cliometer_workbench.study.preferences import reason_sheets
from cliometer_workbench.study.preferences.reason_sheets import CodingSheet, CodingTask, SettlingSheet

FEWEST_CODERS = 2
_CODE, _SETTLE = CodingSheet.step, SettlingSheet.step


def coding_sheets(study: Study, step: str = _CODE) -> list[Sheet]:
    """Return the present sheets of coders, or of who settles."""
    return list(present_sheets(study.sheets).filter(step=step, judge__isnull=False).order_by("pk"))


def coders_of(study: Study) -> list[User]:
    """Return the people who may code reasons; workers of a crowd come for their votes alone."""
    from cliometer_workbench.services.sheet_lifecycle import people

    workers = set(study.workers.values_list("user", flat=True))
    return [user for user in people(study, study.protocol.step(_CODE).roles) if user.pk not in workers]


def open_coding(study: Study, by: User, codebook: str, coders: Sequence[User], votes: Sequence[Vote]) -> None:
    """Give each coder a sheet with the reasons of all votes, or refuse."""
    from cliometer_workbench.services.sheet_lifecycle import assign, lock_study

    book = parse_codebook(codebook, Path("the codebook"))
    if len(coders) < FEWEST_CODERS:
        raise Refused("coders-few")
    with transaction.atomic():
        lock_study(study.pk)
        waiting = unfinished_sheets(study.sheets).filter(step="vote").count()
        if waiting:
            raise Refused("coding-votes-open", sheets=waiting)
        if coding_sheets(study):
            raise Refused("coding-begun")
        facts = reason_sheets.coding_facts(votes, book)
        for coder in coders:
            assign(study, None, _CODE, coder, by, facts)


def present_task(study: Study) -> dict[str, Any]:
    """Return what the present coders have to code, for one more of them."""
    sheets = coding_sheets(study)
    if not sheets:
        raise Refused("coding-without-codebook")
    return {reason_sheets.CODING: sheets[0].facts[reason_sheets.CODING]}


def coding_context(study: Study, reasons: int) -> dict[str, Any]:
    """Return the context of the part of the page Votes that is about the coding of reasons."""
    sheets, settling = coding_sheets(study), coding_sheets(study, _SETTLE)
    if not sheets:
        people = {user.pk: user.username for user in coders_of(study)}
        book = (DEMO_FOLDER / "codebook.toml").read_text(encoding="utf-8")
        return {"state": "none" if reasons else "", "people": people, "codebook": book}
    if any(sheet.submitted is None for sheet in sheets):
        return {"state": "open", "sheets": [(sheet.judge_name, sheet.submitted is not None) for sheet in sheets]}
    works = [cast("CodingSheet", load(sheet).work) for sheet in sheets]
    try:
        survey = reason_sheets.survey_codings(works)
    except CliometerError as error:
        return {"state": "failed", "why": error}
    done = [cast("SettlingSheet", load(sheet).work) for sheet in settling if sheet.submitted]
    return {
        "state": "coded",
        "survey": survey,
        "coders": [coder.name for coder in survey.coders],
        "rows": [
            {"name": category.name, "counts": [column.counts.get(category.name, 0) for column in survey.columns[1:]]}
            for category in survey.codebook.categories
        ],
        "disputed": len(survey.disputed),
        "settling": [sheet.judge_name for sheet in settling if not sheet.submitted],
        "settled": bool(done),
        "uncoded": max(0, reasons - len(survey.reasons)),
    }


def unsettled(study: Study) -> int:
    """Return the number of reasons on which all coders have spoken and differ, while nobody has settled them."""
    sheets = coding_sheets(study)
    if not sheets or any(sheet.submitted is None for sheet in sheets):
        return 0
    if any(sheet.submitted for sheet in coding_sheets(study, _SETTLE)):
        return 0
    try:
        return len(reason_sheets.survey_codings([cast("CodingSheet", load(sheet).work) for sheet in sheets]).disputed)
    except CliometerError:  # the page Votes says why
        return 0


def unsettled_note(study: Study) -> str:
    """Return a sentence on the reasons that nobody has settled; empty if there is none."""
    count = unsettled(study)
    return Note.of("codings-unsettled", reasons=many(count, "reason")) if count else ""


def coding_release(study: Study, names: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a release: the codebook, the codes of each coder by these names, and what was settled."""
    sheets = [sheet for sheet in coding_sheets(study) if sheet.submitted]
    settled = [cast("SettlingSheet", load(sheet).work) for sheet in coding_sheets(study, _SETTLE) if sheet.submitted]
    works = [cast("CodingSheet", load(sheet).work) for sheet in sheets]
    works = [replace(work, judge=names.get(work.judge, work.judge)) for work in works]
    return reason_sheets.coding_files(works, settled[-1] if settled else None)


def code_context(bench: Bench, work: CodingSheet) -> dict[str, Any]:
    """Return the reasons, each with the categories that can be chosen; coders see no suggestion."""
    return _shown(work.task, work.codes, {})


def settle_context(bench: Bench, work: SettlingSheet) -> dict[str, Any]:
    """Return the reasons on which coders differ, with what each said."""
    names = [coder.name for coder in work.coders]
    votes = {id: list(zip(names, codes, strict=True)) for id, codes in work.disputed.items()}
    return _shown(work.task, work.decided, votes, only=work.disputed)


def _shown(
    task: CodingTask, chosen: Mapping[str, str], votes: Mapping[str, Any], only: Iterable[str] | None = None
) -> dict[str, Any]:
    kept = task.ids if only is None else {*only}
    rows = [
        {"id": id, "text": reason.text, "times": reason.times, "chosen": chosen.get(id, ""), "votes": votes.get(id, ())}
        for id, reason in zip(task.ids, task.reasons, strict=True)
        if id in kept
    ]
    return {"rows": rows, "settles": only is not None}
