"""Every summariser chooses what its slow twin chooses, on any words; and keeps the laws of all of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.metrics.sources.catalogue import JensenShannon
from cliometer.systems.summarisers import summarise, summarisers
from cliometer.systems.summarisers.bounds import JSDOracle, RougeOracle
from cliometer.systems.summarisers.pool import Pool, ThresholdSummariser
from cliometer.text.source_words import SOURCE_TOKENS
from tests.oracles import summarisers as slow
from tests.posts import pool_of
from tests.strategies import examples

WORDS = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=6), min_size=1, max_size=9)
SIZE = st.integers(1, 5)
THRESHOLD = st.sampled_from([0, 0.05, 0.2, 0.4, 0.7, 0.95, 1])
FEWER = st.sampled_from(["fill", "stop"])
# Stop words, forms of one stem, words that tokenisers cut otherwise, and posts of which nothing is counted.
PIECES = ["the", "fire", "fires", "mill", "Flood", "floods", "#COFloods", "café", "http://t.co/x", "3", "!!!"]
TEXTS = st.lists(st.lists(st.sampled_from(PIECES), max_size=5).map(" ".join), min_size=1, max_size=8)
MANY = examples(200)


def chosen(words: list[list[str]], expression: str, k: int) -> list[int]:
    return summarise(summarisers.parse(expression), pool_of(words), k)


@MANY
@given(WORDS, SIZE, THRESHOLD, FEWER, st.sampled_from(["tfidf", "counts"]))
def test_centroid_is_the_papers(words: list[list[str]], k: int, threshold: float, fewer: str, vectors: str) -> None:
    k = min(k, len(words))
    found = chosen(words, f"centroid(threshold={threshold}, fewer={fewer}, vectors={vectors})", k)
    assert found == slow.centroid(words, k, threshold, fewer == "fill", vectors)


@MANY
@given(WORDS, SIZE, THRESHOLD, st.integers(0, 8), st.booleans())
def test_hybrid_is_the_papers(words: list[list[str]], k: int, threshold: float, minimum: int, repeats: bool) -> None:
    k = min(k, len(words))
    spelled = f"hybrid(threshold={threshold}, minimum={minimum}, repeats={str(repeats).lower()})"
    assert chosen(words, spelled, k) == slow.hybrid(words, k, threshold, minimum, repeats)


@MANY
@given(WORDS, SIZE, THRESHOLD, st.sampled_from(["paper", "original", "sumy"]), FEWER)
def test_sumbasic_is_each_of_its_papers(
    words: list[list[str]], k: int, threshold: float, variant: str, fewer: str
) -> None:
    k = min(k, len(words))
    found = chosen(words, f"sumbasic(variant={variant}, threshold={threshold}, fewer={fewer})", k)
    assert found == slow.sumbasic(words, k, variant, threshold, fewer == "fill")


@MANY
@given(WORDS, SIZE, THRESHOLD, FEWER)
def test_klsum_takes_the_least_divergence(words: list[list[str]], k: int, threshold: float, fewer: str) -> None:
    k = min(k, len(words))
    found = chosen(words, f"klsum(threshold={threshold}, fewer={fewer})", k)
    assert found == slow.klsum(words, k, 0.005, threshold, fewer == "fill")


@MANY
@given(TEXTS, SIZE, st.booleans(), st.booleans(), st.sampled_from(sorted(SOURCE_TOKENS)))
def test_the_jsd_oracle_is_greedy_on_the_metric(texts: list[str], k: int, stop: bool, stem: bool, tokens: str) -> None:
    k = min(k, len(texts))
    oracle = JSDOracle(stop=stop, stem=stem, tokens=tokens)
    metric = JensenShannon(stop=stop, stem=stem, tokens=tokens)
    assert summarise(oracle, pool_of(texts), k) == slow.jsd_oracle(texts, k, metric)


@pytest.mark.filterwarnings("ignore::cliometer.errors.UncountableTextWarning")
@MANY
@given(TEXTS, TEXTS, SIZE, st.sampled_from("12"), st.sampled_from(["recall", "f"]))
def test_the_rouge_oracle_is_greedy_on_rouge(texts: list[str], references: list[str], k: int, n: str, by: str) -> None:
    pool, k = pool_of(texts), min(k, len(texts))
    found = summarise(RougeOracle(n, by), Pool(pool.topic, pool.reading, references), k)
    for step, place in enumerate(found):
        before = found[:step]
        scores = {
            other: slow.rouge_score([texts[one] for one in (*before, other)], references, n, by)
            for other in range(len(texts))
            if other not in before
        }
        assert scores[place] >= max(scores.values()) - 2e-5  # ROUGE-1.5.5 rounds to five digits
        assert place == min(other for other in scores if texts[other] == texts[place])


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


@examples(80)
@given(WORDS, SIZE, st.sampled_from([0, 0.1, 0.5]), st.booleans(), THRESHOLD, FEWER)
def test_lexrank_ranks_by_the_walk(
    words: list[list[str]], k: int, edge: float, continuous: bool, threshold: float, fewer: str
) -> None:
    k = min(k, len(words))
    links = slow.lexrank_links(words, edge, continuous)
    spelled = f"lexrank(threshold={threshold}, fewer={fewer}, edge={edge}, continuous={str(continuous).lower()})"
    assert chosen(words, spelled, k) == slow.walked(words, k, links, threshold, fewer == "fill")


@examples(80)
@given(WORDS, SIZE, THRESHOLD, FEWER)
def test_textrank_ranks_by_the_walk(words: list[list[str]], k: int, threshold: float, fewer: str) -> None:
    k = min(k, len(words))
    found = chosen(words, f"textrank(threshold={threshold}, fewer={fewer})", k)
    assert found == slow.walked(words, k, slow.textrank_links(words), threshold, fewer == "fill")


def with_reference(words: list[list[str]]) -> Pool:
    pool = pool_of(words)
    return Pool(pool.topic, pool.reading, ["a b c d"])


@pytest.mark.parametrize("summariser", [cls() for cls in summarisers], ids=str)
@examples(40)
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


SPARING = [cls for cls in summarisers if issubclass(cls, ThresholdSummariser)]


@pytest.mark.parametrize("cls", SPARING, ids=lambda cls: cls.name)
@examples(60)
@given(words=WORDS, k=SIZE, threshold=st.floats(0, 0.99))
def test_what_is_chosen_before_filling_up_is_never_too_alike(
    cls: type[ThresholdSummariser], words: list[list[str]], k: int, threshold: float
) -> None:
    pool = pool_of(words)
    stopped = summarise(cls(threshold=threshold, fewer="stop"), pool, k)
    filled = summarise(cls(threshold=threshold), pool, k)
    assert all(pool.cosines("tfidf", a)[b] <= threshold for a in stopped for b in stopped if a != b)
    assert filled[: len(stopped)] == stopped
    assert len(filled) == min(k, len(words))
