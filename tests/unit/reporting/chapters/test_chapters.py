"""The table of chapters, and what several of them use: tables of many systems, leaders."""

from __future__ import annotations

import pytest

from cliometer.court.votes.design_power import PowerRow, VotePower
from cliometer.reporting.chapters import HOMES, kind_named, kind_of_result, result_section
from cliometer.reporting.chapters.base import COLUMNS, Row, crossed, default_section, gathered, leaders
from cliometer.reporting.render.terminal import terminal


@pytest.mark.parametrize("name", HOMES)
def test_every_kind_of_result_is_found_by_its_name_alone(name: str) -> None:
    kind = kind_named(name)
    assert kind is not None and kind.reads.kind == name
    home = HOMES[name].removeprefix(".")
    assert kind.build is default_section or kind.build.__module__ == f"cliometer.reporting.chapters.{home}"


def test_a_result_without_a_chapter_has_its_tables_and_numbers() -> None:
    row = PowerRow(0.6, None, 3, None, None, None)
    found = VotePower((row,), 2, 12, 0.0, 0.1, 0.0, 0.05, 0.8, notes=("seen",))
    text = terminal(result_section(found))
    assert text.startswith("Designs\n\nshare  topics  votes") and "0.600  -           3" in text
    assert "With systems 2, cap 12, ties 0, correlation 0.1" in text


def test_a_value_that_is_no_result_has_no_kind() -> None:
    assert kind_of_result(object()) is None


FEW, MANY = ([f"s{place}" for place in range(size)] for size in (COLUMNS, COLUMNS + 1))


def test_few_systems_have_a_column_each() -> None:
    row: Row = (["t"], [*range(COLUMNS)])
    for table in (crossed(["topic"], FEW, [row], "F"), gathered(["topic"], FEW, [row], "by")):
        assert (table.heading, table.rows) == (["topic", *FEW], [["t", *range(COLUMNS)]])


def test_many_systems_have_a_line_each() -> None:
    table = crossed(["topic"], MANY, [(["t"], [*range(COLUMNS + 1)])], "F")
    assert table.heading == ["topic", "system", "F"]
    assert table.rows == [["t", name, place] for place, name in enumerate(MANY)]


def test_nought_is_something_unless_it_is_said_to_be_nothing() -> None:
    rows: list[Row] = [(["n"], [0.0, 0.5, *["-"] * (COLUMNS - 1)])]
    assert gathered(["nugget"], MANY, rows, "told by").rows == [["n", "s0 0.000, s1 0.500"]]
    shares: list[Row] = [(["u"], [0.0, 0.5, *[0.0] * (COLUMNS - 1)])]
    assert gathered(["unit"], MANY, shares, "covered by", nothing=0.0).rows == [["u", "s1 0.500"]]


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
