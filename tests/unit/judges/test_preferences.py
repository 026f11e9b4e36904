"""Pairs put to a judge: both orders, criteria, ties, repeats; the store; the files that `vote` reads."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.errors import CliometerError
from cliometer.io.votes import read_all_votes
from cliometer.judges.judge import Question, Reply, fault_counts
from cliometer.judges.preferences import JudgedPreferences

RUNS = {
    "long": {"oil": "The well exploded and eleven men died.", "war": "War began in the east."},
    "short": {"oil": "Oil spills.", "war": "War."},
}


def always_first(question: Question) -> tuple[str, str]:
    return "A", "it came first"


def judged(judge: Any = "words", **options: Any) -> JudgedPreferences:
    found = cliometer.judge_preferences(RUNS, judge, **options)
    assert isinstance(found, JudgedPreferences)
    return found


def test_each_pair_is_asked_both_ways_round() -> None:
    found = [(pair.topic, pair.first, pair.second, pair.preferred) for pair in judged().pairs]
    assert found == [
        ("oil", "long", "short", "long"),
        ("oil", "short", "long", "long"),
        ("war", "long", "short", "long"),
        ("war", "short", "long", "long"),
    ]


def test_a_judge_that_loves_the_first_contradicts_itself() -> None:
    assert [pair.preferred == pair.first for pair in judged(always_first).pairs] == [True] * 4


def test_sources_are_shown_as_far_as_they_may_be(tmp_path: Path) -> None:
    (tmp_path / "oil").mkdir()
    (tmp_path / "oil" / "a.txt").write_text("one two three four five")
    seen: list[str] = []

    def look(question: Question) -> str:
        seen.append(question.text)
        return "A"

    judged(look, sources=tmp_path, source_words=3)
    assert "What the sources say:\none two three\n" in seen[0] and "sources" not in seen[-1]


def test_only_the_pairs_that_people_judged_are_asked_about(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("topic,judge,first,second,preferred\nwar,anna,short,long,long\n")
    assert {pair.topic for pair in judged(pairs=tmp_path / "people.csv").pairs} == {"war"}
    (tmp_path / "others.csv").write_text("topic,judge,first,second,preferred\nsea,anna,short,long,long\n")
    with pytest.raises(CliometerError, match="no pair of these votes has both texts; the votes are on sea"):
        judged(pairs=tmp_path / "others.csv")


def test_a_probability_is_that_of_the_first_text(tmp_path: Path) -> None:
    def sure(question: Question) -> Reply:
        return Reply("A", logprobs={"A": -0.105360516, "B": -2.302585093})

    judged(sure, output=tmp_path / "votes.csv")
    (poll,) = read_all_votes([tmp_path / "votes.csv"])
    assert [vote.probability for vote in poll.votes] == [pytest.approx(0.9)] * 4


@pytest.mark.parametrize("cell", ["2", "x", "-0.1"])
def test_a_probability_outside_0_to_1_is_refused(cell: str, tmp_path: Path) -> None:
    rows = f"topic,judge,first,second,preferred,probability,judge_model\nt,m,a,b,a,{cell},endpoint|model:m\n"
    (tmp_path / "votes.csv").write_text(rows)
    with pytest.raises(CliometerError, match=r"votes.csv:2: .*expected a probability from 0 to 1"):
        read_all_votes([tmp_path / "votes.csv"])


def test_absent_answers_are_named_and_are_no_votes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", "planted-secret")

    def moody(question: Question) -> str:
        if "War" in question.text:
            raise RuntimeError(f"no {os.environ['MY_TOKEN']} sk-abc\nmore")
        return "neither" if question.parts["first"] == "Oil spills." else "B"

    result = judged(moody, output=tmp_path / "votes.csv")
    strange = 'the answer is off the list: "neither" is not A or B'
    line = moody.__code__.co_firstlineno + 2
    raised = f"the function raised RuntimeError: no *** ***, at line {line} of test_preferences.py"
    assert [pair.fault for pair in result.pairs] == ["", strange, raised, raised]
    assert len(read_all_votes([tmp_path / "votes.csv"])[0].votes) == 1
    assert result.notes[-1] == (f"3 of 4 questions have no answer and count for nothing: {strange} (1); {raised} (2)")


def test_faults_that_differ_in_what_they_quote_are_counted_together() -> None:
    faults = [Reply(said).answer(("A", "B")).fault for said in ("C", "D", "C")]
    assert fault_counts([*faults, "down"]) == {'the answer is off the list, such as "C" is not A or B': 3, "down": 1}


def test_a_rule_that_uses_no_tokens_is_not_refused_by_a_budget_of_tokens() -> None:
    assert len(judged("words", tokens=0).answered) == 4


def test_where_no_answer_could_be_had_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(CliometerError, match="none of 4 questions was answered: the function returned no text"):
        judged(lambda question: None, output=tmp_path / "votes.csv")
    assert not (tmp_path / "votes.csv").exists()


def test_offline_says_how_much_is_lacking(tmp_path: Path) -> None:
    store = tmp_path / "answers.sqlite"
    with pytest.raises(CliometerError, match="is not there, so --offline finds no answer"):
        judged(always_first, store=store, offline=True)
    judged(always_first, store=store, most=1)
    with pytest.raises(CliometerError, match="lacks the answers to 2 of 4 questions"):
        judged(always_first, store=store, offline=True)


def test_a_store_that_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "answers.sqlite").write_text("this is a text and no base of data" * 100)
    with pytest.raises(CliometerError, match="cannot hold answers"):
        judged(always_first, store=tmp_path / "answers.sqlite")


@pytest.mark.soak  # holds the clock of the processor to a bar
def test_five_thousand_answers_come_from_the_store_in_half_of_five_seconds(tmp_path: Path) -> None:
    runs = {
        system: {f"t{n}": f"{system} says {n} " + "a word of the text " * 40 for n in range(2500)} for system in "ab"
    }
    options: dict[str, Any] = {"store": tmp_path / "answers.sqlite", "output": tmp_path / "votes.csv", "force": True}
    cliometer.judge_preferences(runs, always_first, **options)
    started = time.process_time()
    result = cliometer.judge_preferences(runs, always_first, offline=True, **options)
    assert isinstance(result, JudgedPreferences) and len(result.pairs) == 5000
    assert time.process_time() - started < 2.5  # the bar is 5 s for 10,000; 1.9 s were measured
