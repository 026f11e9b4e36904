"""Scores, means, and the document they become."""

from __future__ import annotations

import json

import pytest

from cliometer import score
from cliometer.engine.results import Results, ScoreRow
from cliometer.errors import InputError
from cliometer.model.score import Ratio, Score, Signature
from cliometer.version import __version__

SIGNATURE = Signature.of([("cliometer", __version__)])
NOTHING = Score(Ratio(0, 4), Ratio(0, 0))  # references without anything to find


def half(precision: float, recall: float, beta: float = 1.0) -> Score:
    return Score(Ratio(precision, 1), Ratio(recall, 1), beta)


def results(*scores: Score, undefined: str = "null") -> Results:
    rows = [ScoreRow("a", f"t{number}", "m", score) for number, score in enumerate(scores)]
    return Results(rows, SIGNATURE, "zero" if undefined == "zero" else "null")


def test_the_two_averages_of_f_differ() -> None:
    (mean,) = results(half(1.0, 0.5), half(0.5, 1.0)).means()
    assert (mean.precision, mean.recall) == (0.75, 0.75)
    assert mean.f_of_means == 0.75
    assert mean.mean_of_f == pytest.approx(2 / 3)


def test_f_of_means_uses_the_metrics_beta() -> None:
    (mean,) = results(half(0.8, 0.2, beta=2.0)).means()
    assert mean.f_of_means == pytest.approx(5 * 0.8 * 0.2 / (4 * 0.8 + 0.2)) == mean.mean_of_f


def test_undefined_scores_are_left_out_and_counted() -> None:
    (mean,) = results(half(0.5, 0.5), NOTHING).means()
    assert (mean.topics, mean.undefined, mean.precision, mean.recall) == (2, 1, 0.5, 0.5)


def test_undefined_scores_are_zero_and_counted_where_the_preset_says_so() -> None:
    (mean,) = results(half(0.5, 0.5), NOTHING, undefined="zero").means()
    assert (mean.topics, mean.undefined, mean.precision, mean.recall) == (2, 1, 0.25, 0.25)


def test_a_mean_of_nothing_but_undefined_scores_is_undefined() -> None:
    (mean,) = results(NOTHING, NOTHING).means()
    assert (mean.undefined, mean.precision, mean.f_of_means, mean.mean_of_f) == (2, None, None, None)


def test_a_system_that_said_nothing_is_zero_and_not_undefined() -> None:
    (mean,) = results(Score(Ratio(0, 0), Ratio(0, 7))).means()
    assert (mean.undefined, mean.precision, mean.recall, mean.mean_of_f) == (0, 0.0, 0.0, 0.0)


def test_means_stand_by_system_then_metric() -> None:
    day = {"2010-05-27": ["Sealed"]}
    found = score({s: {"x": day, "y": day} for s in "ba"}, {"x": day, "y": day}, ["date", "concat"]).means()
    assert [(m.system, m.metric) for m in found] == [(s, m) for s in "ba" for m in ("date", "concat(rouge=1)")]


def test_the_document_has_the_shape_of_the_design() -> None:
    document = results(half(0.5, 0.25)).to_dict()
    assert document == {
        "cliometer": __version__,
        "kind": "scores",
        "format": 2,
        "signature": f"cliometer:{__version__}",
        "notes": [],
        "scores": [{"system": "a", "topic": "t0", "metric": "m", "precision": 0.5, "recall": 0.25, "f": 1 / 3}],
        "means": [
            {
                "system": "a",
                "metric": "m",
                "topics": 1,
                "undefined": 0,
                "precision": 0.5,
                "recall": 0.25,
                "f_of_means": 1 / 3,
                "mean_of_f": 1 / 3,
            }
        ],
    }


def test_an_undefined_score_is_null_in_the_document_with_its_reason() -> None:
    (entry,) = json.loads(json.dumps(results(NOTHING).to_dict()))["scores"]
    assert (entry["recall"], entry["f"]) == (None, None)
    assert entry["undefined"] == "the references hold nothing that this metric counts"


def test_ties_stand_in_the_document_with_their_range() -> None:
    system = {"2010-05-10": ["oil"], "2010-05-12": ["gas"]}
    found = score({"a": {"oil": system}}, {"oil": {"2010-05-11": ["oil"]}}, ["align"], preset="modern")
    (entry,) = json.loads(json.dumps(found.to_dict()))["scores"]
    assert entry["ties"]["dates"] == 1
    assert entry["ties"]["range"]["recall"] == [0.0, 0.5]


def test_notes_of_the_readers_come_first() -> None:
    found = results(half(1, 1)).noted(["read"]).noted(["earlier"])
    assert found.notes == ("earlier", "read")


def test_systems_topics_and_metrics_are_listed_once_each() -> None:
    found = results(half(1, 1), half(1, 1))
    assert (found.systems, found.topics, found.metrics) == (["a"], ["t0", "t1"], ["m"])


def test_a_pair_gives_plain_numbers_by_expression() -> None:
    day = {"2010-05-27": ["Obama extends the moratorium"]}
    found = score(day, [day], ["align+m1(rouge=1)"])
    assert found.to_dict() == {"align+m1(rouge=1)": {"precision": 1.0, "recall": 1.0, "f": 1.0}}
    assert str(found.signature).startswith(f"cliometer:{__version__}|preset:tilse|")


def test_a_document_whose_means_are_of_another_metric_is_refused() -> None:
    document = results(half(1.0, 0.5)).to_dict()
    document["means"] = [{**mean, "metric": "other"} for mean in document["means"]]
    with pytest.raises(InputError, match="no mean of a by m"):
        Results.from_dict(document)
