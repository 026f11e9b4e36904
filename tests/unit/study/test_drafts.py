"""Drafts of content units from the timelines of several writers."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.study.unit_drafts import DraftOptions, draft_topic

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


def test_a_month_is_compatible_with_a_day_in_it() -> None:
    assert len(drafted({"1997-06": [RESIGNS]}, {"1997-06-01": [RESIGNED]})) == 1


def test_a_draft_has_at_most_one_line_of_a_writer() -> None:
    found = drafted({"1997-06-01": [RESIGNS, RESIGNED]}, {"1997-06-01": [RESIGNED]})
    assert found == [[("a", RESIGNS)], [("a", RESIGNED), ("b", RESIGNED)]]


def test_all_dates_of_a_draft_are_compatible_with_each_other() -> None:
    chain = [{f"1997-06-0{day}": [RESIGNS]} for day in (1, 2, 3)]
    assert sorted(len(unit) for unit in drafted(*chain, days=1)) == [1, 2]


def test_all_sentences_of_a_day_can_be_one_line() -> None:
    timelines = [Timeline({"1997": [RESIGNS, FLOOD]}, "a"), Timeline({"1997": [FLOOD]}, "b")]
    topic = draft_topic("t", ReferenceSet(timelines), DraftOptions(entry="day"))
    assert [one.text for one in topic.units[0].contributors] == [f"{RESIGNS} {FLOOD}", FLOOD]
    assert topic.length == 1


def test_one_writer_is_an_error() -> None:
    with pytest.raises(InputError, match="two writers or more, found 1"):
        draft_topic("t", ReferenceSet([Timeline({"1997": [FLOOD]}, "a")]))


@pytest.mark.parametrize("wrong", [{"threshold": 1.5}, {"days": -1}, {"entry": "word"}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        DraftOptions(**wrong)  # type: ignore[arg-type]
