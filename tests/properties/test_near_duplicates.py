"""Near duplicates: chunks and buckets change nothing, nor does it matter who measures the distance."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cliometer.text.posts import near
from cliometer.text.posts.levenshtein import distance, within

TEXT = st.text("ab", max_size=14)


def plain_distance(a: str, b: str) -> int:
    """The textbook's table."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def plain_duplicates(texts: list[str], closest: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for place, text in enumerate(texts):
        kept = [other for other in range(place) if other not in found]
        alike = [other for other in kept if plain_distance(texts[other], text) < closest]
        if alike:
            found[place] = alike[0]
    return found


@given(TEXT, TEXT)
def test_the_bit_vectors_are_the_textbooks_table(a: str, b: str) -> None:
    assert distance(a, b) == plain_distance(a, b)
    assert within(a, b, 2) == (plain_distance(a, b) <= 2)


@pytest.mark.parametrize("compare", [near.plainly, near.quickly], ids=["ours", "rapidfuzz"])
@settings(max_examples=150, deadline=None)
@given(st.lists(TEXT, max_size=12), st.integers(1, 6), st.integers(1, 5))
def test_every_way_finds_what_comparing_all_pairs_finds(
    compare: near.Compare, texts: list[str], closest: int, chunk: int
) -> None:
    if compare is near.quickly:
        pytest.importorskip("rapidfuzz")
    with mock.patch.object(near, "_CHUNK", chunk), mock.patch.object(near, "comparer", lambda: compare):
        assert near.near_duplicates(texts, closest) == plain_duplicates(texts, closest)
