"""Completion in real shells, which answer with an offer or with the line they make: commands, options, files."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cliometer.cli import completion
from cliometer.cli.compat import TOOLS
from cliometer.cli.completion import SHELLS
from cliometer.cli.main import COMMANDS, PURPOSES
from cliometer.metrics.catalogue import PRESETS
from tests.unit.cli.cliometer_command import cliometer

PATIENCE = 60.0


@cache
def script(shell: str) -> str:
    return completion.script(shell)


def found(shell: str) -> str:
    """The program, or a skipped test."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"needs {shell}: apt-get install {shell}")
    return program


def bash_offers(line: str, folder: Path) -> set[str]:
    """COMPREPLY for a line whose last word is being typed; empty where bash falls back on files."""
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    ask = f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _cliometer"
    answer = "printf '%s\\n' \"${COMPREPLY[@]}\""
    done = subprocess.run(
        [found("bash"), "--norc", "-c", f"{script('bash')}\n{ask}\n{answer}"],
        capture_output=True, text=True, cwd=folder, check=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stderr == ""
    return set(done.stdout.split())


def fish_offers(line: str, folder: Path) -> set[str]:
    """What `complete -C` lists, without the descriptions."""
    (folder / "cliometer.fish").write_text(script("fish"))
    homes = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    done = subprocess.run(
        [found("fish"), "--no-config", "-c", f"source cliometer.fish; complete -C '{line}'"],
        capture_output=True, text=True, cwd=folder, timeout=PATIENCE, env=os.environ | homes,
    )  # fmt: skip
    assert done.stderr == ""
    return {offered.partition("\t")[0] for offered in done.stdout.splitlines()}


def zsh_lines(lines: list[str], folder: Path) -> list[str]:
    """What each line becomes when TAB and Enter are pressed at its end, in one interactive shell."""
    (folder / "_cliometer").write_text(script("zsh"))
    setup = (
        f"PS1='' PS2=''; unset zle_bracketed_paste; fpath+=({folder}); autoload -U compinit; compinit -u -D; "
        "cliometer() { print -r -- \"<$*>\" }; print ready''now\n"
    )
    terminal, other_end = pty.openpty()
    child = subprocess.Popen(
        [found("zsh"), "-f", "-i"],
        stdin=other_end, stdout=other_end, stderr=other_end, cwd=folder, start_new_session=True,
        env={**os.environ, "TERM": "dumb", "HOME": str(folder)},
    )  # fmt: skip
    os.close(other_end)
    try:
        os.write(terminal, setup.encode())
        _until(terminal, "readynow")
        return [_typed(terminal, line) for line in lines]
    finally:
        child.kill()
        child.wait(PATIENCE)
        os.close(terminal)


def _typed(terminal: int, line: str) -> str:
    os.write(terminal, f"{line}\t\n".encode())
    text = _until(terminal, ">\r\n")
    return text[text.rindex("<") + 1 : text.rindex(">")].strip()


def _until(terminal: int, mark: str) -> str:
    seen, end = "", time.monotonic() + PATIENCE
    while mark not in seen:
        ready, _, _ = select.select([terminal], [], [], max(0.0, end - time.monotonic()))
        assert ready, f"waited for {mark!r}, saw {seen!r}"
        seen += os.read(terminal, 65536).decode(errors="replace")
    return seen


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
    assert bash_offers("cliometer data . --articles ru", folder) == {"run.txt"}
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
