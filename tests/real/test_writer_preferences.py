"""599 votes between freelance writers and text-davinci-002 (Zhang and others 2023, arXiv 2301.13848)."""

from __future__ import annotations

import json
import math

import pytest

from cliometer.model.judgements import Vote
from cliometer.stats.bradley_terry import bradley_terry, bradley_terry_intervals
from cliometer.stats.preferences import Preferences, preferences_from_votes
from cliometer.stats.voting_rules import ranked_pairs
from tests.shared import SHARED, needs

PATH = ("data", "preferences", "benchmark_llm_summarization", "pairwise_evaluation_results.json")
WINNER = {True: "writer", False: "model", "Equally Good": None}

pytestmark = needs(*PATH)


@pytest.fixture(scope="module")
def table() -> Preferences:
    rows = json.loads(SHARED.joinpath(*PATH).read_text(encoding="utf-8"))
    return preferences_from_votes(Vote("writer", "model", WINNER[row["overall_writer_better"]]) for row in rows)


def test_every_vote_is_counted(table: Preferences) -> None:
    assert (table.candidates, table.wins, table.ties[0]) == (("model", "writer"), ((0, 239), (243, 0)), (0, 117))


def test_four_votes_of_599_put_the_writers_first(table: Preferences) -> None:
    assert ranked_pairs(table).order == ("writer", "model")


def test_strengths_have_davidsons_closed_form(table: Preferences) -> None:
    fit = bradley_terry(table)
    assert fit.strength["writer"] == pytest.approx(243 / 482, abs=1e-10)
    assert fit.tie == pytest.approx(117 / math.sqrt(243 * 239), abs=1e-10)


def test_the_interval_does_not_tell_writers_from_the_model(table: Preferences) -> None:
    low, high = bradley_terry_intervals(table).interval["writer"]
    assert low < 0.5 < high
