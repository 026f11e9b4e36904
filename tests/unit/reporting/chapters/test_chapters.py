"""The table of chapters, and what several of them use: tables of many systems, leaders."""

from __future__ import annotations

import pytest

from cliometer.court.votes.design_power import PowerRow, VotePower
from cliometer.reporting.chapters import HOMES, kind_named, result_section
from cliometer.reporting.chapters.base import COLUMNS, Row, default_section, gathered, leaders
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


FEW, MANY = ([f"s{place}" for place in range(size)] for size in (COLUMNS, COLUMNS + 1))


def test_nought_is_something_unless_it_is_said_to_be_nothing() -> None:
    rows: list[Row] = [(["n"], [0.0, 0.5, *["-"] * (COLUMNS - 1)])]
    assert gathered(["nugget"], MANY, rows, "told by").rows == [["n", "s0 0.000, s1 0.500"]]
    shares: list[Row] = [(["u"], [0.0, 0.5, *[0.0] * (COLUMNS - 1)])]
    assert gathered(["unit"], MANY, shares, "covered by", nothing=0.0).rows == [["u", "s1 0.500"]]


VERBS = ("wins", "win", "systems are alike")


def test_all_that_share_the_lead_are_named() -> None:
    lead = leaders({"a": 0.5, "b": 0.2, "c": 0.5})
    assert (lead.said(*VERBS), lead.each, lead.alike) == ("a and c win", " each", False)
