"""What once crashed, hung or ran away, each by its smallest example."""

from __future__ import annotations

import shlex
import time
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

VOTE = "topic,judge,first,second,preferred,reason\n"
CASES = {
    "a stray quote in votes": ("v.csv", VOTE + 'a,b,x,y,x,"stray " quote"\n', "vote v.csv", "v.csv:2: not valid CSV"),
    "a count of 10^18": (
        "o.csv",
        "ordering,count\na > b,1000000000000000000\n",
        "vote o.csv",
        "o.csv:2: expected a number",
    ),
    "a lone surrogate as judge": (
        "v.json",
        '[{"topic": "a", "judge": "\\ud800", "first": "x", "second": "y", "preferred": "x"}]',
        "vote v.json",
        "v.json:1: \\ud800 is half of a character",
    ),
    "a lone surrogate as post": (
        "p.jsonl",
        '{"id": "\\udc00", "user": "u", "text": "oil"}\n',
        "summarise p.jsonl",
        "is half of",
    ),
    "an unknown XML encoding": (
        "s.xml",
        '<?xml version="1.0" encoding="klingon"?><a/>',
        "compat rouge155 -a s.xml",
        "s.xml:1: ",
    ),
    "a whole number of 400 digits in a result": (
        "r.json",
        '{"cliometer": "0.1.0", "kind": "explain", "format": 2, "f": 1' + "0" * 400 + "}",
        "report r.json -o r.html",
        "r.json: 100000000... is no number that a result can hold",
    ),
    "elements deep in each other": (
        "s.xml",
        "<a>" * 3000 + "</a>" * 3000,
        "compat rouge155 -a s.xml",
        "s.xml:1: more than 200 elements within each other",
    ),
    "a multi-byte XML encoding": (
        "s.xml",
        '<?xml version="1.0" encoding="EUC-JP"?><a/>',
        "compat rouge155 -a s.xml",
        "re-encode it as UTF-8",
    ),
    "a number of thousands of digits": (
        "r.json",
        '{"cliometer": ' + "9" * 5000 + "}",
        "report r.json",
        "more digits than",
    ),
    "a result nested too deeply": ("r.json", '{"cliometer": ' + "[" * 100_000, "report r.json", "nested too deeply"),
    "a shift of 10^19 days": (
        "x",
        "",
        f"court metrics {DEMO}/references -m date -t 'shift(days=10000000000000000000)'",
        "shift(",
    ),
    "a thousand million repeats": (
        "x",
        "",
        f"court metrics {DEMO}/references -m date -t 'repeat(times=1000000000)'",
        "at most 1000",
    ),
    "a thousand million runs": ("x", "", f"summarise {DEMO}/units --runs 1000000000", "100,000"),
}


@pytest.mark.parametrize("case", CASES)
def test_it_is_refused_at_once_in_one_line(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, content, command, complaint = CASES[case]
    monkeypatch.chdir(tmp_path)
    Path(file).write_text(content, encoding="utf-8")
    began = time.process_time()
    found = cliometer(*shlex.split(command))
    assert (found.status, found.out) == (2, "")
    assert complaint in found.err and found.err.count("\n") == 1
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    ("file", "content", "command"),
    [
        ("v.csv", VOTE.replace("\n", "\r") + "a,b,x,y,x,\r", "vote v.csv --resamples 100"),
        ("v.csv", VOTE + f"a,b,x,y,x,{'a' * 140_000}\n", "vote v.csv --resamples 100"),
        ("p.csv", f"id,user,text\n1,u,{'a' * 140_000}\n2,u,oil leaks\n", "summarise p.csv -k 1"),
    ],
)
def test_carriage_returns_and_long_cells_are_read(
    file: str, content: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(file).write_text(content, encoding="utf-8", newline="")
    assert cliometer(*shlex.split(command)).status == 0


@pytest.mark.parametrize(
    "expression", ["(([a-zA-Z .,]+)+)+#", r"[-]+\n[s-Z][0-9]+\n[-]+\n", "[-]+\\n" + "D0" * 200_000]
)
def test_an_expression_of_a_pyramid_that_cannot_be_used_finds_nothing(expression: str, tmp_path: Path) -> None:
    peer = (DEMO / "pyramids/APOLLO.M.50.A.1.pan").read_text(encoding="utf-8")
    start = peer.index("<startDocumentRegEx>") + len("<startDocumentRegEx>")
    trap = peer[:start] + expression + peer[peer.index("</startDocumentRegEx>") :]
    (tmp_path / "trap.pan").write_text(trap, encoding="utf-8")
    began = time.process_time()
    found = cliometer("compat", "pyramid", tmp_path / "trap.pan")
    assert found.status == 0 and "startDocumentRegEx finds 0 summaries" in found.err
    assert time.process_time() - began < 40
