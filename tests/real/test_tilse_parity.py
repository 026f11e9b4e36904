"""Equal to tilse 0.2.1 with its Perl ROUGE, wherever tilse gives a number."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection
from typing import Any

import pytest

import cliometer
from cliometer.compat import tilse
from cliometer.io import read_timelines
from cliometer.io.scores import METRICS
from cliometer.metrics.catalogue import TILSE
from tests.shared import SHARED, needs, parity

EXPRESSIONS = {name: [f"{ours}(rouge={n})" for n in (1, 2)] for name, ours in METRICS.items()}
HERE = (SHARED / "parity" / "tilse_cases.json").exists()
PAIRS = ("tilse_timeline17.json", "tilse_covid_and_multi.json")

# Where tilse is wrong, and what we answer instead; docs/compat-tilse.md tells the story of each.
DEFECTS = {"caret": "'^' becomes the word 'circ'", "less_than": "everything after '<' in a sentence is lost"}
REFUSED = {
    "no_refs": "at least one reference",
    "string_summary_bug": "found a bare string",
    "empty_ref": "has no sentence; write at least one day",
    "empty_both": "has no sentence; write at least one day",
}
UNREADABLE = ("no_refs", "string_summary_bug")  # the interface of tilse cannot hold them either


def close(found: dict[str, float | None], expected: dict[str, float]) -> bool:
    pairs = [(found["precision"], expected["precision"]), (found["recall"], expected["recall"])]
    pairs.append((found["f"], expected["f_score"]))
    return all(a is not None and abs(a - b) <= 1e-12 for a, b in pairs)


def pairs() -> list[tuple[str, str]]:
    if not HERE:
        return []
    return [(file, name) for file in PAIRS for name in parity(file)["pairs"]]


@needs("parity", "tilse_timeline17.json")
@needs("data", "timeline17")
@pytest.mark.parametrize(("file", "name"), pairs())
def test_all_five_metrics_and_the_dates_equal_tilse_on_real_timelines(file: str, name: str) -> None:
    pair = parity(file)["pairs"][name]
    system, *references = (
        read_timelines(SHARED / path, TILSE.duplicates).timelines[0]
        for path in (pair["predicted"], *pair["references"])
    )
    scores = cliometer.score(system, references).to_dict()
    for metric, expected in pair["metrics"].items():
        for expression, measure in zip(EXPRESSIONS[metric], ("rouge_1", "rouge_2"), strict=True):
            assert close(scores[expression], expected[measure]), expression
    assert close(scores["date"], pair["dates"])


def cases(refused: Collection[str] = REFUSED) -> list[Any]:
    if not HERE:
        return []
    return [case for case in parity("tilse_cases.json")["cases"] if case["id"] not in refused]


@needs("parity", "tilse_cases.json")
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_small_cases_equal_tilse_except_for_its_known_defects(case: Any) -> None:
    scores = cliometer.score(case["predicted"], case["references"]).to_dict()
    different = []
    for metric, expected in case["expected"]["original"]["metrics"].items():
        if "error" in expected:
            continue  # tilse crashes; ours is a number all the same
        for expression, measure in zip(EXPRESSIONS[metric], ("rouge_1", "rouge_2"), strict=True):
            if not close(scores[expression], expected[measure]):
                different.append(expression)
    assert bool(different) == (case["id"] in DEFECTS)


@needs("parity", "tilse_cases.json")
@pytest.mark.parametrize("name", REFUSED)
def test_what_tilse_scores_by_accident_is_refused_with_a_reason(name: str) -> None:
    case = next(case for case in parity("tilse_cases.json")["cases"] if case["id"] == name)
    with pytest.raises(cliometer.CliometerError, match=re.escape(REFUSED[name])):
        cliometer.score(case["predicted"], case["references"])


@needs("parity", "tilse_cases.json")
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("case", cases(UNREADABLE), ids=lambda case: case["id"])
def test_the_evaluator_interface_prints_what_tilse_prints(case: Any) -> None:
    def timeline(days: dict[str, list[str]]) -> tilse.Timeline:
        return tilse.Timeline({datetime.date.fromisoformat(day): said for day, said in days.items()})

    evaluator = tilse.TimelineRougeEvaluator(measures=["rouge_1", "rouge_2"])
    references = tilse.GroundTruth([timeline(days) for days in case["references"]])
    found = evaluator.evaluate_all(timeline(case["predicted"]), references)
    for metric, expected in case["expected"]["original"]["metrics"].items():
        if "error" not in expected and case["id"] not in DEFECTS:
            assert repr(found[metric]) == repr(expected)


@needs("parity", "tilse_cases.json")
@pytest.mark.parametrize("row", parity("tilse_cases.json")["token_cases"]["cases"] if HERE else [])
def test_single_words_are_counted_as_tilse_counts_them(row: Any) -> None:
    metric = cliometer.parse_metric("agreement(rouge=1)").under(TILSE)
    day = "2010-01-01"
    references = cliometer.ReferenceSet(cliometer.Timeline({day: [row["ref"]]}))
    score = metric.measure(cliometer.Timeline({day: [row["pred"]]}), references)
    assert [score.recall.part, score.precision.whole, score.recall.whole] == row["r1"]
