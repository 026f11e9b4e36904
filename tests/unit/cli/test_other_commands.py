"""`cliometer explain`, `metrics`, `demo` and `compat`."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

import cliometer as library
from cliometer.cli.demo import HEADLINE, program
from cliometer.metrics.base import metrics
from tests.unit.cli.cliometer_command import DEMO, cliometer

SYSTEM = DEMO / "runs" / "lead" / "apollo-13.txt"
REFERENCES = sorted((DEMO / "references" / "apollo-13").iterdir())


def timelines(*paths: Path) -> list[library.Timeline]:
    return [library.read_timeline(path) for path in paths]


def test_explain_agrees_with_score() -> None:
    explained = json.loads(cliometer("explain", SYSTEM, *REFERENCES, "--json").out)
    scored = json.loads(cliometer("score", SYSTEM, *REFERENCES, "-m", "align+m1", "--json").out)["scores"][0]
    assert [explained[key] for key in ("metric", "precision", "recall", "f")] == [
        scored[key] for key in ("metric", "precision", "recall", "f")
    ]


def test_explain_takes_references_by_option_too() -> None:
    assert cliometer("explain", SYSTEM, "-r", *REFERENCES).out == cliometer("explain", SYSTEM, *REFERENCES).out


def test_metrics_lists_all_of_them() -> None:
    assert all(name in cliometer("metrics").out for name in metrics.names)


def test_the_demo_scores_every_system_explains_one_and_says_what_to_try() -> None:
    found = cliometer("demo")
    assert (found.status, found.err) == (0, "")
    systems = [path.name for path in (DEMO / "runs").iterdir()]
    assert all(
        any(line.startswith(f"{s} ") and m in line for line in found.out.splitlines())
        for s in systems
        for m in HEADLINE
    )
    assert "\nsignature cliometer:" in found.out
    assert " earned 13, apollo" in found.out


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
