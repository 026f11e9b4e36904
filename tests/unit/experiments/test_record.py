"""The folder of an experiment: whole or not at all, and nothing else is ever replaced."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cliometer.errors import InputError
from cliometer.experiments.experiment import write_folder

FILES = {"plan.toml": "a = 1\n", "summaries/s/t.txt": "text\n"}


def everything(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_all_files_are_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_folder(tmp_path / "x", FILES)
    assert everything(tmp_path) == {f"x/{name}": text for name, text in FILES.items()}


@pytest.mark.parametrize("failing", ["write_bytes", "rename"])
def test_a_failure_leaves_what_stood_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    write_folder(tmp_path / "x", FILES)
    real, calls = os.rename, []

    def refuse(*args: object) -> None:
        raise OSError(28, "No space left on device")

    def second_fails(source: Path, target: Path) -> None:
        calls.append(source)
        if len(calls) == 2:
            refuse()
        real(source, target)

    if failing == "rename":
        monkeypatch.setattr(os, "rename", second_fails)
    else:
        monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(InputError, match="No space left"):
        write_folder(tmp_path / "x", {"plan.toml": "b"}, force=True)
    assert everything(tmp_path) == {f"x/{name}": text for name, text in FILES.items()}
