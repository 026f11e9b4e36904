"""Studies in which people check what a model decided about units and texts, so that scores can be corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from django.utils.translation import gettext_lazy as _

from cliometer.errors import InputError
from cliometer.judges.coverage import ANSWERS, CREDIT
from cliometer.model.notes import Note
from cliometer.stats.agreement import alpha
from cliometer.study.split_analysis import value_or_none
from cliometer_workbench.formats.markup import DocumentMarkup
from cliometer_workbench.kinds import study_kind
from cliometer_workbench.kinds.described_fields import SettingsForm
from cliometer_workbench.models import Study, present_sheets
from cliometer_workbench.services.worksheets import load, topic_of
from cliometer_workbench.study import decision_checks
from cliometer_workbench.study.decision_checks import CHECKS, CheckSheet, audited_csv, checks_csv, decisions_of
from cliometer_workbench.study.journal import Action

AUDITED, CHECKED = "audited.csv", "checks.csv"


def context(bench: study_kind.Bench, sheet: CheckSheet, about: str | None = None) -> dict[str, Any]:
    """Return the decision of the URL, or the first one without an answer; never whose text it is."""
    wanted = bench.query.get("item", "") if about is None else about
    item = wanted if wanted in sheet.ids else sheet.next or sheet.ids[-1]
    place = sheet.ids.index(item)
    shown = sheet.decisions[place]
    lines = [line for line in shown.text.splitlines() if line.strip()]
    places = [{"id": id, "place": n, "choice": sheet.given.get(id, "")} for n, id in enumerate(sheet.ids, start=1)]
    return {
        "item": item, "place": place + 1, "statement": shown.statement, "lines": lines, "choices": ANSWERS,
        "choice": sheet.given.get(item, ""), "list": places,
    }  # fmt: skip


def pieces(bench: study_kind.Bench, sheet: CheckSheet, action: Action | None) -> tuple[str, dict[str, Any]]:
    """Return the next decision after an answer."""
    return "workbench/preferences/answer.html", context(bench, sheet, "")


def read(paths: Sequence[Path]) -> study_kind.ImportBatch:
    """Read the one sheet that an audit drew, or a release, which has the answers of each judge as well."""
    tables = [path for path in paths if path.suffix.casefold() == ".csv" and path.name != CHECKED]
    answers = [path for path in paths if path.name == CHECKED]
    if len(tables) != 1 or len(paths) > 2:
        raise InputError("decision-table-expected", paths[0])
    topic = decision_checks.read_decisions(tables[0])
    works = decision_checks.read_checks(answers[0], topic) if answers else {}
    return study_kind.ImportBatch(
        (topic,),
        actions={("", CheckSheet.step, judge): actions for judge, actions in works.items()},
        settled_steps=frozenset({CheckSheet.step} if works else ()),
    )


def _sheets(study: Study) -> dict[str, CheckSheet]:
    """Return the work of each judge, by name; of a judge with two sheets, the last."""
    rows = present_sheets(study.sheets).filter(judge__isnull=False)
    return {row.judge_name: cast("CheckSheet", load(row).work) for row in rows}


def release(study: Study, names: Mapping[str, str]) -> study_kind.ReleaseTexts:
    """Return the audited sheet, and what each judge said; none if nobody has answered."""
    sheets, decisions = _sheets(study), decisions_of(topic_of(row) for row in study.topics.all())
    if not any(sheet.given for sheet in sheets.values()):
        return study_kind.ReleaseTexts({})
    by_code = {names.get(name, name): sheet for name, sheet in sheets.items()}
    lacking = sum(not any(decision.id in sheet.given for sheet in sheets.values()) for decision in decisions)
    notes = (Note.of("decisions-without-answer", open=lacking, count=len(decisions)),) if lacking else ()
    texts = {AUDITED: audited_csv(decisions, sheets.values()), CHECKED: checks_csv(decisions, by_code)}
    return study_kind.ReleaseTexts(texts, notes)


def figures(study: Study) -> dict[str, Any]:
    """Return how many decisions are checked, by whom, and how far people agree where two checked the same."""
    sheets, decisions = _sheets(study), decisions_of(topic_of(row) for row in study.topics.all())
    table = [[CREDIT[s.given[row.id]] if row.id in s.given else None for row in decisions] for s in sheets.values()]
    both = [column for column in zip(*table, strict=True) if sum(value is not None for value in column) > 1]
    same = sum(len({value for value in column if value is not None}) == 1 for column in both)
    rated = [[float("nan") if value is None else value for value in row] for row in table]
    counted = sum(any(row.id in sheet.given for sheet in sheets.values()) for row in decisions)
    return {
        "decisions": len(decisions), "checked": counted, "both": len(both), "same": same,
        "alpha": value_or_none(lambda: alpha(rated, "interval")) if both else None,
        "judges": [(name, len(sheet.given)) for name, sheet in sheets.items()],
    }  # fmt: skip


def demo() -> study_kind.DemoStudy:
    """Return three decisions that take a minute."""
    topic = decision_checks.read_decisions(Path(__file__).with_name("demo.csv"))
    return study_kind.DemoStudy(
        **study_kind.described_kinds()["checks"]["demo"], imported=study_kind.ImportBatch((topic,))
    )


CHECK_STUDY = study_kind.StudyKind(
    **study_kind.kind_texts("checks"),
    protocol=CHECKS,
    screens=study_kind.described_screens("checks", check=(context, pieces)),
    read=read,
    release=release,
    figures=figures,
    settings_form=SettingsForm,
    demo=demo,
    markup=lambda study: DocumentMarkup(),
    export_formats=lambda study, release: (),
    reopening=_("A new study of the same kind can also import the archive, with the answers of its judges."),
)
