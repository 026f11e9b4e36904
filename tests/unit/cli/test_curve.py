"""`cliometer score --curve`: rankings of sentences against judged events."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

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
