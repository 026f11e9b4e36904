"""Metrics beside people, votes and each other: tables, sentences and figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cliometer.court.meta_evaluation.human_scores import agree
from cliometer.court.meta_evaluation.human_scores import agree as agreement
from cliometer.court.meta_evaluation.human_votes import agree_with_votes
from cliometer.court.meta_evaluation.metric_matrix import matrix
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
from cliometer.errors import InputError
from cliometer.model.judgements import Poll, Vote
from cliometer.reporting.assembly import results_document
from cliometer.reporting.chapters import result_section
from cliometer.reporting.render.terminal import terminal
from tests.pictured import HOSTILE, figures, listings, records, shown, words
from tests.unit.court.agree_scores import column

M = column("m", [[1, 2, 3], [4, 5, 6], [7, 9, 8]])
H = column("h", [[2, 1, 3], [4, 6, 5], [7, 8, 9]])


def test_levels_stand_side_by_side_with_p_where_there_is_one() -> None:
    found = agree([M], [H], MetaEvaluationPlan(("pearson",), resamples=9))
    (title, first), (_, pairs) = result_section(found).tables()
    assert title == "pearson with h: 3 systems, 3 topics; 95 % intervals over systems and topics"
    assert first.heading == ["metric", "system", "interval", "p", "text", "interval", "p", "global", "interval"]
    assert pairs.rows[0][0] == "m"


def test_what_has_no_value_is_called_undefined() -> None:
    level = column("h", [[1, 2], [2, 1], [1.5, 1.5]])
    metric = column("m", [[1, 2], [3, 4], [3, 5]])
    found = agree([metric], [level], MetaEvaluationPlan(("pearson",), ("system",), resamples=9))
    section = result_section(found)
    assert next(section.tables())[1].rows == [["m", None, "no interval", "undefined"]]
    assert "undefined" in terminal(section)


def test_a_matrix_is_symmetric_with_ones_on_the_diagonal() -> None:
    ((_, table),) = result_section(matrix([M, H], "pearson")).tables()
    rows = table.rows
    assert [rows[0][1], rows[1][2]] == ["1", "1"]
    assert rows[0][2] == rows[1][1]


HUMAN = column("h", [[1, 2, 2], [2, 1, 3], [4, 3, 5], [5, 6, 4], [3, 5, 6]])
GOOD = column("good", [[1, 1, 2], [2, 2, 3], [4, 4, 4], [5, 5, 4.5], [3, 4, 6]])
BAD = column("bad", [[3, 1, 2], [1, 7, 3], [2, 0, 4], [1, 5, 1], [3, 4, 2]])
EVIL = column(HOSTILE[0], [[9, 1, 2], [1, 7, 8], [2, 0, 1], [3, 5, 1], [3, 0, 2]])
PLAN = MetaEvaluationPlan(resamples=50, tests=("perm-both",))


def plain(document: object) -> Any:
    return json.loads(json.dumps(document))


@pytest.fixture(scope="module")
def people() -> Any:
    return plain(agreement([GOOD, BAD, EVIL], [HUMAN], PLAN).to_dict())


@pytest.fixture(scope="module")
def voted() -> Any:
    given = [Vote("a", "b", "b" if n else "a", f"t{n % 3 + 1}", f"j{n}") for n in range(6)]
    return plain(agree_with_votes([GOOD, BAD], Poll("p", tuple(given)), PLAN).to_dict())


@pytest.fixture(scope="module")
def among() -> Any:
    return plain(matrix([GOOD, BAD, EVIL]).to_dict())


def test_a_panel_tells_the_coefficient_of_systems_with_its_interval(people: Any) -> None:
    row = next(r for r in people["correlations"] if r["metric"] == "good" and r["level"] == "system")
    told = figures(shown(people))["metric-human"].spec["concat"][0]["title"]["subtitle"]
    assert told == f"pearson {row['value']:.2f} ({row['low']:.2f} to {row['high']:.2f})".replace("-", "−")


def test_of_many_texts_some_are_drawn_and_the_notes_say_how_many(people: Any) -> None:
    big = {**people, "texts": {**people["texts"]}}
    big["texts"]["topics"] = [f"t{n}" for n in range(600)]
    big["texts"]["human"] = [[1.0] * 600] * 5
    big["texts"]["metrics"] = {name: [[0.123456] * 600] * 5 for name in people["texts"]["metrics"]}
    section = shown(big)
    texts = records(figures(section)["metric-human"].spec, "topic")
    assert len(texts) <= 1800 and texts[0]["value"] == 0.1235
    assert "of the single texts only every 5th is drawn" in words(section)


def _asked(row: Any) -> tuple[str, str, str]:
    return row["metric"], row["level"], row["coefficient"]


def test_correlations_have_their_intervals_and_hollow_marks_without_significance(people: Any) -> None:
    spec = figures(shown(people))["correlations-pearson"].spec
    assert [panel["title"]["text"] for panel in spec["concat"]] == ["system level", "text level", "global level"]
    for panel in spec["concat"]:
        for drawn in panel["data"]["values"]:
            own = (drawn["name"], panel["title"]["text"].removesuffix(" level"), "pearson")
            (row,) = [r for r in people["correlations"] if _asked(r) == own]
            assert [drawn[key] for key in ("value", "low", "high")] == [row[k] for k in ("value", "low", "high")]
            assert drawn["hollow"] is (row["p"] is None or row["p"] > 0.05)


def test_a_correlation_without_a_value_is_named_with_its_reason(people: Any) -> None:
    old = plain(people)
    old["correlations"][0].update(value=None, low=None, high=None, p=None, undefined="the metric is constant")
    section = shown(old)
    drawn = figures(section)["correlations-pearson"].spec["concat"][0]["data"]["values"][0]
    assert drawn["value"] is None
    assert "good, system, pearson: no value, because the metric is constant" in words(section)


def test_differences_are_a_map_with_both_signs(people: Any) -> None:
    found = figures(shown(people))["differences-perm-both-system-pearson"]
    cells = {(c["row"], c["column"]): c["shade"] for c in records(found.spec, "shade")}
    row = next(r for r in people["differences"] if r["level"] == "system" and r["second"] == "bad")
    assert cells["good", "bad"] == min(1.0, row["difference"]) == -cells["bad", "good"]
    texts = {(c["row"], c["column"]): c["text"] for c in records(found.spec, "shade")}
    assert texts["bad", "good"].rstrip("*") == f"−{row['difference']:.2f}"


def test_two_metrics_need_no_map_of_differences(people: Any) -> None:
    two = {**people, "differences": [r for r in people["differences"] if HOSTILE[0] not in (r["first"], r["second"])]}
    section = shown(two)
    assert not [name for name in figures(section) if name.startswith("differences")]
    assert len(listings(section)[0].table.rows) == 6


def test_a_metric_without_accuracy_is_named(people: Any) -> None:
    old = plain(people)
    old["accuracy"][0].update(accuracy=None, threshold=None, uncalibrated=None, soft=None)
    assert "good: no pairwise accuracy" in words(shown(old))


def test_votes_have_intervals_chance_and_a_ceiling(voted: Any) -> None:
    votes, majorities = figures(shown(voted))["votes-decided"].spec["concat"]
    assert [row["value"] for row in votes["data"]["values"]] == [r["accuracy"] for r in voted["accuracy"][:2]]
    lines = {line["meaning"]: line["at"] for line in records(votes, "at")}
    assert lines == {"chance: a coin": voted["accuracy"][0]["chance"], "most": voted["ceiling"]}
    assert "most" not in {line["meaning"] for line in records(majorities, "at")}


def test_the_matrix_has_each_pair_both_ways_with_its_star(among: Any) -> None:
    cells = {(c["row"], c["column"]): c for c in records(figures(shown(among))["matrix-spearman"].spec)}
    for pair in among["matrix"]:
        for names in ((pair["first"], pair["second"]), (pair["second"], pair["first"])):
            assert cells[names]["shade"] == pair["value"]
            assert cells[names]["text"].endswith("*") is pair["significant"]


def test_a_pair_without_a_value_is_shown_as_none(among: Any) -> None:
    old = plain(among)
    old["matrix"][0].update(value=None, p=None, significant=None, undefined="all scores of good are equal")
    (cell, *_) = records(figures(shown(old))["matrix-spearman"].spec)
    assert (cell["shade"], cell["text"], cell["tip"]) == (None, "none", "all scores of good are equal")


def test_metrics_that_share_the_lead_are_all_named(people: Any) -> None:
    tied = plain(people)
    for row in tied["correlations"]:
        row["value"] = 0.25 if row["metric"] == "bad" else 0.75
    said = words(shown(tied))
    assert f"good and {HOSTILE[0]} agree best with people (pearson 0.750 each at the system level)." in said


def test_metrics_that_agree_alike_have_no_best(people: Any) -> None:
    tied = plain(people)
    for row in tied["correlations"]:
        row["value"] = 0.5
    said = words(shown(tied))
    assert "All 3 metrics agree alike with people (pearson 0.500 each" in said and "best" not in said


def test_captions_have_the_level_that_was_asked_for_and_the_name_as_it_is(people: Any, voted: Any) -> None:
    found = figures(shown({**people, "level": 0.995, "human": "100%sure"}))
    assert "with 99.5 % bootstrap intervals over topics" in found["metric-human"].caption
    caption = found["correlations-pearson"].caption
    assert "of each metric with 100%sure, with 99.5 % intervals over" in caption
    decided = figures(shown({**voted, "level": 0.995}))["votes-decided"]
    assert "with 99.5 % intervals over topics" in decided.caption


def test_votes_are_told_from_the_name_of_their_poll(voted: Any) -> None:
    said = words(shown({**voted, "human": "votes"}))
    assert said.startswith("6 votes on 2 systems and 3 topics, from the poll named votes.")


def test_the_pairs_that_agree_most_and_least_are_told(among: Any) -> None:
    told = plain(among)
    for pair, value in zip(told["matrix"], (0.5, -0.5, 0.25), strict=True):
        pair["value"] = value
    assert f"good and bad have the highest correlation (0.500), good and {HOSTILE[0]} the lowest (-0.500)." in words(
        shown(told)
    )


def test_pairs_that_agree_equally_share_the_place(among: Any) -> None:
    told = plain(among)
    for pair, value in zip(told["matrix"], (0.5, 0.5, 0.25), strict=True):
        pair["value"] = value
    assert "2 pairs, such as good and bad, have the highest correlation (0.500)" in words(shown(told))
    told["matrix"][2]["value"] = 0.5
    assert "3 metrics. All 3 pairs have the same correlation (0.500)." in words(shown(told))


def test_a_damaged_document_is_refused_with_its_file_and_the_place(people: Any, tmp_path: Path) -> None:
    damaged = plain(people)
    damaged["correlations"][0]["value"] = "high"
    (tmp_path / "a.json").write_text(json.dumps(damaged), encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.json: looks like a result of kind agree.*correlations\[0\]"):
        results_document([tmp_path / "a.json"])
