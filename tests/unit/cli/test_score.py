"""`cliometer score`, with curves of rankings against judged events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cliometer as library
from cliometer.engine.results import Results
from tests.laid_out import LATE, MINE, OIL, put
from tests.unit.cli.cliometer_command import DEMO, cliometer


@pytest.fixture
def pair(tmp_path: Path) -> list[Path]:
    return [put(tmp_path / "late.txt", LATE), put(tmp_path / "oil.txt", OIL)]


@pytest.fixture
def benchmark(tmp_path: Path) -> tuple[list[Path], Path]:
    """Two runs and a benchmark of two topics, one of them with two references."""
    put(tmp_path / "gold" / "oil" / "bbc.txt", OIL)
    put(tmp_path / "gold" / "oil" / "ap.txt", LATE)
    put(tmp_path / "gold" / "mine" / "bbc.txt", MINE)
    for run, oil in (("exact", OIL), ("late", LATE)):
        put(tmp_path / run / "oil.txt", oil)
        put(tmp_path / run / "mine.txt", MINE)
    return [tmp_path / "exact", tmp_path / "late"], tmp_path / "gold"


def test_the_preset_reaches_scores_and_signature(pair: list[Path]) -> None:
    found = {
        preset: json.loads(cliometer("score", *pair, "-m", "concat", "--preset", preset, "--json").out)
        for preset in ("tilse", "paper2017", "modern")
    }
    assert (
        found["modern"]["scores"][0]["recall"]
        == library.score(LATE, OIL, ["concat"], "modern")["concat(rouge=1)"]["recall"]
    )
    assert found["tilse"]["scores"][0]["recall"] != found["paper2017"]["scores"][0]["recall"]
    assert all(f"|preset:{preset}|" in document["signature"] for preset, document in found.items())


def test_the_chance_level_is_what_the_same_texts_earn_on_rotated_dates(tmp_path: Path) -> None:
    days = {
        "2010-05-01": ["Oil rig burns."],
        "2010-05-11": ["Oil reaches beaches."],
        "2010-05-21": ["Oil pipe sealed."],
    }
    dates, texts = list(days), list(days.values())
    turned = [dict(zip(dates, texts[step:] + texts[:step], strict=True)) for step in (1, 2)]
    expected = sum(library.score(one, days, ["ledger"])["ledger"]["f"] or 0 for one in turned) / 2
    results = library.score({"a": {"oil": days}}, {"oil": days}, ["ledger"], chance=True)
    assert results["ledger"]["a"]["oil"] == {"precision": 1, "recall": 1, "f": 1, "chance": pytest.approx(expected)}
    assert Results.from_dict(results.to_dict()).to_dict() == results.to_dict()


def test_chance_stands_beside_the_score_in_every_form(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    words = ("score", runs[0], gold, "-m", "ledger", "-m", "concat", "--chance")
    text, document = cliometer(*words), json.loads(cliometer(*words, "--json").out)
    assert text.status == 0 and text.out.splitlines()[0].split()[-1] == "chance" and "rotated dates" in text.err
    known = [entry for entry in document["scores"] if "chance" in entry and entry["metric"] == "concat(rouge=1)"]
    assert known and all(entry["chance"] == pytest.approx(entry["f"]) for entry in known)  # dates do not matter to it
    assert cliometer(*words, "--csv").out.splitlines()[0].endswith(",f,chance")


def test_a_timeline_of_one_date_has_no_chance_level(tmp_path: Path) -> None:
    day = put(tmp_path / "day.txt", library.Timeline({"2010-05-01": ["Oil rig burns."]}))
    entry = json.loads(cliometer("score", day, day, "-m", "ledger", "--chance", "--json").out)["scores"][0]
    assert (entry["f"], "chance" in entry) == (1.0, False)


RANKING, LOG = DEMO / "rankings" / "first.json", DEMO / "rankings" / "longest-log.json"
EVENTS = DEMO / "events" / "berlin-wall.json"


def document(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_last_point_is_the_score_of_the_whole_ranking() -> None:
    drawn = json.loads(cliometer("score", "--curve", RANKING, "-r", EVENTS, "--json").out)
    scored = json.loads(cliometer("score", RANKING, EVENTS, "--json").out)["scores"][0]
    last = drawn["curves"][0]["points"][-1]
    assert (last["precision"], last["recall"]) == (scored["precision"], scored["recall"])


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
