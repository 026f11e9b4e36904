"""Laws of gain, latency, verbosity and comprehensiveness."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.expressions import Registry, settings_of
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.nuggets import TS2013, TS2014, TemporalSummarization
from cliometer.metrics.nuggets.gain import Walk
from cliometer.model.nuggets import Nugget, NuggetMatch, NuggetTopic, PooledUpdate, Update
from tests.oracles.nuggets import measures
from tests.spellings import spellings

DOCUMENTS = [f"d{number}" for number in range(5)]
IDS = [f"{document}-0" for document in DOCUMENTS]
NUGGETS = ["n1", "n2", "n3", "n4"]
TIMES = st.integers(0, 10) | st.integers(0, 200_000)
TEXTS = st.lists(st.sampled_from(["fire", "é", "spire", "à la", ""]), min_size=1, max_size=5).map(" ".join)
REGISTRY: Registry[TemporalSummarization] = Registry("metric")
REGISTRY.register(TemporalSummarization)


@st.composite
def topics(draw: st.DrawFn) -> NuggetTopic:
    """At least one nugget of importance; some updates judged, some matched, some duplicates."""
    importances = [*draw(st.lists(st.integers(-1, 3), max_size=3)), draw(st.integers(1, 3))]
    nuggets = {
        id: Nugget(id, draw(TIMES), importance, draw(TEXTS), draw(st.integers(1, 9)))
        for id, importance in zip(NUGGETS, importances, strict=False)
    }
    pooled = {
        id: PooledUpdate(id, draw(TEXTS), draw(st.none() | st.sampled_from(IDS)), draw(st.integers(0, 9)))
        for id in draw(st.lists(st.sampled_from(IDS), unique=True))
    }
    matches: dict[str, tuple[NuggetMatch, ...]] = {}
    for id in draw(st.lists(st.sampled_from(IDS), max_size=8)):
        start = draw(st.integers(0, 12))
        match = NuggetMatch(id, draw(st.sampled_from(NUGGETS)), start, start + draw(st.integers(1, 12)))
        matches[id] = (*matches.get(id, ()), match)
    return NuggetTopic("TS14.1", nuggets, pooled, matches)


UPDATES = st.lists(st.builds(Update, st.sampled_from(DOCUMENTS), st.just("0"), TIMES, st.floats(0, 5)), max_size=8)
RULES = st.builds(
    TemporalSummarization,
    **{
        field.name: st.sampled_from(spellings(field)).map(field.metadata["parse"]) | st.just(field.default)
        for field in settings_of(TS2014)
    },
)


@given(RULES, UPDATES, topics())
def test_one_walk_in_time_equals_the_document_with_its_earliest_updates(
    rules: TemporalSummarization, updates: list[Update], topic: NuggetTopic
) -> None:
    found = rules.score(updates, topic)
    for name, expected in measures(rules, updates, topic).items():
        assert found[name] == pytest.approx(expected), name


@given(RULES, UPDATES, topics())
def test_the_nuggets_of_an_explanation_add_up_to_the_latency_gain(
    rules: TemporalSummarization, updates: list[Update], topic: NuggetTopic
) -> None:
    found, sums = rules.explain_in(TopicComparison([updates], topic)), rules.sums(updates, topic)
    assert found.score == rules.measure(updates, topic)
    assert {part.nugget for part in found.parts} == {*Walk(rules, topic).nuggets}
    assert sum(part.gain for part in found.parts) == pytest.approx(sums.latency_gain)
    assert sum(part.worth for part in found.parts if part.update) == pytest.approx(sums.gain)
    assert sum(part.worth for part in found.parts) == pytest.approx(sums.attainable)


@given(RULES, UPDATES, topics(), topics())
def test_sums_of_two_topics_add_up(
    rules: TemporalSummarization, updates: list[Update], one: NuggetTopic, other: NuggetTopic
) -> None:
    left, right = rules.sums(updates, one), rules.sums(updates, other)
    both = left + right
    assert both.gain == left.gain + right.gain and both.ideal == left.ideal + right.ideal
    assert all(
        getattr(both, field.name) == getattr(left, field.name) + getattr(right, field.name) for field in fields(both)
    )


@given(RULES, UPDATES, topics(), st.integers(1, 100_000))
def test_a_run_that_is_later_by_as_much_everywhere_earns_the_same_gain_and_less_for_its_timeliness(
    rules: TemporalSummarization, updates: list[Update], topic: NuggetTopic, delay: int
) -> None:
    soon = rules.sums(updates, topic)
    late = rules.sums([replace(update, time=update.time + delay) for update in updates], topic)
    assert late.gain == soon.gain and late.verbosity == soon.verbosity
    assert late.latency_gain < soon.latency_gain or soon.latency_gain == late.latency_gain == 0


@given(RULES, UPDATES, topics())
def test_comprehensiveness_lies_between_nothing_and_everything(
    rules: TemporalSummarization, updates: list[Update], topic: NuggetTopic
) -> None:
    assert -1e-12 <= (rules.score(updates, topic)["comprehensiveness"] or 0) <= 1 + 1e-12


@given(UPDATES, topics())
def test_pushing_everything_twice_earns_nothing_more(updates: list[Update], topic: NuggetTopic) -> None:
    once, twice = TS2014.sums(updates, topic), TS2014.sums([*updates, *updates], topic)
    assert twice.gain == pytest.approx(once.gain) and twice.updates == 2 * once.updates


@given(RULES)
def test_an_expression_means_what_it_spells(rules: TemporalSummarization) -> None:
    assert REGISTRY.parse(str(rules)) == rules


def test_the_two_years_spell_what_sets_them_apart() -> None:
    assert str(TS2014) == "ts"
    assert str(TS2013) == (
        "ts(unimportant=keep, unsampled=skip, lengths=file, blanks=collapsed, confidence=given, latency_over=matches)"
    )
