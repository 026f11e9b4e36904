"""`cliometer compat nuggetizer`: the metrics file of AutoNuggetizer, and what it passes over in silence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

BANK = DEMO / "banks/nuggets.jsonl"
SUPPORT = {"support": 1.0, "partial_support": 0.5}


def record(topic: str, *nuggets: tuple[str, str, str]) -> dict[str, Any]:
    keys = ("text", "importance", "assignment")
    return {"query": "", "qid": topic, "nuggets": [dict(zip(keys, nugget, strict=True)) for nugget in nuggets]}


def by_definition(record: dict[str, Any]) -> dict[str, float]:
    """The six scores, nugget by nugget."""
    scores = {}
    for name, weights in (("vital", {"vital": 1.0}), ("weighted", {"vital": 1.0, "okay": 0.5}), ("all", None)):
        for strict in (True, False):
            part = whole = 0.0
            for nugget in record["nuggets"]:
                w = 1.0 if weights is None else weights.get(nugget["importance"], 0.0)
                s = SUPPORT.get(nugget["assignment"], 0.0)
                part += w * (float(s == 1) if strict else s)
                whole += w
            scores[f"{'strict_' if strict else ''}{name}_score"] = part / whole if whole else 0.0
    return scores


RECORDS = [
    record("a", ("x", "vital", "support"), ("y", "vital", "partial_support"), ("z", "okay", "support")),
    record("a", ("x", "vital", "not_support"), ("x", "okay", "support"), ("u", "failed", "support")),
    record("b", ("x", "okay", "dangerous"), ("y", "okay", "partial_support"), ("z", "", "support")),
    record("c"),
]


@pytest.fixture
def assignments(tmp_path: Path) -> Path:
    path = tmp_path / "assignments.jsonl"
    path.write_text("".join(f"{json.dumps(each)}\n" for each in RECORDS), encoding="utf-8")
    return path


def test_each_record_has_the_six_scores_and_the_last_line_their_means(assignments: Path) -> None:
    rows = [json.loads(line) for line in cliometer("compat", "nuggetizer", assignments).out.splitlines()]
    scores = [by_definition(each) for each in RECORDS]
    assert [row["qid"] for row in rows] == ["a", "a", "b", "c", "all"]
    for row, expected in zip(rows, scores, strict=False):
        assert list(row) == ["qid", *expected] and row == pytest.approx({"qid": row["qid"], **expected})
    for name, mean in rows[-1].items():
        assert name == "qid" or mean == pytest.approx(sum(each[name] for each in scores) / 4)


def test_labels_and_records_that_are_strange_repeated_or_missing_are_listed(assignments: Path) -> None:
    err = cliometer("compat", "nuggetizer", assignments, "--nuggets", BANK).err
    for line in (
        'neither vital nor okay, which count with weight=all only (2): "failed" (1) and "" (1)',
        'partial_support and not_support, which earn nothing (1): "dangerous" (1)',
        "topics with several records, each of which counts (1): a",
        "records without a vital nugget, which score 0 in vital_score and strict_vital_score (2): b and c",
        "topics of the bank without a record, which are no part of the means (2): apollo-13 and berlin-wall",
        "topics with a record that are not in the bank (3): a, b and c",
    ):
        assert line in err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": holds no nuggets"),
        ('{"qid": "a", "nuggets": [{"text": "x", "importance": "vital"}]}', ": holds nuggets without assignments"),
        ('{"qid": "a", "nuggets": []}\n{"qid": "b"', ":2: "),
        ('{"nuggets": []}', ":1: "),
        ('{"qid": "a", "nuggets": [{"text": 3}]}', ":1: nuggets[0].text: "),
        ('{"run_id": "r", "topic_id": "a", "answer": [{"text": "x"}]}', ":1: an answer that nobody assigned"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "assignments.jsonl"
    path.write_text(text, encoding="utf-8")
    done = cliometer("compat", "nuggetizer", path)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"{path}{message}" in done.err
