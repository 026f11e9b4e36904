"""An explanation adds up to the score it explains."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.engine.pair_explanation import explain
from cliometer.expressions import settings_of
from cliometer.metrics.base import GOLD_KINDS, Metric
from cliometer.metrics.catalogue import PRESETS, Preset, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.explanation import DayExplanation, explain_in
from cliometer.metrics.order import MatchingMetric
from cliometer.model.score import Ratio
from cliometer.model.timeline import ReferenceSet, Timeline
from tests.spellings import spelled
from tests.timelines import reference_sets, timelines

EXAMPLES = {
    "rouge": ("1", "2", "L", "W1.2", "S4", "SU4"),
    "references": ("all", "dated"),
    "kernel": ("exponential(tau=3)", "within(days=2)"),
    "tolerance": ("within(days=2)", "reciprocal"),
    "ties": ("canonical", "solver"),
    "content": ("raw", "words"),
}
presets = st.sampled_from(list(PRESETS.values()))


@st.composite
def any_metric(draw: st.DrawFn) -> Metric:
    by_date = [cls for cls in GOLD_KINDS["references"].metrics if not issubclass(cls, MatchingMetric)]
    cls = draw(st.sampled_from(by_date))
    fields = [field.name for field in settings_of(cls) if field.name in EXAMPLES and draw(st.booleans())]
    return parse(spelled(cls.name, **{name: draw(st.sampled_from(EXAMPLES[name])) for name in fields}))


def adds_up(days: Sequence[DayExplanation], ratio: Ratio) -> bool:
    return sum(day.credit for day in days) == pytest.approx(ratio.part) and sum(
        day.size for day in days
    ) == pytest.approx(ratio.whole)


@given(any_metric(), presets, timelines(min_size=0), reference_sets())
def test_the_days_add_up_to_the_score_in_both_directions(
    metric: Metric, preset: Preset, system: Timeline, references: ReferenceSet
) -> None:
    closed = metric.under(preset)
    story = explain_in(TopicComparison([system], references), closed)
    assert story.score == closed.measure(system, references)
    assert adds_up(story.recall, story.score.recall)
    assert adds_up(story.precision, story.score.precision)


@given(any_metric(), presets, timelines(), reference_sets())
def test_credit_is_weight_times_hits_and_hits_fit_into_the_size(
    metric: Metric, preset: Preset, system: Timeline, references: ReferenceSet
) -> None:
    story = explain_in(TopicComparison([system], references), metric.under(preset))
    for day in (*story.recall, *story.precision):
        assert day.credit == pytest.approx(day.weight * day.hits)
        assert 0 <= day.hits <= day.size + 1e-12


SYSTEM = {"2010-05-27": ["Obama extends the drilling moratorium"], "2010-09-19": ["The leak is dead"]}
REFERENCE = {"2010-05-29": ["Obama announces a moratorium on drilling rigs"]}


def test_a_date_two_days_off_is_explained_by_hand() -> None:
    (day,) = explain(SYSTEM, REFERENCE, "align(rouge=1)").explanation.recall
    assert (str(day.date), str(day.partner), day.distance) == ("2010-05-29", "2010-05-27", 2)
    assert (day.weight, day.hits, day.size) == (1 / 3, 3.0, 5.0)
    assert day.shared == {"drilling": 1, "moratorium": 1, "obama": 1}
    assert day.missed == {"announces": 1, "rigs": 1}


def test_the_words_of_rouge_l_are_those_on_the_common_subsequence() -> None:
    (day,) = explain({"2010-01-01": ["gas oil"]}, {"2010-01-01": ["oil gas"]}, "agreement(rouge=L)").explanation.recall
    assert day.hits == 1 and sum(day.shared.values()) == 1


@pytest.mark.parametrize("preset", ["tilse", "modern"])
@pytest.mark.parametrize("metric", ["agreement(rouge=1)", "align+m1(rouge=2)", "concat(rouge=SU4)", "align(rouge=L)"])
def test_earned_and_missed_words_add_up_to_hits_and_size(metric: str, preset: str) -> None:
    system = {"2010-05-27": ["crews seal the well"], "2010-06-02": ["oil spill grows again"]}
    references = [
        {"2010-05-27": ["crews seal a well"], "2010-06-01": ["the oil spill grows"]},
        {"2010-06-01": ["oil reaches the coast"]},
    ]
    story = explain(system, references, metric, preset).explanation
    for day in (*story.recall, *story.precision):
        assert sum(day.shared.values()) == pytest.approx(day.hits)
        assert sum((*day.shared.values(), *day.missed.values())) == pytest.approx(day.size)
