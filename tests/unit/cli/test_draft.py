"""`cliometer study draft`: a table of drafts, and a file for a person to confirm."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from cliometer.io.units import read_units
from tests.unit.cli.cliometer_command import DEMO, cliometer

REFERENCES = DEMO / "references"


def test_the_file_can_be_read_back_and_holds_every_line(tmp_path: Path) -> None:
    done = cliometer("study", "draft", REFERENCES, "-o", tmp_path / "units.json")
    assert (done.status, done.err) == (0, "")
    topics = read_units(tmp_path / "units.json").units
    assert len(topics) == 8
    assert sum(len(unit.contributors) for unit in topics[0].units) == 55
    assert all(dict(unit.roles)["status"] == "draft" for unit in topics[0].units)


def test_the_same_references_give_the_same_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        cliometer("study", "draft", REFERENCES, "-o", tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_topics_of_one_writer_are_left_out_with_a_note(tmp_path: Path) -> None:
    gold = shutil.copytree(REFERENCES, tmp_path / "gold")
    for file in sorted((gold / "apollo-13").iterdir())[1:]:
        file.unlink()
    done = cliometer("study", "draft", gold, "-o", tmp_path / "units.json")
    assert (done.status, done.err) == (0, "note: not drafted, because they have one writer only: apollo-13\n")
    assert len(read_units(tmp_path / "units.json").units) == 7


def test_sentences_without_an_answer_stay_whole_and_are_counted(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "asked = []\ndef judge(question):\n    asked.append(1)\n    return None if len(asked) == 1 else 'A fact.'\n"
    )
    judge = f"function(file={tmp_path / 'mine.py'})"
    done = cliometer("study", "draft", REFERENCES, "--judge", judge, "--store", tmp_path / "s.sqlite", "--json")
    notes = json.loads(done.out)["notes"]
    assert (
        len(notes) == 1 and "sentences were not taken apart and stay whole: the function returned no text" in notes[0]
    )
    (tmp_path / "mine.py").write_text("def judge(question):\n    return ''\n")
    none = cliometer("study", "draft", REFERENCES, "--judge", judge, "--store", tmp_path / "s.sqlite")
    assert none.status == 2 and "no answer could be had" in none.err
    assert "the answer is empty" in none.err


def test_a_reply_without_a_fact_is_asked_again(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import pathlib\n"
        "def judge(question):\n"
        f"    calls = pathlib.Path({str(tmp_path / 'calls')!r})\n"
        "    calls.write_text(calls.read_text() + '+' if calls.exists() else '+')\n"
        "    return 'Facts:' if calls.read_text() == '+' else 'A fact.'\n"
    )
    asked = ("study", "draft", REFERENCES, "--judge", f"function(file={tmp_path / 'mine.py'})", "--json")
    first, second = (json.loads(cliometer(*asked, "--store", tmp_path / "s.sqlite").out) for _ in range(2))
    assert "the answer holds no fact" in first["notes"][0] and not second["notes"]
