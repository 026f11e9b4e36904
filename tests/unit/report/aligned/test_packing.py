"""Packed texts come back as they were."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.report.timeline_view.picture import code, pack
from tests import strategies
from tests.unit.report.aligned.pairs import unpacked

PIECES = st.sampled_from(["oil", "Oil,", "", " ", "  ", "\n", " \n ", "\t", "\u2028", "\xa0", "😀", "\ud800"])
TEXTS = st.lists(st.text() | strategies.sentences | st.lists(PIECES, max_size=9).map("".join), max_size=6)


@given(TEXTS)
def test_any_texts_come_back_exactly(texts: list[str]) -> None:
    assert unpacked(*pack(texts)) == texts


@given(TEXTS)
def test_codes_are_letters_that_neither_json_nor_html_must_escape(texts: list[str]) -> None:
    assert not re.search(r'[^!-~]|["&<>\\\\]', "".join(pack(texts).texts))


def test_a_word_stands_once_and_the_most_frequent_stands_first() -> None:
    assert pack(["c a b", "a c"]).words == "a c b"


def test_codes_of_every_length_come_back() -> None:
    text = " ".join(map(str, range(70_000)))
    assert unpacked(*pack([text, "0 1 2"])) == [text, "0 1 2"]


@pytest.mark.parametrize(
    ("rank", "length"),
    [(0, 1), (29, 1), (30, 2), (4_479, 2), (4_480, 3), (67_847, 3), (67_848, 5), (1_000_000, 5)],
)
def test_rare_words_have_longer_codes(rank: int, length: int) -> None:
    assert len(code(rank)) == length
