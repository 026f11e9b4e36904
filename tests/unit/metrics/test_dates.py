"""Were the right dates chosen?"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given

from cliometer.metrics.catalogue import TILSE, parse
from cliometer.model.timeline import ReferenceSet, Timeline
from tests.timelines import timelines


def on(*days: int) -> Timeline:
    return Timeline({f"2010-05-{day:02d}": ["x"] for day in days})


def score(expression: str, system: Timeline, *references: Timeline) -> Any:
    return parse(expression).under(TILSE).measure(system, ReferenceSet(references))


def test_shared_dates_are_divided_by_each_side() -> None:
    assert score("date", on(1, 2, 3), on(2, 9)).numbers() == pytest.approx(
        {"precision": 1 / 3, "recall": 1 / 2, "f": 0.4}
    )


def test_a_tolerated_date_counts_in_full() -> None:
    assert score("date(tolerance=within(days=2))", on(3), on(1)).numbers()["f"] == 1.0
    assert score("date(tolerance=within(days=1))", on(3), on(1)).numbers()["f"] == 0.0


def test_a_near_miss_earns_its_closeness() -> None:
    assert score("date(tolerance=reciprocal)", on(3), on(1)).recall.part == 1 / 3


def test_a_date_is_tolerated_once_only() -> None:
    found = score("date(tolerance=within(days=1))", on(2), on(1, 3))
    assert (found.precision.part, found.recall.part, found.recall.whole) == (1, 1, 2)


def test_tolerance_serves_as_many_dates_as_it_can() -> None:
    """2 must give way from its own twin 2 so that 1 and 3 both find a partner."""
    assert score("date(tolerance=within(days=1))", on(2, 3), on(1, 2)).recall.part == 2


@given(timelines(), timelines())
def test_the_numerator_is_the_best_of_all_one_to_one_pairs(system: Timeline, reference: Timeline) -> None:
    short, long = sorted((system.dates, reference.dates), key=len)
    best = max(
        sum(1 / (a.distance(b) + 1) for a, b in zip(short, chosen, strict=True))
        for chosen in permutations(long, len(short))
    )
    found = parse("date(tolerance=reciprocal)").measure(system, ReferenceSet(reference))
    assert found.recall.part == found.precision.part == pytest.approx(best)
