"""Laws of agreement: the closed form is the enumeration, and no change of scale, sign or order moves it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cliometer.court.meta_evaluation.human_scores import MetricAgreement, agree
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
from cliometer.stats.agreement import masi, masi_alpha
from cliometer.stats.samples import Floats
from cliometer.study.link_agreement import LinkedEvent
from cliometer.study.split_analysis import analyse_splits, even_writers, mean_grey
from cliometer.systems.baselines import round_robin
from tests.oracles import agreement as oracle
from tests.unit.court.agree_scores import column

SETS = st.frozensets(st.integers(0, 3), max_size=3)
LINKED = st.frozensets(st.sampled_from("abcdef"))


@st.composite
def writers_and_units(draw: st.DrawFn) -> tuple[int, list[frozenset[int]]]:
    writers = 2 * draw(st.integers(1, 4))
    units = draw(st.lists(st.frozensets(st.integers(0, writers - 1), min_size=1), min_size=1, max_size=12))
    return writers, units


@given(writers_and_units(), st.integers(0, 9))
def test_the_mean_over_all_splits_is_the_closed_form(drawn: tuple[int, list[frozenset[int]]], unseen: int) -> None:
    writers, units = drawn
    found = analyse_splits([map(str, unit) for unit in units], [str(n) for n in range(writers)], unseen)
    shares = oracle.grey_shares([*units, *[frozenset[int]()] * unseen], writers)
    assert [table.grey.value for table in found.tables] == pytest.approx(shares)
    assert found.expected_grey == pytest.approx(sum(shares) / len(shares)) == pytest.approx(found.mean_grey)
    assert found.best.grey.value == pytest.approx(max(shares))
    assert found.worst.grey.value == pytest.approx(min(shares))


@given(writers_and_units(), st.integers(1, 9))
def test_alpha_of_a_split_is_that_of_pairs_one_by_one(drawn: tuple[int, list[frozenset[int]]], unseen: int) -> None:
    writers, units = drawn
    found = analyse_splits([map(str, unit) for unit in units], [str(n) for n in range(writers)], unseen)
    for table in found.tables[:3]:
        assert table.alpha() == pytest.approx(oracle.interval_alpha(table.counts))


@given(st.lists(st.integers(0, 50), min_size=3, max_size=11).filter(lambda f: len(f) % 2 == 1 and any(f)))
def test_the_grey_share_is_a_share(frequencies: list[int]) -> None:
    assert even_writers(len(frequencies) - 1)
    assert 0 <= mean_grey(frequencies) <= 1


@given(SETS, SETS)
def test_the_masi_distance_is_symmetric_and_lies_between_0_and_1(a: frozenset[int], b: frozenset[int]) -> None:
    assert masi(a, b) == masi(b, a)
    assert 0 <= masi(a, b) <= 1
    assert (masi(a, b) == 0) == (a == b)


@given(st.integers(2, 3), st.integers(1, 6), st.data())
def test_alpha_over_sets_is_that_of_pairs_one_by_one(coders: int, units: int, data: st.DataObject) -> None:
    row = st.lists(st.none() | SETS, min_size=units, max_size=units)
    rows = [data.draw(row) for _ in range(coders)]
    paired = [unit for unit in zip(*rows, strict=True) if sum(value is not None for value in unit) > 1]
    assume(len({value for unit in paired for value in unit if value is not None}) > 1)
    assert masi_alpha(rows) == pytest.approx(oracle.set_alpha(rows), abs=1e-9)


@given(st.lists(LINKED, min_size=1, max_size=4), LINKED)
def test_a_verifier_never_makes_the_agreement_more_than_1(
    linked: list[frozenset[str]], verified: frozenset[str]
) -> None:
    event = LinkedEvent("e", {str(n): own for n, own in enumerate(linked)}, verified)
    plain, literal = event.agreement(), event.agreement(literal=True)
    assert 0 <= plain.part <= plain.whole
    assert literal.part == len(verified)


@given(st.lists(st.lists(st.uuids().map(str), max_size=4), max_size=4), st.integers(0, 20))
def test_round_robin_takes_one_from_each_pile_in_turn(piles: list[list[str]], budget: int) -> None:
    assert round_robin(piles, budget) == oracle.round_robin(piles, budget)


PLAN = MetaEvaluationPlan(resamples=5)
TABLES = arrays(np.float64, (2, 4, 3), elements=st.integers(-9, 9).map(float))


def agreement(metric: Floats, human: Floats, *, lower: tuple[str, ...] = ()) -> MetricAgreement:
    return agree([column("m", metric.tolist())], [column("h", human.tolist())], PLAN, lower=lower)


def values(found: MetricAgreement) -> list[float | None]:
    return [row.value for row in found.correlations]


def told_apart(tables: Floats) -> bool:
    return all(np.any(table != table[:1]) for table in tables)


@given(TABLES)
def test_a_metric_in_percent_agrees_as_well_as_in_shares(tables: Floats) -> None:
    assume(told_apart(tables))
    metric, human = tables
    assert values(agreement(4 * metric + 2, human)) == pytest.approx(values(agreement(metric, human)))


@given(TABLES)
def test_lower_is_better_is_the_negative_metric(tables: Floats) -> None:
    assume(told_apart(tables))
    metric, human = tables
    assert agreement(metric, human, lower=("m",)).accuracy == agreement(0 - metric, human).accuracy
    assert values(agreement(metric, human, lower=("m",))) == values(agreement(0 - metric, human))


@given(TABLES, st.permutations(range(4)), st.permutations(range(3)))
def test_the_order_of_systems_and_topics_does_not_matter(tables: Floats, systems: list[int], topics: list[int]) -> None:
    assume(told_apart(tables))
    metric, human = (table[systems][:, topics] for table in tables)
    assert values(agreement(metric, human)) == pytest.approx(values(agreement(*tables)))


@given(TABLES)
def test_people_agree_with_themselves(tables: Floats) -> None:
    assume(told_apart(tables))
    found = agreement(tables[0], tables[0])
    kendall_c = [row for row in found.correlations if row.coefficient != "kendall-c"]
    assert all(row.value is None or row.value == pytest.approx(1) for row in kendall_c)
    assert found.accuracy[0].accuracy == 1
