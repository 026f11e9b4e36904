"""Laws that hold for every registered metric: a new one joins by existing."""

from __future__ import annotations

import dataclasses
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cliometer.expressions import settings_of
from cliometer.metrics.base import GOLD_KINDS, Metric, Properties, metrics
from cliometer.metrics.catalogue import DEFAULT, PRESETS, Preset, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.timeline import ReferenceSet, Timeline
from tests.spellings import spelled, spellings
from tests.timelines import reference_sets, timelines

NAMES = [cls.name for cls in GOLD_KINDS["references"].metrics]
presets = st.sampled_from(list(PRESETS.values()))


@st.composite
def any_metric(draw: st.DrawFn) -> Metric:
    """Any registered metric with any of its settings."""
    cls = metrics[draw(st.sampled_from(NAMES))]
    fields = [field for field in settings_of(cls) if draw(st.booleans())]
    return parse(spelled(cls.name, **{field.name: draw(st.sampled_from(spellings(field))) for field in fields}))


def numbers(metric: Metric, preset: Preset, system: Timeline, references: ReferenceSet) -> dict[str, float]:
    found = metric.under(preset).measure(system, references).numbers("zero")
    return {key: value for key, value in found.items() if value is not None}


@given(any_metric())
def test_an_expression_reads_back_as_the_metric(metric: Metric) -> None:
    assert parse(str(metric)) == metric


@given(any_metric(), presets)
def test_a_closed_metric_reads_back_too(metric: Metric, preset: Preset) -> None:
    assert parse(str(metric.under(preset))) == metric.under(preset)


@pytest.mark.parametrize("name", NAMES)
def test_every_metric_declares_every_property(name: str) -> None:
    declared = metrics[name]().properties
    assert all(isinstance(getattr(declared, field.name), bool) for field in dataclasses.fields(Properties))


@pytest.mark.parametrize("name", NAMES)
def test_every_metric_has_a_formula_a_citation_and_a_summary(name: str) -> None:
    cls = metrics[name]
    assert cls.formula and cls.citation and cls.__doc__


@given(any_metric(), presets, timelines())
def test_a_timeline_against_itself_scores_one(metric: Metric, preset: Preset, timeline: Timeline) -> None:
    assume(metric.properties.identity_is_one)
    score = metric.under(preset).measure(timeline, ReferenceSet(timeline))
    assume(score.undefined is None)
    numbers = score.numbers()
    assert numbers == pytest.approx(dict.fromkeys(numbers, 1.0))


@given(any_metric(), presets, timelines(), reference_sets())
def test_scores_lie_between_zero_and_one(
    metric: Metric, preset: Preset, system: Timeline, references: ReferenceSet
) -> None:
    assume(metric.properties.bounded)
    assert all(0 <= value <= 1 + 1e-12 for value in numbers(metric, preset, system, references).values())


@given(any_metric(), presets, timelines(), reference_sets(), st.data())
def test_removing_a_correct_day_never_helps_recall(
    metric: Metric, preset: Preset, system: Timeline, references: ReferenceSet, data: st.DataObject
) -> None:
    assume(metric.properties.removal_never_helps_recall)
    correct = data.draw(st.sampled_from(references[0].dates))
    full = Timeline({**system, correct: references[0][correct]})
    without = Timeline({when: said for when, said in full.items() if when != correct})
    before, after = (numbers(metric, preset, t, references)["recall"] for t in (full, without))
    assert after <= before + 1e-12


@given(any_metric(), presets, timelines(), reference_sets())
def test_the_order_of_references_does_not_matter(
    metric: Metric, preset: Preset, system: Timeline, references: ReferenceSet
) -> None:
    assume(metric.properties.reference_order_is_irrelevant)
    turned = ReferenceSet(list(references)[::-1])
    one, other = numbers(metric, preset, system, references), numbers(metric, preset, system, turned)
    assert one == pytest.approx(other)


