"""The timeline metrics against their definitions: all alignments tried, counted by counters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.metrics.catalogue import MODERN, TILSE, parse
from cliometer.metrics.rouge.variants import Variant
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.text.tokenisation import TextSettings
from tests.oracles import timelines as slow
from tests.timelines import reference_sets, timelines

TEXT = TextSettings("unicode")
variants = st.sampled_from(("1", "2", "SU4")).map(Variant.parse)


def sizes(s: Timeline, R: ReferenceSet, variant: Variant) -> tuple[int, int]:
    peer = sum(slow.bag(said, TEXT, variant).total() for said in s.values())
    return peer, sum(slow.bag(said, TEXT, variant).total() for t in R for said in t.values())


@given(timelines(), reference_sets(max_size=3), variants, st.booleans())
def test_one_to_one_takes_the_canonical_optimum_and_its_range_covers_all(
    s: Timeline, R: ReferenceSet, variant: Variant, content: bool
) -> None:
    def cost(d: When, r: When) -> float:
        unlike = 1 - slow.unigram_f(s, R, d, r, TEXT) if content else 1.0
        return (1 - slow.closeness(d, r)) * unlike

    best = slow.optimal(slow.injective(s.dates, R.dates), cost)
    chosen = slow.canonical(best, s.dates, R.dates)
    score = parse(f"{'align+' if content else 'align'}(rouge={variant})").under(MODERN).measure(s, R)
    peer, model = sizes(s, R, variant)
    assert score.precision.whole == peer and score.recall.whole == model
    assert score.recall.part == pytest.approx(slow.hits(s, R, chosen, TEXT, variant))
    assert score.precision.part == pytest.approx(slow.dated_hits(s, R, chosen, TEXT, variant))
    every = [slow.hits(s, R, pairs, TEXT, variant) for pairs in best]
    if len(best) > 1:
        assert score.ties is not None
        assert score.ties.recall == pytest.approx((min(every), max(every)))
    else:
        assert score.ties is None


@given(timelines(), reference_sets(max_size=3), variants)
def test_many_to_one_takes_the_cheapest_closest_earliest_partner(
    s: Timeline, R: ReferenceSet, variant: Variant
) -> None:
    def partner(r: When) -> When:
        def preference(d: When) -> tuple[float, float, When]:
            cost = (1 - slow.closeness(d, r)) * (1 - slow.unigram_f(s, R, d, r, TEXT))
            return round(cost, 9), -slow.closeness(d, r), d

        return min(s.dates, key=preference)

    score = parse(f"align+m1(rouge={variant})").under(MODERN).measure(s, R)
    expected = slow.hits(s, R, frozenset((partner(r), r) for r in R.dates), TEXT, variant)
    assert score.recall.part == pytest.approx(expected)


@given(timelines(), reference_sets(), variants)
def test_agreement_compares_equal_dates_only(s: Timeline, R: ReferenceSet, variant: Variant) -> None:
    score = parse(f"agreement(rouge={variant})").under(MODERN).measure(s, R)
    both = frozenset((d, d) for d in s.dates if d in R.dates)
    assert score.recall.part == pytest.approx(slow.hits(s, R, both, TEXT, variant))


@given(timelines(), reference_sets())
def test_tilse_divides_precision_by_all_references(s: Timeline, R: ReferenceSet) -> None:
    text = TextSettings("rouge155", stem=True, stop=True)
    score = parse("agreement(rouge=1)").under(TILSE).measure(s, R)
    peer = sum(slow.bag(said, text).total() for said in s.values())
    assert score.precision.whole == len(R) * peer


@given(timelines(), reference_sets(), variants)
def test_concat_compares_whole_texts(s: Timeline, R: ReferenceSet, variant: Variant) -> None:
    def whole(timeline: Timeline) -> list[str]:
        return [sentence for said in timeline.values() for sentence in said]

    score = parse(f"concat(rouge={variant})").under(MODERN).measure(s, R)
    bags = [slow.bag(whole(t), TEXT, variant) for t in R]
    assert score.recall.part == sum(slow.shared(slow.bag(whole(s), TEXT, variant), b) for b in bags)
    assert score.recall.whole == sum(b.total() for b in bags)
