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
    [
        (OURS, "run", ((), ("bp-1", "bp-2"))),
        ("\ufeff" + OURS, "run", ((), ("bp-1", "bp-2"))),
        (TREC, "C-901", (("C-1",),)),
        (DTELS, "7", (("3",),)),
    ],
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


ROW = '{"date": "2010-05-28", "text": "x", "articles": []}'
EXPECTED = "expected a date, a text and a list of ids"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{OURS}\n\n{ROW.replace('text', 'said')}", f"run.jsonl:4: {EXPECTED}"),
        (f"{OURS}\n[1]\n{ROW}", rf"run.jsonl:3: \[0\]: {EXPECTED}"),
        (f'{OURS}\n"oil"\n{ROW}', f"run.jsonl:3: {EXPECTED}"),
        (f'[{ROW}, "oil"]', rf"run.jsonl: \[1\]: {EXPECTED}"),
        (f'{{"timeline": [{ROW}, "oil"]}}', rf"run.jsonl: timeline\[1\]: {EXPECTED}"),
        (f'[{{"timeline": [{ROW}, null]}}]', rf"run.jsonl: \[0\].timeline\[1\]: {EXPECTED}"),
        (f"{OURS}\n{ROW.replace('date', 'when')}", f"run.jsonl:3: {EXPECTED}"),
        (f"{OURS}\n{ROW.replace('2010-05-28', '28 May')}", "run.jsonl:3: expected a date such as"),
        (TREC.replace("1274918400", "1274918400000"), "run.jsonl: 1274918400000 is no time .* whole seconds"),
    ],
)
def test_a_row_that_cannot_be_read_is_refused_with_its_place(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "run.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=fault):
        read_citing(tmp_path / "run.jsonl")


@pytest.mark.parametrize(
    ("text", "task"), [(ROW, "my-run"), (TREC, "C-901"), (TREC.replace("C-901-r1", "C-901"), "C-901")]
)
def test_a_task_is_the_file_or_what_a_request_is_of(tmp_path: Path, text: str, task: str) -> None:
    (tmp_path / "my-run.jsonl").write_text(text.replace("[]", '["a"]'), encoding="utf-8")
    found = read_citing(tmp_path / "my-run.jsonl")
    assert found is not None and list(found[0]) == [task]


def test_a_record_that_does_not_fit_the_timeline_names_nothing(tmp_path: Path) -> None:
    record = '{"tasks": [{"task": "oil", "articles": {"2010-05-27": ["a"]}}]}'
    (tmp_path / "record.json").write_text(record, encoding="utf-8")
    assert record_citations(tmp_path, {"oil": Timeline({"2010-05-27": ["x"]})}) == {"oil": (("a",),)}
    assert record_citations(tmp_path, {"oil": Timeline({"2010-05-27": ["x", "y"]})}) == {}
    assert record_citations(tmp_path / "none", {}) == {}
