"""`cliometer tune`: a table of folds, all settings as CSV, one JSON document."""

from __future__ import annotations

import json
from pathlib import Path

from tests.unit.cli.cliometer_command import DEMO, cliometer

GRID = ("tune", DEMO / "posts", "-s", "centroid", "--grid", "threshold=0:1:0.5")
CALL = (*GRID, "--folds", 2, "-k", 3)


def test_the_document_records_folds_seed_and_every_setting() -> None:
    document = json.loads(cliometer(*CALL, "--json", "--seed", 3).out)
    assert (document["seed"], document["loss"], document["k"]) == (3, "jsd(tokens=posts)", 3)
    assert sorted(topic for fold in document["folds"] for topic in fold["topics"]) == ["ever-given", "notre-dame"]
    assert [entry["setting"] for entry in document["settings"]] == [
        "centroid(threshold=0)",
        "centroid(threshold=0.5)",
        "centroid(threshold=1)",
    ]
    assert document["best"] == min(document["settings"], key=lambda entry: entry["loss"])["setting"]


def test_the_same_call_prints_the_same() -> None:
    assert cliometer(*CALL, "--json") == cliometer(*CALL, "--json")


def test_an_oracle_gets_the_references_and_those_of_no_topic_are_named(tmp_path: Path) -> None:
    for name in ("ever-given", "notre-dame", "bp"):
        (tmp_path / f"{name}.txt").write_text("The ship is free. The church burns.")
    words = ("-s", "rouge_oracle", "--grid", "rouge=1,2", "--folds", 2, "-r", tmp_path)
    done = cliometer("tune", DEMO / "posts", *words)
    assert done.status == 0 and "left out, since no topic is called so: bp\n" in done.err


def test_a_topic_that_gives_no_choice_is_noted() -> None:
    assert "ever-given has 28 posts, not more than the 30 asked for" in cliometer(*GRID, "--folds", 2, "-k", 30).err
