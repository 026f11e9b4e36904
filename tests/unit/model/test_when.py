"""Dates with their precision: spelling, order, distance, and the calendar of any year, compared with `datetime`."""

from __future__ import annotations

import calendar
import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import InputError
from cliometer.model.when import DAYS_PER_ERA, When, days_in_month, from_ordinal, to_ordinal
from tests.strategies import days, whens


@given(whens)
def test_what_is_spelled_is_what_is_parsed(when: When) -> None:
    assert When.parse(str(when)) == when


@given(whens)
def test_the_repr_makes_the_same_value(when: When) -> None:
    assert eval(repr(when)) == when


@pytest.mark.parametrize(
    ("text", "precision"),
    [
        ("2010-05-27", "day"),
        ("1997-06", "month"),
        ("1997", "year"),
        ("-0799", "year"),
        ("-0043-03-15", "day"),
        ("1997-06/1997-08", "interval"),
        ("1997/1999", "interval"),
        ("2010-05-27/2010-06-02", "interval"),
        ("Y-12000", "year"),
        ("Y10000-01-01", "day"),
        ("0000", "year"),
        ("2024-02", "month"),
    ],
)
def test_the_canonical_spelling_is_kept_and_its_precision_known(text: str, precision: str) -> None:
    assert str(When.parse(text)) == text
    assert When.parse(text).precision == precision


def test_an_interval_that_fills_a_month_is_that_month() -> None:
    assert When.parse("1997-06-01/1997-06-30") == When.parse("1997-06")


NO_DATES = ("", "May 27th", "2010/01/01/02", "27-05-2010", "2010-1-5", "10000", "1997-06/", "/1997", "٢٠١٠", " 2010")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((text, "expected a date such as 2010-05-27") for text in NO_DATES),
        ("2010-13", "no month 13"),
        ("2010-00-01", "no month 00"),
        *((text, f"no day {text[-2:]}") for text in ("2011-02-29", "1900-02-29", "2010-04-31", "2010-01-00")),
        ("1998/1997", "must not end before it starts: 1998-01-01/1997-12-31"),
    ],
)
def test_what_is_no_date_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        When.parse(text)


@given(whens, whens)
def test_distance_is_symmetric(a: When, b: When) -> None:
    assert a.distance(b) == b.distance(a)


@given(whens, whens)
def test_distance_is_zero_exactly_where_the_two_overlap(a: When, b: When) -> None:
    overlap = a.first <= b.last and b.first <= a.last
    assert (a.distance(b) == 0) is overlap


@given(days, days)
def test_the_distance_of_two_days_is_the_difference_of_their_numbers(a: When, b: When) -> None:
    assert a.distance(b) == abs(a.first - b.first)


@given(st.dates(), st.dates())
def test_distance_is_that_of_datetime(a: datetime.date, b: datetime.date) -> None:
    assert When.of(a).distance(When.of(b)) == abs((a - b).days)


def test_the_gap_between_two_intervals_is_counted_from_their_near_ends() -> None:
    assert When.parse("1997-06").distance(When.parse("1997-08")) == 32


@given(days, st.integers(-1000, 1000))
def test_a_shifted_day_is_as_far_away_as_it_was_shifted(when: When, days: int) -> None:
    assert when.distance(when.shift(days)) == abs(days)


def test_dates_sort_by_their_first_day_and_then_by_their_last() -> None:
    spelled = ["-0799", "1996-12-31", "1997-01-01", "1997-01", "1997", "1997-02"]
    assert [str(when) for when in sorted(map(When.parse, reversed(spelled)))] == spelled


def test_anything_a_caller_may_use_for_a_date_becomes_one() -> None:
    day = When.parse("2010-05-27")
    assert When.of("2010-05-27") == When.of(datetime.date(2010, 5, 27)) == When.of(day) == day


def test_a_text_in_place_of_day_numbers_is_told_what_to_write() -> None:
    with pytest.raises(InputError, match=r"found '2023-02'; write When.parse\(\"2023-02\"\)"):
        When("2023-02")  # type: ignore[arg-type]


def test_a_number_is_no_date() -> None:
    with pytest.raises(InputError, match=r"found 2010"):
        When.of(2010)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["2010-05-01/2010-05-15", "2010-05-02/2010-05-31", "2010-01-01/2010-12-30"])
def test_a_part_of_a_month_or_year_keeps_both_its_ends(text: str) -> None:
    assert str(When.parse(text)) == text and When.parse(text).precision == "interval"


@given(st.dates())
def test_day_numbers_equal_those_of_datetime_in_the_years_1_to_9999(date: datetime.date) -> None:
    assert to_ordinal(date.year, date.month, date.day) == date.toordinal()


@given(st.integers(1, datetime.date.max.toordinal()))
def test_a_day_number_names_the_day_that_datetime_names(ordinal: int) -> None:
    date = datetime.date.fromordinal(ordinal)
    assert from_ordinal(ordinal) == (date.year, date.month, date.day)


@given(st.integers(-(10**12), 10**12))
def test_a_day_number_survives_the_way_to_a_date_and_back(ordinal: int) -> None:
    assert to_ordinal(*from_ordinal(ordinal)) == ordinal


@given(st.integers(-(10**12), 10**12))
def test_every_day_of_any_year_is_a_real_day_of_its_month(ordinal: int) -> None:
    year, month, day = from_ordinal(ordinal)
    assert 1 <= month <= 12
    assert 1 <= day <= days_in_month(year, month)


@given(st.integers(-(10**6), 10**6), st.integers(1, 12))
def test_the_calendar_repeats_every_four_hundred_years(year: int, month: int) -> None:
    assert days_in_month(year, month) == days_in_month(year + 400, month)
    assert to_ordinal(year + 400, month, 1) - to_ordinal(year, month, 1) == DAYS_PER_ERA


@given(st.integers(1, 9999), st.integers(1, 12))
def test_months_are_as_long_as_the_standard_library_says(year: int, month: int) -> None:
    assert days_in_month(year, month) == calendar.monthrange(year, month)[1]
