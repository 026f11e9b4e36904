"""The proleptic Gregorian calendar for any year, as arithmetic on whole days.

`datetime.date` knows only the years 1 to 9999; history starts earlier. Years are astronomical (year 0 is
1 BC) and day numbers equal `datetime.date.toordinal` where that is defined. The conversion counts in eras of
400 years that start on 1 March, so that the leap day is the last of its year (Hinnant, chrono-compatible
date algorithms).
"""

from __future__ import annotations

DAYS_PER_ERA = 146_097
_ORDINAL_OF_0000_03_01 = -305


def is_leap(year: int) -> bool:
    """Whether February has 29 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year: int, month: int) -> int:
    """28 to 31."""
    if month == 2:
        return 29 if is_leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def to_ordinal(year: int, month: int, day: int) -> int:
    """The number of the day, 1 for 0001-01-01."""
    year -= month <= 2
    era, year_of_era = divmod(year, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * DAYS_PER_ERA + day_of_era + _ORDINAL_OF_0000_03_01


def from_ordinal(ordinal: int) -> tuple[int, int, int]:
    """Year, month and day of a day number."""
    era, day_of_era = divmod(ordinal - _ORDINAL_OF_0000_03_01, DAYS_PER_ERA)
    year_of_era = (day_of_era - day_of_era // 1_460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted_month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * shifted_month + 2) // 5 + 1
    month = shifted_month + 3 if shifted_month < 10 else shifted_month - 9
    return year_of_era + era * 400 + (month <= 2), month, day
