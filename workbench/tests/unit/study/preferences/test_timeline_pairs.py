"""Two timelines on one axis of dates, and decoys that keep their dates."""

from __future__ import annotations

from cliometer.model.documents import SummaryText
from cliometer.model.timeline import Timeline
from cliometer.study.topics import summary_lines, timeline_days
from cliometer_workbench.study.preferences.comparison_items import common_axis, filler_text, shuffled_words

ONE = Timeline({"2010-05-26": ["BP tries a top kill.", "Mud is pumped."], "2010-05-29": ["BP gives up."]})
OTHER = Timeline({"2010-05": ["Oil spills."], "2010-05-29": ["It failed."]})


def test_a_timeline_is_written_and_read_back() -> None:
    days = timeline_days(summary_lines(SummaryText.of(ONE)))
    assert {str(day.date): day.lines for day in days} == {
        "2010-05-26": ("BP tries a top kill.", "Mud is pumped."), "2010-05-29": ("BP gives up.",)
    }  # fmt: skip


def test_days_are_aligned_and_a_day_that_one_lacks_is_empty_there() -> None:
    rows = common_axis(*(summary_lines(SummaryText.of(one)) for one in (ONE, OTHER)))
    found = [(str(row.date), row.cells[0] and len(row.cells[0]), row.cells[1]) for row in rows]
    assert found == [
        ("2010-05", None, ("Oil spills.",)), ("2010-05-26", 2, None), ("2010-05-29", 1, ("It failed.",))
    ]  # fmt: skip


def test_a_text_without_dates_has_no_axis() -> None:
    text, timeline = "A text.\n2010-05-26\nWith a date.", summary_lines(SummaryText.of(ONE))
    assert timeline_days(text) == () and common_axis(text, timeline) == () == common_axis(timeline, "")


def test_decoys_of_a_timeline_keep_its_dates_and_change_its_words() -> None:
    text = summary_lines(SummaryText.of(ONE))
    dates = [day.date for day in timeline_days(text)]
    for made in (filler_text(text, 1), shuffled_words(text, 1)):
        assert [day.date for day in timeline_days(made)] == dates and made != text
    assert sorted(shuffled_words(text, 1).split()) == sorted(text.split())
