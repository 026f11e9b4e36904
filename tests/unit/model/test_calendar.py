"""Day arithmetic for any year, compared with `datetime` where that reaches."""

from __future__ import annotations

import calendar
import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.model.when import DAYS_PER_ERA, days_in_month, from_ordinal, to_ordinal


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


@pytest.mark.parametrize(("year", "leap"), [(2000, True), (1900, False), (2024, True), (0, True), (-4, True)])
def test_leap_years_go_on_before_christ(year: int, leap: bool) -> None:
    assert days_in_month(year, 2) == (29 if leap else 28)


def test_the_day_before_the_first_of_year_one_is_the_last_of_year_zero() -> None:
    assert from_ordinal(0) == (0, 12, 31)


def test_the_year_before_year_zero_is_minus_one() -> None:
    assert from_ordinal(to_ordinal(0, 1, 1) - 1) == (-1, 12, 31)
