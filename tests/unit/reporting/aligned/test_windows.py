"""A picture opens where most dates are."""

from __future__ import annotations

from cliometer.reporting.timeline_view.picture import whole_span, window


def days(*numbers: int) -> list[list[object]]:
    """Dates as views write them."""
    return [[str(number), number] for number in numbers]


def test_stray_dates_are_left_out_of_the_window() -> None:
    first, last = window(days(*range(100, 120), 5_000)) or (0.0, 0.0)
    assert 95 < first < 100 and 120 < last < 125


def test_evenly_spread_dates_are_shown_as_a_whole() -> None:
    assert window(days(*range(0, 300, 10))) is None


def test_a_few_dates_need_no_window() -> None:
    assert window(days(1, 2, 3, 900)) is None


def test_dates_of_one_day_have_a_span() -> None:
    first, last = whole_span(days(7))
    assert first < 7 < last and whole_span([])[0] < whole_span([])[1]
