"""Two timelines on one axis of dates, and decoys whose layout is that of any pair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import pytest

from cliometer.model.when import When
from cliometer.study.contests import DECOYS, LEFT, RIGHT, contests
from cliometer.study.topics import Topic, timeline_days
from cliometer_workbench.study.preferences.comparison_items import ItemKind, control_items
from cliometer_workbench.study.preferences.decoys import corrupted, on_dates


def timeline(system: str, topic: str, days: Iterable[int]) -> str:
    """A timeline of May and June 2010, with words of its own on every day."""
    dates = (When.of("2010-05-01").shift(day) for day in days)
    return "\n".join(f"{date}\nThe {system} of {topic} told us what happened on {date}." for date in dates)


DAYS = {"alpha": range(0, 40, 2), "beta": range(0, 60, 3), "gamma": [3, 4, 7, *range(20, 50)]}
STUDY = [Topic(t, summaries={name: timeline(name, t, days) for name, days in DAYS.items()}) for t in ("oil", "quake")]


def layout(texts: Sequence[str]) -> tuple[int, ...]:
    """How many dates both have, and how many one alone has."""
    first, second = ({day.date for day in timeline_days(text)} for text in texts)
    return len(first & second), *sorted((len(first - second), len(second - first)))


@pytest.mark.parametrize("kind", ["quiz", "test"])
@pytest.mark.parametrize("seed", range(3))
def test_the_layout_of_a_decoy_is_that_of_a_pair(kind: ItemKind, seed: int) -> None:
    real = {layout([pair.text(name) for name in pair.systems]) for pair in contests(STUDY).values()}
    drawn = control_items(STUDY, kind, 24, seed)
    assert {layout(item.texts) for item in drawn} <= real
    assert {(item.loser, item.expected) for item in drawn} == {*product(DECOYS, (LEFT, RIGHT))}, "each on both sides"


def test_decoys_of_a_timeline_that_is_compared_with_none_and_of_sets_have_dates_of_their_own() -> None:
    alone = [Topic("oil", summaries={"alpha": STUDY[0].summaries["alpha"]}), STUDY[1]]
    for item in (*control_items(alone, "test", 24, 1), *control_items(STUDY, "test", 12, 1, size=3)):
        shown = dict(zip(item.systems, item.texts, strict=True))
        dates = {name: [day.date for day in timeline_days(text)] for name, text in shown.items()}
        assert all(dates[item.loser] != days for name, days in dates.items() if name != item.loser)


def test_days_that_are_too_few_for_the_dates_come_again() -> None:
    text, dates = "2010-05-26\nTop kill\n2010-05-28\nBP stops", [When.of(f"2010-05-{n}") for n in (26, 29, 30)]
    assert on_dates(text, dates).splitlines()[1::2] == ["Top kill", "BP stops", "BP stops"]
    assert on_dates("", dates) == "" and corrupted("2010-05-26\nOil") != "" and corrupted("2010-05-26\na") == ""
