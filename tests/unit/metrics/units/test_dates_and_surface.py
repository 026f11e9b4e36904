"""Dates and words of the units that a system selected."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.metrics.rouge import rouge
from cliometer.metrics.rouge.variants import Variant
from cliometer.metrics.units.pyramid import UnitDates, UnitSurface
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.score import Ratio
from cliometer.model.units import ContentUnit, Contributor, UnitTopic
from cliometer.model.when import When
from tests.units import group, source

STORY = source("a", "They FOUGHT and LEFT.", "It ENDED.")
TEXTS = (Contributor("x", "They fought a war"), Contributor("y", "War broke out"))
TOPIC = UnitTopic(
    "war",
    (STORY,),
    (
        ContentUnit("fight", time=When.parse("1997-06"), contributors=TEXTS, group=group(e1=1, e2=0)),
        ContentUnit("end", contributors=(Contributor("x"),), group=group(e3=1)),
    ),
)


@pytest.mark.parametrize(
    ("date", "right"),
    [
        ("1997-06-12", 1),
        ("1997-06", 1),
        ("1997", 0),
        ("1997-07-01", 0),
        ("1996", 0),
        ("1997-06-20/1997-07-02", 0),
        (None, 0),
    ],
)
def test_a_date_is_right_where_it_lies_within_the_units_time(date: str | None, right: int) -> None:
    item = ExtractItem("a/e1", date=When.parse(date) if date else None)
    assert UnitDates().measure(Extract((item,)), TOPIC).value == Ratio(right, 1)


@pytest.mark.parametrize("id", ["a/e2", "a/e3"])
def test_mentions_that_earn_nothing_and_units_without_time_do_not_count(id: str) -> None:
    score = UnitDates().measure(Extract((ExtractItem(id, date=When.parse("1997")),)), TOPIC)
    assert score.numbers() == {"value": 0.0}


def test_a_system_that_selected_nothing_scores_0_of_dates_and_words() -> None:
    assert UnitDates().measure(Extract(()), TOPIC).numbers() == {"value": 0.0}
    assert UnitSurface().measure(Extract(()), TOPIC).numbers() == {"precision": 0.0, "recall": 0.0, "f": 0.0}


def test_units_that_nobody_dated_or_worded_leave_the_scores_undefined() -> None:
    bare = UnitTopic("war", (STORY,), (TOPIC.units[1],))
    chosen = Extract((ExtractItem("a/e3", date=When.parse("1997"), text="It ended"),))
    assert UnitDates().measure(chosen, bare).undefined == "no unit of the topic has a time"
    assert UnitSurface().measure(chosen, bare).undefined


def test_the_words_of_a_unit_are_compared_with_its_writers() -> None:
    items = (ExtractItem("a/e1", text="A war broke out"),)
    score = UnitSurface().measure(Extract(items), TOPIC)
    models = [[contributor.text] for contributor in TEXTS]
    recall, precision, _ = rouge(["A war broke out"], models, ["1"])["1"]
    assert (score.recall, score.precision) == (Ratio(recall, 1), Ratio(precision, 1))


@pytest.mark.parametrize(("stem", "stop"), [(True, True), (False, True), (False, False)])
def test_words_are_counted_as_the_settings_say(stem: bool, stop: bool) -> None:
    said = "They were fighting a war"
    score = UnitSurface(stem=stem, stop=stop).measure(Extract((ExtractItem("a/e1", text=said),)), TOPIC)
    models = [[contributor.text] for contributor in TEXTS]
    recall, precision, _ = rouge([said], models, ["1"], stem=stem, stop=stop)["1"]
    assert (score.recall.value, score.precision.value) == (recall, precision)


def test_a_selected_sentence_says_its_own_words() -> None:
    selected = UnitSurface().measure(Extract((ExtractItem("a/s1"),), of="sentences"), TOPIC)
    said = UnitSurface().measure(Extract((ExtractItem("a/e1", text="They FOUGHT and LEFT."),)), TOPIC)
    assert selected == said


def test_units_without_a_writers_words_are_left_out() -> None:
    items = (ExtractItem("a/e1", text="War"), ExtractItem("a/e3", text="End"))
    assert UnitSurface().measure(Extract(items), TOPIC).recall.whole == 1


def test_a_mention_without_words_is_refused() -> None:
    with pytest.raises(InputError, match="a/e1 has no text, which unit_surface needs"):
        UnitSurface().measure(Extract((ExtractItem("a/e1"),)), TOPIC)


def test_longest_common_subsequences_are_not_counted() -> None:
    with pytest.raises(UsageError, match="not ROUGE-L"):
        UnitSurface(rouge=Variant.parse("L"))
