"""`cliometer vote`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from cliometer.court.votes.tally import tally
from cliometer.io.votes import read_votes
from tests.unit.cli.cliometer_command import DEMO, cliometer

VOTES = DEMO / "votes.csv"


@pytest.fixture
def orderings(tmp_path: Path) -> Path:
    path = tmp_path / "orderings.txt"
    path.write_text("3: a > b > c\n2: b > a > c\nc > a > b\n")
    return path


def test_vote_prints_what_the_library_tells() -> None:
    (poll,) = read_votes(VOTES)
    assert cliometer("vote", VOTES).out == f"{tally(poll)}\n"


def test_only_the_rules_asked_for_are_shown(orderings: Path) -> None:
    found = json.loads(cliometer("vote", orderings, "--json", "--rule", "borda", "--rule", "modal").out)
    assert list(found["rankings"]) == ["borda", "modal"]


def test_csv_has_a_line_for_every_rule_and_system(orderings: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(cliometer("vote", orderings, "--csv").out)))
    assert len(rows) == 6 * 3
    assert [row["rank"] for row in rows if row["rule"] == "ranked-pairs"] == ["1", "2", "3"]


def test_latex_has_the_ranks(orderings: Path) -> None:
    found = cliometer("vote", orderings, "--latex", "--rule", "ranked-pairs", "--strength", "winning").out
    assert "\na & 1 \\\\\nb & 2 \\\\\nc & 3 \\\\\n" in found


def test_topics_are_shown_when_asked_for() -> None:
    assert "apollo-13" not in cliometer("vote", VOTES).out
    assert "apollo-13" in cliometer("vote", VOTES, "--per-topic").out
    assert cliometer("vote", VOTES, "--per-topic", "--csv").out.startswith("topic,votes,outcome,order,cycles\n")
    assert "topic & votes" in cliometer("vote", VOTES, "--per-topic", "--latex").out


def test_notes_go_to_standard_error(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("first,second,preferred,seconds\na,b,a,3\n")
    found = cliometer("vote", tmp_path / "v.csv")
    assert f'note: {tmp_path}/v.csv: columns left out: "seconds"\n' in found.err
    assert "columns left out" not in found.out


def test_all_ties_are_an_answer(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("topic,judge,first,second,preferred\nt,j,a,b,tie\nt,k,a,b,tie\n")
    found = cliometer("vote", tmp_path / "v.csv")
    assert found.status == 0
    assert "everything is tied" in found.out and "Every vote is a tie" in found.out


def test_sentences_are_wrapped() -> None:
    found = cliometer("vote", VOTES).out.splitlines()
    start = found.index("Cycles")
    assert 90 < max(map(len, found[start:])) <= 100


def test_names_that_differ_in_case_only_are_noted(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("topic,judge,first,second,preferred\nt,j,Lead,b,b\nT,j,lead,b,b\n")
    found = cliometer("vote", tmp_path / "v.csv")
    assert "note: the systems Lead and lead differ only in upper and lower case" in found.err
    assert "note: the topics t and T differ only in upper and lower case" in found.err
