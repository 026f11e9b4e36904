"""A judge beside people: agreement, the people it replaces, calibration, the alternative annotator."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from benchmarks.cases.validity_judges import drawn_answers, holds, measured
from cliometer.stats.judge_agreement import (
    alternative_annotator,
    by_person,
    calibration,
    like,
    mean_estimate,
    people_means,
    people_replaced,
    share_estimate,
    with_people,
)

NAN = np.nan
PEOPLE = np.array([[1.0, 1.0, -1.0], [0.0, 1.0, NAN], [-1.0, NAN, NAN]])
TOPICS = np.array([0, 0, 1])


def test_a_tie_beside_a_decision_agrees_by_one_half() -> None:
    assert like(np.array([1.0, 0.0, 1.0]), np.array([1.0, 1.0, -1.0])).tolist() == [1.0, 0.5, 0.0]


def test_agreement_is_a_mean_over_the_people_of_each_pair() -> None:
    assert with_people(np.array([1.0, 1.0, 1.0]), PEOPLE).tolist() == pytest.approx([2 / 3, 0.75, 0.0])
    alike, product = people_means(PEOPLE)
    assert alike[:2].tolist() == pytest.approx([1 / 3, 0.5]) and np.isnan(alike[2])
    assert product[:2].tolist() == pytest.approx([-1 / 3, 0.0])


def test_the_interval_of_a_mean_is_students_where_topics_have_a_pair_each() -> None:
    values = np.array([0.2, 0.9, 0.4, 0.6, 0.1])
    found = mean_estimate(values, np.arange(5), 0.95)
    low, high = scipy.stats.t.interval(0.95, 4, values.mean(), scipy.stats.sem(values))
    assert found is not None and (found.low, found.high) == pytest.approx((low, high))


def test_one_topic_has_no_interval_and_nothing_no_estimate() -> None:
    found = share_estimate(np.array([1.0, 0.0]), np.array([3, 3]), 0.95)
    assert found is not None and (found.value, found.low, found.high) == (0.5, None, None)
    assert share_estimate(np.array([NAN]), np.array([0]), 0.95) is None


def test_halves_of_a_pair_a_topic_do_not_become_whole() -> None:
    found = share_estimate(np.full(40, 0.5), np.arange(40), 0.95)
    assert found is not None and found.low is not None and found.high is not None
    assert found.low < 0.5 < found.high < found.low + 0.25  # 40 coins have 0.32


def test_replaced_people_follow_spearman_and_brown() -> None:
    people, answers, _, topics = drawn_answers(np.random.default_rng(1), 400, 3)
    found = people_replaced(answers, people, topics, 0.95)
    pairs = people_means(people)[1].mean()
    decided = (people**2).mean(axis=1).mean()
    s, r = pairs / decided, (answers * people.mean(axis=1)).mean() / np.sqrt(decided)
    assert found is not None and found.value == pytest.approx(r**2 * (1 - s) / (s * (s - r**2)), rel=0.02)


def test_one_of_the_people_replaces_one_person() -> None:
    rng = np.random.default_rng(2)
    truth = rng.choice((-1.0, 1.0), 6000)
    said = np.where(rng.random((6000, 4)) < 0.75, truth[:, None], -truth[:, None])
    found = people_replaced(said[:, 0], said[:, 1:], np.repeat(np.arange(2000), 3), 0.95)
    assert found is not None and found.value == pytest.approx(1.0, abs=0.25)
    assert found.low is not None and found.high is not None and found.low < 1 < found.high


def test_people_who_agree_no_better_than_chance_cannot_be_replaced() -> None:
    people = np.array([[1.0, -1.0], [-1.0, 1.0]])
    assert people_replaced(np.array([1.0, 1.0]), people, np.array([0, 1]), 0.95) is None


def test_agreement_with_one_person_is_compared_with_the_others_on_the_same_pairs() -> None:
    first, second, _ = by_person(np.array([1.0, 1.0]), np.array([[1, -1, -1], [1, 1, -1.0]]), "abc", TOPICS[1:], 0.95)
    assert (first.person, first.agreement, first.beyond.value) == ("a", 1.0, 0.75)
    assert (second.agreement, second.beyond.value) == (0.5, 0.0)


def test_a_judge_as_sure_as_people_divide_is_calibrated() -> None:
    people = np.array([[1, 1, 1, -1], [-1, -1, -1, 1.0]])
    found = calibration(np.array([0.75, 0.25]), people, np.array([0, 1]), 0.95)
    assert found is not None and found.surplus.value == pytest.approx(0) and found.error == pytest.approx(0)
    assert found.brier.value == pytest.approx(0.75 * 0.25**2 + 0.25 * 0.75**2)
    (only,) = found.bins
    assert only.low == pytest.approx(0.7) and (only.count, only.share) == (2, 0.75)


def test_too_sure_a_judge_has_a_surplus() -> None:
    found = calibration(np.array([1.0, 0.5]), np.array([[1, -1.0], [1, 1]]), np.array([0, 1]), 0.95)
    assert found is not None and found.surplus.value == pytest.approx(0.25)  # 0.5 and 0: one half has no side


def test_the_alternative_annotator_as_its_definition_has_it() -> None:
    people, answers, _, topics = drawn_answers(np.random.default_rng(5), 30, 3, judge=0.6)
    found = alternative_annotator(answers, people, "abc", topics, 0.2, 0.95)
    p_values = []
    for j in range(3):
        others = [k for k in range(3) if k != j]
        judge = [np.mean([1 - abs(answers[i] - people[i, k]) / 2 for k in others]) for i in range(90)]
        person = [np.mean([1 - abs(people[i, j] - people[i, k]) / 2 for k in others]) for i in range(90)]
        wins = np.array([a >= b - 1e-9 for a, b in zip(judge, person, strict=True)], float)
        losses = np.array([b >= a - 1e-9 for a, b in zip(judge, person, strict=True)], float)
        assert (found.people[j].advantage, found.people[j].of_person) == pytest.approx((wins.mean(), losses.mean()))
        p_values.append(scipy.stats.ttest_1samp(losses - wins, 0.2, alternative="less").pvalue)
    assert [test.p for test in found.people] == pytest.approx(p_values)
    adjusted = scipy.stats.false_discovery_control(p_values, method="by")
    assert [test.won for test in found.people] == (adjusted <= 0.05).tolist()
    assert found.winning_rate == pytest.approx((adjusted <= 0.05).mean())
    assert found.passes is bool((adjusted <= 0.05).mean() >= 0.5)


def test_the_least_epsilon_is_where_the_judge_begins_to_pass() -> None:
    people, answers, _, topics = drawn_answers(np.random.default_rng(6), 40, 3, judge=0.65)
    least = alternative_annotator(answers, people, "abc", topics, 0.1, 0.95).least_epsilon
    assert least is not None and least > 0.01
    passes = [alternative_annotator(answers, people, "abc", topics, least + d, 0.95).passes for d in (-0.01, 0.0)]
    assert passes == [False, True]


@pytest.mark.parametrize(("pairs", "people", "complaint"), [(9, 3, "30 pairs"), (40, 2, "3 people")])
def test_few_pairs_or_people_have_no_alternative_annotator(pairs: int, people: int, complaint: str) -> None:
    said = np.ones((pairs, people))
    found = alternative_annotator(np.ones(pairs), said, "abc"[:people], np.arange(pairs), 0.1, 0.95)
    assert found.passes is None and complaint in found.remark


def test_intervals_hold_the_truth() -> None:
    truth = {name: found.value for name, found in measured(*drawn_answers(np.random.default_rng(0), 3000, 3)).items()}  # type: ignore[union-attr]
    rng, held = np.random.default_rng(9), dict.fromkeys(truth, 0)
    for _ in range(80):
        for name, found in measured(*drawn_answers(rng, 20, 3)).items():
            value = truth[name]
            held[name] += found is None or holds(found, np.inf if value is None else value)
    assert all(count >= 69 for count in held.values()), held  # 95 % of 80 is 76; fewer than 69 in 1 of 700
