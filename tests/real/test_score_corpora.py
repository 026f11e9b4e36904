"""Timelines of timeline17 against the articles of their topics."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from typing import Any

from tests.shared import SHARED, needs
from tests.unit.cli.cliometer_command import cliometer

TIMELINE17 = SHARED / "data" / "timeline17"
H1N1 = TIMELINE17 / "references" / "h1n1"
NEEDED = ("data", "timeline17", "corpora", "h1n1.jsonl.gz")


def scored(*words: object) -> Any:
    found = cliometer("score", *words, "--json")
    assert found.status == 0, found.err
    return json.loads(found.out)


@needs(*NEEDED)
def test_timelines_of_a_topic_are_scored_whole_and_by_date() -> None:
    timelines = sorted(H1N1.glob("*.txt"))
    found = scored(*timelines, TIMELINE17 / "corpora" / "h1n1.jsonl.gz", "-m", "jsd", "-m", "jsd(near=2)")
    values = {(mean["system"], mean["metric"]): mean["value"] for mean in found["means"]}
    assert len(values) == 2 * len(timelines)
    for timeline in timelines:
        whole, daily = values[timeline.stem, "jsd"], values[timeline.stem, "jsd(near=2)"]
        assert 0 < whole < daily < math.log(2)  # a day says less of its articles than all days of all


@needs(*NEEDED)
def test_a_timeline_named_after_its_topic_has_the_other_corpora_as_background(tmp_path: Path) -> None:
    shutil.copy(sorted(H1N1.glob("*.txt"))[0], tmp_path / "h1n1.txt")
    found = scored(tmp_path / "h1n1.txt", TIMELINE17 / "corpora", "-m", "fotw")
    assert [score["topic"] for score in found["scores"]] == ["h1n1"]
    assert any("the others (7) serve as background" in note for note in found["notes"])
    assert 0 < found["scores"][0]["value"] < 1
