"""Many texts in one call score as one by one."""

from __future__ import annotations

import random
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cliometer
from cliometer.errors import UsageError
from cliometer.metrics.rouge import batch, lcs_batch
from tests.strategies import examples

WORDS = ["mice", "mouse", "ran", "running", "rivers", "river", "the", "and", "...", "Москва"]
sentences = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
texts = st.lists(sentences, max_size=3)
pairs = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), max_size=6)
TYPES = ("1", "2", "3", "S4", "S*", "SU4")


@pytest.mark.filterwarnings("ignore::cliometer.errors.UncountableTextWarning")
@given(
    pairs, st.booleans(), st.booleans(), st.sampled_from([0.0, 0.3, 0.5, 1.0]), st.sampled_from(["rouge155", "unicode"])
)
def test_a_batch_equals_one_by_one(
    work: list[tuple[list[str], list[list[str]]]], stem: bool, stop: bool, alpha: float, tokens: str
) -> None:
    options: Any = {"types": TYPES, "stem": stem, "stop": stop, "alpha": alpha, "tokens": tokens}
    found = cliometer.rouge_batch([peer for peer, _ in work], [own for _, own in work], **options)
    alone = [cliometer.rouge(peer, own, **options) for peer, own in work]
    assert found == {name: [scores[name] for scores in alone] for name in TYPES}


def test_a_pair_of_the_batch_is_worked_by_hand() -> None:
    found = cliometer.rouge_batch([["The cat sat."]], [[["A cat sat down."]]], types=["1"])
    assert found == {"1": [(0.5, 0.66667, 0.57143)]}


def test_grams_too_many_for_their_keys_are_renumbered() -> None:
    left, right = np.array([5, 2**61, 7]), np.array([2**61, 9])
    ours, theirs, width = batch._compact(left, right, rows=100)
    assert width == 4 and ours[1] == theirs[0] and len({*ours.tolist(), *theirs.tolist()}) == 4


@pytest.mark.parametrize(
    ("peers", "references", "complaint"),
    [
        ([["a"]], [], "1 peers but 0 lists of references"),
        ([], [[["a"]]], "0 peers but 1 lists of references"),
        ([["a"]], [["a bare string"]], r"\[\[sentence"),
    ],
)
def test_a_wrong_shape_is_refused_with_the_remedy(peers: Any, references: Any, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        cliometer.rouge_batch(peers, references)


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200), st.integers(0, 2**32)), min_size=1, max_size=4))
def test_common_subsequences_of_all_pairs_at_once_are_those_of_each(sizes: list[tuple[int, int, int]]) -> None:
    work = []
    for one, other, seed in sizes:  # a few words, so that much is shared, across the bounds of 64 and 128 words
        rng = random.Random(seed)
        work.append([" ".join(rng.choices("abcdefgh", k=size)) for size in (one, other)])
    peers, references = [peer for peer, _ in work], [[reference, "a b"] for _, reference in work]
    found = cliometer.rouge_batch(peers, references, ["L"], tokens="google")["L"]
    assert found == [
        cliometer.rouge(*both, ["L"], tokens="google")["L"] for both in zip(peers, references, strict=True)
    ]


lengths = st.lists(st.integers(0, 12), max_size=4)


@examples(15)
@given(
    st.lists(st.tuples(lengths, lengths, st.integers(0, 99)), min_size=1, max_size=4),
    st.sampled_from([["a", "b", "c"], list("abcdefghijklmnop")]),
    st.booleans(),
)
def test_sentences_of_all_pairs_are_aligned_at_once_as_those_of_each(
    sizes: list[tuple[list[int], list[int], int]], words: list[str], with_long: bool
) -> None:
    work = []
    for one, other, seed in sizes:
        rng = random.Random(seed)  # some sentences on both sides of the 63 words that fit into a number
        long = [rng.choice([62, 63, 64, 65, 130])] if with_long else []
        peer, first, second = ([" ".join(rng.choices(words, k=k)) for k in some] for some in (one + long, other, long))
        work.append((peer, [first, second + first]))
    peers, references = [peer for peer, _ in work], [own for _, own in work]
    variants: list[tuple[str, Any]] = [("Lsum", "google"), ("L", "rouge155"), ("Lsum", "unicode")]
    for type, tokens in variants:
        found = cliometer.rouge_batch(peers, references, [type], tokens=tokens)[type]
        assert found == [cliometer.rouge(*both, [type], tokens=tokens)[type] for both in work]


def test_a_variant_that_weighs_runs_is_refused() -> None:
    with pytest.raises(UsageError, match=r"ROUGE-W1\.2 aligns sentences"):
        cliometer.rouge_batch([["a"]], [[["a"]]], types=["W1.2"])


@pytest.mark.parametrize("most", [1, 5, 40])
def test_meetings_of_words_are_looked_at_in_blocks_as_all_at_once(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(3)
    work = [[[" ".join(rng.choices("abcd", k=k)) for k in rng.choices(range(9), k=n)] for n in (3, 4)] for _ in "123"]
    work += [[["a b a"], ["b a a", ""]], [[" ".join("ab" * 40), "c"], ["b a b"]]]
    types: dict[Any, list[str]] = {"rouge155": ["L"], "google": ["L", "Lsum"]}
    peers, references = [peer for peer, _ in work], [[own] for _, own in work]
    monkeypatch.setattr(lcs_batch, "_MOST_MEETINGS", most)
    for tokens, own in types.items():
        found = cliometer.rouge_batch(peers, references, own, tokens=tokens)
        alone = [cliometer.rouge(*both, own, tokens=tokens) for both in zip(peers, references, strict=True)]
        assert found == {name: [scores[name] for scores in alone] for name in own}


@pytest.mark.parametrize("text", [["a " * 2500], ["a " * 2500, "b"], ["a " * 30] * 80])
def test_memory_does_not_grow_with_the_product_of_lengths(text: list[str]) -> None:
    tracemalloc.start()
    assert cliometer.rouge_batch([text], [[text]], ["Lsum"], tokens="google") == {"Lsum": [(1.0, 1.0, 1.0)]}
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 100e6


def test_texts_of_one_sentence_are_not_walked_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lcs_batch, "_union", None)
    found = cliometer.rouge_batch(["b a b", "c"], [["a b"], ["c"]], ["Lsum"], tokens="google")["Lsum"]
    assert [(recall, precision) for recall, precision, _ in found] == [(1.0, 2 / 3), (1.0, 1.0)]
