"""Laws of redundancy and comprehensiveness of facts, and the definition written for the eye."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.expressions import settings_of
from cliometer.metrics.base import metrics
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.facts import Facts
from cliometer.model.facts import LABELS, FactDay, FactTopic, PooledFact, ReportedFact
from tests.oracles.facts import day_values
from tests.spellings import spellings

RUNS = ("a", "my-run.2")
REQUESTS = ("E-r9", "E-r10")


@st.composite
def fact_topics(draw: st.DrawFn) -> FactTopic:
    """Two days with pools of a few facts; some have labels, and some facts of runs are in several."""
    days = []
    for request in REQUESTS:
        ids = [f"{request}-{run}-{number:04d}" for run in RUNS for number in range(3)]
        members = draw(st.lists(st.lists(st.sampled_from(ids), max_size=4), max_size=4))
        facts = [
            PooledFact(f"{request}-collapsed-{place:04d}", "text", tuple(own), draw(st.sampled_from((0.0, 0.25, 1.0))))
            for place, own in enumerate(members)
        ]
        labels = {fact.id: tuple(draw(st.lists(st.sampled_from(LABELS), max_size=2))) for fact in facts}
        days.append(FactDay(request, tuple(facts), {id: given for id, given in labels.items() if given}))
    return FactTopic("E", tuple(days))


REPORTS = st.lists(
    st.builds(
        ReportedFact,
        st.sampled_from(REQUESTS),
        importance=st.none() | st.sampled_from((0.0, 0.25, 1.0)),
        run=st.just("my-run.2"),
        number=st.integers(0, 3),
    ),
    max_size=6,
).map(tuple)
RULES = st.builds(
    Facts,
    **{
        field.name: st.sampled_from(spellings(field)).map(field.metadata["parse"]) | st.just(field.default)
        for field in settings_of(Facts)
    },
)


@given(RULES, REPORTS, fact_topics())
def test_every_day_equals_the_definition(rules: Facts, run: tuple[ReportedFact, ...], topic: FactTopic) -> None:
    found = {day.request: day for day in rules.days(run, topic)}
    expected = day_values(rules, run, topic)
    assert found.keys() == expected.keys()
    for request, (redundancy, comprehensiveness, assessed) in expected.items():
        day = found[request]
        assert day.redundancy == pytest.approx(redundancy)
        assert day.comprehensiveness == pytest.approx(comprehensiveness)
        assert (day.assessed / day.reported if day.reported else None) == pytest.approx(assessed)


@given(RULES, REPORTS, fact_topics())
def test_the_score_of_an_event_is_the_mean_over_days_that_have_a_value(
    rules: Facts, run: tuple[ReportedFact, ...], topic: FactTopic
) -> None:
    values = [value for _, value, _ in day_values(rules, run, topic).values() if value is not None]
    score = Facts.measure(rules.rules, run, topic)
    assert score.numbers()["recall"] == pytest.approx(sum(values) / len(values) if values else None)
    assert (score.undefined is None) == bool(values)
    of_measure = rules.measure(run, topic).numbers()
    assert of_measure["assessed"] == score.numbers()["assessed"]
    if rules.of == "f1":
        assert of_measure["value"] == score.numbers()["f"]


@given(RULES, REPORTS, fact_topics())
def test_values_lie_between_zero_and_one(rules: Facts, run: tuple[ReportedFact, ...], topic: FactTopic) -> None:
    if not rules.properties.bounded:
        return
    for value in rules.measure(run, topic).numbers("zero").values():
        assert value is None or -1e-12 <= value <= 1 + 1e-12


@given(RULES, REPORTS, fact_topics(), st.randoms())
def test_the_order_of_a_run_does_not_matter_where_all_its_facts_count(
    rules: Facts, run: tuple[ReportedFact, ...], topic: FactTopic, random: Random
) -> None:
    if not rules.properties.sentence_order_is_irrelevant:
        return
    turned = list(run)
    random.shuffle(turned)
    expected = pytest.approx(rules.measure(run, topic).numbers())
    assert rules.measure(tuple(turned), topic).numbers() == expected


@given(RULES, REPORTS, fact_topics())
def test_an_explanation_has_the_score_and_every_relevant_fact(
    rules: Facts, run: tuple[ReportedFact, ...], topic: FactTopic
) -> None:
    found = rules.explain_in(TopicComparison([run], topic))
    assert found.score == rules.measure(run, topic)
    if rules.day == "isolated":
        for day in rules.days(run, topic):
            relevant = [part for part in found.parts if part.day == day.request and part.worth]
            assert sum(part.weight for part in relevant) == pytest.approx(day.relevant)


@given(RULES, st.lists(REPORTS, max_size=3), fact_topics())
def test_many_runs_at_once_score_as_one_by_one(
    rules: Facts, runs: list[tuple[ReportedFact, ...]], topic: FactTopic
) -> None:
    assert rules.measure_all(runs, topic) == [rules.measure(run, topic) for run in runs]


@given(RULES)
def test_an_expression_means_what_it_spells(rules: Facts) -> None:
    assert metrics.parse(str(rules)) == rules
