"""`cliometer tune`: a table of folds, all settings as CSV, one JSON document."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

GRID = ("tune", DEMO / "posts", "-s", "centroid", "--grid", "threshold=0:1:0.5")
CALL = (*GRID, "--folds", 2, "-k", 3)


def test_the_folds_are_shown_with_what_to_report_and_what_to_use() -> None:
    done = cliometer(*CALL)
    assert (done.status, done.err) == (0, "")
    assert "\n\nfold  topics  chosen on the other folds" in done.out
    assert ": what to report\n" in done.out and ": what to use on new topics\n" in done.out


def test_the_document_records_folds_seed_and_every_setting() -> None:
    document = json.loads(cliometer(*CALL, "--json", "--seed", 3).out)
    assert (document["seed"], document["loss"], document["k"]) == (3, "jsd(tokens=posts)", 3)
    assert sorted(topic for fold in document["folds"] for topic in fold["topics"]) == [
        "ever-given",
        "notre-dame",
    ]
    assert [entry["setting"] for entry in document["settings"]] == [
        "centroid(threshold=0)",
        "centroid(threshold=0.5)",
        "centroid(threshold=1)",
    ]
    assert document["best"] == min(document["settings"], key=lambda entry: entry["loss"])["setting"]


def test_the_same_call_prints_the_same() -> None:
    assert cliometer(*CALL, "--json") == cliometer(*CALL, "--json")


def test_settings_go_to_csv_and_folds_to_latex() -> None:
    assert cliometer(*CALL, "--csv").out.startswith("setting,loss\ncentroid(threshold=0),0.")
    assert r"\begin{tabular}{rrlrr}" in cliometer(*CALL, "--latex").out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--folds", "3", "-k", "3"], "3 folds need as many topics or more, found 2"),
        (["--folds", "2", "--folds", "3"], "--folds was given twice; give one"),
        (["--folds", "2", "-k", "3", "--loss", "jds"], "did you mean jsd"),
        (["--folds", "2", "-k", "3", "--grid", "threshold=0,1"], "appears in two grids"),
    ],
)
def test_a_wrong_call_ends_with_one_line(words: list[str], complaint: str) -> None:
    done = cliometer(*GRID, *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err


def test_an_oracle_gets_the_references_and_those_of_no_topic_are_named(tmp_path: Path) -> None:
    for name in ("ever-given", "notre-dame", "bp"):
        (tmp_path / f"{name}.txt").write_text("The ship is free. The church burns.")
    words = ("-s", "rouge_oracle", "--grid", "rouge=1,2", "--folds", 2, "-r", tmp_path)
    done = cliometer("tune", DEMO / "posts", *words)
    assert done.status == 0 and "left out, since no topic is called so: bp\n" in done.err


def test_a_topic_that_gives_no_choice_is_noted() -> None:
    assert "ever-given has 28 posts, not more than the 30 asked for" in cliometer(*GRID, "--folds", 2, "-k", 30).err


def test_a_summariser_without_settings_says_so() -> None:
    done = cliometer("tune", DEMO / "posts", "-s", "lead", "--grid", "x=1")
    assert "unknown setting of lead 'x'; there is none\n" in done.err


def test_a_score_is_shown_as_it_is_and_not_as_a_negative_loss(tmp_path: Path) -> None:
    for topic in ("ever-given", "notre-dame"):
        (tmp_path / f"{topic}.txt").write_text("The ship is stuck. The cathedral burns.", encoding="utf-8")
    asked = (*CALL, "--loss", "rouge1", "-r", tmp_path)
    done = cliometer(*asked)
    assert "rouge1, by which higher is better" in done.out and "held-out rouge1" in done.out
    assert "-0." not in done.out and "loss" not in done.out
    assert "-" not in cliometer(*asked, "--csv").out.replace("centroid", "")
    assert json.loads(cliometer(*asked, "--json").out)["settings"][0]["loss"] < 0
