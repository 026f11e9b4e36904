from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.stats.bradley_terry import bradley_terry, bradley_terry_intervals
from cliometer.stats.preferences import Counts, Preferences

NO_TIES: Counts = ((0, 0, 0), (0, 0, 0), (0, 0, 0))


def three(wins: Counts, ties: Counts = NO_TIES) -> Preferences:
    return Preferences(("a", "b", "c"), wins, ties)


SOUND = three(((0, 5, 3), (2, 0, 6), (3, 2, 0)), ((0, 1, 2), (1, 0, 0), (2, 0, 0)))


def test_two_candidates_are_as_strong_as_their_share_of_votes() -> None:
    fit = bradley_terry(Preferences(("a", "b"), ((0, 3), (1, 0)), ((0, 0), (0, 0))))
    assert fit.strength == pytest.approx({"a": 0.75, "b": 0.25}, abs=1e-10)
    assert fit.tie == 0
    assert fit.groups == (("a",), ("b",))


def test_two_candidates_with_ties_have_davidsons_closed_form() -> None:
    fit = bradley_terry(Preferences(("a", "b"), ((0, 4), (1, 0)), ((0, 2), (2, 0))))
    assert fit.strength == pytest.approx({"a": 0.8, "b": 0.2}, abs=1e-10)
    assert fit.tie == pytest.approx(1, abs=1e-9)  # 2 ties / sqrt(4 wins * 1 defeat)
    assert fit.win("a", "b") == pytest.approx(4 / 7)


def test_a_circle_of_equals_is_one_group() -> None:
    fit = bradley_terry(three(((0, 2, 1), (1, 0, 2), (2, 1, 0))))
    assert [set(group) for group in fit.groups] == [{"a", "b", "c"}]


def test_a_probability_of_someone_unknown_is_an_error() -> None:
    with pytest.raises(UsageError, match="unknown candidate 'z'"):
        bradley_terry(SOUND).win("a", "z")


def test_one_upset_in_a_million_still_has_strengths() -> None:
    fit = bradley_terry(Preferences(("a", "b"), ((0, 999_999), (1, 0)), ((0, 0), (0, 0))))
    assert fit.strength["b"] == pytest.approx(1e-6, rel=1e-8)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (three(((0, 1, 0), (1, 0, 0), (0, 0, 0))), "there are no votes on 'c'"),
        (three(((0, 1, 1), (1, 0, 1), (0, 0, 0))), "'c' has never won or tied a vote"),
        (three(((0, 1, 1), (0, 0, 1), (0, 1, 0))), "'a' has never lost or tied a vote"),
        (three(((0, 0, 0), (0, 0, 0), (0, 0, 0)), ((0, 1, 1), (1, 0, 1), (1, 1, 0))), "every vote is a tie"),
        (three(((0, 1, 0), (0, 0, 0), (0, 0, 0)), ((0, 1, 1), (1, 0, 1), (1, 1, 0))), "too few upsets"),
        (
            Preferences(
                ("a", "b", "c", "d"),
                ((0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0)),
                ((0,) * 4,) * 4,
            ),
            "no chain of votes compares 'a' with 'c' and 'd'",
        ),
        (
            Preferences(
                ("a", "b", "c", "d"),
                ((0, 1, 1, 0), (1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0)),
                ((0,) * 4,) * 4,
            ),
            "no chain of wins or ties leads from 'c' up to 'a' and 'b'",
        ),
    ],
)
def test_no_finite_strengths_are_an_error(table: Preferences, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        bradley_terry(table)
    with pytest.raises(InputError, match=sentence):
        bradley_terry_intervals(table, seed=1)


def test_intervals_hold_the_estimate() -> None:
    fit, result = bradley_terry(SOUND), bradley_terry_intervals(SOUND, seed=1, resamples=200)
    assert result.interval.keys() == fit.strength.keys()
    for name, (low, high) in result.interval.items():
        assert low < fit.strength[name] < high


def test_intervals_come_from_their_seed() -> None:
    once, again, other = (bradley_terry_intervals(SOUND, seed=seed, resamples=50) for seed in (1, 1, 2))
    assert once == again
    assert once.interval != other.interval


def test_more_confidence_takes_a_wider_interval() -> None:
    narrow, wide = (bradley_terry_intervals(SOUND, seed=1, confidence=c) for c in (0.5, 0.95))
    assert all(wide.interval[name][0] < narrow.interval[name][0] for name in "abc")


def test_resamples_without_finite_strengths_are_counted() -> None:
    table = Preferences(("a", "b"), ((0, 9), (3, 0)), ((0, 0), (0, 0)))
    assert 0 < bradley_terry_intervals(table, seed=1, resamples=500).left_out < 250


def test_too_few_votes_for_intervals_are_an_error() -> None:
    cycle = three(((0, 1, 0), (0, 0, 1), (1, 0, 0)))
    with pytest.raises(
        InputError, match="of 1000 resamples of the 3 votes give finite strengths, where 90 % are needed"
    ):
        bradley_terry_intervals(cycle, seed=1)


@pytest.mark.parametrize("confidence", [0.0, 1.0, float("nan")])
def test_confidence_must_lie_between_none_and_all(confidence: float) -> None:
    with pytest.raises(UsageError, match="expected a confidence between 0 and 1"):
        bradley_terry_intervals(SOUND, seed=1, confidence=confidence)


def test_two_votes_have_no_interval_of_zero_width() -> None:
    with pytest.raises(InputError, match="of the 2 votes give finite strengths"):
        bradley_terry_intervals(Preferences(("a", "b"), ((0, 1), (1, 0)), ((0, 0), (0, 0))), seed=1)


def test_resamples_are_drawn_in_portions_that_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = bradley_terry_intervals(SOUND, seed=3, resamples=50)
    monkeypatch.setattr("cliometer.stats.bradley_terry.BLOCK", 18 * 7)
    assert bradley_terry_intervals(SOUND, seed=3, resamples=50) == at_once


def test_resamples_beyond_all_memory_are_refused() -> None:
    with pytest.raises(UsageError, match="from 2 to 10,000,000, found 2000000000"):
        bradley_terry_intervals(SOUND, seed=1, resamples=2_000_000_000)


def test_one_resample_is_too_few() -> None:
    with pytest.raises(UsageError, match="resamples as a whole number from 2 to 10,000,000, found 1"):
        bradley_terry_intervals(SOUND, seed=1, resamples=1)


@pytest.mark.parametrize("seed", [-1, float("nan"), None])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(UsageError, match="expected a seed as a whole number of at least 0"):
        bradley_terry_intervals(SOUND, seed=seed)
