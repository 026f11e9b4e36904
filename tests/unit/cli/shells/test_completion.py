"""Completion in real shells: commands, options, metrics, presets, nested commands, files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cliometer.cli.compat import TOOLS
from cliometer.cli.completion import SHELLS
from cliometer.cli.main import COMMANDS, PURPOSES
from cliometer.metrics.catalogue import PRESETS
from tests.unit.cli.cliometer_command import cliometer
from tests.unit.cli.shells.shells import bash_offers, fish_offers, found, script, zsh_lines

OFFERS = {"bash": bash_offers, "fish": fish_offers}
Offers = Callable[[str, Path], set[str]]


@pytest.fixture(params=OFFERS)
def offers(request: pytest.FixtureRequest) -> Offers:
    found(request.param)
    return OFFERS[request.param]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "run.txt").touch()
    return tmp_path


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script(shell: str) -> None:
    assert cliometer("completion", shell).out == script(shell)


@pytest.mark.parametrize("shell", SHELLS)
def test_no_script_starts_python(shell: str) -> None:
    lines = [line for line in script(shell).splitlines() if not line.startswith("#")]
    assert not any("$(cliometer" in line or "(cliometer " in line or "python" in line for line in lines)


def test_every_command_has_one_purpose() -> None:
    assert len(set(COMMANDS)) == sum(map(len, PURPOSES.values()))


def test_options_are_those_of_the_command(offers: Offers, folder: Path) -> None:
    assert offers("cliometer score --per-", folder) == {"--per-reference", "--per-topic"}
    assert offers("cliometer demo --per-", folder) == set()


def test_presets_and_choices_come_after_theirs(offers: Offers, folder: Path) -> None:
    assert offers("cliometer score --preset ", folder) == set(PRESETS)
    assert offers("cliometer compare --test w", folder) == {"wilcoxon"}
    assert offers("cliometer vote --rule b", folder) == {"borda", "bradley-terry"}


def test_nested_commands_and_their_options(offers: Offers, folder: Path) -> None:
    assert offers("cliometer compat ", folder) == set(TOOLS)
    assert offers("cliometer compat trec-ts --nug", folder) == {"--nuggets"}
    assert offers("cliometer compat tilse -m agr", folder) == {"agreement"}
    assert offers("cliometer completion ba", folder) == {"bash"}


def test_a_name_can_be_shown(offers: Offers, folder: Path) -> None:
    assert offers("cliometer metrics show with", folder) == {"within"}


def test_an_experiment_is_a_kind_or_a_file(offers: Offers, folder: Path) -> None:
    assert {"microblog", "run.txt"} <= offers("cliometer experiment ", folder)


def test_fish_completes_files_elsewhere(folder: Path) -> None:
    found("fish")
    assert "run.txt" in fish_offers("cliometer score ru", folder)
    assert "run.txt" in fish_offers("cliometer score run.txt -r ru", folder)
    assert "run.txt" not in fish_offers("cliometer score --preset ru", folder)


def test_bash_completes_files_where_files_may_stand(folder: Path) -> None:
    for line in ("score ru", "score run.txt ru", "score run.txt -r ru", "score --json ru", "metrics cite ru"):
        assert bash_offers(f"cliometer {line}", folder) == {"run.txt"}
    assert bash_offers("cliometer score --preset ru", folder) == set()


def test_bash_completes_behind_an_equals_sign(folder: Path) -> None:
    assert bash_offers("cliometer score --preset =", folder) == set(PRESETS)
    assert bash_offers("cliometer score --preset = mo", folder) == {"modern"}


def test_zsh_completes_what_is_typed(folder: Path) -> None:
    typed = {
        "cliometer summ": "summarise",
        "cliometer score --per-t": "score --per-topic",
        "cliometer score --preset pap": "score --preset paper2017",
        "cliometer score --preset=mod": "score --preset=modern",
        "cliometer compare -m rougeSU": "compare -m rougeSU4",
        "cliometer compat til": "compat tilse",
        "cliometer compat trec-ts --nug": "compat trec-ts --nuggets",
        "cliometer completion ba": "completion bash",
        "cliometer score ru": "score run.txt",
        "cliometer score a.txt --json ru": "score a.txt --json run.txt",
        "cliometer score a.txt -r ru": "score a.txt -r run.txt",
        "cliometer experiment mic": "experiment microblog",
        "cliometer metrics show with": "metrics show within",
    }
    found("zsh")
    assert zsh_lines(list(typed), folder) == list(typed.values())
