"""Perturbations that move, add and take away dates."""

from __future__ import annotations

import pytest

from cliometer.court.perturbation import TrialCase
from cliometer.court.perturbations import perturbations
from cliometer.court.perturbations.length_changes import Add
from cliometer.errors import UsageError
from cliometer.model.timeline import Timeline
from tests.unit.court.perturbations.cases import article, changed, variants

THREE = {"2010-05-27": ["one"], "2010-05-30": ["two"], "2010-06-01": ["three"]}
WEEK = {f"2010-05-{day}": [f"said on {day}"] for day in range(10, 17)}


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_every_date_is_removed_equally_often(count: int) -> None:
    found = variants(f"remove(dates={count})", WEEK)
    assert len(found) == 7
    assert [sum(not variant.on(date) for variant in found) for date in WEEK] == [count] * 7


def test_what_is_removed_stays_removed_at_the_next_step() -> None:
    one, two = (variants(f"remove(dates={count})", WEEK) for count in (1, 2))
    for stricter in two:
        assert any(set(stricter) < set(milder) for milder in one)


def test_merge_takes_the_closest_pair_to_its_earlier_date() -> None:
    assert changed("merge", THREE) == Timeline({"2010-05-27": ["one"], "2010-05-30": ["two", "three"]})


def test_of_pairs_equally_close_the_earliest_is_merged() -> None:
    days = {"2010-05-20": ["a"], "2010-05-22": ["b"], "2010-05-24": ["c"]}
    assert changed("merge", days) == Timeline({"2010-05-20": ["a", "b"], "2010-05-24": ["c"]})


def test_merge_can_be_repeated_until_one_date_is_left() -> None:
    assert changed("merge(times=9)", THREE) == Timeline({"2010-05-27": ["one", "two", "three"]})


def test_shift_reaches_over_the_year_zero() -> None:
    assert changed("shift(days=366)", {"-0001-12-31": ["one"]}) == Timeline({"0000-12-31": ["one"]})


def test_the_ladder_of_a_shift_keeps_its_direction() -> None:
    steps = [str(step) for step in perturbations.parse("shift(days=-5)").ladder()]
    assert steps == [f"shift(days=-{days})" for days in (1, 2, 3, 4, 5, 6, 7, 14)]


@pytest.mark.parametrize(
    "wrong",
    ["shift(days=0)", "shift(days=x)", "remove(dates=0)", "remove(dates=1.5)", "truncate(keep=0)", "pad(share=2)"],
)
def test_a_setting_beyond_its_range_is_refused(wrong: str) -> None:
    with pytest.raises(UsageError, match="expected a"):
        variants(wrong, THREE)


def test_add_takes_the_first_sentence_of_the_first_article_of_the_first_free_date() -> None:
    articles = [
        article("2010-05-26", "Before the timeline."),
        article("2010-05-27", "On its first date."),
        article("2010-05-28"),
        article("2010-05-29", "First.", "Second."),
        article("2010-05-29", "Another."),
        article("2010-06-02", "Too late."),
    ]
    assert changed("add", THREE, None, *articles) == Timeline({**THREE, "2010-05-29": ["First."]})


def test_without_articles_add_invents_words_for_the_first_free_day() -> None:
    added = changed("add", THREE)
    assert set(added) - set(Timeline(THREE)) == set(Timeline({"2010-05-28": []}))
    assert len(set(added["2010-05-28"][0].split())) == 10


def test_invented_words_avoid_what_the_timeline_says() -> None:
    words = changed("add", THREE)["2010-05-28"][0].split()
    again = changed("add", {"2010-05-27": [f"{words[0].upper()}es"]})["2010-05-28"][0].split()
    assert again[:2] == words[1:3]


def test_a_free_day_lies_outside_of_intervals() -> None:
    assert changed("add", {"2010-05-31": ["one"], "2010-06": ["two"]}).on("2010-07-01")


def test_add_says_where_its_text_comes_from() -> None:
    case = TrialCase("bp", Timeline(THREE), (article("2010-05-29", "First."),))
    assert not Add().invents(case)
    assert Add().invents(TrialCase("bp", Timeline(THREE)))
    assert Add(text="nonsense").invents(case)


def test_add_from_the_corpus_does_not_apply_without_one() -> None:
    assert variants("add(text=corpus)", THREE) == []


def test_coarsen_makes_months_and_joins_what_falls_together() -> None:
    assert changed("coarsen", THREE) == Timeline({"2010-05": ["one", "two"], "2010-06": ["three"]})


def test_coarsen_knows_years_decades_and_first_days() -> None:
    days = {"1999-12-31": ["one"]}
    assert changed("coarsen(to=year)", days) == Timeline({"1999": ["one"]})
    assert changed("coarsen(to=decade)", days) == Timeline({"1990/1999": ["one"]})
    assert changed("coarsen(to=month, form=first)", days) == Timeline({"1999-12-01": ["one"]})


def test_duplicate_copies_every_day_to_both_sides_behind_what_stands_there() -> None:
    days = {"2010-05-27": ["one"], "2010-05-28": ["two"]}
    assert changed("duplicate", days) == Timeline(
        {"2010-05-26": ["one"], "2010-05-27": ["one", "two"], "2010-05-28": ["two", "one"], "2010-05-29": ["two"]}
    )


def test_uniform_spreads_the_dates_evenly() -> None:
    days = {"2010-05-01": ["a"], "2010-05-02": ["b"], "2010-05-11": ["c"]}
    assert changed("uniform", days) == Timeline({"2010-05-01": ["a"], "2010-05-06": ["b"], "2010-05-11": ["c"]})


def test_concatenate_adds_the_days_of_the_stranger_behind_ones_own() -> None:
    stranger = {"2010-05-27": ["foreign"], "2012-01-01": ["far"]}
    both = {**THREE, "2010-05-27": ["one", "foreign"]}
    assert changed("concatenate(share=0.5)", THREE, stranger) == Timeline(both)
    assert changed("concatenate", THREE, stranger) == Timeline({**both, "2012-01-01": ["far"]})


def test_concatenate_does_not_apply_without_a_stranger() -> None:
    assert variants("concatenate", THREE) == []


def test_split_spreads_the_sentences_of_a_day() -> None:
    days = {"2010-05-27": ["a", "b", "c"], "2010-05-29": ["d"], "2010-06-01": []}
    assert changed("split(days=2)", days) == Timeline(
        {"2010-05-27": ["a"], "2010-05-29": ["b", "d"], "2010-05-31": ["c"], "2010-06-01": []}
    )


def test_duplicate_onto_free_days_leaves_other_days_alone() -> None:
    days = {"2010-05-27": ["one"], "2010-05-28": ["two"]}
    assert changed("duplicate(onto=free)", days) == Timeline({"2010-05-26": ["one"], **days, "2010-05-29": ["two"]})
