"""Runs of CrisisFACTS: every row of the table of rules, as we check and as the official checker does."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.engine import crisisfacts_runs
from cliometer.engine.crisisfacts_runs import QUERIES
from tests.shared import SHARED, needs
from tests.unit.cli.cliometer_command import DEMO
from tests.unit.cli.cliometer_command import cliometer as command

FACT = {
    "requestID": "CrisisFACTS-901-r1",
    "factText": "The bridge at Elm is closed.",
    "unixTimestamp": 1932876000,
    "importance": 0.8,
    "sources": ["CrisisFACTS-901-Twitter-12-0"],
    "streamID": None,
    "informationNeeds": ["CrisisFACTS-General-q019"],
}
ABSENT = object()
REQUESTS = DEMO / "facts" / "requests.json"
RUNS = SHARED / "data" / "crisisfacts" / "runs"


def lines(**changes: Any) -> str:
    changed = {key: value for key, value in (FACT | changes).items() if value is not ABSENT}
    return json.dumps(changed) + "\n"


def check(folder: Path, text: str, **settings: Any) -> Any:
    (folder / "run.json").write_text(text, "utf-8")
    return cliometer.check_submissions(folder / "run.json", track="crisisfacts", missing="zero", **settings)


def verdict(found: Any) -> tuple[str | None, str | None, str | None]:
    """The severity, the rule and the field of what is wrong; nothing where nothing is."""
    faults = [fault for fault in found.faults if fault.rule != "request-missing"]
    assert len(faults) <= 1, faults
    return (faults[0].severity, faults[0].rule, faults[0].field) if faults else (None, None, None)


ACCEPTED = (None, None, None)
TABLE: dict[str, tuple[dict[str, Any], tuple[Any, Any, Any], tuple[Any, Any, Any]]] = {  # official, then ours
    "a good line": ({}, ACCEPTED, ACCEPTED),
    "request no text": ({"requestID": 7}, ("error", "type", "requestID"), ("error", "type", "requestID")),
    "text no text": ({"factText": None}, ("error", "type", "factText"), ("error", "type", "factText")),
    "text NaN": ({"factText": float("nan")}, ("error", "type", "factText"), ("error", "type", "factText")),
    "time true": ({"unixTimestamp": True}, ("error", "type", "unixTimestamp"), ("error", "type", "unixTimestamp")),
    "time 1.5": ({"unixTimestamp": 1.5}, ("error", "type", "unixTimestamp"), ("error", "type", "unixTimestamp")),
    "sources no list": ({"sources": "x"}, ("error", "type", "sources"), ("error", "type", "sources")),
    "sources empty": ({"sources": []}, ("error", "type", "sources"), ("error", "empty", "sources")),
    "no stream": ({"streamID": ABSENT}, ("error", "absent", "streamID"), ("error", "absent", "streamID")),
    "importance 1": ({"importance": 1}, ("error", "type", "importance"), ("note", "whole", "importance")),
    "importance 2.5": ({"importance": 2.5}, ("error", "range", "importance"), ("error", "range", "importance")),
    "importance NaN": (
        {"importance": float("nan")}, ("error", "range", "importance"), ("error", "range", "importance"),
    ),
    "importance true": ({"importance": True}, ("error", "type", "importance"), ("error", "type", "importance")),
    "no needs": ({"informationNeeds": ABSENT}, ("error", "crash", "informationNeeds"), ACCEPTED),
    "needs null": ({"informationNeeds": None}, ("error", "crash", "informationNeeds"), ACCEPTED),
    "needs empty": ({"informationNeeds": []}, ACCEPTED, ACCEPTED),
    "needs a text": (
        {"informationNeeds": "CrisisFACTS-General-q001"},
        ("error", "type", "informationNeeds"), ("error", "type", "informationNeeds"),
    ),
    "unknown query": (
        {"informationNeeds": ["CrisisFACTS-Hurricane-q006"]},
        ("error", "query", "informationNeeds"), ("error", "query", "informationNeeds"),
    ),
    "the spelling that is known": ({"informationNeeds": ["CrisisFACTS-Hurricane-q06"]}, ACCEPTED, ACCEPTED),
    "junk behind a source": (
        {"sources": ["CrisisFACTS-901-News-1-0-junk"]}, ACCEPTED, ("warning", "source", "sources"),
    ),
    "source of another event": (
        {"sources": ["CrisisFACTS-902-Facebook-1-0"]}, ACCEPTED, ("warning", "source", "sources"),
    ),
    "no source": ({"sources": ["tweet 7"]}, ("error", "source", "sources"), ("error", "source", "sources")),
    "a thread of Reddit": ({"sources": ["CrisisFACTS-901-Reddit-s1-c2-3"]}, ACCEPTED, ACCEPTED),
    "a text of blanks": ({"factText": " "}, ACCEPTED, ("error", "empty", "factText")),
    "a long text": ({"factText": "x" * 201}, ACCEPTED, ("warning", "length", "factText")),
    "200 characters": ({"factText": "x" * 200}, ACCEPTED, ACCEPTED),
    "another day": ({"unixTimestamp": 1932940800}, ACCEPTED, ("warning", "time", "unixTimestamp")),
    "unknown request": (
        {"requestID": "CrisisFACTS-901-r9"},
        ("error", "request-unknown", "requestID"), ("error", "request-unknown", "requestID"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TABLE)
def test_a_line_gets_the_verdict_of_the_table(case: str, tmp_path: Path) -> None:
    changes, official, ours = TABLE[case]
    assert verdict(check(tmp_path, lines(**changes), requests=REQUESTS)) == ours
    assert verdict(check(tmp_path, lines(**changes), requests=REQUESTS, as_official=True)) == official


def test_a_blank_line_is_noted_and_the_official_checker_crashes(tmp_path: Path) -> None:
    text = lines() + "\n" + lines(factText="Another.")
    found = check(tmp_path, text)
    assert (verdict(found), found.faults[0].line, found.passed()) == (("note", "blank", None), 2, True)
    found = check(tmp_path, text, as_official=True)
    assert (verdict(found), found.faults[0].line, found.passed()) == (("error", "crash", None), 2, False)


def test_a_line_that_stands_twice_and_one_out_of_order_are_warned_of(tmp_path: Path) -> None:
    text = lines() + lines(unixTimestamp=1932876001, factText="B") + lines()
    found = check(tmp_path, text)
    assert [(one.line, one.rule, one.severity) for one in found.faults] == [
        (3, "order", "warning"),
        (3, "duplicate-line", "warning"),
    ]
    assert found.faults[1].problem == "the same line as line 1"
    assert check(tmp_path, text, as_official=True).faults == []


def test_the_official_checker_goes_through_all_lines_for_each_stage(tmp_path: Path) -> None:
    text = lines(importance=2.5) + lines(sources=["x"]) + lines(factText=3)
    (fault,) = check(tmp_path, text, as_official=True).faults
    assert (fault.line, fault.field) == (3, "factText")
    assert [one.line for one in check(tmp_path, text).faults] == [1, 2, 3]


@pytest.mark.parametrize(
    ("content", "rule"),
    [(b"", "empty"), (b"\x1f\x8bno gzip", "unreadable"), (b'{"factText": "\xe9"}\n', "encoding"), (b"[1]\n", "json")],
)
def test_files_that_are_no_runs_are_refused(content: bytes, rule: str, tmp_path: Path) -> None:
    (tmp_path / "run.gz").write_bytes(content)
    (fault,) = cliometer.check_submissions(tmp_path / "run.gz", track="crisisfacts").faults
    assert (fault.rule, fault.severity, fault.submission) == (rule, "error", "run")


def test_requests_without_facts_are_listed_and_the_status_is_by_option() -> None:
    words = ("submissions", "check", DEMO / "facts" / "runs", "--track", "crisisfacts", "--requests", REQUESTS)
    refused, allowed = command(*words), command(*words, "--missing", "zero")
    assert (refused.status, allowed.status) == (1, 0)
    assert "no fact for 2 requests: CrisisFACTS-902-r0 and" in refused.out
    assert command(*words, "--as-official", "--missing", "zero").status == 0


def test_of_very_many_faults_the_rest_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crisisfacts_runs, "_MOST_FAULTS", 3)
    found = check(tmp_path, "".join(lines(factText=number) for number in range(9)))
    assert [(one.line, one.rule) for one in found.faults] == [(1, "type"), (2, "type"), (3, "type"), (None, "type")]
    assert found.faults[-1].problem == "6 more lines"


@needs("data", "crisisfacts", "query_ids.json")
def test_the_queries_are_those_of_the_track() -> None:
    assert json.loads((RUNS.parent / "query_ids.json").read_text("utf-8")) == sorted(QUERIES)


@needs("data", "crisisfacts", "runs")
def test_runs_of_outside_users_have_the_faults_that_were_counted() -> None:
    files = sorted(RUNS.glob("*.gz"))
    found = cliometer.check_submissions(files, track="crisisfacts")
    counts = Counter((one.submission, one.rule, one.field) for one in found.faults)
    expected = json.loads((RUNS.parent / "expected" / "runs.violations.json").read_text("utf-8"))
    assert set(found.submissions) == set(expected)
    assert found.valid == []
    for name, known in expected.items():
        assert counts[name, "type", "sources"] == known["sources str"]
        assert counts[name, "type", "informationNeeds"] == known["informationNeeds str"]
        assert counts[name, "length", "factText"] == known.get("factText over 200", 0)
        assert counts[name, "type", "factText"] == known["lines"] - known.get("factText str", 0)
    official = cliometer.check_submissions(files, track="crisisfacts", as_official=True)
    assert [(one.submission, one.line, one.field) for one in official.faults] == [
        (name, 1, "sources" if name.endswith("001") else "factText") for name in found.submissions
    ]
