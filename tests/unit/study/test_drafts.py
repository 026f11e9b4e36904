"""Drafts of content units from the timelines of several writers."""

from __future__ import annotations

import numpy as np
import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.study.unit_drafts import (
    DraftLine,
    DraftOptions,
    character_grams,
    cosine_similarities,
    draft_topic,
    group_entries,
)

RESIGNS = "The prime minister resigns after the vote"
RESIGNED = "Prime minister resigned following a vote"
FLOOD = "A flood destroys forty houses"


def drafted(*writers: dict[str, list[str]], threshold: float = 0.1, days: int = 0) -> list[list[tuple[str, str]]]:
    timelines = [Timeline(days_, name) for name, days_ in zip("abcdef", writers, strict=False)]
    topic = draft_topic("t", ReferenceSet(timelines), DraftOptions(threshold, days))
    return [[(one.writer, one.text) for one in unit.contributors] for unit in topic.units]


def test_lines_of_two_writers_on_one_day_that_are_alike_make_one_draft() -> None:
    found = drafted({"1997-06-01": [RESIGNS]}, {"1997-06-01": [RESIGNED]})
    assert found == [[("a", RESIGNS), ("b", RESIGNED)]]


def test_lines_of_one_day_that_are_not_alike_stay_apart() -> None:
    assert len(drafted({"1997-06-01": [RESIGNS]}, {"1997-06-01": [FLOOD]})) == 2


def test_lines_of_different_days_stay_apart_unless_a_tolerance_is_given() -> None:
    writers = ({"1997-06-01": [RESIGNS]}, {"1997-06-02": [RESIGNED]})
    assert len(drafted(*writers)) == 2
    assert len(drafted(*writers, days=1)) == 1


def test_a_month_is_compatible_with_a_day_in_it() -> None:
    assert len(drafted({"1997-06": [RESIGNS]}, {"1997-06-01": [RESIGNED]})) == 1


def test_a_draft_has_at_most_one_line_of_a_writer() -> None:
    found = drafted({"1997-06-01": [RESIGNS, RESIGNED]}, {"1997-06-01": [RESIGNED]})
    assert found == [[("a", RESIGNS)], [("a", RESIGNED), ("b", RESIGNED)]]


def test_all_dates_of_a_draft_are_compatible_with_each_other() -> None:
    chain = [{f"1997-06-0{day}": [RESIGNS]} for day in (1, 2, 3)]
    assert sorted(len(unit) for unit in drafted(*chain, days=1)) == [1, 2]


def test_every_line_is_in_one_draft() -> None:
    found = drafted({"1997-06-01": [RESIGNS, FLOOD]}, {"1997-06-01": [RESIGNED], "1998": ["x"]})
    assert sorted(line for unit in found for line in unit) == sorted(
        [("a", RESIGNS), ("a", FLOOD), ("b", RESIGNED), ("b", "x")]
    )


def test_a_draft_says_that_it_is_one_and_how_alike_its_lines_are() -> None:
    timelines = [Timeline({"1997-06": [RESIGNS]}, "a"), Timeline({"1997-06-01": [RESIGNS]}, "b")]
    (unit,) = draft_topic("t", ReferenceSet(timelines)).units
    assert dict(unit.roles) == {"status": "draft", "similarity": "1.000"}
    assert (str(unit.time), unit.weight, unit.label) == ("1997-06-01", 2, RESIGNS)


def test_all_sentences_of_a_day_can_be_one_line() -> None:
    timelines = [Timeline({"1997": [RESIGNS, FLOOD]}, "a"), Timeline({"1997": [FLOOD]}, "b")]
    topic = draft_topic("t", ReferenceSet(timelines), DraftOptions(entry="day"))
    assert [one.text for one in topic.units[0].contributors] == [f"{RESIGNS} {FLOOD}", FLOOD]
    assert topic.length == 1


def test_a_line_joins_a_group_only_where_it_is_alike_on_average() -> None:
    entries = [DraftLine(writer, When.parse("1997"), "") for writer in "abc"]
    cosines = np.array([[1, 0.9, 0.0], [0.9, 1, 0.5], [0.0, 0.5, 1]])
    assert group_entries(entries, cosines, DraftOptions(0.3)) == [(0, 1), (2,)]
    assert group_entries(entries, cosines, DraftOptions(0.25)) == [(0, 1, 2)]


def test_the_label_of_a_draft_is_the_line_that_is_most_like_the_others() -> None:
    lines = [
        "rebels advance on the city",
        "rebels advance, mayor flees the city",
        "mayor flees the city by night",
    ]
    timelines = [Timeline({"1997": [line]}, name) for name, line in zip("abc", lines, strict=True)]
    (unit,) = draft_topic("t", ReferenceSet(timelines)).units
    assert unit.label == lines[1]


def test_rare_words_weigh_more_than_common_ones() -> None:
    found = cosine_similarities(["zebra today", "zebra again", "never today", "other today", "later today"])
    assert found[0, 1] > found[0, 2] > 0


def test_one_writer_is_an_error() -> None:
    with pytest.raises(InputError, match="two writers or more, found 1"):
        draft_topic("t", ReferenceSet([Timeline({"1997": [FLOOD]}, "a")]))


@pytest.mark.parametrize("wrong", [{"threshold": 1.5}, {"days": -1}, {"entry": "word"}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        DraftOptions(**wrong)  # type: ignore[arg-type]


def test_a_text_is_as_like_itself_as_can_be_and_unlike_one_without_common_grams() -> None:
    found = cosine_similarities(["resign", "resign", "flood", ""])
    assert found[0, 1] == 1
    assert found[0, 2] == found[0, 3] == 0


def test_grams_know_where_a_word_begins_and_ends() -> None:
    assert list(character_grams("Ab!")) == [" ab", "ab ", " ab "]


@pytest.mark.parametrize(("lines", "length"), [(3, 2), (4, 2), (6, 4)])
def test_the_length_is_the_mean_number_of_lines_to_the_nearest(lines: int, length: int) -> None:
    # 3 and 1 lines: 2; 4 and 1: 2.5, half to even; 6 and 1: 3.5
    many = Timeline({"1997": [f"{FLOOD} {n}" for n in range(lines)]}, "a")
    few = Timeline({"1998": [RESIGNS]}, "b")
    assert draft_topic("t", ReferenceSet([many, few])).length == length
