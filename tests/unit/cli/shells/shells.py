"""Real shells that complete a line: each answers with what it would offer, or with the line it makes."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import time
from functools import cache
from pathlib import Path

import pytest

from cliometer.cli import completion

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
