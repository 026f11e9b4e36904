"""`cliometer vote`."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

VOTES = DEMO / "votes.csv"


@pytest.fixture
def orderings(tmp_path: Path) -> Path:
    path = tmp_path / "orderings.txt"
    path.write_text("3: a > b > c\n2: b > a > c\nc > a > b\n")
    return path


def test_csv_has_a_line_for_every_rule_and_system(orderings: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(cliometer("vote", orderings, "--csv").out)))
    assert len(rows) == 6 * 3
    assert [row["rank"] for row in rows if row["rule"] == "ranked-pairs"] == ["1", "2", "3"]


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
    assert 90 < max(map(len, found[found.index("Cycles") :])) <= 100


def test_names_that_differ_in_case_only_are_noted(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("topic,judge,first,second,preferred\nt,j,Lead,b,b\nT,j,lead,b,b\n")
    found = cliometer("vote", tmp_path / "v.csv")
    assert "note: the systems Lead and lead differ only in upper and lower case" in found.err
    assert "note: the topics t and T differ only in upper and lower case" in found.err
