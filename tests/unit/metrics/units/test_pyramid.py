"""The pyramid of historical content units, and that of summary content units."""

from __future__ import annotations

import dataclasses

import pytest

from cliometer.errors import InputError
from cliometer.metrics.units.pyramid import (
    SummaryContentUnits,
    UnitPyramid,
    average_units,
    modified_score,
    original_score,
)
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.score import Ratio, SingleScore
from cliometer.model.units import ContentUnit, EventGroup, GroupMember, UnitTopic
from tests.units import group, source, unit

STORY = source("a", "They FOUGHT and LEFT.", "It ENDED.", "Then PEACE.")
TOPIC = UnitTopic(
    "war",
    (STORY,),
    (unit("fight", 3, group(e1=1, e2=0.5)), unit("end", 2, group(e3=0.5)), unit("peace", 1, group(e4=1))),
    2,
)


def value(metric: UnitPyramid | SummaryContentUnits, *ids: str, of: str = "mentions", others: int = 0) -> Ratio:
    score: SingleScore = metric.measure(Extract(tuple(map(ExtractItem, ids)), of=of, others=others), TOPIC)  # type: ignore[arg-type]
    return score.value


def test_the_best_n_units_are_the_maximum() -> None:
    assert value(UnitPyramid(), "a/e1") == Ratio(3, 5)
    assert value(UnitPyramid(), "a/e2", "a/e3") == Ratio(2.5, 5)


def test_the_attainable_maximum_counts_what_can_be_earned() -> None:
    assert value(UnitPyramid(max="attainable"), "a/e1") == Ratio(3, 4)


def test_among_units_of_one_weight_the_most_attainable_are_the_maximum() -> None:
    topic = UnitTopic("war", (STORY,), (unit("half", 2, group(e1=0.5)), unit("whole", 2, group(e2=1))), 1)
    assert UnitPyramid(max="attainable").score_max(topic) == 2


def test_whoever_selects_a_sentence_selects_all_its_mentions() -> None:
    assert value(UnitPyramid(), "a/s1", of="sentences") == Ratio(3, 5)
    assert value(UnitPyramid(), "a/s2", of="sentences") == Ratio(1, 5)


def test_a_link_to_a_sentence_is_earned_by_the_sentence() -> None:
    linked = dataclasses.replace(TOPIC, units=(unit("u", 1, EventGroup((GroupMember("a/s1"),))),))
    assert UnitPyramid().measure(Extract((ExtractItem("a/s1"),), of="sentences"), linked).value == Ratio(1, 1)
    assert UnitPyramid().measure(Extract((ExtractItem("a/e1"),)), linked).value == Ratio(0, 1)


def test_a_unit_that_was_selected_as_such_is_earned_whole() -> None:
    assert value(UnitPyramid(), "end", "peace", of="units") == Ratio(3, 5)


def test_more_than_the_maximum_is_reported_as_it_is_and_remarked_on() -> None:
    everything = Extract(tuple(map(ExtractItem, TOPIC.marks.sentences)), of="sentences")
    topic = dataclasses.replace(TOPIC, length=1)
    score = UnitPyramid().measure(everything, topic)
    assert score.value == Ratio(5, 3)
    assert "above 1" in UnitPyramid().remarks([score])[0][0]


def test_clipping_cuts_to_one() -> None:
    everything = Extract(tuple(map(ExtractItem, TOPIC.marks.sentences)), of="sentences")
    score = UnitPyramid(clip=True).measure(everything, dataclasses.replace(TOPIC, length=1))
    assert score.value == Ratio(3, 3)
    assert UnitPyramid(clip=True).remarks([score]) == []


def test_one_mention_may_say_two_units_to_different_degrees() -> None:
    topic = dataclasses.replace(TOPIC, units=(unit("u", 1, group(e1=1)), unit("v", 1, group(e1=0.25))))
    assert UnitPyramid().measure(Extract((ExtractItem("a/e1"),)), topic).value == Ratio(1.25, 2)


def test_units_without_writers_leave_the_score_undefined() -> None:
    score = UnitPyramid().measure(Extract(()), dataclasses.replace(TOPIC, units=(ContentUnit("u"),)))
    assert score.undefined
    assert score.numbers() == {"value": None}


def test_a_topic_without_length_is_refused() -> None:
    with pytest.raises(InputError, match="topic war has no length n"):
        UnitPyramid().measure(Extract(()), dataclasses.replace(TOPIC, length=None))


@pytest.mark.parametrize(
    ("of", "id", "message"),
    [
        ("mentions", "a/e9", "extract of bert: unknown mention 'a/e9'"),
        ("mentions", "a/s1", "unknown mention 'a/s1'"),
        ("sentences", "a/e1", "unknown sentence 'a/e1'"),
        ("units", "war", "unknown unit 'war'; known: end, fight, peace"),
    ],
)
def test_an_unknown_id_is_refused_by_name(of: str, id: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        UnitPyramid().measure(Extract((ExtractItem(id),), of=of, system="bert"), TOPIC)  # type: ignore[arg-type]


def test_an_extract_for_another_topic_is_refused() -> None:
    with pytest.raises(InputError, match="it is for topic 'peace' and cannot be scored on 'war'"):
        UnitPyramid().measure(Extract((), topic="peace"), TOPIC)


def test_the_original_score_compares_with_as_many_units_as_the_peer_expresses() -> None:
    original = SummaryContentUnits(modified=False)
    assert value(original, "end", of="units") == Ratio(2, 3)
    assert value(original, "end", of="units", others=1) == Ratio(2, 5)


def test_the_modified_score_compares_with_an_average_model() -> None:
    assert value(SummaryContentUnits(), "end", of="units", others=7) == Ratio(2, 5)  # 6 contributors, 3 models


def test_a_pyramid_without_writers_has_no_score() -> None:
    topic = dataclasses.replace(TOPIC, units=(ContentUnit("u"),))
    assert (
        SummaryContentUnits().measure(Extract((), of="units"), topic).undefined == "no unit of the topic has a writer"
    )


def test_summary_content_units_must_be_matched_first() -> None:
    with pytest.raises(InputError, match="it selects mentions; scu reads the units"):
        value(SummaryContentUnits(), "a/e1")


@pytest.mark.parametrize(("contributors", "units"), [(6, 2), (5, 1), (7, 2), (10, 3), (4, 1), (0, 0)])
def test_an_average_is_rounded_half_up(contributors: int, units: int) -> None:
    assert average_units(contributors, 4) == units  # of 10, Python's round would say 2


def test_the_pure_functions_take_weights() -> None:
    assert original_score([4, 1], [4, 3, 2, 1], 3) == Ratio(5, 9)
    assert modified_score([4, 1], [4, 3, 2, 1], 10, 4) == Ratio(5, 9)
    with pytest.raises(InputError, match="at least one model"):
        modified_score([], [], 0, 0)