@given(any_metric(), presets, timelines(), reference_sets())
def test_the_order_of_sentences_within_a_day_does_not_matter(
    metric: Metric, preset: Preset, system: Timeline, references: ReferenceSet
) -> None:
    assume(metric.properties.sentence_order_is_irrelevant)
    turned = Timeline({when: said[::-1] for when, said in system.items()})
    one, other = numbers(metric, preset, system, references), numbers(metric, preset, turned, references)
    assert one == pytest.approx(other)


@given(any_metric(), presets, st.lists(timelines(min_size=0), min_size=1, max_size=4), reference_sets())
def test_many_systems_at_once_score_as_one_by_one(
    metric: Metric, preset: Preset, systems: list[Timeline], references: ReferenceSet
) -> None:
    closed = metric.under(preset)
    assert closed.measure_all(systems, references) == [closed.measure(s, references) for s in systems]


@given(st.sampled_from(("align", "align+", "align+m1")), presets, timelines(), reference_sets())
def test_the_range_over_optimal_alignments_holds_the_score(
    name: str, preset: Preset, system: Timeline, references: ReferenceSet
) -> None:
    score = parse(name).under(preset).measure(system, references)
    for key, (low, high) in (score.range() or {}).items():
        value = score.numbers("zero")[key]
        assert value is not None and low - 1e-12 <= value <= high + 1e-12


ALIKE = st.sampled_from(("OIL spill", "Gas", "OIL OIL grows", "Spill GROWS"))


@given(st.sampled_from(("align", "align+", "align+m1")), ALIKE, ALIKE)
def test_where_two_dates_are_as_near_and_as_like_the_range_holds_both_choices(name: str, first: str, last: str) -> None:
    system = Timeline({"2010-01-02": ["oil"]})  # case-sensitive costs see no likeness
    references = ReferenceSet(Timeline({"2010-01-01": [first], "2010-01-03": [last]}))
    metric = parse(name).under(PRESETS["paper2017"])
    score = metric.measure(system, references)
    ends = [metric.measure(Timeline({day: ["oil"]}), references).recall.part for day in references.dates]
    assert score.ties is not None
    if name != "align+m1":  # there each reference date takes the only day anyway
        assert score.ties.recall == pytest.approx((min(ends) / 2, max(ends) / 2))
    low, high = score.range()["precision"]
    assert low - 1e-12 <= score.numbers("zero")["precision"] <= high + 1e-12


@given(any_metric(), any_metric(), presets, presets, timelines(), reference_sets())
def test_metrics_that_share_a_comparison_score_as_each_alone(
    one: Metric, other: Metric, first: Preset, second: Preset, system: Timeline, references: ReferenceSet
) -> None:
    shared = TopicComparison([system], references)
    for metric in (one.under(first), other.under(second)):
        assert metric.measure_in(shared) == [metric.measure(system, references)]


# Every setting of the alignments changes which days are paired here: a table that forgets one is found out.
SYSTEM = Timeline(
    {"2010-01-03": ["Gulf Gulf"], "2010-01-05": ["gulf-coast coast of well"], "2010-01-07": ["spill gulf-coast"]}
)
WRITERS = ReferenceSet(
    [
        Timeline(
            {"2010-01-02": ["sealed oil the spill"], "2010-01-05": ["gulf-coast spills"], "2010-01-08": ["spills"]}
        ),
        Timeline(
            {"2010-01-05": ["sealed Oil of"], "2010-01-06": ["well Gulf"], "2010-01-09": ["oil spills oil coast"]}
        ),
    ]
)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_shared_between_two_values_of_a_setting(name: str) -> None:
    for field in settings_of(metrics[name]):
        shared = TopicComparison([SYSTEM], WRITERS)
        for value, preset in product(spellings(field), PRESETS.values()):
            metric = parse(spelled(name, **{field.name: value})).under(preset)
            assert metric.measure_in(shared) == [metric.measure(SYSTEM, WRITERS)]


def test_the_default_metrics_are_registered() -> None:
    assert [str(parse(expression)) for expression in DEFAULT] == list(DEFAULT)
