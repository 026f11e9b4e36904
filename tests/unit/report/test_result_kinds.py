"""Every kind of result is read back from its document and shown as the command shows it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cliometer.report.assembly import results_document
from cliometer.report.chapters import kind_of, kind_of_result, result_section
from cliometer.report.chapters.base import KINDS, FigureNames
from cliometer.report.releases import read_release
from cliometer.text.tables import fitted
from tests.unit.cli.cliometer_command import DEMO, cliometer
from tests.unit.cli.test_cite_kinds import RESULTS

assert kind_of({"cliometer": ""}) is None  # registers all kinds
COMMANDS = {kind: words for kind, (words, _) in RESULTS.items()}
COMMANDS["court"] = ("court", DEMO / "references/rosetta/almanac.txt", "-m", "date")  # -t would show every verdict
PRINTED = [kind for kind in KINDS if kind != "release"]  # no command prints the document of a release


@cache
def document(kind: str) -> str:
    printed = cliometer(*COMMANDS[kind], "--json")
    assert printed.status == 0, printed.err
    return printed.out


def same_after_reading(given: Any, kind: str) -> None:
    found = kind_of(given)
    assert found is not None and found.name == kind
    typed = found.reads.from_dict(given)
    again = found.reads.from_dict(json.loads(json.dumps(typed.to_dict())))
    assert json.loads(json.dumps(typed.to_dict())) == given
    assert kind_of_result(again) is not None
    assert result_section(again) == result_section(typed) == found.chapter(given, FigureNames())


@pytest.mark.parametrize("kind", PRINTED)
def test_a_document_is_read_back_into_the_same_result_and_section(kind: str) -> None:
    same_after_reading(json.loads(document(kind)), kind)


@pytest.mark.parametrize("kind", PRINTED)
def test_a_document_from_before_kinds_had_names_is_recognised_by_its_members(kind: str) -> None:
    given = json.loads(document(kind))
    old = {name: value for name, value in given.items() if name not in ("kind", "format", "design")}
    old |= (
        {"kind": given["design"]} if kind == "experiment" else {name: given[name] for name in given if name == "design"}
    )
    found = kind_of(old)
    assert found is not None and found.name == kind
    assert found.chapter(old, FigureNames()) == found.chapter(given, FigureNames())


def test_a_document_in_a_newer_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "new.json").write_text(json.dumps({**json.loads(document("scores")), "format": 2}))
    for command in (("report", tmp_path / "new.json", "-o", tmp_path / "new.html"), ("cite", tmp_path / "new.json")):
        done = cliometer(*command)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert 'new.json: is a document "scores" in format 2; this release reads format 1: update' in done.err


def test_a_release_is_read_back_into_the_same_section(tmp_path: Path) -> None:
    (tmp_path / "votes.csv").write_bytes((DEMO / "votes.csv").read_bytes())
    (tmp_path / "answers.jsonl").touch()
    same_after_reading(json.loads(json.dumps(read_release(tmp_path).to_dict())), "release")


@pytest.mark.parametrize("kind", PRINTED)
def test_a_subscript_that_a_result_lacks_is_a_key_error_of_one_line(kind: str) -> None:
    result = KINDS[kind].reads.from_dict(json.loads(document(kind)))
    if hasattr(result, "__getitem__"):
        with pytest.raises(KeyError, match=r"^unknown [^\n]*$"):
            result["no such name"]


@pytest.mark.parametrize("kind", PRINTED)
def test_a_report_of_the_document_has_the_tables_of_the_terminal(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(document(kind), encoding="utf-8")
    printed = cliometer(*COMMANDS[kind]).out
    shown = [table for section in results_document([path]).sections for _, table in section.tables()]
    texts = [part.text().rstrip("\n") for table in shown for part in fitted(table)]
    ruled = [line for line in printed.splitlines() if line.startswith("--")]
    assert texts and [text for text in texts if text not in printed] == []
    assert len(ruled) == len(texts)
