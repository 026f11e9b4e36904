"""Seconds that a page tells of are cut to what the moments in the journal allow."""

from __future__ import annotations

import pytest

from cliometer_workbench.study.journal import Action
from cliometer_workbench.study.preferences.answer_records import LONGEST_ANSWER, SHORTEST_ANSWER
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from workbench.tests.unit.study.preferences.studies import ballot


def at(second: float) -> str:
    return f"2026-01-01T00:{int(second) // 60:02}:{second % 60:09.6f}+00:00"


def answers(*given: tuple[int, float, str], work: PreferenceBallot | None = None) -> PreferenceBallot:
    """Item by its place, seconds told, and the moment."""
    work = work or ballot(quiz=0)
    for place, told, moment in given:
        details = {"item": work.ids[place], "choice": "left", "seconds": told}
        work = work.do(Action(1, work.judge, "answer", details, "", moment))
    return work


def took(work: PreferenceBallot, place: int) -> float:
    found = work.given.get(work.ids[place])
    assert found is not None
    return found.seconds


@pytest.mark.parametrize(("told", "counted"), [(4, 4), (60, 5), (0, 5)])
def test_an_answer_takes_no_longer_than_since_the_one_before(told: float, counted: float) -> None:
    assert took(answers((0, 9, at(10)), (1, told, at(15))), 1) == counted


def test_the_first_answer_is_as_it_was_told() -> None:
    assert [took(answers((0, told, at(10))), 0) for told in (9, 0)] == [9, 0]


def test_answers_that_waited_for_a_connection_keep_their_time() -> None:
    work = answers((0, 9, at(0)), (1, 8, at(20)), (2, 7, at(20.5)), (3, 7, at(21)))
    assert [took(work, place) for place in range(4)] == [9, 8, 7, 6]


def test_time_is_never_nothing_once_there_is_a_clock() -> None:
    assert took(answers((0, 9, at(10)), (1, 9, at(9))), 1) == SHORTEST_ANSWER
    assert took(answers((0, 9, at(0)), (1, 0, "2026-02-01T00:00:00+00:00")), 1) == LONGEST_ANSWER
