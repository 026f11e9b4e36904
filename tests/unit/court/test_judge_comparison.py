"""`cliometer agree judges`: every kind of judge is recognised, and nothing is said without people."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import cliometer
from benchmarks.cases.validity_judges import EXPECTED, JUDGES, drawn_votes, simulated_votes
from cliometer.court.votes.judge_comparison import JudgeComparison, _beside_people, compare_judges
from cliometer.errors import InputError
from cliometer.io.votes import read_votes
from cliometer.model.judgements import Poll, ScoreTable, Vote
from cliometer.reporting.chapters import result_section
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.render.terminal import terminal
from cliometer.stats.judge_agreement import Estimate
from tests.unit.cli.cliometer_command import DEMO
from tests.unit.cli.cliometer_command import cliometer as command

MODEL = "function|model:m"


def compared(*votes: Vote) -> JudgeComparison:
    return compare_judges([Poll("votes", votes)])


def both(topic: str, first: str | None, second: str | None, **about: object) -> Sequence[Vote]:
    """A model's answers to the pair a, b in both orders."""
    return [
        Vote(left, right, winner, topic, "m", judge_model=MODEL, **about)  # type: ignore[arg-type]
        for left, right, winner in (("a", "b", first), ("b", "a", second))
    ]


def test_a_vote_cast_after_a_look_at_models_is_left_out_and_noted(tmp_path: Path) -> None:
    people, header = tmp_path / "votes.csv", "topic,judge,first,second,preferred,models_seen"
    people.write_text(f"{header}\nt,ann,a,b,a,\nt,bo,a,b,b,m\n", encoding="utf-8")
    (poll,) = read_votes(people)
    found = compare_judges([poll, Poll("models", tuple(both("t", "a", "a")))])
    assert (found.people, found.votes) == (["ann"], 3)
    why = "whoever cast them had seen what models answered (models_seen)"
    assert found.notes == [f"1 of 4 votes left out: {why}"]
    alone = compared(*(vote for vote in poll.votes if vote.models_seen))
    assert (alone.people, alone.votes) == ([], 0) and alone.warnings


@pytest.mark.parametrize("kind", JUDGES)
def test_a_simulated_judge_is_recognised_as_what_it_is(kind: str) -> None:
    found = compared(*simulated_votes(kind, np.random.default_rng(1)))
    assert found["model"][0].finding.startswith(EXPECTED[kind])


@pytest.mark.parametrize("kind", ["first", "length", "copy"])
def test_a_fault_of_a_judge_is_found_in_a_study_that_the_rules_were_not_made_with(kind: str) -> None:
    found = compared(*drawn_votes(kind, np.random.default_rng(4)))
    assert found["model"][0].finding.startswith(EXPECTED[kind])


def _with_model(bonus: float, seed: int) -> JudgeComparison:
    """Three people and a model as noisy as they, but for what it adds to the system a."""
    rng, systems = np.random.default_rng(seed), "abcdef"
    votes = []
    for topic in range(20):
        worth = dict(zip(systems, rng.normal(0, 0.7, 6), strict=True))
        for one, other in combinations(systems, 2):
            for person in range(3):
                winner = one if worth[one] - worth[other] + rng.normal() > 0 else other
                votes.append(Vote(one, other, winner, f"t{topic}", f"p{person}"))
            added = bonus * ((one == "a") - (other == "a"))
            winner = one if worth[one] - worth[other] + added + rng.normal(0, 1.5) > 0 else other
            shown = ((one, other), (other, one))
            votes += [Vote(*pair, winner, f"t{topic}", "m", judge_model=MODEL) for pair in shown]
    return compared(*votes)


def test_a_judge_that_favours_its_own_system_is_recognised() -> None:
    (reading,) = _with_model(2.0, 3)["m"]
    assert "favours a: prefers it more often than people do" in reading.findings
    assert reading.favours[0].system == "a" and reading.favours[0].is_favoured
    assert (reading.favours[0].difference.low or 0) > 0.1


def test_a_judge_with_noise_favours_nobody() -> None:
    (reading,) = _with_model(0.0, 3)["m"]
    assert not any(said.startswith("favours") for said in reading.findings)
    assert len(reading.favours) == 6


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-0.224, 0.085, "; 24 pairs are too few to say whether as well as they do with each other"),
        (-0.3, -0.01, ", but less than they do with each other"),
        (-0.05, 0.02, ", and as well as they do with each other"),
        (None, None, "; how well people agree with each other is not known"),
    ],
)
def test_without_a_test_the_verdict_follows_from_the_interval(low: float | None, high: float | None, said: str) -> None:
    assert _beside_people(Estimate(0.0, low, high, 24), 0.1) == said


def test_without_people_nothing_is_known() -> None:
    found = compared(*both("t", "a", "a"), *both("u", "a", "b"))
    (reading,) = found["m"]
    assert reading.agreement is None and reading.alternative is None
    assert reading.finding == "nothing is known: no person judged the same pairs"
    assert found.warnings == [
        "there is no vote of a person: nothing is known about how far these judges agree with people"
    ]
    assert "nothing is known about these judges" in terminal(result_section(found, FigureNames()))


