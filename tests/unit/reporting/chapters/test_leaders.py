"""Who is best, in words."""

from __future__ import annotations

from cliometer.reporting.chapters.base import leaders

VERBS = ("wins", "win", "systems are alike")


def test_one_leads() -> None:
    lead = leaders({"a": 0.2, "b": 0.5})
    assert (lead.said(*VERBS), lead.value, lead.each) == ("b wins", 0.5, "")


def test_the_lowest_leads_where_lower_is_better() -> None:
    assert leaders({"a": 0.2, "b": 0.5}, least=True).said(*VERBS) == "a wins"


def test_all_that_share_the_lead_are_named() -> None:
    lead = leaders({"a": 0.5, "b": 0.2, "c": 0.5})
    assert (lead.said(*VERBS), lead.each, lead.alike) == ("a and c win", " each", False)


def test_what_differs_by_rounding_alone_is_the_same() -> None:
    assert leaders({"a": 0.3, "b": 0.1 + 0.2}).alike
    assert not leaders({"a": 0.3, "b": 0.3001}).alike


def test_where_nobody_is_behind_all_are_alike() -> None:
    assert leaders(dict.fromkeys("ab", 1)).said(*VERBS) == "both systems are alike"
    assert leaders(dict.fromkeys("abc", 1)).said(*VERBS, opens=True) == "All 3 systems are alike"


def test_one_alone_is_not_like_others() -> None:
    lead = leaders({"a": 1})
    assert (lead.alone, lead.alike, lead.shared) == (True, False, False)


def test_a_name_that_opens_a_sentence_keeps_its_letters() -> None:
    assert leaders({"all stars": 1, "b": 0}).said(*VERBS, opens=True) == "all stars wins"
