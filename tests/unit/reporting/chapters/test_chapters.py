"""The table of chapters: which module shows which result."""

from __future__ import annotations

import pytest

from cliometer.court.votes.design_power import PowerRow, VotePower
from cliometer.reporting.chapters import HOMES, kind_named, kind_of_result, result_section
from cliometer.reporting.chapters.base import default_section
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
