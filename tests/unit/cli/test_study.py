"""`cliometer study`: agreement, drafts and reasons, what they print and refuse."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from cliometer.io.units import read_units
from tests.unit.cli.cliometer_command import DEMO, cliometer

EVENTS, UNITS = DEMO / "events", DEMO / "units"


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def entries(folder: Path) -> Path:
    """Four writers, three units."""
    rows = ["a,one", "b,one", "c,one", "d,one", "a,two", "c,two", "d,three"]
    text = "writer,unit,entry\n" + "".join(f"{row},text of {row[0]}\n" for row in rows)
    return written(folder, "four.csv", text)


def test_a_sheet_of_entries_is_split(tmp_path: Path) -> None:
    done = cliometer("study", "agreement", entries(tmp_path), "--unseen", "5")
    assert done.status == 0
    assert "four   best      a, c | b, d" in done.out or "four   best      a, b | c, d" in done.out
    assert "four: units by how many writers of either team have them, in the best and worst split" in done.out
    found = json.loads(cliometer("study", "agreement", entries(tmp_path), "--unseen", "5", "--json").out)["splits"][0]
    assert found["frequencies"] == [5, 1, 1, 0, 1]
    assert found["mean_grey"] == pytest.approx(found["expected_grey"])
    assert [row["unseen"] for row in found["pooled_alpha"]] == [0, 5, 10]


def test_a_sheet_alone_is_compared_judge_by_judge_and_with_a_verifier(tmp_path: Path) -> None:
    sheet = written(tmp_path, "links.csv", "sentence,event,judge\ns1,x,ann\ns2,x,bob\ns1,x,cy\n")
    assert "nobody verified the links" in cliometer("study", "agreement", sheet).err
    found = json.loads(cliometer("study", "agreement", sheet, "--verifier", "cy", "--json").out)["judges"][0]
    assert (found["judges"], found["agreement"]) == (["ann", "bob"], 0.5)


def test_links_of_a_model_are_not_shown_as_a_persons(tmp_path: Path) -> None:
    linked = tmp_path / "linked.json"
    done = cliometer(
        "judge", "links", "--units", UNITS / "apollo-13.json", "-j", "words", "--candidates", 2, "-o", linked
    )
    assert done.status == 0, done.err
    done = cliometer("study", "agreement", UNITS / "apollo-13.json", "--second", linked)
    assert "Links of units, those of a model among them" in done.out and "two people" not in done.out
    assert "links of a model are compared, not of people alone: words|model:words" in done.err


def test_a_topic_of_the_sheet_that_is_nowhere_else_is_noted(tmp_path: Path) -> None:
    sheet = written(tmp_path, "more.csv", "topic,hours\nelsewhere,3\n")
    assert "note: topic elsewhere of the topic sheet" in cliometer("study", "agreement", EVENTS, sheet).err


def test_several_topics_of_units_are_added_up(tmp_path: Path) -> None:
    done = cliometer("study", "agreement", UNITS, entries(tmp_path), "--table", "units")
    assert [line.split() for line in done.out.splitlines()[-2:]] == [
        ["four", "0", "0", "0", "4", "3", "-", "-", "1/1/0/1", "no"],
        ["all", "15", "93", "229", "7", "31", "65", "0", "0", "of", "2"],
    ]


def test_a_sentence_that_two_topics_have_is_an_error_that_names_both(tmp_path: Path) -> None:
    document = json.loads((EVENTS / "berlin-wall.json").read_text(encoding="utf-8"))
    document["topics"][0]["id"] = "again"
    done = cliometer("study", "agreement", EVENTS, written(tmp_path, "twin.json", json.dumps(document)))
    assert done.status == 2
    assert "berlin-wall.csv:2: topics berlin-wall and again have the sentence" in done.err


def test_without_a_verifier_nothing_was_kept_or_added(tmp_path: Path) -> None:
    sheet = written(tmp_path, "links.csv", "sentence,event,judge\nd/s1,1,anna\nd/s2,1,bo\n")
    (row,) = csv.DictReader(io.StringIO(cliometer("study", "agreement", sheet, "--table", "events", "--csv").out))
    assert (row["kept"], row["linked"], row["added"]) == ("", "2", "")
    assert "-: nobody verified these links" in cliometer("study", "agreement", sheet).out


def test_the_legend_says_how_literal_agreement_is_counted() -> None:
    assert "(kept + added) / linked" in cliometer("study", "agreement", EVENTS, "--literal").out


REFERENCES = DEMO / "references"


def test_the_file_can_be_read_back_and_holds_every_line(tmp_path: Path) -> None:
    done = cliometer("study", "draft", REFERENCES, "-o", tmp_path / "units.json")
    assert (done.status, done.err) == (0, "")
    topics = read_units(tmp_path / "units.json").units
    assert len(topics) == 8
    assert sum(len(unit.contributors) for unit in topics[0].units) == 55
    assert all(dict(unit.roles)["status"] == "draft" for unit in topics[0].units)


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
    assert none.status == 2 and "none of" in none.err
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


CALL = ("study", "reasons", DEMO / "votes.csv", "--codebook", DEMO / "codebook.toml")


def coded(folder: Path, name: str, **instead: str) -> Path:
    """A sheet in which a coder took all suggestions but some."""
    cliometer(*CALL, "--sheet", folder / f"{name}.csv")
    path = folder / f"{name}.csv"
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["category"] = instead.get(row["reason"].split()[0], row["suggestion"])
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_the_document_has_every_reason_with_its_codes(tmp_path: Path) -> None:
    document = json.loads(cliometer(*CALL, "--codes", coded(tmp_path, "anna"), "--json").out)
    assert document["votes_without_reason"] == 10
    assert sum(reason["times"] for reason in document["reasons"]) == 72
    assert (document["coders"][0]["name"], document["coders"][0]["codes"][0]) == ("anna", "informativeness")
    assert document["agreement"] is None


def test_blind_without_a_sheet_is_refused() -> None:
    done = cliometer(*CALL, "--blind")
    assert (done.status, done.out) == (2, "") and "name its file with --sheet" in done.err


def test_coders_who_coded_no_reason_in_common_are_told_what_to_fill_in(tmp_path: Path) -> None:
    for name in ("anna", "ben"):
        assert cliometer(*CALL, "--sheet", tmp_path / f"{name}.csv").status == 0
    done = cliometer(*CALL, "--codes", tmp_path / "anna.csv", tmp_path / "ben.csv")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "no reason was coded by two coders" in done.err and "the column category" in done.err
