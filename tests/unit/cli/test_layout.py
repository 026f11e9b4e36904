"""Help: a short usage, options under headings, defaults said, the example last."""

from __future__ import annotations

import re

import pytest

from cliometer.cli.main import every_command, load, parser_of
from cliometer.cli.parser import SECTIONS, fill_example
from tests.unit.cli.cliometer_command import cliometer

PARSED = [name for name in every_command() if hasattr(load(name), "configure")]


@pytest.mark.parametrize("name", PARSED)
def test_every_option_stands_under_a_heading(name: str) -> None:
    parser = parser_of(name, load(name))
    headings = {action.dest: vars(action)["container"].title for action in parser.arguments}
    assert [name for name, heading in headings.items() if heading == "options"] == []


@pytest.mark.parametrize("name", PARSED)
def test_every_option_is_printed_once_and_headings_keep_their_order(name: str) -> None:
    printed = cliometer(*name.split(), "--help").out
    headings = [line[:-1] for line in printed.splitlines() if line.endswith(":") and line[:1].isalpha()]
    inner = [heading for heading in headings if heading in SECTIONS]
    assert inner == [title for title in SECTIONS if title in inner]
    assert headings[-2:] == ["help", "example"]
    options = [a.option_strings[0] for a in parser_of(name, load(name)).arguments if a.option_strings]
    assert sorted(re.findall(r"^  (--?[a-z-]+)", printed, re.M)) == sorted([*options, "-h"])


@pytest.mark.parametrize("name", PARSED)
def test_the_example_is_the_last_line(name: str) -> None:
    assert cliometer(*name.split(), "--help").out.rstrip().endswith(fill_example(load(name).EXAMPLE))


def test_no_option_stands_under_two_headings() -> None:
    options = [option for section in SECTIONS.values() for option in section]
    assert len(options) == len(set(options))
