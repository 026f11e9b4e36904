"""Overlaps of many texts at once: compared with counters, both ways of multiplying."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import UsageError
from cliometer.metrics.comparison import gram_bags
from cliometer.metrics.rouge.variants import Variant, grams
from cliometer.text import word_rows
from cliometer.text.tokenisation import TOKENISERS, TextSettings
from cliometer.text.word_rows import read_rows

PLAIN = TextSettings()
VARIANTS = ("1", "2", "3", "S*", "S1", "SU2", "SU*")
texts = st.lists(st.lists(st.sampled_from("abcd"), max_size=7).map(" ".join), min_size=1, max_size=5)


def single(rows: list[str]) -> list[list[str]]:
    """Each row a text of one sentence."""
    return [[row] for row in rows]


def bag(variant: str, text: str) -> Counter[tuple[str, ...]]:
    return grams(Variant.parse(variant), PLAIN.words(text))


@given(texts, texts, st.sampled_from(VARIANTS), st.booleans())
def test_the_matrix_holds_the_overlap_of_every_pair(
    left: list[str], right: list[str], variant: str, walk: bool
) -> None:
    bags = gram_bags(read_rows(single([*left, *right]), PLAIN), Variant.parse(variant))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_rows, "_WALK_COST", 0 if walk else 10**9)
        found = word_rows.overlaps(bags.part(0, len(left)), bags.part(len(left), len(left) + len(right)))
    expected = [[(bag(variant, a) & bag(variant, b)).total() for b in right] for a in left]
    assert found.tolist() == expected


@given(texts, st.sampled_from(VARIANTS))
def test_sizes_are_the_numbers_of_grams(rows: list[str], variant: str) -> None:
    sizes = gram_bags(read_rows(single(rows), PLAIN), Variant.parse(variant)).sizes
    assert sizes.tolist() == [bag(variant, text).total() for text in rows]


@given(texts, texts)
def test_small_blocks_give_the_same_product(left: list[str], right: list[str]) -> None:
    bags = gram_bags(read_rows(single([*left, *right]), PLAIN), Variant.parse("1"))
    halves = bags.part(0, len(left)), bags.part(len(left), len(left) + len(right))
    whole = word_rows.overlaps(*halves)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_rows, "_CELLS_AT_ONCE", 1)
        patch.setattr(word_rows, "_STEPS_AT_ONCE", 2)
        for cost in (0, 10**9):
            patch.setattr(word_rows, "_WALK_COST", cost)
            assert np.array_equal(word_rows.overlaps(*halves), whole)


def test_long_grams_over_a_large_vocabulary_do_not_collide() -> None:
    vocabulary = [f"w{i}" for i in range(4096)]  # seven of 12 bits each would wrap around 64 bits
    gram = " ".join(vocabulary[1:7])
    texts = [[" ".join(vocabulary)], [f"w7 {gram}"], [f"w8 {gram}"]]
    bags = gram_bags(read_rows(texts, PLAIN), Variant.parse("7"))
    assert word_rows.overlaps(bags.part(1, 2), bags.part(2, 3)).tolist() == [[0]]


def test_counts_that_float32_cannot_hold_are_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_rows, "_EXACT", 4)
    monkeypatch.setattr(word_rows, "_dense_product", lambda *_: pytest.fail("not exact"))
    bags = gram_bags(read_rows([["a b c d"], ["a b c d"]], PLAIN), Variant.parse("1"))
    assert word_rows.overlaps(bags.part(0, 1), bags.part(1, 2)).tolist() == [[4]]


def test_an_unlimited_gap_over_a_long_text_is_refused() -> None:
    with pytest.raises(UsageError, match="too many pairs for an unlimited gap; take one such as S4"):
        gram_bags(read_rows([["word " * 20_000]], PLAIN), Variant.parse("S*"))


any_text = st.text(alphabet="aB -.é\u0301й中\u00a0\n\ufeff'1", max_size=12)


@given(st.lists(any_text), st.sampled_from(sorted(TOKENISERS)))
def test_cutting_at_white_space_first_changes_no_tokeniser(rows: list[str], tokens: str) -> None:
    settings = TextSettings(tokens, stem=True, stop=True)
    found = read_rows(single(rows), settings)
    expected = [[form for token in settings.cut(text) if (form := settings.form(token))] for text in rows]
    assert [settings.words(text) for text in rows] == expected
    assert found.lengths.tolist() == [len(words) for words in expected]
    spelled = dict(zip(found.ids.tolist(), (word for words in expected for word in words), strict=True))
    assert [[spelled[i] for i in found[row].tolist()] for row in range(len(rows))] == expected


@given(st.lists(st.lists(any_text, max_size=3)))
def test_a_text_is_its_sentences_one_after_the_other(rows: list[list[str]]) -> None:
    together, apart = read_rows([[" ".join(text)] for text in rows], PLAIN), read_rows(rows, PLAIN)
    assert together.bounds.tolist() == apart.bounds.tolist()
    assert together.ids.tolist() == apart.ids.tolist()
