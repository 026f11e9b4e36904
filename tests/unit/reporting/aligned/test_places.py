"""Words are found where they stand, in any script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.reporting.timeline_view.day_credit import placed_words, shown
from cliometer.text.tokenisation import TOKENISERS, TextSettings
from tests import strategies

SETTINGS = st.builds(TextSettings, st.sampled_from(sorted(TOKENISERS)), st.booleans(), st.booleans())
PLAIN = TextSettings("rouge155")
UNICODE = TextSettings("unicode")


def spelled(text: str, settings: TextSettings) -> list[str]:
    """The stretches of the words."""
    return [text[slice(*word.span)] for line in placed_words(text, settings) for word in line]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Oil, oil-rich gulf!", ["Oil", "oil", "rich", "gulf"]),
        ("«Нефть» разлилась", ["Нефть", "разлилась"]),
        ("中国石油", ["中", "国", "石", "油"]),
        ("cafe\u0301s, नमस्ते", ["cafe\u0301s", "नमस्ते"]),
        ("ﬁre ½ co\u00adast", ["ﬁre", "½", "½", "co\u00adast"]),
        ("😀oil👩\u200d👧 שלום", ["oil", "שלום"]),
    ],
)
def test_words_of_any_script_are_found_as_they_are_spelled(text: str, words: list[str]) -> None:
    assert spelled(text, UNICODE) == words


def test_bytes_that_rouge_does_not_know_separate_words() -> None:
    assert spelled("café owners", PLAIN) == ["caf", "owners"]


def test_stop_words_have_no_place() -> None:
    assert spelled("the rig and the well", TextSettings("rouge155", stem=True, stop=True)) == ["rig"]


@given(st.text(max_size=40) | strategies.sentences, SETTINGS)
def test_every_counted_word_has_a_place_in_order(text: str, settings: TextSettings) -> None:
    found = [word for line in placed_words(text, settings) for word in line]
    assert found == settings.words(text)
    spans = [word.span for word in found]
    assert spans == sorted(spans) and all(0 <= start < end <= len(text) for start, end in spans)


def test_a_day_is_shown_with_a_line_a_sentence() -> None:
    text = shown(["Two\nlines  here.", "Another."])
    assert text == "Two lines here.\nAnother."
    (_, (word,)) = placed_words(text, PLAIN)
    assert text[slice(*word.span)] == "Another"
