"""The power of a preference study: exact where the test is exact, and what simulated votes show under the real test."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import numpy as np
import pytest

import cliometer
from cliometer.court.votes.design_power import vote_power
from cliometer.errors import CliometerError
from cliometer.model.judgements import Vote
from cliometer.stats.position_bias import proportion
from cliometer.stats.vote_clusters import share_test, vote_clusters
from cliometer.stats.vote_power import VoteDesign, detection_power, least_share, topics_needed
from cliometer.study.study_plan import PlanSettings, describe_plan
from cliometer.study.topics import Topic


@pytest.mark.parametrize(("topics", "share"), [(10, 0.9), (30, 0.75), (57, 0.6)])
def test_one_vote_on_each_topic_has_the_power_of_the_exact_binomial_test(topics: int, share: float) -> None:
    found = [won for won in range(topics + 1) if 2 * won > topics and proportion(won, topics).p <= 0.05]
    exact = sum(comb(topics, won) * share**won * (1 - share) ** (topics - won) for won in found)
    assert detection_power(VoteDesign(topics, votes=1, cap=topics), share) == pytest.approx(exact, abs=1e-12)


def test_ties_make_the_number_of_decided_votes_binomial() -> None:
    ties = [0.3**n * 0.7 ** (20 - n) * comb(20, n) for n in range(20)]
    decided = [detection_power(VoteDesign(20 - n, votes=1, cap=20), 0.8) if n < 19 else 0.0 for n in range(20)]
    expected = sum(weight * power for weight, power in zip(ties, decided, strict=True))
    assert detection_power(VoteDesign(20, votes=1, cap=20, ties=0.3), 0.8) == pytest.approx(expected, abs=1e-9)


def simulated(design: VoteDesign, share: float, rounds: int = 300) -> float:
    """How often the test of `vote` finds the preference: topics differ, judges have hands as the workbench deals."""
    rng, found = np.random.default_rng(1), 0
    odd = (1 - design.correlation) / design.correlation
    hands = design.judges // design.votes
    for _ in range(rounds):
        likes = rng.beta(share * odd, (1 - share) * odd, design.topics)
        votes = [
            Vote("a", "b", "a" if rng.random() < likes[topic] else "b", f"t{topic}", f"j{turn * hands + at % hands}")
            for turn in range(design.votes)
            for at, topic in enumerate(rng.permutation(design.topics))
        ]
        test = share_test(vote_clusters(votes, (), ("a", "b")), 0, 1)
        assert test is not None
        found += test.p <= design.level and test.low > 0.5
    return found / rounds


@pytest.mark.parametrize(
    ("design", "share"),
    [
        (VoteDesign(30, 3, correlation=0.1), 0.65),
        (VoteDesign(10, 5, correlation=0.2), 0.8),
        (VoteDesign(40, 2, correlation=0.3, cap=8), 0.7),
    ],
)
def test_simulated_votes_are_found_as_often_as_the_power_says(design: VoteDesign, share: float) -> None:
    assert simulated(design, share) == pytest.approx(detection_power(design, share), abs=0.07)  # three standard errors


def test_topics_are_the_fewest_with_the_power_and_the_least_share_is_found_with_it() -> None:
    design = VoteDesign(2, systems=3)
    needed = topics_needed(design, 0.7, 0.8)
    assert needed is not None
    assert detection_power(replace(design, topics=needed), 0.7) >= 0.8
    assert all(detection_power(replace(design, topics=fewer), 0.7) < 0.8 for fewer in range(2, needed))
    least = least_share(VoteDesign(20), 0.8)
    assert least is not None and detection_power(VoteDesign(20), least) == pytest.approx(0.8, abs=1e-6)
    assert least_share(VoteDesign(3, systems=8), 0.8) is None and topics_needed(design, 0.501, 0.8) is None


def test_more_systems_more_correlation_and_more_ties_take_power_away() -> None:
    design = VoteDesign(30)
    for worse in ({"systems": 4}, {"correlation": 0.3}, {"ties": 0.2}, {"judge_correlation": 0.2}, {"level": 0.01}):
        assert detection_power(replace(design, **worse), 0.65) < detection_power(design, 0.65)


def test_judges_and_votes_are_those_of_a_plan() -> None:
    topics = [Topic(f"t{n}", summaries={name: f"{name} {n}" for name in "abc"}) for n in range(7)]
    design = VoteDesign(7, 2, 3, 5)
    plan = describe_plan(topics, PlanSettings(votes=2, cap=5), 0)
    assert design.judges == plan.judges and design.cast == plan.cast == 7 * 3 * 2


@pytest.mark.parametrize(
    "wrong",
    [{"topics": 1}, {"votes": 0}, {"systems": 1}, {"cap": 0}, {"ties": 1}, {"correlation": -0.1}, {"level": 0.0}],
)
def test_a_design_that_nobody_can_run_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(CliometerError, match="expected"):
        VoteDesign(**{"topics": 10, **wrong})  # type: ignore[arg-type]


def test_a_share_of_no_preference_and_no_share_are_refused() -> None:
    for shares in ((0.5,), (1.0,), ()):
        with pytest.raises(CliometerError, match="share"):
            vote_power(VoteDesign(10), shares, 0.8, fixed=True)


@pytest.mark.parametrize(("share", "said"), [(0.5, "neither system is better"), (60.0, r"did you mean 0\.6\?")])
def test_a_share_that_cannot_be_meant_is_explained(share: float, said: str) -> None:
    with pytest.raises(CliometerError, match=said):
        cliometer.study_power([share])
