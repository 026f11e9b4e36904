"""What no change of scale, of sign or of order may do to an agreement."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cliometer.court.meta_evaluation.human_scores import MetricAgreement, agree
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
from cliometer.stats.samples import Floats
from tests.unit.court.agree_scores import column

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
