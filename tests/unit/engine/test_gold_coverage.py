"""Who covers which unit, event or nugget: what scores add up, before they add it up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cliometer.engine.gold_coverage import (
    comprehensiveness_over_time,
    event_coverage,
    nugget_coverage,
    share_reported,
    unit_coverage,
)
from cliometer.metrics.nuggets import TS2014
from cliometer.metrics.units.nu import Nu
from cliometer.metrics.units.pyramid import UnitPyramid
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.nuggets import Nugget, NuggetMatch, NuggetTopic, PooledUpdate, Update
from cliometer.model.units import EventGroup, GroupMember, UnitTopic
from tests.units import group, source, unit, vector

STORY = source("a", "They FOUGHT and LEFT.", "It ENDED.")
NESTED = EventGroup((GroupMember(group(e1=1, e2=1), 0.5), GroupMember("a/e3", 0.5)))
UNITS = UnitTopic("war", (STORY,), (unit("light", 1, group(e2=1)), unit("heavy", 3, NESTED), unit("lost", 2)), 2)
HOUR = 3600
NUGGETS = NuggetTopic(
    "TS.1",
    {
        "n1": Nugget("n1", 0, 3, "one"),
        "n2": Nugget("n2", 10 * HOUR, 3, "two"),
        "n0": Nugget("n0", 5, 0, "zero"),
    },
    {id: PooledUpdate(id, "some text") for id in ("a-0", "b-0")},
    {"a-0": (NuggetMatch("a-0", "n1", 0, 4),), "b-0": (NuggetMatch("b-0", "n2", 0, 4),)},
)
RUNS = {
    "late": [Update("a", "0", 2 * HOUR, 1)],
    "whole": [Update("a", "0", HOUR, 1), Update("b", "0", 9 * HOUR, 1), Update("a", "0", 20 * HOUR, 1)],
    "silent": [],
}


def chosen(*ids: str) -> Extract:
    return Extract(tuple(map(ExtractItem, ids)))


def ranked(*ids: str) -> Extract:
    return Extract(tuple(map(ExtractItem, ids)), of="sentences", ranked=True)


def test_units_stand_from_the_heaviest_and_systems_from_the_best() -> None:
    found = unit_coverage(UNITS, {"one": chosen("a/e2"), "two": chosen("a/e1", "a/e3")})
    assert found.systems == ("two", "one")
    assert [one.unit.id for one in found.units] == ["heavy", "lost", "light"]
    assert [one.credits for one in found.units] == [(1.0, 0.5), (0.0, 0.0), (0.0, 1.0)]
    assert [one.nested for one in found.units] == [True, False, False]


def test_what_tiers_earn_adds_up_to_the_score() -> None:
    extract = chosen("a/e2")
    found = unit_coverage(UNITS, {"one": extract})
    assert found.earned(0) == {3: 1.5, 2: 0.0, 1: 1.0} and found.attainable == {3: 3.0, 2: 2.0, 1: 0.0}
    score = UnitPyramid().measure(extract, UNITS).value
    assert (score.part, score.whole) == (2.5, 5.0)


def test_the_optimum_follows_the_metric_that_scores() -> None:
    found = unit_coverage(UNITS, {"one": Extract(())}, UnitPyramid(max="attainable"))
    assert sum(found.attainable.values()) == UnitPyramid(max="attainable").score_max(UNITS)


def test_where_no_length_is_given_the_optimum_has_as_many_units_as_a_writer() -> None:
    topic = UnitTopic("war", (STORY,), UNITS.units)
    assert unit_coverage(topic, {"one": Extract(())}).ideal == ((3, 1.0), (2, 1.0))


def test_events_are_found_at_the_rank_of_their_first_sentence() -> None:
    ranking = ranked("n/s3", "n/s2", "n/s1", "n/s4")
    found = event_coverage(vector(), {"none": Extract(()), "some": ranking})
    assert found.systems == ("some", "none") and found.ranked == (True, False)
    assert [event.ranks[0] for event in found.events] == [2, 2, 4, None]
    assert [event.ranks[1] for event in found.events] == [None] * 4
    recall = Nu().measure(ranking, vector()).recall
    assert found.mentioned_events(0) == recall.part


def test_a_group_is_told_by_the_last_of_its_sentences() -> None:
    topic = vector()
    events = (replace(topic.events[0], links=(), groups=(("n/s1", "n/s3"),)),)
    ranking = ranked("n/s3", "n/s2", "n/s1")
    (found,) = event_coverage(replace(topic, events=events), {"a": ranking}).events
    assert found.ranks == (3,)


def test_nuggets_have_the_delay_of_the_first_update_that_tells_them() -> None:
    found = nugget_coverage(NUGGETS, RUNS)
    assert found.systems == ("whole", "late", "silent")
    assert [told.nugget.id for told in found.nuggets] == ["n1", "n2"]  # n0 is worth nothing
    assert [told.hours_late(0) for told in found.nuggets] == [1.0, -1.0]
    assert [told.hours_late(1) for told in found.nuggets] == [2.0, None]
    assert found.discount(found.nuggets[1], 1) is None and (found.discount(found.nuggets[0], 0) or 2) < 1


def test_shares_climb_to_what_is_ever_told() -> None:
    found = [nugget_coverage(NUGGETS, RUNS)]
    assert share_reported(found, "whole") == [(-1.0, 0.5), (1.0, 1.0)]
    assert share_reported(found, "late") == [(2.0, 0.5)] and share_reported(found, "silent") == []


@pytest.mark.parametrize("system", RUNS)
def test_comprehensiveness_ends_where_the_measure_is(system: str) -> None:
    found = nugget_coverage(NUGGETS, RUNS)
    steps = comprehensiveness_over_time([found], system)
    last = steps[-1][1] if steps else 0.0
    assert last == pytest.approx(TS2014.score(RUNS[system], NUGGETS)["comprehensiveness"])
    assert steps == sorted(steps)


def test_every_topic_that_a_system_answers_counts_the_same() -> None:
    one = nugget_coverage(NUGGETS, {"a": RUNS["late"]})
    other = nugget_coverage(NUGGETS, {"a": RUNS["whole"], "b": RUNS["whole"]})
    assert share_reported([one, other], "a") == [(-1.0, 0.25), (1.0, 0.5), (2.0, 0.75)]
    assert share_reported([one, other], "b") == [(-1.0, 0.5), (1.0, 1.0)]
