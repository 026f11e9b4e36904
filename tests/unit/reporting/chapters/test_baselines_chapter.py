"""The chapter of `cliometer baselines`."""

from __future__ import annotations

import json
from typing import Any

from cliometer.model.records import head
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.unit_scores import baselines
from cliometer.reporting.document import Listing, Section
from cliometer.systems.baselines import Trial
from tests.pictured import figures, listings, records, words


def pair(p: float | None) -> dict[str, Any]:
    tested = "permutation test" if p is not None else "not tested: found 1 topic"
    return {"first": "1", "second": "2", "topics": 2, "difference": 0.2, "p": p, "corrected": p, "method": tested}


def document(p: float | None) -> dict[str, Any]:
    first = {"id": "1", "method": "first events", "mean": 0.2, "scores": {"a": 0.1, "b": 0.3}, "dropped": []}
    second = {"id": "2", "method": "last events", "mean": 0.4, "scores": {"a": 0.4}, "dropped": ["b"]}
    none: dict[str, Any] = {"id": "3", "method": "dated events", "mean": None, "scores": {}, "dropped": ["a", "b"]}
    about = {**head("baselines"), "metric": "pyramid", "runs": 5, "seed": 0, "notes": ["a note"]}
    return {**about, "baselines": [none, first, second], "pairs": [pair(p)]}


def section(found: dict[str, Any]) -> Section:
    """The section of a document, read back."""
    return baselines(Trial.from_dict(found), FigureNames())


def test_baselines_stand_from_the_best_with_their_topics() -> None:
    found = figures(section(document(0.01)))["baselines"]
    assert [one["mean"] for one in records(found.spec, "mean")] == [0.4, 0.2, None]
    assert [one["score"] for one in records(found.spec, "score")] == [0.4, 0.1, 0.3]
    assert found.table.rows[0] == ["2", "last events", 0.4, 0.4, "-"]


def test_the_best_and_what_was_left_out_are_said() -> None:
    said = words(section(document(0.01)))
    assert "The best baseline is 2 (last events), with a mean pyramid of 0.400; 1 of 1 pairs differ" in said
    assert "2 could not run on b" in said and "a note" in said


def test_pairs_are_drawn_where_they_were_tested_and_listed_where_not() -> None:
    (cell,) = records(figures(section(document(0.01)))["baseline-pairs"].spec, "shade")
    assert (cell["r"], cell["c"], cell["text"]) == (0, 1, "0.010")
    untested = section(document(None))
    assert "baseline-pairs" not in figures(untested)
    _, listing = listings(untested)
    assert isinstance(listing, Listing) and listing.table.rows[0][-1] == "not tested: found 1 topic"
    assert "no pair could be tested" in words(untested)


def test_baselines_with_the_same_mean_share_the_lead() -> None:
    equal = document(0.01)
    equal["baselines"][1]["scores"] = {"a": 0.5, "b": 0.3}
    assert "Both baselines score the same, with a mean pyramid of 0.400 each; " in words(section(equal))
    equal["baselines"][0]["scores"] = {"a": 0.1}
    assert "The best baselines are 1 (first events) and 2 (last events), with" in words(section(equal))


def test_a_single_baseline_with_a_score_is_not_the_best() -> None:
    single = document(None)
    single["baselines"] = single["baselines"][:2]
    assert "The only baseline with a score is 1 (first events), with" in words(section(single))


def test_a_document_comes_back_as_it_was() -> None:
    assert json.loads(json.dumps(Trial.from_dict(document(0.01)).to_dict())) == {**document(0.01), **head("baselines")}
