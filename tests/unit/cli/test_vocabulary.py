"""One word for one thing in all commands; what an option was called before still works, and no help names it."""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import pytest

from cliometer.cli.main import COMMANDS, load, parser_of
from cliometer.cli.parser import path_argument
from tests.unit.cli.cliometer_command import DEMO, cliometer


def test_options_have_the_words_of_the_vocabulary() -> None:
    former = {"--write", "--absent", "--by-topic", "--less", "--measure"}
    for name in COMMANDS:
        if name != "compat":
            parser = parser_of(name, load(name))
            assert former & {option for action in parser.arguments for option in action.option_strings} == set()
            assert [word for word in former if f"{word} " in parser.format_help()] == []


LISTS = """
--at --background --beside --coefficient --columns --criterion(plan,judge) --gate --grid --host --import
--judge(workbench) --lower --metric(score,explain,compare,submissions,court,agree,report)
--references(score,explain,compare,submissions,agree,report) --rival --rule --share
--system(baselines,timelines,summarise) --test(agree) --trial --without
"""
PATHS = """
--audited --background --backups --cache --codebook --codes --config --corpus --data --figures --keywords --like
--output(score,submissions,baselines,experiment,plan,draft,judge,timelines,summarise,report,annotate,background)
--pairs --parquet --prompt --references --requests --rival --second --sheet --sources --store --systems(court) --units
--votes(experiment) ARTICLES FILE GOLD IN PATH RUN TOPICS VOTES
"""


def test_lists_and_paths_are_these() -> None:
    """The words of a help and of a placeholder decide what an option takes, so that a change of words would show."""
    every, lists, paths = (defaultdict[str, list[str]](list) for _ in range(3))
    for command in COMMANDS:
        for action in parser_of(command, load(command)).arguments if command != "compat" else ():
            name = action.option_strings[-1] if action.option_strings else str(action.metavar or action.dest)
            every[name].append(command)
            if isinstance(action, argparse._AppendAction):
                lists[name].append(command)
            if getattr(action.type, "read", None) is path_argument:
                paths[name].append(command)
    for found, spelled in ((lists, LISTS), (paths, PATHS)):
        words = [name if own == every[name] else f"{name}({','.join(own)})" for name, own in found.items()]
        assert sorted(words) == spelled.split()


@pytest.mark.parametrize("words", [("--baseline", "1", "--write"), ("--baseline=1", "--write"), ("-s", "1", "-o")])
def test_baselines_takes_its_former_options(words: tuple[str, ...], tmp_path: Path) -> None:
    assert cliometer("baselines", DEMO / "units", *words, tmp_path / "runs").status == 0
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["baseline-1.json"]


def test_vote_takes_its_former_option() -> None:
    asked = ("vote", DEMO / "votes.csv", "--resamples", "100", "--csv")
    assert cliometer(*asked, "--by-topic").out == cliometer(*asked, "--per-topic").out != cliometer(*asked).out


def test_a_former_option_is_no_near_miss() -> None:
    assert "--write" not in cliometer("baselines", DEMO / "units", "--writ", "x").err
