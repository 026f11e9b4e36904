"""The chapter of `cliometer study agreement`."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import cliometer
from cliometer.study.agreement_survey import SurveyOptions, survey_agreement
from tests.pictured import HOSTILE, figures, listings, records, shown, words

DEMO = Path(cliometer.__file__).parent / "demo"


@cache
def _surveyed(path: str) -> str:
    return json.dumps(survey_agreement(SurveyOptions([DEMO / path])).to_dict())


def surveyed(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_surveyed(path))
    return found


def teams(first: str, second: str, table: list[list[int]], alpha: float | None) -> dict[str, Any]:
    return {"first": list(first), "second": list(second), "table": table, "grey": 0.9, "alpha": alpha}


SPLIT = {
    "topic": "war",
    "writers": list("abcd"),
    "unseen": 5,
    "frequencies": [5, 2, 1, 0, 2],
    "splits": 3,
    "mean_grey": 0.9,
    "expected_grey": 0.9,
    "mean_alpha": 0.5,
    "best": teams("ab", "cd", [[5, 1, 0], [1, 1, 0], [0, 0, 2]], 0.7),
    "worst": teams("ac", "bd", [[5, 1, 1], [1, 1, 0], [0, 0, 1]], None),
    "pooled_alpha": [
        {"assumed": "0", "unseen": 0, "alpha": None},
        {"assumed": "z", "unseen": 5, "alpha": 0.5},
        {"assumed": "2z", "unseen": 10, "alpha": 0.6},
    ],
}
MATCHING = {
    "topic": "war",
    "units": 4,
    "left_out": ["u9"],
    "decisions": 20,
    "agreement": 0.9,
    "exact": 0.8,
    "alpha": None,
    "model": "",
}


def test_teams_are_tables_of_the_best_and_the_worst_split() -> None:
    found = shown({**surveyed("units"), "splits": [SPLIT]})
    cells = records(figures(found)["teams-war"].spec, "shade")
    assert [one["text"] for one in cells[:9]] == ["5", "1", "0", "1", "1", "0", "0", "0", "2"]
    assert {one["row"].rpartition(",")[0] for one in cells} == {"best (alpha 0.700)", "worst (alpha undefined)"}
    assert [one["shade"] > 0 for one in cells[:3]] == [True, True, False]
    (line,) = records(figures(found)["unseen"].spec, "x")
    assert line["y"] == [None, 0.5, 0.6]
    assert "from undefined to 0.700" in words(found)


def test_links_made_twice_are_measured() -> None:
    found = figures(shown({**surveyed("units"), "matching": [MATCHING]}))["matching"]
    assert found.table.rows == [["war", 4, 20, 0.9, 0.8, "-"]]
    assert [one["side"] for one in records(found.spec, "score") if one["score"] is None] == ["alpha on v"]


def test_many_topics_and_hostile_names_are_all_there() -> None:
    given = surveyed("events")
    (judged,) = given["judges"]
    names = [*HOSTILE, *(f"t{n}" for n in range(95))]
    given["judges"] = [{**copy.deepcopy(judged), "topic": name} for name in names]
    found = shown(given)
    assert {one["name"] for one in records(figures(found)["agreement"].spec, "score")} == set(names)
    assert "The figure shows 60 of 100 pairs of judges; its table has all." in words(found)
    assert sum(name.startswith("links") for name in figures(found)) == 20
    assert sum("what was kept" in one.caption for one in listings(found)) == 80
    assert len(figures(found)["judges"].table.rows) == 100
