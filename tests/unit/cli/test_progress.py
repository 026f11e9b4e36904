"""A progress bar only where it helps."""

from __future__ import annotations

import argparse
import io
import time

import pytest

from cliometer.cli.output import progress_bar

LOUD = argparse.Namespace(quiet=False)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock is two seconds after the one before."""
    ticks = iter(range(0, 1000, 2))
    monkeypatch.setattr(time, "monotonic", lambda: next(ticks))


def test_work_of_over_a_second_shows_a_bar_on_a_terminal_and_wipes_it(late: None) -> None:
    err = Terminal()
    with progress_bar(LOUD, err, "topics") as bar:
        bar(1, 2)
    assert err.getvalue() == f"\r[{'#' * 15}{'.' * 15}] 1/2 topics, about 2 s left\033[K\r\033[K"


def test_the_bar_is_wiped_before_an_error_is_told(late: None) -> None:
    err = Terminal()
    with pytest.raises(ValueError), progress_bar(LOUD, err, "topics") as bar:
        bar(1, 2)
        raise ValueError
    assert err.getvalue().endswith("\r\033[K")


def test_an_hour_that_is_left_is_told_in_minutes(late: None) -> None:
    err = Terminal()
    with progress_bar(LOUD, err, "topics") as bar:
        bar(1, 1801)
    assert ", about 60 min left" in err.getvalue()
