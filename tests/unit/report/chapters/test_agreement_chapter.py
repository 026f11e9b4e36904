"""The chapter of `cliometer agreement`."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import cliometer
from cliometer.report.chapters import kind_of
from cliometer.report.chapters.annotator_agreement import agreement
from cliometer.report.chapters.base import FigureNames
from cliometer.study.agreement_survey import SurveyOptions, agreement_document, survey_agreement
from tests.pictured import HOSTILE, figures, listings, records, words

DEMO = Path(cliometer.__file__).parent / "demo"


@cache
def _surveyed(path: str) -> str:
    return json.dumps(agreement_document(survey_agreement(SurveyOptions([DEMO / path]))))


def surveyed(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_surveyed(path))
    return found


def teams(first: str, second: str, table: list[list[int]], alpha: float | None) -> dict[str, Any]:
    return {"first": list(first), "second": list(second), "table": table, "grey": 0.9, "alpha": alpha}


SPLIT = {
    "topic": "war",
    "writers": list("abcd"),
    "unseen": 5,
    "splits": 3,
    "mean_grey": 0.9,
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
}


def test_its_document_is_recognised() -> None:
    for path in ("events", "units"):
        kind = kind_of(surveyed(path))
        assert kind is not None and kind.name == "agreement"


def test_judged_events_have_topics_measures_pairs_and_links() -> None:
    found = agreement(surveyed("events"), FigureNames())
    assert set(figures(found)) == {"agreement", "judges", "links-berlin-wall"}
    assert [one.caption for one in listings(found)] == ["Topics", "The corpus by part"]
    assert "the mean agreement of the topics is 0.796" in words(found)


def test_measures_are_those_of_the_document() -> None:
    given = surveyed("events")
    (judged,) = given["judges"]
    values = [
        one["value"] for one in records(figures(agreement(given, FigureNames()))["agreement"].spec, "value")
    ]
    assert values == [judged["agreement"], judged["set_alpha"], judged["cell_alpha"]]


def test_links_are_kept_not_kept_or_added() -> None:
    given = surveyed("events")
    bars = records(figures(agreement(given, FigureNames()))["links-berlin-wall"].spec, "event", "kind")
    of = {bar["kind"]: bar["links"] for bar in bars if bar["event"].startswith("demolition")}
    assert of == {"kept": 1, "not kept": 0, "added by the verifier": 1}
    kept = sum(bar["links"] for bar in bars if bar["kind"] == "kept")
    assert kept == sum(event["sentences"] for event in given["judges"][0]["events"])


def test_where_nobody_verified_nothing_is_kept_and_agreement_is_undefined() -> None:
    given = surveyed("events")
    judged = given["judges"][0]
    judged |= {"agreement": None, "addition_rate": None}
    judged["events"] = [{**e, "sentences": None, "added": None, "agreement": None} for e in judged["events"]]
    found = figures(agreement(given, FigureNames()))
    assert "nobody verified them" in found["links-berlin-wall"].caption
    assert "undefined: links kept, A(e)" in [r["said"] for r in records(found["agreement"].spec, "said")]
    assert not sum(
        b["links"] for b in records(found["links-berlin-wall"].spec, "kind") if b["kind"] == "kept"
    )


def test_units_have_the_shape_of_their_pyramid() -> None:
    found = figures(agreement(surveyed("units"), FigureNames()))["pyramids"]
    assert [(one["weight"], one["units"]) for one in records(found.spec, "weight")] == [
        (1, 12),
        (2, 7),
        (3, 9),
    ]
    assert found.table.rows[0][-1] == "no"


def test_teams_are_tables_of_the_best_and_the_worst_split() -> None:
    found = agreement({**surveyed("units"), "splits": [SPLIT]}, FigureNames())
    cells = records(figures(found)["teams-war"].spec, "split")
    assert [one["units"] for one in cells[:9]] == [5, 1, 0, 1, 1, 0, 0, 0, 2]
    assert {one["split"] for one in cells} == {"best: alpha 0.700", "worst: alpha undefined"}
    assert [one["grey"] for one in cells[:3]] == [True, True, False]
    (line,) = records(figures(found)["unseen"].spec, "x")
    assert line["y"] == [None, 0.5, 0.6]
    assert "from undefined to 0.700" in words(found)


def test_links_made_twice_are_measured() -> None:
    found = figures(agreement({**surveyed("units"), "matching": [MATCHING]}, FigureNames()))["matching"]
    assert found.table.rows == [["war", 4, 1, 20, 0.9, 0.8, None]]
    assert [one["said"] for one in records(found.spec, "said")] == ["undefined: alpha on v"]


def test_many_topics_and_hostile_names_are_all_there() -> None:
    given = surveyed("events")
    (judged,) = given["judges"]
    names = [*HOSTILE, *(f"t{n}" for n in range(95))]
    given["judges"] = [{**copy.deepcopy(judged), "topic": name} for name in names]
    found = agreement(given, FigureNames())
    assert {one["topic"] for one in records(figures(found)["agreement"].spec, "measure")} == set(names)
    assert "40 more pairs of judges are in the table alone" in words(found)
    assert "topics without a picture of their events: " in words(found)
    assert len(figures(found)["judges"].table.rows) == 100
