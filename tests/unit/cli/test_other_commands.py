"""`cliometer explain`, `metrics`, `demo` and `compat`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import cliometer as library
from cliometer.cli.demo import program
from tests.unit.cli.cliometer_command import DEMO, cliometer


def timelines(*paths: Path) -> list[library.Timeline]:
    return [library.read_timeline(path) for path in paths]


def test_a_copy_of_the_demo_is_written_into_a_new_folder_only(tmp_path: Path) -> None:
    target = tmp_path / "demo"
    assert cliometer("demo", "-o", target).out == f"{target}\n"
    assert [path.name for path in sorted(target.iterdir())] == sorted(path.name for path in DEMO.iterdir())
    again = cliometer("demo", "-o", target)
    assert (again.status, again.err) == (
        2,
        f"cliometer: {target}: exists already; name a new folder for the copy of the example\n",
    )


@pytest.mark.slow
def test_what_the_demo_says_to_try_next_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLIOMETER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(shutil, "which", lambda name: name)
    lines = [line.split() for line in cliometer("demo").out.splitlines() if line.startswith("  cliometer ")]
    assert {words[1] for words in lines} == {
        "demo", "score", "explain", "compare", "report", "timelines", "court", "agree", "vote", "metrics",
    }  # fmt: skip
    assert lines[0] == ["cliometer", "demo", "-o", "demo"]
    for _, *words in lines:
        paths = [path for word in words for path in (sorted(map(str, Path().glob(word))) if "*" in word else [word])]
        assert cliometer(*paths).status == 0, words


def test_the_demo_calls_a_command_off_the_path_by_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / ".venv" / "bin" / "cliometer"
    script.parent.mkdir(parents=True)
    script.touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "argv", [str(script), "demo"])
    assert "\n  .venv/bin/cliometer score " in cliometer("demo").out
    monkeypatch.chdir(script.parent)
    assert program() == "./cliometer"


def test_a_command_without_a_script_is_called_by_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["-m"])
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert program() == "/nowhere/python -m cliometer"
