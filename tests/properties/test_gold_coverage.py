"""Laws of coverage: what is shown unit by unit and event by event adds up to the score."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.engine.gold_coverage import event_coverage, unit_coverage
from cliometer.metrics.units.nu import Nu
from cliometer.metrics.units.pyramid import UnitPyramid
from cliometer.reporting.charts.unit_charts import tier_positions
from tests.strategies import examples
from tests.units import event_topics, extracts_of, linked_topics, rankings


@examples(30)
@given(st.data())
def test_tiers_add_up_to_the_pyramid(data: st.DataObject) -> None:
    topic = data.draw(linked_topics())
    extract = data.draw(extracts_of(topic))
    found, score = unit_coverage(topic, {"a": extract}), UnitPyramid().measure(extract, topic).value
    assert sum(found.earned(0).values()) == pytest.approx(score.part)
    assert sum(found.attainable.values()) == pytest.approx(score.whole)


@examples(30)
@given(st.data())
def test_found_events_are_those_that_nu_recall_counts(data: st.DataObject) -> None:
    topic = data.draw(event_topics())
    ranking = data.draw(rankings(topic))
    found = event_coverage(topic, {"a": ranking})
    assert found.mentioned_events(0) == Nu().measure(ranking, topic).recall.part
    assert all(1 <= rank <= len(ranking.items) for event in found.events for rank in event.ranks if rank)


@given(st.lists(st.integers(1, 400), min_size=1, max_size=6))
def test_cells_of_a_pyramid_never_overlap_and_lines_are_centred(tiers: list[int]) -> None:
    spots = tier_positions(tiers)
    assert [len(tier) for tier in spots] == tiers
    every = [spot for tier in spots for spot in tier]
    assert len(set(every)) == len(every)
    lines: dict[float, list[float]] = {}
    for x, y in every:
        lines.setdefault(y, []).append(x)
    assert all(sum(xs) + len(xs) / 2 == pytest.approx(0) for xs in lines.values())
