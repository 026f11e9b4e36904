"""`nuggets`: which nuggets count, by topic and by day, and what has no score."""

from __future__ import annotations

import pytest

from cliometer.metrics.catalogue import parse
from cliometer.model.nugget_banks import BankNugget, BankTopic
from cliometer.model.when import When

DAYS = [When.parse(day) for day in ("2010-05-27", "2010-05-28")]
BANK = BankTopic(
    "t",
    (
        BankNugget("a", "vital", date=DAYS[0]),
        BankNugget("b", "okay", date=DAYS[0]),
        BankNugget("b", "okay", date=DAYS[1]),  # the same text again
        BankNugget("c", "odd"),
    ),
)
ANSWER = tuple(
    BankNugget(text, "", label)
    for text, label in (("b", "partial_support"), ("c", "support"), ("a", "partial_support"), ("b", "support"))
)


@pytest.mark.parametrize(
    ("settings", "value"),
    [
        ("", 0 / 1),
        ("strict=false", 0.5 / 1),
        ("weight=weighted", (0 + 0 + 0.5) / 2),
        ("weight=weighted, strict=false", (0.5 + 0.25 + 0.5) / 2),
        ("weight=all", 2 / 4),
        ("weight=all, strict=false", (0.5 + 0.5 + 1 + 1) / 4),
        ("by=day, strict=false", 0.5),  # one day has a vital nugget
        ("by=day, weight=all", (0 / 2 + 1 / 1) / 2),
        ("by=day, weight=weighted, strict=false", ((0.5 + 0.25) / 1.5 + 0.5 / 0.5) / 2),
    ],
)
def test_a_score_is_the_weighted_share_of_nuggets_that_are_supported(settings: str, value: float) -> None:
    assert parse(f"nuggets({settings})").measure(ANSWER, BANK).value.value == pytest.approx(value)


@pytest.mark.parametrize(
    ("settings", "nugget", "reason"),
    [
        ("", BankNugget("a", "okay"), "no nugget counts"),
        ("by=day", BankNugget("a", "vital"), "no nugget that counts has a date"),
        ("weight=weighted", BankNugget("a", "odd"), "no nugget counts"),
    ],
)
def test_a_topic_without_a_nugget_that_counts_has_no_score(settings: str, nugget: BankNugget, reason: str) -> None:
    score = parse(f"nuggets({settings})").measure((nugget,), BankTopic("t", (nugget,)))
    assert (score.undefined, score.value.value) == (reason, None)
