"""Near duplicates: no short cut changes anything, nor does it matter who measures the distance."""

from __future__ import annotations

import random
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.text import post_filters
from cliometer.text.post_filters import distance, marks, may_be_near, ones, ones_plainly, within
from tests.strategies import examples

TEXT = st.text("ab", max_size=14)
LETTERS = st.text("abcé😢", max_size=14)


def plain_distance(a: str, b: str) -> int:
    """The textbook's table."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def is_near(a: str, b: str, closest: int) -> bool:
    return a == b or bool(a and b and plain_distance(a, b) < closest)


def plain_duplicates(texts: list[str], closest: int) -> dict[int, int]:
    """Each text against each earlier one that was kept; an empty one repeats empty ones only."""
    found: dict[int, int] = {}
    for place, text in enumerate(texts):
        kept = [other for other in range(place) if other not in found]
        alike = [other for other in kept if is_near(texts[other], text, closest)]
        if alike:
            found[place] = alike[0]
    return found


@given(TEXT, TEXT)
def test_the_bit_vectors_are_the_textbooks_table(a: str, b: str) -> None:
    assert distance(a, b) == plain_distance(a, b)
    assert within(a, b, 2) == (plain_distance(a, b) <= 2)


@given(st.lists(LETTERS, min_size=1, max_size=6), st.lists(LETTERS, min_size=1, max_size=6))
def test_no_text_within_the_limit_is_ruled_out_by_its_pairs_of_letters(ours: list[str], theirs: list[str]) -> None:
    for limit in range(6):
        possible = may_be_near(marks(ours), marks(theirs), limit)
        for i, a in enumerate(ours):
            for j, b in enumerate(theirs):
                assert possible[i, j] or plain_distance(a, b) > limit


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1))
def test_bits_are_counted_by_hand_where_numpy_does_not_count_them(numbers: list[int]) -> None:
    values = np.array(numbers, dtype=np.uint64)
    expected = [number.bit_count() for number in numbers]
    assert ones(values).tolist() == ones_plainly(values).tolist() == expected


@pytest.mark.parametrize("find", [post_filters.find_plainly, post_filters.find_quickly], ids=["ours", "rapidfuzz"])
@examples(150)
@given(st.lists(TEXT, max_size=12), st.integers(1, 6), st.integers(1, 5), st.integers(1, 3))
def test_every_way_finds_what_comparing_all_pairs_finds(
    find: post_filters.Find, texts: list[str], closest: int, chunk: int, batch: int
) -> None:
    if find is post_filters.find_quickly:
        pytest.importorskip("rapidfuzz")
    sizes = mock.patch.multiple(post_filters, _CHUNK=chunk, _BATCH=batch, finder=lambda: find)
    with sizes:
        assert post_filters.near_duplicates(texts, closest) == plain_duplicates(texts, closest)


@given(TEXT, st.lists(TEXT, max_size=12), st.integers(0, 2), st.integers(1, 3))
def test_rapidfuzz_finds_the_first_near_text_in_whatever_batch(
    text: str, others: list[str], limit: int, batch: int
) -> None:
    pytest.importorskip("rapidfuzz")
    with mock.patch.object(post_filters, "_BATCH", batch):
        assert post_filters.find_quickly(text, others, limit) == post_filters.find_plainly(text, others, limit)


@pytest.mark.slow
@examples(25)
@given(st.integers(0, 10**6), st.integers(1, 6))
def test_copies_with_a_few_edits_are_found_as_by_comparing_all_pairs(seed: int, closest: int) -> None:
    texts = edited(random.Random(seed))
    assert post_filters.near_duplicates(texts, closest) == plain_duplicates(texts, closest)


def edited(chance: random.Random) -> list[str]:
    """Long look-alikes, which differ in up to eight letters."""
    base = "M 4.5 earthquake 12 km north of the old town, depth 33 km, 12:30"
    return [post_filters.compared("".join(_edit(c, chance) for c in base)) for _ in range(25)]


def _edit(letter: str, chance: random.Random) -> str:
    return chance.choice(["", "x", letter + "1"]) if chance.random() < 0.06 else letter
