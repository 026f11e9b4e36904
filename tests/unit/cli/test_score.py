"""`cliometer score`."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from pathlib import Path

import pytest

import cliometer as library
from cliometer.engine.results import Results
from cliometer.metrics.catalogue import DEFAULT
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


def test_without_metrics_the_usual_ones_are_shown(pair: list[Path]) -> None:
    document = json.loads(cliometer("score", *pair, "--json").out)
    assert [entry["metric"] for entry in document["scores"]] == list(DEFAULT)


def test_the_numbers_are_those_of_the_library(pair: list[Path]) -> None:
    document = json.loads(cliometer("score", *pair, "--json").out)
    found = {entry["metric"]: {key: entry[key] for key in ("precision", "recall", "f")} for entry in document["scores"]}
    assert found == library.score(LATE, OIL).to_dict()


def test_json_is_one_document_in_the_shape_of_the_design(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    document = json.loads(cliometer("score", *runs, "-r", gold, "-m", "date", "--json").out)
    assert list(document) == ["cliometer", "kind", "format", "signature", "notes", "scores", "means"]
    assert document["cliometer"] == __version__
    assert {tuple(entry) for entry in document["scores"]} == {("system", "topic", "metric", "precision", "recall", "f")}
    assert {tuple(entry) for entry in document["means"]} == {
        ("system", "metric", "topics", "undefined", "precision", "recall", "f_of_means", "mean_of_f")
    }
    assert [(entry["system"], entry["topic"]) for entry in document["scores"]] == [
        ("exact", "mine"), ("exact", "oil"), ("late", "mine"), ("late", "oil"),
    ]  # fmt: skip


def test_json_carries_the_notes_and_standard_error_stays_empty(tmp_path: Path, pair: list[Path]) -> None:
    (tmp_path / "mute.txt").touch()
    found = cliometer("score", tmp_path / "mute.txt", pair[1], "-m", "date", "--json")
    assert "mute: the timeline for oil is empty; it scores 0" in json.loads(found.out)["notes"]
    assert found.err == ""


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


def test_folders_print_means_with_both_averages_of_f(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    found = cliometer("score", runs[0], gold, "-m", "date")
    heading, _, row, *_ = found.out.splitlines()
    assert re.split(" {2,}", heading)[-4:] == ["precision", "recall", "F of means", "mean of F"]
    assert row.split() == ["date", "2", "0", "1.000", "0.833", "0.909", "0.900"]


def test_every_topic_is_shown_on_demand(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    lines = cliometer("score", runs[0], gold, "-m", "date", "--per-topic").out.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["topic", "-----", "mine", "oil"]


def test_each_reference_can_be_a_task_of_its_own(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    document = json.loads(cliometer("score", runs[0], gold, "-m", "date", "--per-reference", "--json").out)
    assert [entry["topic"] for entry in document["scores"]] == ["mine/bbc", "oil/ap", "oil/bbc"]


def test_tasks_are_not_called_topics(benchmark: tuple[list[Path], Path]) -> None:
    words = ("score", benchmark[0][0], benchmark[1], "-m", "date", "--per-reference")
    assert cliometer(*words).out.split()[:2] == ["metric", "tasks"]
    assert "metric & tasks & undefined" in cliometer(*words, "--latex").out
    assert cliometer(*words, "--per-topic").out.split()[0] == "task"


def test_metrics_are_repeatable_and_stay_in_order(pair: list[Path]) -> None:
    found = cliometer("score", *pair, "-m", "date", "--metric", "align+m1(rouge=2)", "-m", "concat", "--json")
    assert [entry["metric"] for entry in json.loads(found.out)["scores"]] == [
        "date", "align+m1(rouge=2)", "concat(rouge=1)",
    ]  # fmt: skip


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


def test_several_references_need_no_option(tmp_path: Path, pair: list[Path]) -> None:
    third = put(tmp_path / "third.txt", MINE)
    plain = cliometer("score", pair[0], pair[1], third, "--json").out
    assert plain == cliometer("score", pair[0], "-r", pair[1], third, "--json").out
    assert "|nrefs:2|" in json.loads(plain)["signature"]


def test_the_order_of_reference_files_does_not_matter(tmp_path: Path, pair: list[Path]) -> None:
    third = put(tmp_path / "third.txt", MINE)
    one, other = (
        [list(entry.values())[3:] for entry in json.loads(cliometer("score", pair[0], *files, "--json").out)["scores"]]
        for files in ((pair[1], third), (third, pair[1]))
    )
    assert one == other


def test_the_order_of_runs_does_not_matter(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    one, other = (json.loads(cliometer("score", *order, "-r", gold, "--json").out) for order in (runs, runs[::-1]))
    assert sorted(map(str, one["scores"])) == sorted(map(str, other["scores"]))
    assert one["signature"] == other["signature"]


def test_notes_go_to_standard_error(tmp_path: Path, pair: list[Path]) -> None:
    (tmp_path / "open.txt").write_text("2010-05-27\nsealed\n")
    found = cliometer("score", tmp_path / "open.txt", pair[1], "-m", "date")
    assert found.err == f"note: {tmp_path / 'open.txt'}:1: the last day has no separator after it; kept\n"


@pytest.mark.parametrize(("rule", "recall"), [("zero", 0.5), ("skip", 1.0)])
def test_missing_topics_are_allowed_on_demand_and_named(
    benchmark: tuple[list[Path], Path], rule: str, recall: float
) -> None:
    runs, gold = benchmark
    (runs[1] / "mine.txt").unlink()
    (gold / "oil" / "bbc.txt").unlink()
    document = json.loads(cliometer("score", runs[1], gold, "-m", "date", "--missing", rule, "--json").out)
    assert document["means"][0]["recall"] == recall
    assert document["notes"][0].startswith("late has no timeline for mine; ")


def test_extra_topics_are_allowed_on_demand_and_named(benchmark: tuple[list[Path], Path]) -> None:
    runs, gold = benchmark
    put(runs[0] / "war.txt", MINE)
    found = cliometer("score", runs[0], gold, "-m", "date", "--extra", "skip")
    assert (found.status, found.err) == (
        0,
        "note: exact has timelines without a reference: war; not scored\n",
    )


def test_repeated_dates_are_read_as_told(tmp_path: Path, pair: list[Path]) -> None:
    (tmp_path / "s.txt").write_text(f"2010-07-15\nsealed\n{'-' * 32}\n2010-07-15\nopened\n{'-' * 32}\n")
    words = ["score", tmp_path / "s.txt", pair[1], "-m", "concat", "--json"]
    last, append = (
        json.loads(cliometer(*words, *more).out)["scores"][0]["recall"] for more in ([], ["--duplicates", "append"])
    )
    assert last == 0.0 < append
    assert cliometer(*words, "--duplicates", "error").status == 2


def test_only_one_form_is_printed(pair: list[Path]) -> None:
    found = cliometer("score", *pair, "--json", "--csv")
    assert (found.status, found.out) == (2, "")
    assert "exclude each other; give one" in found.err


def test_references_given_twice_add_up(tmp_path: Path, pair: list[Path]) -> None:
    third = put(tmp_path / "third.txt", MINE)
    together = cliometer("score", pair[0], "-r", pair[1], third, "-m", "date", "--json").out
    assert cliometer("score", pair[0], "-r", pair[1], "-m", "date", "-r", third, "--json").out == together


def test_a_system_may_come_through_a_pipe(pair: list[Path]) -> None:
    source, sink = os.pipe()
    os.write(sink, pair[0].read_bytes())
    os.close(sink)
    found = cliometer("score", f"/dev/fd/{source}", pair[1], "-m", "date", "--json")
    os.close(source)
    assert json.loads(found.out)["scores"][0]["recall"] == 0.5


def test_an_empty_pipe_is_an_empty_system(pair: list[Path]) -> None:
    found = cliometer("score", "/dev/null", pair[1], "-m", "date")
    assert (found.status, found.err.splitlines()[0]) == (
        0,
        "note: null: the timeline for oil is empty; it scores 0",
    )


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


def test_chance_of_other_gold_is_refused_in_a_line() -> None:
    found = cliometer("score", DEMO / "units" / "lead.json", DEMO / "units", "--chance")
    assert (found.status, found.out) == (2, "") and len(found.err.splitlines()) == 1
