"""`cliometer score --curve`: rankings of sentences against judged events."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from cliometer.model.records import head
from tests.unit.cli.cliometer_command import DEMO, cliometer

RANKING, LOG = DEMO / "rankings" / "first.json", DEMO / "rankings" / "longest-log.json"
EVENTS = DEMO / "events" / "berlin-wall.json"


def document(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_last_point_is_the_score_of_the_whole_ranking() -> None:
    drawn = json.loads(cliometer("score", "--curve", RANKING, "-r", EVENTS, "--json").out)
    scored = json.loads(cliometer("score", RANKING, EVENTS, "--json").out)["scores"][0]
    last = drawn["curves"][0]["points"][-1]
    assert (last["precision"], last["recall"]) == (scored["precision"], scored["recall"])


def test_interpolated_precision_never_rises_with_recall() -> None:
    means = json.loads(cliometer("score", "--curve", RANKING, "-r", EVENTS, "--json").out)["means"]
    assert list(means) == ["first"] and means["first"] == sorted(means["first"], reverse=True)


def test_the_table_has_eleven_levels() -> None:
    done = cliometer("score", "--curve", RANKING, "-r", EVENTS)
    levels = [f"{tenth / 10:.1f}" for tenth in range(11)]
    assert ["system", *levels] in [line.split() for line in done.out.splitlines()]


def test_every_point_stands_in_the_csv() -> None:
    done = cliometer("score", "--curve", RANKING, "-r", EVENTS, "--csv", "--ties", "expected")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert len(rows) == len(document(RANKING)["extracts"][0]["items"])
    assert [int(row["retrieved"]) for row in rows] == list(range(1, len(rows) + 1))


def test_a_log_in_the_order_of_the_stream_is_online() -> None:
    done = cliometer("score", LOG, "-r", EVENTS, "--online")
    assert (done.status, done.out) == (0, "online: every story was ranked in its turn\n")


def test_a_log_that_looks_ahead_fails_with_the_place(tmp_path: Path) -> None:
    log = document(LOG)
    log["extracts"][0]["items"].reverse()
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log), encoding="utf-8")
    done = cliometer("score", path, "-r", EVENTS, "--online")
    assert done.status == 1 and "longest on berlin-wall: " in done.out.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([LOG, "-r", EVENTS], "a curve needs a ranking"),
        ([RANKING, "-r", EVENTS, "--online"], "in the order in which they were scored"),
        ([RANKING, "-r", DEMO / "units"], "holds content units only"),
        ([RANKING, "-r", EVENTS, "-m", "pyramid"], "measured against content units"),
        ([DEMO / "nothing.json", "-r", EVENTS], "nothing.json"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[object], complaint: str) -> None:
    done = cliometer("score", *arguments, *([] if "--online" in arguments else ["--curve"]))
    assert done.status == 2 and complaint in done.err and done.err.count("\n") == 1 and not done.out


def two_topics(folder: Path) -> Path:
    gold = document(EVENTS)
    gold["topics"].append(gold["topics"][0] | {"id": "second"})
    path = folder / "gold.json"
    path.write_text(json.dumps(gold), encoding="utf-8")
    return path


def test_a_missing_topic_is_an_error_left_out_or_0_throughout(tmp_path: Path) -> None:
    gold = two_topics(tmp_path)
    assert "--missing skip" in cliometer("score", "--curve", RANKING, "-r", gold).err
    alone = json.loads(cliometer("score", "--curve", RANKING, "-r", EVENTS, "--json").out)["means"]
    skipped = json.loads(cliometer("score", "--curve", RANKING, "-r", gold, "--missing", "skip", "--json").out)
    zeroed = json.loads(cliometer("score", "--curve", RANKING, "-r", gold, "--missing", "zero", "--json").out)
    assert skipped["means"] == alone and "has no ranking for second" in skipped["notes"][0]
    assert zeroed["means"]["first"] == [value / 2 for value in alone["first"]]


def test_faults_of_a_log_are_data_where_data_was_asked_for(tmp_path: Path) -> None:
    log = document(LOG)
    log["extracts"][0]["items"].reverse()
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log), encoding="utf-8")
    found = json.loads(cliometer("score", path, "-r", EVENTS, "--online", "--json").out)
    rows = list(csv.DictReader(io.StringIO(cliometer("score", path, "-r", EVENTS, "--online", "--csv").out)))
    assert found["online"] is False and found["faults"] == rows
    assert rows[0]["system"] == "longest" and rows[0]["topic"] == "berlin-wall"
    online = json.loads(cliometer("score", LOG, "-r", EVENTS, "--online", "--json").out)
    assert online == {**head("online"), "online": True, "faults": [], "notes": []}


def test_precision_above_1_is_noted(tmp_path: Path) -> None:
    gold = document(EVENTS)
    events = gold["topics"][0]["events"]
    first = document(RANKING)["extracts"][0]["items"][0]
    sentence = first if isinstance(first, str) else first["id"]
    for event in events[:3]:
        event["links"] = [sentence]
    path = tmp_path / "gold.json"
    path.write_text(json.dumps(gold), encoding="utf-8")
    assert "nu: precision is above 1" in cliometer("score", "--curve", RANKING, "-r", path).err
    assert "above 1" not in cliometer("score", "--curve", RANKING, "-r", path, "-m", "nu(variant=sentence)").err
