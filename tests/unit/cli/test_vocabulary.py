"""One word for one thing in all commands; what an option was called before still works, and no help names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.cli.main import COMMANDS, load, parser_of
from tests.unit.cli.cliometer_command import DEMO, cliometer


def test_options_have_the_words_of_the_vocabulary() -> None:
    former = {"--write", "--absent", "--by-topic", "--less", "--measure"}
    for name in COMMANDS:
        if name != "compat":
            parser = parser_of(name, load(name))
            assert former & {option for action in parser.arguments for option in action.option_strings} == set()
            assert [word for word in former if f"{word} " in parser.format_help()] == []


@pytest.mark.parametrize("words", [("--baseline", "1", "--write"), ("--baseline=1", "--write"), ("-s", "1", "-o")])
def test_baselines_takes_its_former_options(words: tuple[str, ...], tmp_path: Path) -> None:
    assert cliometer("baselines", DEMO / "units", *words, tmp_path / "runs").status == 0
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["baseline-1.json"]


def test_vote_takes_its_former_option() -> None:
    asked = ("vote", DEMO / "votes.csv", "--resamples", "100", "--csv")
    assert cliometer(*asked, "--by-topic").out == cliometer(*asked, "--per-topic").out != cliometer(*asked).out


def test_a_former_option_is_no_near_miss() -> None:
    assert "--write" not in cliometer("baselines", DEMO / "units", "--writ", "x").err
