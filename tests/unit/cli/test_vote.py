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


def test_vote_prints_one_json_document() -> None:
    (poll,) = read_votes(VOTES)
    found = cliometer("vote", VOTES, "--json", "--seed", 7, "--resamples", 100)
    assert json.loads(found.out) == tally(poll, seed=7, resamples=100).to_dict()


def test_the_demo_has_something_of_everything() -> None:
    found = json.loads(cliometer("vote", VOTES, "--json").out)
    assert len(found["judges"]) == 5 and len(found["topics"]) == 8
    assert found["outcomes"]["cycle"] == 1
    assert found["swaps"]["seen"] and found["position"]["p"] is not None
    assert found["reasons"] and found["agreement"]["alpha"]
    assert found["notes"] == []
    assert all(ranking["order"] for ranking in found["rankings"].values())


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


def test_several_files_stand_one_after_another_or_are_pooled(orderings: Path, tmp_path: Path) -> None:
    other = tmp_path / "more.txt"
    other.write_text("c > b > a\n")
    apart = json.loads(cliometer("vote", orderings, other, "--json").out)
    pooled = json.loads(cliometer("vote", orderings, other, "--json", "--pool").out)
    assert [found["ballots"] for found in apart["datasets"]] == [6, 1]
    assert pooled["ballots"] == 7


def test_notes_go_to_standard_error(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("first,second,preferred,seconds\na,b,a,3\n")
    found = cliometer("vote", tmp_path / "v.csv")
    assert f'note: {tmp_path}/v.csv: columns left out: "seconds"\n' in found.err
    assert "columns left out" not in found.out


def test_columns_and_a_pair_can_be_given(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("better\ntrue\nfalse\ntrue\n")
    found = cliometer("vote", tmp_path / "v.csv", "--columns", "preferred=better", "--pair", "x", "y", "--json")
    assert json.loads(found.out)["pairs"][0]["wins"] == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rule", "bord"], "--rule: unknown choice 'bord'; did you mean borda?"),
        (["--resamples", "99"], "--resamples: expected a whole number from 100 to 10,000,000, found '99'"),
        (["--seed", "-1"], "--seed: expected a whole number of at least 0, found '-1'"),
        (["--columns", "x"], "expected ROLE=COLUMN"),
        (["--pair", "a", "a"], "expected two different systems as a pair"),
        (["--table", "x"], "is not JSON"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(orderings: Path, words: list[str], sentence: str) -> None:
    found = cliometer("vote", orderings, *words)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert sentence in found.err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty"),
        ("topic,judge,first,second,preferred\n", "has a header but no votes"),
        ("topic,judge,first,second,preferred\nt,j,a,a,a\n", ":2: compares"),
        ("topic,judge,first,second,preferred\nt,j,a,b,c\n", ":2: expected"),
        ("ordering,count\na > b,NaN\n", ":2: expected a number of votes"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"], ["--latex"]])
def test_bad_votes_are_one_line_and_never_a_number(tmp_path: Path, text: str, sentence: str, form: list[str]) -> None:
    (tmp_path / "v.csv").write_text(text)
    found = cliometer("vote", tmp_path / "v.csv", *form)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert found.err.startswith(f"cliometer: {tmp_path}/v.csv") and sentence in found.err


def test_all_ties_are_an_answer(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("topic,judge,first,second,preferred\nt,j,a,b,tie\nt,k,a,b,tie\n")
    found = cliometer("vote", tmp_path / "v.csv")
    assert found.status == 0
    assert "everything is tied" in found.out and "Every vote is a tie" in found.out


def test_the_strength_of_majorities_can_be_chosen(tmp_path: Path) -> None:
    (tmp_path / "wins.csv").write_text(",a,b,c\na,,5,5\nb,2,,6\nc,7,5,\n")
    words = ("vote", tmp_path / "wins.csv", "--rule", "ranked-pairs", "--json", "--strength")
    firsts = [
        json.loads(cliometer(*words, strength).out)["rankings"]["ranked-pairs"]["order"][0]
        for strength in ("margin", "winning")
    ]
    assert firsts == [["c"], ["b"]]


@pytest.mark.parametrize("resamples", [2, 2_000_000_000])
def test_resamples_have_bounds(resamples: int) -> None:
    found = cliometer("vote", VOTES, "--resamples", resamples)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert f"whole number from 100 to 10,000,000, found '{resamples}'" in found.err


def test_sentences_are_wrapped() -> None:
    found = cliometer("vote", VOTES).out.splitlines()
    start = found.index("Cycles")
    assert 90 < max(map(len, found[start:])) <= 100


def test_names_that_differ_in_case_only_are_noted(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("topic,judge,first,second,preferred\nt,j,Lead,b,b\nT,j,lead,b,b\n")
    found = cliometer("vote", tmp_path / "v.csv")
    assert "note: the systems Lead and lead differ only in upper and lower case" in found.err
    assert "note: the topics t and T differ only in upper and lower case" in found.err
