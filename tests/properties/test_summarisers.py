"""Every summariser chooses what its slow twin chooses, on any words; and keeps the laws of all of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cliometer.systems.summarisers import summarise, summarisers
from cliometer.systems.vectors import Pool
from tests.oracles import summarisers as slow
from tests.posts import pool_of

WORDS = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=6), min_size=1, max_size=9)
SIZE = st.integers(1, 5)
THRESHOLD = st.sampled_from([0, 0.05, 0.2, 0.4, 0.7, 0.95, 1])
MANY = settings(max_examples=200, deadline=None)


def chosen(words: list[list[str]], expression: str, k: int) -> list[int]:
    return summarise(summarisers.parse(expression), pool_of(words), k)


@MANY
@given(WORDS, SIZE, THRESHOLD, st.sampled_from(["fill", "stop"]))
def test_centroid_is_the_papers(words: list[list[str]], k: int, threshold: float, fewer: str) -> None:
    k = min(k, len(words))
    found = chosen(words, f"centroid(threshold={threshold}, fewer={fewer})", k)
    assert found == slow.centroid(words, k, threshold, fewer == "fill")


@MANY
@given(WORDS, SIZE, THRESHOLD, st.integers(0, 8), st.booleans())
def test_hybrid_is_the_papers(
    words: list[list[str]], k: int, threshold: float, minimum: int, repeats: bool
) -> None:
    k = min(k, len(words))
    spelled = f"hybrid(threshold={threshold}, minimum={minimum}, repeats={str(repeats).lower()})"
    assert chosen(words, spelled, k) == slow.hybrid(words, k, threshold, minimum, repeats)


@MANY
@given(WORDS, SIZE, THRESHOLD, st.sampled_from(["paper", "original", "sumy"]))
def test_sumbasic_is_each_of_its_papers(
    words: list[list[str]], k: int, threshold: float, variant: str
) -> None:
    k = min(k, len(words))
    found = chosen(words, f"sumbasic(variant={variant}, threshold={threshold})", k)
    assert found == slow.sumbasic(words, k, variant, threshold)


@MANY
@given(WORDS, SIZE)
def test_klsum_takes_the_least_divergence(words: list[list[str]], k: int) -> None:
    k = min(k, len(words))
    assert chosen(words, "klsum", k) == slow.klsum(words, k, 0.005)


@MANY
@given(WORDS, SIZE)
def test_the_jsd_oracle_takes_the_least_divergence(words: list[list[str]], k: int) -> None:
    k = min(k, len(words))
    assert chosen(words, "jsd_oracle", k) == slow.jsd_oracle(words, k)


@MANY
@given(WORDS, SIZE, st.sampled_from([0, 0.3, 0.7, 1]))
def test_mmr_takes_the_most_marginal_relevance(words: list[list[str]], k: int, balance: float) -> None:
    k = min(k, len(words))
    assert chosen(words, f"mmr(balance={balance})", k) == slow.mmr(words, k, balance)


@MANY
@given(WORDS, SIZE, st.sampled_from([1, 2, 5]), st.sampled_from([0, 1, 6]))
def test_lazy_greedy_is_greedy(words: list[list[str]], k: int, saturation: int, diversity: int) -> None:
    k = min(k, len(words))
    spelled = f"submodular(saturation={saturation}, diversity={diversity})"
    assert chosen(words, spelled, k) == slow.submodular(words, k, saturation, diversity)


@settings(max_examples=60, deadline=None)
@given(WORDS, st.sampled_from([0, 0.1, 0.5]), st.booleans())
def test_lexrank_ranks_by_the_walk(words: list[list[str]], edge: float, continuous: bool) -> None:
    shares = slow.pagerank(slow.lexrank_links(words, edge, continuous), 0.85)
    spelled = f"lexrank(threshold=1, edge={edge}, continuous={str(continuous).lower()})"
    assert chosen(words, spelled, len(words)) == slow.ranked(len(words), shares.__getitem__)


@settings(max_examples=60, deadline=None)
@given(WORDS)
def test_textrank_ranks_by_the_walk(words: list[list[str]]) -> None:
    shares = slow.pagerank(slow.textrank_links(words), 0.85)
    found = chosen(words, "textrank(threshold=1)", len(words))
    assert found == slow.ranked(len(words), shares.__getitem__)


def with_reference(words: list[list[str]]) -> Pool:
    pool = pool_of(words)
    return Pool(pool.topic, pool.reading, ["a b c d"])


@pytest.mark.parametrize("summariser", [cls() for cls in summarisers], ids=str)
@settings(max_examples=40, deadline=None)
@given(WORDS, SIZE)
def test_a_summary_is_of_the_length_asked_for_and_names_nothing_twice(
    summariser: object, words: list[list[str]], k: int
) -> None:
    found = summarise(summariser, with_reference(words), k)  # type: ignore[arg-type]
    assert len(found) == min(k, len(words))
    assert len(set(found)) == len(found)
    assert all(0 <= place < len(words) for place in found)
    assert found == summarise(summariser, with_reference(words), k)  # type: ignore[arg-type]


@pytest.mark.parametrize("cls", list(summarisers), ids=lambda cls: cls.name)
def test_an_expression_is_read_back_as_what_it_spells(cls: type) -> None:
    assert summarisers.parse(str(cls())) == cls()


@MANY
@given(WORDS, st.floats(0, 0.99))
def test_what_is_chosen_before_filling_up_is_never_too_alike(
    words: list[list[str]], threshold: float
) -> None:
    pool = pool_of(words)
    found = summarise(summarisers.parse(f"centroid(threshold={threshold!r}, fewer=stop)"), pool, len(words))
    assert all(pool.cosines("tfidf", a)[b] <= threshold for a in found for b in found if a != b)
