"""What a report says of a court."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import cliometer
from cliometer.court.findings import Findings
from cliometer.court.trials import try_metrics
from cliometer.report.chapters import kind_of
from cliometer.report.chapters.base import FigureNames
from cliometer.report.chapters.court import change, change_table, court_section, verdict_table
from cliometer.report.document import Figure, Listing, Section
from tests.pictured import HOSTILE, figures, listings, records, words

DEMO = cliometer.demo()
DAYS = {f"2010-05-{day:02}": [f"The well of rig {day} leaks oil", "Nobody is hurt"] for day in (2, 9, 17, 25)}
TRIALS = ["merge", "shift(days=1)", "shift(days=-1)", "truncate", "coarsen(to=month)"]


@pytest.fixture(scope="module")
def document() -> Any:
    found = try_metrics({"oil": DAYS}, ["date", "concat", "align+m1"], TRIALS)
    return json.loads(json.dumps(found.to_dict()))


def chapter(document: Any) -> Section:
    return court_section(Findings.from_dict(document), FigureNames())


def test_a_court_is_known_by_its_members(document: Any) -> None:
    kind = kind_of(document)
    assert kind is not None and kind.name == "court"


def test_the_map_has_the_numbers_and_the_verdict_of_every_row(document: Any) -> None:
    cells = records(figures(chapter(document))["verdicts"].spec, "trial", "lost")
    assert len(cells) == len(document["rows"]) == 15
    for cell, row in zip(cells, document["rows"], strict=True):
        assert (cell["trial"], cell["metric"], cell["kept"]) == (row["trial"], row["metric"], row["kept"])
        assert (cell["f"], cell["verdict"]) == (row["delta_f"], row["verdict"])
        assert row["verdict"].startswith(cell["outcome"])


def test_a_cell_that_fails_says_why_in_a_word(document: Any) -> None:
    cells = {(c["trial"], c["metric"]): c for c in records(figures(chapter(document))["verdicts"].spec, "lost")}
    blind = cells["merge", "concat(rouge=1)"]
    assert (blind["text"], blind["lost"], blind["outcome"]) == ("0 % blind", "under 1 %", "fails")


def test_two_faults_are_counted(document: Any) -> None:
    metric = {**document["metrics"][0], "blind_to": ["merge"], "half_blind_to": [], "rewards": ["merge"]}
    (cell, *_) = records(figures(chapter({**document, "metrics": [metric]}))["verdicts"].spec, "lost")
    assert cell["text"].endswith("blind +1")


def test_what_grows_unevenly_is_no_fault_of_a_single_trial(document: Any) -> None:
    kept = {"metric": "date", "passes": 1, "fails": 0, "does_not_apply": 0, "not_monotone_under": ["merge"]}
    (cell, *_) = records(figures(chapter({**document, "metrics": [kept]}))["verdicts"].spec, "lost")
    assert cell["text"] == "−14 %"


def test_what_does_not_apply_is_shown_as_such(document: Any) -> None:
    gone = {"delta_precision": None, "delta_recall": None, "delta_f": None, "kept": None}
    row = {**document["rows"][0], **gone, "verdict": "does not apply: it changes none of these timelines"}
    (cell, *_) = records(
        figures(chapter({**document, "rows": [row], "metrics": document["metrics"][1:]}))["verdicts"].spec,
        "lost",
    )
    assert (cell["text"], cell["lost"], cell["outcome"]) == ("–", None, "does not apply")


@pytest.mark.parametrize(
    ("kept", "shown"), [(1.0, "0 %"), (0.996, "−0.4 %"), (0.5, "−50 %"), (1.2, "+20 %"), (None, "–")]
)
def test_changes_are_told_in_percent(kept: float | None, shown: str) -> None:
    assert change(kept) == shown


def _before(outcome: str) -> list[str]:
    order = ["passes", "fails", "does not apply"]
    return order[: order.index(outcome)]


def test_bars_count_the_verdicts_of_each_metric_and_the_best_comes_first(document: Any) -> None:
    figure = figures(chapter(document))["verdict-counts"]
    counts = {(c["metric"], c["outcome"]): c["trials"] for c in records(figure.spec, "trials")}
    for metric in document["metrics"]:
        for outcome in ("passes", "fails", "does_not_apply"):
            assert counts.get((metric["metric"], outcome.replace("_", " ")), 0) == metric[outcome]
    for count in records(figure.spec, "trials"):
        before = sum(counts.get((count["metric"], o), 0) for o in _before(count["outcome"]))
        assert (count["from"], count["to"]) == (before, before + count["trials"])
    passed = [row[1] for row in figure.table.rows]
    assert passed == sorted(passed, key=lambda count: int(count or 0), reverse=True)


def test_curves_stand_at_the_intensity_of_every_step(document: Any) -> None:
    spec = figures(chapter(document))["ladders-f"].spec
    panels = {panel["title"]["text"]: panel for panel in spec["concat"]}
    assert list(panels) == [
        "merge(times=1..8)",
        "shift(days=1..14)",
        "shift(days=-1..-14)",
        "truncate(keep=0.9..0.25)",
        "coarsen(to=month..decade)",
    ]
    later = [point for point in records(panels["shift(days=1..14)"]) if point["metric"] == "date"]
    (row,) = [row for row in document["ladders"] if (row["ladder"], row["metric"]) == ("shift(days=1..14)", "date")]
    assert [(p["at"], p["change"]) for p in later] == [(s["intensity"], s["delta_f"]) for s in row["steps"]]
    turned = panels["truncate(keep=0.9..0.25)"]["layer"][1]["encoding"]["x"]
    assert turned["scale"]["reverse"] and turned["title"] == "keep"
    words_ = panels["coarsen(to=month..decade)"]["layer"][1]["encoding"]["x"]["scale"]["domain"]
    assert words_ == ["month", "year", "decade"]


def headings_and_captions(section: Section) -> str:
    shown: list[Listing | Figure] = [*listings(section), *figures(section).values()]
    return " ".join(text for one in shown for text in (one.caption, *one.table.heading)) + words(section)


def test_a_metric_of_one_value_is_shown_with_its_value_and_its_kind_of_answer() -> None:
    found = cliometer.court(DEMO / "articles", ["jsd"], ["names", "merge"], DEMO / "runs/lead")
    section = court_section(found, FigureNames(), ladders=True)
    text = headings_and_captions(section)
    assert "Change of value (a minus is a loss" in text and "when good texts are changed" in text
    assert "value up" in text and "ladders-f" in figures(section)
    assert [word for word in (" F ", "precision", "timelines") if word in text] == []
    assert verdict_table(found).heading == ["trial", "metric", "Δvalue", "kept", "verdict"]
    assert change_table(found).heading == ["trial", "metric", "value", "verdict"]
    assert any("of 8 texts" in str(row.verdict) for row in found.ladders)


def test_metrics_of_both_sorts_share_a_table(document: Any) -> None:
    mixed = json.loads(json.dumps(document))
    for row in mixed["rows"]:
        if row["metric"] == "date":
            row.update(delta_precision=None, delta_recall=None)
    assert "Change of F or value" in headings_and_captions(chapter(mixed))
    assert "Change of F:" in headings_and_captions(chapter(document))


def test_a_document_is_read_back_as_it_was_written(document: Any) -> None:
    assert Findings.from_dict(document).to_dict() == document
    again = replace(Findings.from_dict(document), recorded_summaries=None)
    assert again.to_dict()["metrics"] == document["metrics"]


def test_a_ladder_that_cannot_be_climbed_is_named(document: Any) -> None:
    old = json.loads(json.dumps(document))
    for row in old["ladders"]:
        for step in row["steps"]:
            step.update(delta_f=None, delta_precision=None, delta_recall=None)
    section = chapter(old)
    assert "ladders-f" not in figures(section)
    assert "not drawn, for not every step changes these timelines: merge(times=1..8), shift" in words(section)


def test_the_faults_of_every_metric_are_listed(document: Any) -> None:
    rows = listings(chapter(document))[1].table.rows
    under = "merge, shift(days=1), shift(days=-1), coarsen(to=month)"
    assert ["concat(rouge=1)", "1 of 5", "blind to", under] in rows


def test_the_best_and_the_worst_metric_are_told(document: Any) -> None:
    said = words(chapter(document))
    assert "5 trials of 3 metrics on 1 timeline" in said
    assert "concat(rouge=1) passes the smallest share of trials, 1 of 5." in said


def counted(**passes: tuple[int, int]) -> list[dict[str, Any]]:
    """Metrics that pass so many of so many trials."""
    return [
        {"metric": name, "passes": won, "fails": tried - won, "does_not_apply": 0}
        for name, (won, tried) in passes.items()
    ]


def test_metrics_that_pass_the_same_are_alike_and_none_passes_the_fewest(document: Any) -> None:
    said = words(chapter({**document, "metrics": counted(a=(1, 1), b=(1, 1))}))
    assert said.count("oth metrics pass the same share of trials") == 1
    assert "known beforehand. Both metrics pass the same share of trials, 1 of 1 each." in said
    assert "largest" not in said and "smallest" not in said


def test_all_that_share_the_lead_are_named_with_their_share(document: Any) -> None:
    said = words(chapter({**document, "metrics": counted(a=(1, 2), b=(2, 4), c=(0, 4))}))
    assert "a and b pass the largest share of trials, 50.0 % each; c passes the smallest share" in said


def test_bars_and_sentences_rank_by_the_same_share(document: Any) -> None:
    section = chapter({**document, "metrics": counted(many=(4, 8), few=(2, 2), none=(0, 0))})
    assert [row[0] for row in figures(section)["verdict-counts"].table.rows] == ["few", "many", "none"]
    assert "few passes the largest share of trials, 2 of 2; many passes the smallest" in words(section)


def test_a_single_metric_is_not_compared(document: Any) -> None:
    one = {**document, "metrics": document["metrics"][:1]}
    assert "share of trials" not in words(chapter(one))


def test_hostile_names_stay_values(document: Any) -> None:
    text = json.dumps(document)
    for name, hostile in zip(("merge", "date"), HOSTILE, strict=False):
        text = text.replace(f'"{name}"', json.dumps(hostile))
    cells = records(figures(chapter(json.loads(text)))["verdicts"].spec, "lost")
    assert {cell["trial"] for cell in cells} > {HOSTILE[0]}
