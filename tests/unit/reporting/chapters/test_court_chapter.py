"""What a report says of a court."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cliometer.court.findings import Findings
from cliometer.court.trials import try_metrics
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.court import court_section
from cliometer.reporting.document import Figure, Listing, Section
from tests.pictured import figures, listings, records, words

DAYS = {f"2010-05-{day:02}": [f"The well of rig {day} leaks oil", "Nobody is hurt"] for day in (2, 9, 17, 25)}
TRIALS = ["merge", "shift(days=1)", "shift(days=-1)", "truncate", "coarsen(to=month)"]


@pytest.fixture(scope="module")
def document() -> Any:
    found = try_metrics({"oil": DAYS}, ["date", "concat", "align+m1"], TRIALS)
    return json.loads(json.dumps(found.to_dict()))


@pytest.fixture(scope="module")
def two_topics() -> Findings:
    other = {date: [*said, "Rain falls"] for date, said in DAYS.items()}
    return try_metrics({"oil": DAYS, "rain": other}, ["date", "concat", "align+m1"], ["shift(days=1)", "merge"])


def chapter(document: Any) -> Section:
    return court_section(Findings.from_dict(document), FigureNames())


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


def with_first_faults(document: Any, *faults: tuple[str, str]) -> Any:
    first, *others = document["rows"]
    return {**document, "rows": [{**first, **failed(*faults)}, *others]}


def failed(*faults: tuple[str, str]) -> Any:
    return {"faults": [{"kind": kind, "sentence": sentence} for kind, sentence in faults]}


def test_two_faults_are_counted(document: Any) -> None:
    faults = ("blind", "blind, recall does not move"), ("rewards", "rewards it, precision rises by .100")
    (cell, *_) = records(figures(chapter(with_first_faults(document, *faults)))["verdicts"].spec, "lost")
    assert cell["text"].endswith("blind +1")


def test_what_grows_unevenly_is_no_fault_of_a_single_trial(document: Any) -> None:
    fault = ("not monotone", "not monotone in times, recall rises in 1")
    shaky = [{**row, **failed(fault)} for row in document["ladders"]]
    (cell, *_) = records(figures(chapter({**with_first_faults(document), "ladders": shaky}))["verdicts"].spec, "lost")
    assert cell["text"] == "−14 %"


def test_what_does_not_apply_is_shown_as_such(document: Any) -> None:
    gone = {"delta_precision": None, "delta_recall": None, "delta_f": None, "kept": None}
    row = {**document["rows"][0], **gone, "faults": [], "excuse": "it changes none of these timelines"}
    (cell, *_) = records(figures(chapter({**document, "rows": [row]}))["verdicts"].spec, "lost")
    assert (cell["text"], cell["lost"], cell["outcome"]) == ("–", None, "does not apply")


def test_the_card_of_a_single_topic_says_why_it_has_no_numbers(document: Any) -> None:
    section = chapter(document)
    assert {cell for row in listings(section)[0].table.rows for cell in row[1:]} == {"not tried"}
    assert "tolerance not tried: no trial of this kind was asked for" not in words(section)
    assert "truth not tried: no trial of this kind was asked for" in words(section)
    assert "sensitivity not tried: there is one topic, and an interval over topics needs two or more" in words(section)
    assert {cell["score"] for cell in records(figures(section)["cards"].spec, "text")} == {None}


def test_the_card_has_a_score_with_its_interval_for_every_kind(two_topics: Findings) -> None:
    section = court_section(two_topics, FigureNames())
    rows = {row[0]: row[1:] for row in listings(section)[0].table.rows}
    assert rows["concat(rouge=1)"][1] == ".00 [.00, .00]!" and rows["align+m1(rouge=1)"][1] == "1 [1, 1]"
    cells = records(figures(section)["cards"].spec, "text")
    assert ("concat(rouge=1)", "sensitivity") in [(c["metric"], c["kind"]) for c in cells if c["verdict"] == "fails"]


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
    assert [(p["at"], p["change"]) for p in later] == list(
        zip(row["intensities"], [step["delta_f"] for step in row["steps"]], strict=True)
    )
    turned = panels["truncate(keep=0.9..0.25)"]["layer"][1]["encoding"]["x"]
    assert turned["scale"]["reverse"] and turned["title"] == "keep"
    words_ = panels["coarsen(to=month..decade)"]["layer"][1]["encoding"]["x"]["scale"]["domain"]
    assert words_ == ["month", "year", "decade"]


def headings_and_captions(section: Section) -> str:
    shown: list[Listing | Figure] = [*listings(section), *figures(section).values()]
    return " ".join(text for one in shown for text in (one.caption, *one.table.heading)) + words(section)


def test_metrics_of_both_sorts_share_a_table(document: Any) -> None:
    mixed = json.loads(json.dumps(document))
    for row in mixed["rows"]:
        if row["metric"] == "date":
            row.update(delta_precision=None, delta_recall=None)
    assert "Change of F or value" in headings_and_captions(chapter(mixed))
    assert "Change of F:" in headings_and_captions(chapter(document))


def test_the_faults_of_every_metric_are_listed(document: Any) -> None:
    rows = next(one for one in listings(chapter(document)) if one.caption.startswith("What each metric")).table.rows
    under = "merge, shift(days=1), shift(days=-1), coarsen(to=month)"
    assert ["concat(rouge=1)", "blind to", under] in rows
