"""Who covers which unit, event or nugget: what scores add up, before they add it up."""

from __future__ import annotations

import pytest

from cliometer.engine.gold_coverage import comprehensiveness_over_time, nugget_coverage, share_reported, unit_coverage
from cliometer.metrics.nuggets import TS2014
from cliometer.model.extracts import Extract
from cliometer.model.nuggets import Nugget, NuggetMatch, NuggetTopic, PooledUpdate, Update
from cliometer.model.units import EventGroup, GroupMember, UnitTopic
from tests.units import group, source, unit

STORY = source("a", "They FOUGHT and LEFT.", "It ENDED.")
NESTED = EventGroup((GroupMember(group(e1=1, e2=1), 0.5), GroupMember("a/e3", 0.5)))
UNITS = UnitTopic("war", (STORY,), (unit("light", 1, group(e2=1)), unit("heavy", 3, NESTED), unit("lost", 2)), 2)
HOUR = 3600
NUGGETS = NuggetTopic(
    "TS.1",
    {"n1": Nugget("n1", 0, 3, "one"), "n2": Nugget("n2", 10 * HOUR, 3, "two"), "n0": Nugget("n0", 5, 0, "zero")},
    {id: PooledUpdate(id, "some text") for id in ("a-0", "b-0")},
    {"a-0": (NuggetMatch("a-0", "n1", 0, 4),), "b-0": (NuggetMatch("b-0", "n2", 0, 4),)},
)
RUNS = {
    "late": [Update("a", "0", 2 * HOUR, 1)],
    "whole": [Update("a", "0", HOUR, 1), Update("b", "0", 9 * HOUR, 1), Update("a", "0", 20 * HOUR, 1)],
    "silent": [],
}


def test_where_no_length_is_given_the_optimum_has_as_many_units_as_a_writer() -> None:
    topic = UnitTopic("war", (STORY,), UNITS.units)
    assert unit_coverage(topic, {"one": Extract(())}).ideal == ((3, 1.0), (2, 1.0))


def test_shares_climb_to_what_is_ever_told() -> None:
    found = [nugget_coverage(NUGGETS, RUNS)]
    assert share_reported(found, "whole") == [(-1.0, 0.5), (1.0, 1.0)]
    assert share_reported(found, "late") == [(2.0, 0.5)] and share_reported(found, "silent") == []


@pytest.mark.parametrize("system", RUNS)
def test_comprehensiveness_ends_where_the_measure_is(system: str) -> None:
    steps = comprehensiveness_over_time([nugget_coverage(NUGGETS, RUNS)], system)
    last = steps[-1][1] if steps else 0.0
    assert last == pytest.approx(TS2014.score(RUNS[system], NUGGETS)["comprehensiveness"])
    assert steps == sorted(steps)


def test_every_topic_that_a_system_answers_counts_the_same() -> None:
    one = nugget_coverage(NUGGETS, {"a": RUNS["late"]})
    other = nugget_coverage(NUGGETS, {"a": RUNS["whole"], "b": RUNS["whole"]})
    assert share_reported([one, other], "a") == [(-1.0, 0.25), (1.0, 0.5), (2.0, 0.75)]
    assert share_reported([one, other], "b") == [(-1.0, 0.5), (1.0, 1.0)]
