"""The axis has labels that fit, in any year."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.model.when import When
from cliometer.reporting.timeline_view.picture import ticks, year_name
from tests.strategies import ordinals


def labels(first: str, last: str, width: float = 900) -> list[str]:
    """The labels of an axis."""
    start, end = When.parse(first).first, When.parse(last).last
    return [tick.label for tick in ticks(start, end, width / (end - start))]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("2010-04-01", "2010-04-05", "1 2 3 4 5"),
        ("2010-04-01", "2010-05-20", "1 8 15 22 1 8 15"),
        ("2010-01", "2010-12", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
        ("2010-01", "2012-12", "Jan Apr Jul Oct Jan Apr Jul Oct Jan Apr Jul Oct"),
        ("1990", "2009", "1990 1992 1994 1996 1998 2000 2002 2004 2006 2008"),
        ("-0003", "0012", "4 BC 3 BC 2 BC 1 BC 1 2 3 4 5 6 7 8 9 10 11 12"),
    ],
)
def test_labels_adapt_to_the_span(first: str, last: str, expected: str) -> None:
    assert " ".join(labels(first, last)) == expected


def test_there_is_no_year_nought() -> None:
    assert [year_name(year) for year in (1, 0, -799)] == ["1", "1 BC", "800 BC"]


@given(ordinals, st.integers(3, 10**11), st.integers(300, 2000))
def test_ticks_lie_in_order_and_apart(first: int, span: int, width: int) -> None:
    scale = width / span
    found = [tick.day for tick in ticks(first, first + span, scale)]
    assert len(found) <= width / 25 + 2
    assert all(scale * (b - a) >= 25 for a, b in pairwise(found))
