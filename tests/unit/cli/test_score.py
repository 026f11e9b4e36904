"""`cliometer score`, with curves of rankings against judged events."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import cliometer as library
from cliometer.engine.results import Results
from cliometer.version import __version__
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


def test_a_pair_prints_a_table_and_the_signature(pair: list[Path]) -> None:
    found = cliometer("score", *pair, "-m", "date")
    assert (found.status, found.err) == (0, "")
    lines = found.out.splitlines()
    assert [line.split() for line in lines[:3:2]] == [
        ["metric", "precision", "recall", "F"],
        ["date", "0.500", "0.500", "0.500"],
    ]
    assert lines[-1].startswith(f"signature cliometer:{__version__}|tilse|date|nrefs:1|gold:")
    whole = cliometer("score", *pair, "-m", "date", "--verbose").out.splitlines()
    assert whole[:-1] == lines[:-1]
    assert whole[-1].startswith(f"signature cliometer:{__version__}|preset:tilse|metrics:date|")


def test_the_numbers_are_those_of_the_library(pair: list[Path]) -> None:
    document = json.loads(cliometer("score", *pair, "--json").out)
    found = {entry["metric"]: {key: entry[key] for key in ("precision", "recall", "f")} for entry in document["scores"]}
    assert found == library.score(LATE, OIL).to_dict()


def test_csv_has_every_score_with_all_digits(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    found = cliometer("score", *runs, "-r", gold, "-m", "date", "--csv")
    rows = list(csv.DictReader(io.StringIO(found.out)))
    assert [(row["system"], row["topic"], row["recall"]) for row in rows] == [
        ("exact", "mine", "1.0"),
        ("exact", "oil", str(2 / 3)),
        ("late", "mine", "1.0"),
        ("late", "oil", str(2 / 3)),
    ]
    assert found.err.splitlines()[-1].startswith("signature cliometer:")


def test_latex_is_a_table_for_a_paper(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    found = cliometer("score", *runs, "-r", gold, "-m", "date", "--latex")
    assert found.out.startswith("\\begin{tabular}{llrrrrrr}\n\\toprule\nsystem & metric &")
    assert found.err.startswith("signature cliometer:")


def test_every_topic_is_shown_on_demand(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    lines = cliometer("score", runs[0], gold, "-m", "date", "--per-topic").out.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["topic", "-----", "mine", "oil"]


def test_each_reference_can_be_a_task_of_its_own(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    document = json.loads(cliometer("score", runs[0], gold, "-m", "date", "--per-reference", "--json").out)
    assert [entry["topic"] for entry in document["scores"]] == ["mine/bbc", "oil/ap", "oil/bbc"]


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