def test_people_who_judged_other_pairs_say_nothing_about_a_judge() -> None:
    found = compared(Vote("a", "b", "a", "other", "ann"), *both("t", "a", "a"))
    assert found["m"][0].agreement is None
    assert found.warnings == ["m: no person judged the same pairs; nothing is known about this judge"]


def test_an_answer_that_the_order_turns_round_is_a_tie() -> None:
    people = [Vote("a", "b", "a", topic, "ann") for topic in "tuv"]
    (reading,) = compared(*people, *both("t", "a", "b"), *both("u", "a", "a"), *both("v", "a", "a"))["m"]
    assert reading.agreement is not None and reading.agreement.value == pytest.approx(2.5 / 3)
    assert reading.swapped is not None and reading.swapped.value == pytest.approx(1 / 3)
    assert reading.first is not None and reading.first.value == pytest.approx(2 / 3)


def test_probabilities_of_both_orders_decide_before_votes() -> None:
    votes = [
        Vote("a", "b", "a", "t", "m", judge_model=MODEL, probability=0.9),
        Vote("b", "a", "b", "t", "m", judge_model=MODEL, probability=0.6),
    ]
    found = compared(Vote("a", "b", "a", "t", "ann"), *votes)
    assert found["m"][0].agreement is not None and found["m"][0].agreement.value == 1.0
    sure = found["m"][0].calibration
    assert sure is not None and sure.bins[0].confidence == pytest.approx(0.65)


def test_repeats_of_one_question_are_compared() -> None:
    votes = [Vote("a", "b", winner, "t", "m", judge_model=MODEL, repeat=n) for n, winner in enumerate("aab", 1)]
    found = compared(*votes)["m"][0].repeated
    assert found is not None and found.value == pytest.approx(1 / 3)


def test_criteria_are_read_apart() -> None:
    people = [Vote("a", "b", "a", "t", "ann", criterion="x"), Vote("a", "b", "b", "t", "ann", criterion="y")]
    found = compared(*people, *both("t", "a", "a", criterion="x"), *both("t", "a", "a", criterion="y"))
    values = {reading.criterion: reading.agreement and reading.agreement.value for reading in found["m"]}
    assert values == {"x": 1.0, "y": 0.0}


def test_models_of_one_name_are_told_apart_by_their_settings() -> None:
    other = [Vote("a", "b", "b", "t", "m", judge_model="function|model:other")]
    assert compared(*both("t", "a", "a"), *other).judges == [f"m ({MODEL})", "m (function|model:other)"]


def test_tasks_of_one_topic_are_one_topic() -> None:
    votes = [Vote("a", "b", "a", f"oil/{name}", judge) for name in "xy" for judge in ("ann", "ben")]
    found = compared(*votes, *both("oil/x", "a", "a"), *both("oil/y", "a", "a"))
    assert found.topics == 1 and [one.topic for one in found["m"][0].topics] == ["oil"]
    assert found["m"][0].agreement is not None and found["m"][0].agreement.low is None


def test_votes_without_a_judge_or_a_topic_are_left_out_with_a_note() -> None:
    found = compared(Vote("a", "b", "a", "t"), *both("t", "a", "a"))
    assert found.notes == ["1 of 3 votes left out: they name no judge or no topic"]
    with pytest.raises(InputError, match="no vote names both"):
        compared(Vote("a", "b", "a"))


def test_a_metric_votes_for_the_higher_score() -> None:
    votes = [Vote("a", "b", "a", topic, judge) for topic in "tu" for judge in ("ann", "ben")]
    cells = {("a", "t"): 0.9, ("b", "t"): 0.1, ("a", "u"): 0.2, ("b", "u"): 0.2}
    table = ScoreTable({("m", *cell): value for cell, value in cells.items()}, {}, "scores")
    found = cliometer.agree_judges(Poll("v", tuple(votes)), beside=table)
    assert isinstance(found, JudgeComparison)
    assert found["m"][0].agreement is not None and found["m"][0].agreement.value == 0.75
    lower = cliometer.agree_judges(Poll("v", tuple(votes)), beside=table, lower=["m"])
    assert lower["m"][0].agreement.value == 0.25  # type: ignore[union-attr]


# The command


@pytest.fixture(scope="module")
def votes(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("judge") / "words.csv"
    store = path.with_name("answers.sqlite")
    runs = [DEMO / "runs" / name for name in ("lead", "mentions", "random")]
    done = command(
        "judge", "preferences", *runs, "-j", "words", "--pairs", DEMO / "votes.csv", "-o", path, "--store", store
    )
    assert done.status == 0, done.err
    return str(path)


def test_the_command_sets_a_model_beside_people(votes: str) -> None:
    found = command("agree", "judges", DEMO / "votes.csv", votes, "--beside", DEMO / "scores.csv")
    assert found.status == 0, found.err
    said = " ".join(found.out.split())
    few = "24 pairs are too few to say whether as well as they do with each other"
    assert f"words: agrees with people better than chance; {few}." in said and "concat(rouge=1).f" in found.out
