"""Zhang and others 2023: six people, and lengths and overlaps as judges, through `agree judges`."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from typing import Any

import pytest

import cliometer
from cliometer.court.votes.judge_comparison import JudgeComparison
from cliometer.model.judgements import Poll, ScoreTable, Vote
from tests.shared import SHARED, needs

PATH = ("data", "preferences", "benchmark_llm_summarization", "pairwise_evaluation_results.json")
WINNER = {True: "writer", False: "model", "Equally Good": None}
CRITERIA = ("overall", "informative")

pytestmark = needs(*PATH)


@cache
def rows() -> list[dict[str, Any]]:
    return list(json.loads(SHARED.joinpath(*PATH).read_text(encoding="utf-8")))


def topic(row: dict[str, Any]) -> str:
    return f"{row['article_id']}/{row['writer_id']}"


@pytest.fixture(scope="module")
def found() -> JudgeComparison:
    votes = [
        Vote("writer", "model", WINNER[row[f"{name}_writer_better"]], topic(row), row["evaluator_id"], criterion=name)
        for row in rows()
        for name in CRITERIA
    ]
    texts = {"writer": "writer_summary", "model": "text-davinci-002_summary"}
    scores = {
        ("length", system, topic(row)): float(len(row[column].split()))
        for row in rows()
        for system, column in texts.items()
    }
    poll = Poll("writers", tuple(vote for vote in votes))
    result = cliometer.agree_judges(poll, beside=ScoreTable(scores, {}, "lengths"))
    assert isinstance(result, JudgeComparison)
    return result


def answer(row: dict[str, Any], name: str) -> int:
    return {True: 1, False: -1, "Equally Good": 0}[row[f"{name}_writer_better"]]


@pytest.mark.parametrize("name", CRITERIA)
def test_people_against_people_as_counted_pair_by_pair(found: JudgeComparison, name: str) -> None:
    by_unit: dict[str, list[int]] = {}
    for row in rows():
        by_unit.setdefault(topic(row), []).append(answer(row, name))
    shares = [
        [1 - abs(one - other) / 2 for one, other in combinations(said, 2)] for said in by_unit.values() if len(said) > 1
    ]
    wanted = sum(sum(unit) / len(unit) for unit in shares) / len(shares)
    (people,) = (own for own in found.agreement if own.criterion == name)
    assert (people.people, people.units) == (6, 100)
    assert people.agreement is not None and people.agreement.value == pytest.approx(wanted)


def test_a_judge_that_counts_words_passes_because_people_agree_little(found: JudgeComparison) -> None:
    overall = found["length"][0]
    assert overall.people is not None and overall.people.value == pytest.approx(0.558, abs=5e-4)
    assert overall.agreement is not None and overall.agreement.value == pytest.approx(0.618, abs=5e-4)
    assert overall.finding == "stands in for a person"
    assert (found.topics, found.votes) == (76, 2 * 599)


@pytest.mark.parametrize("name", CRITERIA)
def test_a_metric_against_people_as_counted_vote_by_vote(found: JudgeComparison, name: str) -> None:
    by_unit: dict[str, list[float]] = {}
    for row in rows():
        one, other = (len(row[column].split()) for column in ("writer_summary", "text-davinci-002_summary"))
        side = (one > other) - (one < other)
        by_unit.setdefault(topic(row), []).append(1 - abs(side - answer(row, name)) / 2)
    means = [sum(said) / len(said) for said in by_unit.values() if len(said) > 1]
    (reading,) = (one for one in found["length"] if one.criterion == name)
    assert reading.agreement is not None and reading.agreement.value == pytest.approx(sum(means) / len(means))
    assert reading.alternative is not None and reading.alternative.passes is not None
