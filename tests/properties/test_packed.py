"""Words looked up by their bytes: the same rows as words made into strings, but for how they are numbered."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.text import packed_words
from cliometer.text.packed_words import WordTable, packed_rows
from cliometer.text.tokenisation import TextSettings
from cliometer.text.word_rows import Rows, read_rows

words = st.one_of(
    st.text(alphabet="abC19", min_size=1, max_size=20),
    st.sampled_from(["the", "running", "abcdefgh", "abcdefghi", "abcdefghijklmnop", "abcdefghijklmnopq", "été"]),
)
sentences = st.lists(words, max_size=6).map(" ".join)
texts = st.lists(st.lists(st.one_of(sentences, st.text(max_size=10)), max_size=3), max_size=5)
settings = st.builds(TextSettings, st.just("rouge155"), st.booleans(), st.booleans())


def assert_same(found: Rows, expected: Rows) -> None:
    """Equal bounds, and ids that are equal where the others are."""
    pairs = list(zip(found.ids.tolist(), expected.ids.tolist(), strict=True))
    assert found.bounds.tolist() == expected.bounds.tolist()
    assert len(dict(pairs)) == len(set(pairs)) == len({other for _, other in pairs})
    assert all(0 <= number < found.vocabulary_size for number, _ in pairs)


@given(texts, settings)
def test_packed_rows_are_the_rows_of_the_strings(rows: list[list[str]], text: TextSettings) -> None:
    assert_same(packed_rows(rows, text), read_rows(rows, text))


@given(texts, settings)
def test_a_crowded_table_changes_nothing(rows: list[list[str]], text: TextSettings) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed_words, "_BITS", 3)
        patch.setattr(packed_words, "_MOST_WORDS", 4)
        crowded = WordTable(text)
        patch.setattr(packed_words, "word_table", lambda settings: crowded)
        for _ in range(2):
            assert_same(packed_rows(rows, text), read_rows(rows, text))


def test_a_second_call_knows_the_words_of_the_first() -> None:
    text = TextSettings(stem=True)
    first = packed_rows([["Crews seal the well"]], text)
    assert packed_rows([["the well crews seal"]], text).ids.tolist() == [first.ids.tolist()[i] for i in (2, 3, 0, 1)]


def test_threads_do_not_disturb_each_other() -> None:
    text = TextSettings(stem=True)
    jobs = [[[f"word{n % 17}x{k} shared{k} again" for k in range(40)]] for n in range(60)]
    packed_words.word_table.cache_clear()
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda job: packed_rows(job, text), jobs))
    finally:
        sys.setswitchinterval(usual)
    for rows, job in zip(found, jobs, strict=True):
        assert_same(rows, read_rows(job, text))


def test_words_too_long_to_pack_do_not_pile_up() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed_words, "_MOST_WORDS", 10)
        text = TextSettings()
        packed_words.word_table.cache_clear()
        for n in range(5):
            rows = packed_rows([[" ".join(f"{'long' * 5}{n}x{k}" for k in range(8))]], text)
        assert rows.vocabulary_size <= 24
