"""The front door: commands, help, exit status, the layout and the words of options."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cliometer.cli import main as front
from cliometer.cli.main import COMMANDS, added_commands, every_command, load, parser_of, texts_of
from cliometer.cli.parser import SECTIONS, fill_example
from tests.unit.cli.cliometer_command import DEMO, ROOT, cliometer, process

PARSED = [name for name in every_command() if hasattr(load(name), "configure")]


@pytest.mark.parametrize("option", ["--help", "-h", "help"])
def test_help_lists_every_command_with_what_it_does(option: str) -> None:
    found = cliometer(option)
    assert found.status == 0
    width = max(map(len, [*COMMANDS, *added_commands()]))
    assert all(f"  {name:<{width}}  {texts_of(name).help}" in found.out.splitlines() for name in COMMANDS)


def test_no_command_is_bad_usage_and_shows_the_help() -> None:
    found = cliometer()
    assert (found.status, found.out, found.err) == (2, "", cliometer("--help").out)


@pytest.mark.slow
@pytest.mark.parametrize("name", every_command())
def test_every_example_runs_beside_a_copy_of_the_demo(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert name == "demo" or cliometer("demo", "-o", "demo").out == "demo\n"
    words = shlex.split(fill_example(texts_of(name).example))
    assert " ".join(words).startswith(f"cliometer {name}")
    found = cliometer(*words[1:])
    assert found.status == 0, found.err
    assert found.out.strip()


@pytest.mark.parametrize("name", PARSED)
def test_every_option_has_a_help_text(name: str) -> None:
    assert [action.dest for action in parser_of(name, load(name)).described() if not action.help] == []


def command(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_: object) -> int:
        raise error

    monkeypatch.setattr(front, "load", lambda name: SimpleNamespace(main=fail))


def test_an_error_of_the_system_is_one_line_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    command(monkeypatch, PermissionError(13, "Permission denied", "runs/a\nb"))
    found = cliometer("score")
    assert found.status == 2
    assert found.err.startswith("cliometer: runs/a b: Permission denied; check the path")


@pytest.mark.parametrize("shows", [False, True])
def test_a_fault_of_our_own_has_its_own_status_and_says_where_to_report_it(
    shows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLIOMETER_TRACEBACK", "1" if shows else "")
    command(monkeypatch, ValueError("a bug"))
    found = cliometer("score")
    assert (found.status, found.out) == (70, "")
    *before, line = found.err.splitlines()
    assert line.startswith("cliometer: this is a fault of Cliometer, not of your files or options: ValueError in ")
    assert "a bug" in line and "please report it" in line
    assert bool(before) is shows


@pytest.mark.parametrize(
    ("closed", "words", "status"),
    [
        (">&-", "metrics", 2),
        (">&-", "score missing.txt other.txt", 2),
        ("2>&-", "metrics", 0),
        ("2>&-", "score a b", 2),
    ],
)
def test_a_closed_stream_is_no_fault(closed: str, words: str, status: int) -> None:
    shell = f"{shlex.quote(sys.executable)} -m cliometer {words} {closed}"
    done = subprocess.run(shell, shell=True, capture_output=True, env={"PYTHONPATH": str(ROOT / "src")}, timeout=60)
    assert done.returncode == status
    assert done.stderr.count(b"\n") == (0 if closed == "2>&-" else 1)


@pytest.mark.parametrize(
    "words", [["metrics"], ["score", "--help"], ["score", DEMO / "runs" / "lead", DEMO / "references", "--json"]]
)
def test_output_that_nobody_reads_is_no_error(words: list[object]) -> None:
    environment = {"PYTHONPATH": str(ROOT / "src")}
    reader = subprocess.Popen([sys.executable, "-c", "pass"], stdin=subprocess.PIPE)
    reader.wait(timeout=30)
    command = [sys.executable, "-m", "cliometer", *map(str, words)]
    done = subprocess.run(command, stdout=reader.stdin, stderr=subprocess.PIPE, env=environment, timeout=60)
    assert reader.stdin is not None
    reader.stdin.close()
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_gate_fails_although_nobody_reads_the_output(form: list[str]) -> None:
    reader = subprocess.Popen([sys.executable, "-c", "pass"], stdin=subprocess.PIPE)
    reader.wait(timeout=30)
    words = ["compare", DEMO / "runs/lead", "-r", DEMO / "references", "-m", "date", "--gate", "date >= 0.9", *form]
    command = [sys.executable, "-m", "cliometer", *map(str, words), "--quiet"]
    environment = {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, stdout=reader.stdin, stderr=subprocess.PIPE, env=environment, timeout=60)
    assert reader.stdin is not None
    reader.stdin.close()
    assert done.returncode == 1 and done.stderr.startswith(b"gate failed")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cliometer", "metrics"],
            stdout=full, stderr=subprocess.PIPE, env={"PYTHONPATH": str(ROOT / "src")}, timeout=60,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith(b"cliometer: No space left on device") and done.stderr.count(b"\n") == 1


def test_a_pipe_is_utf_8_whatever_the_locale() -> None:
    pair = [DEMO / "cyrillic" / part / "voskhod-2" for part in ("runs/lead", "references")]
    words = [pair[0].with_suffix(".txt"), pair[1] / "almanac.txt", "--preset", "modern"]
    found = process("explain", *words, PYTHONIOENCODING="ascii")
    assert found.status == 0, found.err
    assert "космическом" in found.out


def test_a_name_that_cannot_be_written_leaves_no_half_document(tmp_path: Path) -> None:
    system = os.path.join(os.fsencode(tmp_path), b"caf\xe9.txt")
    with open(system, "wb") as file:
        file.write((DEMO / "runs/lead/rosetta.txt").read_bytes())
    reference = str(DEMO / "references/rosetta/almanac.txt")
    command: list[str | bytes] = [sys.executable, "-m", "cliometer", "score", system, reference, "--json"]
    done = subprocess.run(command, capture_output=True, env={"PYTHONPATH": str(ROOT / "src")}, timeout=60)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"cliometer: a name or text holds \\udce9") and done.stderr.count(b"\n") == 1


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
    assert cliometer(*name.split(), "--help").out.rstrip().endswith(fill_example(texts_of(name).example))


def test_options_have_the_words_of_the_vocabulary() -> None:
    former = {"--write", "--absent", "--by-topic", "--less", "--measure"}
    for name in every_command():
        if name != "compat":
            parser = parser_of(name, load(name))
            assert former & {option for action in parser.arguments for option in action.option_strings} == set()
            assert [word for word in former if f"{word} " in parser.format_help()] == []
