"""`cliometer study draft`: a table of drafts, and a file for a person to confirm."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from cliometer.io.units import read_units
from tests.unit.cli.cliometer_command import DEMO, cliometer

REFERENCES = DEMO / "references"


def test_drafts_are_counted_by_topic_and_a_note_says_that_nothing_was_written() -> None:
    done = cliometer("study", "draft", REFERENCES)
    assert done.status == 0
    assert "apollo-13               3     55" in done.out
    assert done.err == "note: nothing was written; name a file with -o to keep the drafts\n"


def test_the_file_can_be_read_back_and_holds_every_line(tmp_path: Path) -> None:
    done = cliometer("study", "draft", REFERENCES, "-o", tmp_path / "units.json")
    assert (done.status, done.err) == (0, "")
    topics = read_units(tmp_path / "units.json").units
    assert len(topics) == 8
    assert sum(len(unit.contributors) for unit in topics[0].units) == 55
    assert all(dict(unit.roles)["status"] == "draft" for unit in topics[0].units)


def test_the_document_holds_the_rule_and_the_counts_of_each_topic() -> None:
    document = json.loads(cliometer("study", "draft", REFERENCES, "--json", "--days", 1).out)
    assert document["options"] == {"threshold": 0.1, "days": 1, "entry": "sentence", "vectors": ""}
    assert document["drafts"][0]["topic"] == "apollo-13" and document["drafts"][0]["lines"] == 55


def test_the_same_references_give_the_same_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        cliometer("study", "draft", REFERENCES, "-o", tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_file_that_stands_there_is_replaced_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "units.json"
    path.write_text("mine", encoding="utf-8")
    assert cliometer("study", "draft", REFERENCES, "-o", path).status == 2
    assert path.read_text(encoding="utf-8") == "mine"
    assert cliometer("study", "draft", REFERENCES, "-o", path, "--force").status == 0


def test_a_lower_threshold_and_more_days_join_more_lines() -> None:
    def drafts(*options: object) -> int:
        return int(cliometer("study", "draft", REFERENCES, *options).out.splitlines()[4].split()[3])

    assert drafts("--threshold", 0.05, "--days", 2) < drafts() < drafts("--threshold", 0.3)


def test_wrong_settings_and_a_single_writer_end_with_one_line(tmp_path: Path) -> None:
    assert "expected a threshold from 0 to 1" in cliometer("study", "draft", REFERENCES, "--threshold", 2).err
    lone = REFERENCES / "apollo-13" / "almanac.txt"
    assert "two writers or more, found 1" in cliometer("study", "draft", lone).err


def test_the_folder_of_one_topic_is_refused_with_a_hint() -> None:
    done = cliometer("study", "draft", REFERENCES / "apollo-13")
    assert done.status == 2 and "name the one above the topics" in done.err


def test_topics_of_one_writer_are_left_out_with_a_note(tmp_path: Path) -> None:
    gold = shutil.copytree(REFERENCES, tmp_path / "gold")
    for file in sorted((gold / "apollo-13").iterdir())[1:]:
        file.unlink()
    done = cliometer("study", "draft", gold, "-o", tmp_path / "units.json")
    assert (done.status, done.err) == (0, "note: not drafted, because they have one writer only: apollo-13\n")
    assert len(read_units(tmp_path / "units.json").units) == 7


def test_the_remedy_for_a_lone_writer_works(tmp_path: Path) -> None:
    lone = REFERENCES / "apollo-13" / "almanac.txt"
    assert "GOLD/<topic>/<writer>.txt" in cliometer("study", "draft", lone).err
    (tmp_path / "GOLD" / "topic").mkdir(parents=True)
    for writer in ("almanac.txt", "gazette.txt"):
        shutil.copy(lone.with_name(writer), tmp_path / "GOLD" / "topic")
    assert cliometer("study", "draft", tmp_path / "GOLD").status == 0


def test_a_judge_takes_sentences_apart_and_each_unit_keeps_its_sentence(tmp_path: Path) -> None:
    gold = tmp_path / "gold" / "oil"
    gold.mkdir(parents=True)
    for writer, line in {"a": "The well exploded and eleven men died.", "b": "Eleven men died; BP paid."}.items():
        (gold / f"{writer}.txt").write_text(f"2010-04-20\n{line}\n--------------------------------\n")
    (tmp_path / "mine.py").write_text(
        "def judge(question):\n"
        "    if 'BP' in question.parts['sentence']:\n        return '1. Eleven men died.\\n2. BP paid.'\n"
        "    return 'Facts:\\n- The well exploded.\\n- Eleven men died.'\n"
    )
    asked = (
        "study",
        "draft",
        gold.parent,
        "--judge",
        f"function(file={tmp_path / 'mine.py'})",
        "--store",
        tmp_path / "s.sqlite",
    )
    done = cliometer(*asked, "-o", tmp_path / "units.json")
    assert done.status == 0, done.err
    assert "from_store:0.000" in done.out and "A model took each sentence apart" in done.out
    (topic,) = read_units(tmp_path / "units.json").units
    units = {unit.label: unit for unit in topic.units}
    assert set(units) == {"The well exploded.", "Eleven men died.", "BP paid."}
    both = units["Eleven men died."]
    assert {one.writer: one.text for one in both.contributors} == {
        "a": "The well exploded and eleven men died.", "b": "Eleven men died; BP paid."
    }  # fmt: skip
    assert dict(both.roles)["drafted_by"].startswith("function|model:mine.judge|file:") and topic.length == 1
    again = cliometer(*asked, "-o", tmp_path / "again.json", "--offline")
    assert again.status == 0 and (tmp_path / "again.json").read_bytes() == (tmp_path / "units.json").read_bytes()


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
