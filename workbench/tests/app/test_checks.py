"""Decisions of a model are drawn, checked by people in the workbench, and correct its scores."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import cliometer
from cliometer.errors import InputError
from cliometer.judges.coverage import JudgedCoverage
from cliometer_workbench.kinds.checks import figures
from cliometer_workbench.kinds.machine_work import machine_work
from cliometer_workbench.models import Sheet, Study
from cliometer_workbench.services.imports import import_files
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.study_lifecycle import create, start
from cliometer_workbench.services.study_releases import freeze
from cliometer_workbench.services.worksheets import load
from cliometer_workbench.study.decision_checks import CheckSheet
from tests.unit.cli.cliometer_command import DEMO
from workbench.tests.app.people import Town

RUNS, UNITS = [DEMO / "runs/lead", DEMO / "runs/mentions"], DEMO / "units"


def judged(**options: Any) -> JudgedCoverage:
    found = cliometer.judge_coverage(RUNS, UNITS, "words", **options)
    assert isinstance(found, JudgedCoverage)
    return found


def study_of(town: Town, sheet: Path, *judges: str) -> Study:
    owner = town.person("owner")
    study = create("checks", "audit", owner, "", {})
    import_files(study, [SimpleUploadedFile("sheet.csv", sheet.read_bytes())], owner)
    for name in judges:
        seat(study, town.person(name), "judge")
    start(study, owner)
    return study


def work(sheet: Sheet) -> CheckSheet:
    found = load(Sheet.objects.select_related("study", "topic", "judge").get(pk=sheet.pk)).work
    assert isinstance(found, CheckSheet)
    return found


def test_drawn_decisions_come_back_as_checks_that_correct_the_scores(town: Town, tmp_path: Path) -> None:
    judged(audit=24, sheet=tmp_path / "sheet.csv")
    study = study_of(town, tmp_path / "sheet.csv", "ann", "bo")
    for name in ("ann", "bo"):
        sheet = town.sheet(study, "check", name)
        for one in work(sheet).decisions:
            choice = "yes" if len(one.statement) % 2 else "no"
            assert town.act(name, sheet, "answer", item=one.id, choice=choice).status_code == 200
        assert town.hand_in(name, sheet).status_code == 302
    assert {name: figures(study)[name] for name in ("decisions", "checked", "both", "same", "alpha")} == {
        "decisions": 24, "checked": 24, "both": 24, "same": 24, "alpha": 1.0,
    }  # fmt: skip
    release, _ = freeze(study, town.person("owner"))
    assert set(release.files) == {"audited.csv", "checks.csv"}
    assert not {"ann", "bo"} & {row["judge"] for row in csv.DictReader(io.StringIO(release.files["checks.csv"]))}
    (tmp_path / "audited.csv").write_text(release.files["audited.csv"], encoding="utf-8", newline="")
    result = judged(audited=tmp_path / "audited.csv")
    assert [(one.system, one.audited) for one in result.corrected] == [("lead", 12), ("mentions", 12)]
    assert all(one.low <= one.estimate <= one.high for one in result.corrected)
    again = create("checks", "again", town.person("owner"), "", {})
    import_files(again, uploads(release.files), town.person("owner"))
    assert {row.judge_name for row in again.sheets.all() if row.submitted} == {"J1", "J2"}
    assert freeze(again, town.person("owner"))[0].files == release.files  # the same bytes


HEADER = "topic,system,unit,statement,text,answer\n"
DRAWN = f"{HEADER}t,s,u,x,y,\nt,s,v,x,y,yes\n"
CHECKED = "judge,topic,system,unit,answer\n"


def uploads(files: Mapping[str, str]) -> list[SimpleUploadedFile]:
    return [SimpleUploadedFile(name, text.encode()) for name, text in files.items()]


@pytest.mark.parametrize(
    ("drawn", "checks", "message"),
    [
        (DRAWN, "J1,t,s,w,yes\n", r"checks.csv:2: there is no decision on t, s and w"),
        (DRAWN, "J1,t,s,u,yes\nJ1,t,s,u,no\n", r"checks.csv:3: this judge has answered"),
        (DRAWN, "J1,t,s,u,maybe\n", r"checks.csv:2: .*maybe"),
        (DRAWN, "J1,t,s,,no\n", r"checks.csv:2: the cell unit is empty"),
        (f"{DRAWN}t,s,u,z,y,\n", "J1,t,s,v,no\n", "t, s and u stands for two"),
        (DRAWN, "J 1,t,s,u,yes\n", "cannot have an account"),
    ],
)
def test_answers_that_fit_no_decision_are_refused_and_nothing_is_kept(
    town: Town, drawn: str, checks: str, message: str
) -> None:
    study = create("checks", "audit", town.person("owner"), "", {})
    with pytest.raises(InputError, match=message):
        import_files(study, uploads({"audited.csv": drawn, "checks.csv": CHECKED + checks}), town.person("owner"))
    assert not study.topics.exists() and not study.sheets.exists()


def test_a_judge_sees_statement_and_text_but_neither_system_nor_answer(town: Town, tmp_path: Path) -> None:
    judged(audit=6, sheet=tmp_path / "sheet.csv")
    sheet = town.sheet(study_of(town, tmp_path / "sheet.csv", "ann"), "check", "ann")
    page = town.client("ann").get(f"/sheets/{sheet.pk}/").content.decode()
    first = work(sheet).decisions[0]
    assert "Does the text say this?" in page and first.text.splitlines()[0][:20] in page
    assert f">{first.system}<" not in page and f'"{first.unit}"' not in page
    told = town.client("ann").get(f"/api/sheets/{sheet.pk}").content.decode()
    assert first.statement in told and f'"{first.system}"' not in told and f'"{first.unit}"' not in told
    assert town.act("ann", sheet, "answer", item="d1", choice="partly").status_code == 200
    assert 'data-item="d2"' in town.client("ann").get(f"/sheets/{sheet.pk}/").content.decode()


def test_answers_off_the_list_are_refused(town: Town, tmp_path: Path) -> None:
    judged(audit=4, sheet=tmp_path / "sheet.csv")
    sheet = town.sheet(study_of(town, tmp_path / "sheet.csv", "ann"), "check", "ann")
    assert town.act("ann", sheet, "answer", item="d1", choice="maybe").status_code == 409
    assert town.act("ann", sheet, "answer", item="d99", choice="yes").status_code == 409
    assert town.hand_in("ann", sheet).status_code == 409  # nothing is answered


def test_a_model_takes_no_seat_among_those_who_check_it(town: Town, tmp_path: Path) -> None:
    judged(audit=4, sheet=tmp_path / "sheet.csv")
    with pytest.raises(Exception, match="no model is asked"):
        machine_work(study_of(town, tmp_path / "sheet.csv", "ann"))
