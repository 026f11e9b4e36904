"""Laws of content units, judged events, their scores, their coverage and their files."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cliometer.engine.gold_coverage import event_coverage, unit_coverage
from cliometer.errors import UsageError
from cliometer.expressions import settings_of
from cliometer.io.extracts import read_extracts, write_extracts
from cliometer.io.units import read_units, units_document, write_units
from cliometer.metrics.base import metrics
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.units.curve import curve
from cliometer.metrics.units.nu import Nu
from cliometer.metrics.units.pyramid import SummaryContentUnits, UnitDates, UnitPyramid
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.nuggets import EventTopic
from cliometer.model.units import UnitTopic
from cliometer.reporting.charts.unit_charts import tier_positions
from tests.oracles import units as oracle
from tests.spellings import spellings
from tests.strategies import examples
from tests.units import event_topics, extracts, extracts_of, groups, linked_topics, rankings, unit_topics

EXTRACT_METRICS = [cls for cls in metrics if cls.evidence in ("units", "events")]
IDS = ("a/e1", "a/e2", "a/e3", "a/s1")
with_files = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@given(groups(IDS), st.sets(st.sampled_from(IDS)))
def test_credit_is_the_papers_formula(group: Any, chosen: set[str]) -> None:
    assert group.credit(chosen) == pytest.approx(float(oracle.credit(group, chosen)), rel=1e-12)


@given(groups(IDS), st.sets(st.sampled_from(IDS)), st.sampled_from(IDS))
def test_choosing_more_never_earns_less(group: Any, chosen: set[str], more: str) -> None:
    assert 0 <= group.credit(chosen) <= group.credit(chosen | {more}) <= group.attainable <= 1


@given(st.data(), unit_topics() | linked_topics(), st.integers(1, 7), st.sampled_from(["unit", "attainable"]))
def test_the_pyramid_equals_its_slow_twin(data: st.DataObject, topic: UnitTopic, n: int, most: str) -> None:
    topic = dataclasses.replace(topic, length=n)
    extract = data.draw(extracts_of(topic))
    found = UnitPyramid(max=most).measure(extract, topic).value
    expected = oracle.pyramid(extract, topic, most == "attainable")
    assert (found.part, found.whole) == pytest.approx(expected, rel=1e-9)


@given(st.data(), unit_topics() | linked_topics())
def test_many_systems_at_once_equal_one_by_one(data: st.DataObject, topic: UnitTopic) -> None:
    topic = dataclasses.replace(topic, length=3)
    systems = data.draw(st.lists(extracts_of(topic), max_size=4))
    for metric in (UnitPyramid(), UnitPyramid(max="attainable", clip=True), UnitDates()):
        assert metric.measure_all(systems, topic) == [metric.measure(system, topic) for system in systems]
    matched = [system for system in systems if system.of == "units"]
    scu = SummaryContentUnits()
    assert scu.measure_all(matched, topic) == [scu.measure(system, topic) for system in matched]


@given(st.data(), event_topics(), st.sampled_from([Nu(), Nu(variant="sentence"), Nu(kind="u"), Nu(kind="n")]))
def test_every_point_of_the_curve_is_the_score_of_its_prefix(
    data: st.DataObject, topic: EventTopic, metric: Nu
) -> None:
    ranking = data.draw(rankings(topic))
    untied = Extract(tuple(map(ExtractItem, ranking.ids)), of="sentences", ranked=True)
    for k, point in enumerate(curve(untied, topic, metric).points, start=1):
        new, first, mentions = oracle.sums(topic, list(ranking.ids[:k]))[-1]
        score = metric.measure(Extract(untied.items[:k], of="sentences", ranked=True), topic)
        assert (point.recall, point.precision) == (score.recall.value or 0.0, score.precision.value)
        links = sum(len(event.parts) for event in topic.events)
        assert (
            point.precision
            == {
                "nu": (first if metric.variant == "sentence" else new) / k,
                "u": mentions / k,
                "n": new / mentions if mentions else None,
            }[metric.kind]
        )
        assert point.recall == (mentions / links if links and metric.kind == "u" else
                                0 if metric.kind == "u" else new / len(topic.events))  # fmt: skip


@given(st.data(), event_topics(), st.sampled_from([Nu(), Nu(variant="sentence"), Nu(kind="u")]))
def test_the_expectation_over_ties_is_the_mean_over_all_orders(
    data: st.DataObject, topic: EventTopic, metric: Nu
) -> None:
    ranking = data.draw(rankings(topic))
    try:
        points = curve(ranking, topic, metric, ties="expected").points
    except UsageError:
        assume(False)
    for k, (new, first, mentions) in enumerate(oracle.mean_sums(topic, ranking), start=1):
        part = mentions if metric.kind == "u" else first if metric.variant == "sentence" else new
        assert points[k - 1].precision == pytest.approx(part / k, abs=1e-9)


@given(event_topics(), st.data(), st.sampled_from([Nu(), Nu(variant="sentence")]))
def test_the_sentences_of_an_explanation_add_up_to_the_score(topic: EventTopic, data: st.DataObject, nu: Nu) -> None:
    ranking = data.draw(rankings(topic))
    found = nu.explain_in(TopicComparison([ranking], topic))
    assert found.score == nu.measure(ranking, topic)
    assert sorted(part.sentence for part in found.parts) == sorted(ranking.ids)
    assert [part.rank for part in found.parts] == list(range(1, len(ranking.ids) + 1))
    assert all(set(part.new) <= set(part.useful) for part in found.parts)
    assert sum(len(part.new) for part in found.parts) == found.score.recall.part
    told = sum(bool(part.new) for part in found.parts)
    assert nu.variant == "formula" or told == found.score.precision.part


@given(event_topics(), st.data())
def test_an_interpolated_curve_never_rises(topic: EventTopic, data: st.DataObject) -> None:
    heights = curve(data.draw(rankings(topic)), topic).interpolated
    assert list(heights) == sorted(heights, reverse=True)


@with_files
@given(st.lists(unit_topics(), max_size=2, unique_by=lambda topic: topic.id), st.lists(event_topics(), max_size=1))
def test_a_file_of_topics_reads_back_as_it_was(
    tmp_path_factory: Any, units: list[UnitTopic], events: list[EventTopic]
) -> None:
    assume(units or events)
    path: Path = tmp_path_factory.mktemp("units") / "topics.json"
    write_units(path, units, events)
    found = read_units(path)
    assert (found.units, found.events) == (tuple(units), tuple(events))
    assert units_document(found.units, found.events) == path.read_text(encoding="utf-8")


@with_files
@given(st.lists(extracts, min_size=1, max_size=3), st.sampled_from(["run.json", "run.jsonl"]))
def test_a_file_of_extracts_reads_back_as_it_was(tmp_path_factory: Any, own: list[Extract], name: str) -> None:
    path: Path = tmp_path_factory.mktemp("runs") / name
    write_extracts(path, own)
    assert read_extracts(path) == (tuple(own), ())


def _all_settings(cls: Any) -> list[Any]:
    fields = settings_of(cls)
    made = []
    for values in product(*(spellings(field) for field in fields)):
        chosen = {f.name: f.metadata["parse"](v) for f, v in zip(fields, values, strict=True)}
        try:
            made.append(cls(**chosen))
        except UsageError:
            continue
    return made


@pytest.mark.parametrize("metric", [metric for cls in EXTRACT_METRICS for metric in _all_settings(cls)], ids=str)
def test_an_expression_reads_back_as_the_metric(metric: Any) -> None:
    assert metrics.parse(str(metric)) == metric


@pytest.mark.parametrize("cls", EXTRACT_METRICS)
def test_every_metric_says_what_it_is(cls: Any) -> None:
    spelled: list[Callable[[], str]] = [lambda: cls.name, lambda: cls.formula, lambda: cls.citation]
    assert all(part() for part in spelled)
    assert cls.__doc__
    assert cls.evidence in ("units", "events")


@examples(30)
@given(st.data())
def test_tiers_add_up_to_the_pyramid(data: st.DataObject) -> None:
    topic = data.draw(linked_topics())
    extract = data.draw(extracts_of(topic))
    found, score = unit_coverage(topic, {"a": extract}), UnitPyramid().measure(extract, topic).value
    assert sum(found.earned(0).values()) == pytest.approx(score.part)
    assert sum(found.attainable.values()) == pytest.approx(score.whole)


@examples(30)
@given(st.data())
def test_found_events_are_those_that_nu_recall_counts(data: st.DataObject) -> None:
    topic = data.draw(event_topics())
    ranking = data.draw(rankings(topic))
    found = event_coverage(topic, {"a": ranking})
    assert found.mentioned_events(0) == Nu().measure(ranking, topic).recall.part
    assert all(1 <= rank <= len(ranking.items) for event in found.events for rank in event.ranks if rank)


@given(st.lists(st.integers(1, 400), min_size=1, max_size=6))
def test_cells_of_a_pyramid_never_overlap_and_lines_are_centred(tiers: list[int]) -> None:
    spots = tier_positions(tiers)
    assert [len(tier) for tier in spots] == tiers
    every = [spot for tier in spots for spot in tier]
    assert len(set(every)) == len(every)
    lines: dict[float, list[float]] = {}
    for x, y in every:
        lines.setdefault(y, []).append(x)
    assert all(sum(xs) + len(xs) / 2 == pytest.approx(0) for xs in lines.values())
