"""Answers that name the articles of their sentences: rows of ours, of TREC and of DTELS."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError
from cliometer.io.citing import read_citing, record_citations
from cliometer.model.timeline import Timeline

OURS = (
    '{"date": "2010-05-27", "text": "Oil spills.", "articles": ["bp-1", "bp-2"]}\n{"date": "2010-05-26", "text": "A"}'
)
TREC = '{"requestID": "C-901-r1", "factText": "Oil spills.", "unixTimestamp": 1274918400, "sources": ["C-1"]}'
DTELS = '{"id": 7, "timeline": [{"time": "2010-05-27T00:00:00+00:00", "summary": "Oil  spills.", "docs": ["3"]}]}'


@pytest.mark.parametrize(
    ("text", "task", "ids"),
    [(OURS, "run", ((), ("bp-1", "bp-2"))), (TREC, "C-901", (("C-1",),)), (DTELS, "7", (("3",),))],
)
def test_each_layout_gives_a_timeline_and_its_citations(tmp_path: Path, text: str, task: str, ids: object) -> None:
    (tmp_path / "run.jsonl").write_text(text, encoding="utf-8")
    found = read_citing(tmp_path / "run.jsonl")
    assert found is not None
    timelines, cited = found
    assert timelines[task].on("2010-05-27") == ("Oil spills.",) and cited == {task: ids}


@pytest.mark.parametrize(
    "text", ["2010-05-27\nOil spills.\n", '{"2010-05-27": ["Oil spills."]}', '{"cliometer": 1}', "[1]"]
)
def test_other_files_are_left_to_the_readers_of_timelines(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    assert read_citing(tmp_path / "run.json") is None


def test_a_row_without_a_text_is_refused_with_its_number(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_text(f'{OURS}\n{{"date": "2010-05-28", "articles": ["a"]}}', encoding="utf-8")
    with pytest.raises(FormatError, match="row 3: expected a date, a text and a list of ids"):
        read_citing(tmp_path / "run.jsonl")


def test_a_record_that_does_not_fit_the_timeline_names_nothing(tmp_path: Path) -> None:
    record = '{"tasks": [{"task": "oil", "articles": {"2010-05-27": ["a"]}}]}'
    (tmp_path / "record.json").write_text(record, encoding="utf-8")
    assert record_citations(tmp_path, {"oil": Timeline({"2010-05-27": ["x"]})}) == {"oil": (("a",),)}
    assert record_citations(tmp_path, {"oil": Timeline({"2010-05-27": ["x", "y"]})}) == {}
    assert record_citations(tmp_path / "none", {}) == {}
