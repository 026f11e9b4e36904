"""`cliometer tune`: a table of folds, all settings as CSV, one JSON document."""

from __future__ import annotations

import json

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

CALL = ("tune", DEMO / "posts", "-s", "centroid", "--grid", "threshold=0:1:0.5", "--folds", 2, "-k", 3)


def test_the_folds_are_shown_with_what_to_report_and_what_to_use() -> None:
    done = cliometer(*CALL)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("fold  topics  chosen on the other folds")
    assert ": what to report\n" in done.out and ": what to use on new topics\n" in done.out


def test_the_document_records_folds_seed_and_every_setting() -> None:
    document = json.loads(cliometer(*CALL, "--json", "--seed", 3).out)
    assert (document["seed"], document["loss"], document["k"]) == (3, "jsd", 3)
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
        (["--folds", "3"], "3 folds need as many topics or more, found 2"),
        (["--loss", "jds"], "did you mean jsd"),
        (["--grid", "threshold=0,1"], "stands in two grids"),
    ],
)
def test_a_wrong_call_ends_with_one_line(words: list[str], complaint: str) -> None:
    done = cliometer(*CALL, *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err
