"""Alignments of dates, and the solver of scipy that they use."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

import cliometer
from cliometer.metrics import alignment
from cliometer.metrics.catalogue import MODERN, TILSE, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.explanation import DayExplanation, explain_in
from cliometer.metrics.similarity import Floats
from cliometer.model.timeline import ReferenceSet, Timeline

Days = dict[int, str]


def timeline(days: Days) -> Timeline:
    """Days of May 2010."""
    return Timeline({f"2010-05-{day:02d}": [said] for day, said in days.items()})


def score(metric: str, system: Days, *references: Days) -> Any:
    return parse(metric).under(MODERN).measure(timeline(system), ReferenceSet(map(timeline, references)))


def partners(metric: str, system: Days, reference: Days, side: str = "recall") -> list[tuple[int, int | None]]:
    """Days of one side and the days they are compared with."""
    found = explain_in(
        TopicComparison([timeline(system)], ReferenceSet(timeline(reference))), parse(metric).under(MODERN)
    )
    days: tuple[DayExplanation, ...] = getattr(found, side)
    return [(_number(day.date), None if day.partner is None else _number(day.partner)) for day in days]


def _number(date: object) -> int:
    return int(str(date)[-2:])


def test_a_date_two_days_off_earns_a_third() -> None:
    found = score("align", {3: "oil"}, {1: "oil"})
    assert (found.recall.part, found.recall.whole) == (1 / 3, 1)


def test_a_kernel_changes_what_a_date_off_earns() -> None:
    assert score("align(kernel=hyperbolic(tau=2))", {3: "oil"}, {1: "oil"}).recall.part == 0.5


def test_one_to_one_leaves_the_surplus_without_a_partner() -> None:
    assert partners("align", {1: "oil"}, {1: "gas", 2: "oil"}) == [(1, 1), (2, None)]


def test_many_to_one_leaves_no_date_without_a_partner() -> None:
    assert partners("align+m1", {1: "oil"}, {1: "gas", 2: "oil"}) == [(1, 1), (2, 1)]


def test_align_plus_prefers_the_same_words_a_little_further_off() -> None:
    assert partners("align+", {1: "gas", 4: "oil"}, {2: "oil"}) == [(2, 4)]


def test_identical_content_far_away_beats_a_near_neighbour() -> None:
    """A product of costs is 0 where the words are the same, however far apart."""
    references = ReferenceSet(Timeline({"2010-05-02": ["a b c x"], "2012-05-01": ["a b c d"]}))

    def precision(metric: str) -> float | None:
        found = parse(metric).under(MODERN).measure(timeline({1: "a b c d"}), references)
        value: float | None = found.numbers()["precision"]
        return value

    assert precision("align") == 0.375
    assert precision("align+") == precision("align+m1") == 1 / 732


def test_an_equidistant_date_is_a_tie_and_the_earlier_is_taken() -> None:
    found = score("align", {10: "oil", 12: "gas"}, {11: "oil"})
    assert partners("align", {10: "oil", 12: "gas"}, {11: "oil"}) == [(11, 10)]
    assert found.ties is not None and found.ties.dates == 1
    assert (found.recall.part, found.ties.recall) == (0.5, (0.0, 0.5))


def test_of_optima_of_the_same_cost_the_one_with_closer_dates_is_taken() -> None:
    """Both pairings of equal words cost nothing; the closer dates decide."""
    system, reference = {1: "oil", 5: "oil"}, {2: "oil", 6: "oil"}
    assert partners("align+", system, reference) == [(2, 1), (6, 5)]


def test_canonical_uses_one_alignment_for_precision_and_recall() -> None:
    system, reference = {1: "oil", 3: "gas"}, {2: "oil", 4: "gas"}
    recall = partners("align", system, reference)
    assert {(b, a) for a, b in recall} == set(partners("align", system, reference, "precision"))


def test_many_to_one_by_the_solver_takes_the_earliest_of_equal_costs() -> None:
    """Same words cost 0 anywhere; canonical takes the closest date, solver the earliest."""
    system, reference = {1: "oil", 9: "oil"}, {8: "oil"}
    assert partners("align+m1(ties=solver)", system, reference) == [(8, 1)]
    assert partners("align+m1(ties=canonical)", system, reference) == [(8, 9)]


def test_many_to_one_counts_ties_of_each_direction() -> None:
    found = score("align+m1", {1: "oil", 9: "oil"}, {8: "oil"})
    assert found.ties is not None
    assert (found.ties.dates, found.ties.recall) == (1, (1 / 8, 1 / 2))
    assert found.ties.precision == (found.precision.part, found.precision.part)


def test_references_that_share_a_date_are_pooled() -> None:
    found = score("agreement", {1: "oil"}, {1: "oil gas"}, {1: "rig"}, {2: "sea"})
    assert (found.recall.part, found.recall.whole) == (1, 4)


def test_precision_divides_by_the_references_of_the_date_or_by_all() -> None:
    dated = score("agreement", {1: "oil"}, {1: "oil"}, {2: "gas"})
    everyone = score("agreement(references=all)", {1: "oil"}, {1: "oil"}, {2: "gas"})
    assert (dated.numbers()["precision"], everyone.numbers()["precision"]) == (1.0, 0.5)


def test_stop_words_and_case_count_in_the_costs_of_tilse_but_not_in_its_hits() -> None:
    system, references = timeline({1: "Oil the", 4: "oil the"}), ReferenceSet(timeline({2: "oil the"}))
    story = explain_in(TopicComparison([system], references), parse("align+").under(TILSE))
    assert [str(day.partner) for day in story.recall] == ["2010-05-04"]
    assert story.score.recall.whole == 1


@pytest.mark.parametrize("name", ["agreement", "align", "align+", "align+m1"])
def test_a_month_earns_from_a_day_of_it_what_its_days_are_worth_and_agrees_only_with_itself(name: str) -> None:
    system = Timeline({"2010-05": ["oil"]})
    found = parse(name).under(MODERN).measure(system, ReferenceSet(timeline({7: "oil"})))
    assert found.recall.part == pytest.approx(0 if name == "agreement" else 0.4214031281598568)


@pytest.mark.parametrize("preset", ["tilse", "paper2017", "modern"])
@pytest.mark.parametrize("name", ["align", "align+", "align+m1"])
def test_nobody_gains_by_writing_years_in_place_of_days(name: str, preset: str) -> None:
    said = {"2010-05-27": ["Obama extends the moratorium"], "2010-06-30": ["The well leaks on"]}
    exact = cliometer.score({"2010-05-28": said["2010-05-27"], "2010-07-02": said["2010-06-30"]}, said, [name], preset)
    vague = cliometer.score({"2010": [*said["2010-05-27"], *said["2010-06-30"]]}, said, [name], preset)
    assert (vague[name]["f"] or 0.0) < (exact[name]["f"] or 0.0)


@pytest.mark.parametrize("preset", ["tilse", "modern"])
@pytest.mark.parametrize("name", ["align", "align+", "align+m1"])
def test_the_day_itself_is_a_better_partner_than_its_year(name: str, preset: str) -> None:
    system = {"2010": ["A year of football and music"], "2010-05-27": ["Obama extends the moratorium"]}
    reference = {"2010-05-27": ["Obama extends the moratorium"]}
    assert cliometer.score(system, reference, [name], preset)[name]["recall"] == 1.0


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    alignment.solver.cache_clear()
    yield
    alignment.solver.cache_clear()


@st.composite
def matrices(draw: st.DrawFn) -> Floats:
    shape = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    levels = draw(st.sampled_from([2, 3, 1000]))  # few levels: many ties
    return np.random.default_rng(draw(st.integers(0, 2**32 - 1))).integers(0, levels, shape) / levels


def test_the_solver_loads_by_itself_on_this_machine() -> None:
    assert alignment.solver() is not linear_sum_assignment


@given(matrices())
def test_loaded_by_itself_it_makes_scipys_choice_ties_included(costs: Floats) -> None:
    rows, columns = alignment.assign(costs)
    expected = linear_sum_assignment(costs)
    assert (rows == expected[0]).all() and (columns == expected[1]).all()


def broken(*_: object) -> None:
    raise ImportError("no")


@pytest.mark.parametrize(
    "breakage",
    [
        (importlib.util, "find_spec", lambda name: None),
        (PathFinder, "find_spec", lambda *_: None),
        (importlib.util, "module_from_spec", broken),
        (importlib.util, "module_from_spec", lambda spec: sys),
    ],
    ids=["scipy is not found", "the file is not found", "it does not load", "it has no solver"],
)
def test_where_it_does_not_load_the_front_door_is_taken(breakage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    if breakage[1] == "module_from_spec" and breakage[2] is not broken:
        monkeypatch.setattr(importlib.machinery.ExtensionFileLoader, "exec_module", lambda *_: None)
    monkeypatch.setattr(*breakage)
    assert alignment.solver() is linear_sum_assignment
    assert [side.tolist() for side in alignment.assign(np.array([[1.0, 0.0], [0.0, 1.0]]))] == [[0, 1], [1, 0]]


def test_the_shorter_side_is_used_up() -> None:
    rows, columns = alignment.assign(np.array([[3.0], [1.0], [2.0]]))
    assert (rows.tolist(), columns.tolist()) == ([1], [0])
