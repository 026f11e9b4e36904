"""Words are found where they stand, and marked where they earn something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.metrics.rouge.variants import Variant
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.timeline_view.view_data import placed_words, shared_words
from cliometer.text.tokenisation import TOKENISERS, TextSettings
from tests import strategies
from tests.unit.reporting.aligned.pairs import marked, view

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


@given(st.text(max_size=40) | strategies.sentences, SETTINGS)
def test_every_counted_word_has_a_place_in_order(text: str, settings: TextSettings) -> None:
    found = [word for line in placed_words(text, settings) for word in line]
    assert found == settings.words(text)
    spans = [word.span for word in found]
    assert spans == sorted(spans) and all(0 <= start < end <= len(text) for start, end in spans)


PLAIN = TextSettings("rouge155")


def test_rouge_l_marks_the_common_subsequence_where_it_lies() -> None:
    reference = placed_words("coast oil reaches coast", PLAIN)
    found = shared_words(placed_words("oil reaches coast", PLAIN), reference, Variant.parse("L"), PLAIN)
    assert [word.span[0] for word in found.reference] == [6, 10, 18]


def test_where_all_days_run_together_words_are_marked_on_every_day() -> None:
    data = view({"1999-01-01": ["mud"], "1999-01-02": ["oil oil"]}, metric="concat(rouge=1)")
    found = data["systems"][0]["marks"][data["metrics"][0]["k"]]
    assert [marked(text, numbers) for text, numbers in zip(["mud", "oil oil"], found["s"], strict=True)] == [
        ["mud"],
        ["oil"],
    ]
    assert [len(numbers) // 2 for (numbers,) in found["r"]] == [0, 1, 1]


def test_ledger_marks_the_words_that_were_booked() -> None:
    said = {"2010-04-20": ["Fire: a rig explodes. Oil leaks.", "Oil leaks."], "2010-04-24": ["Oil did not leak."]}
    gold = ReferenceSet([Timeline({"2010-04-20": ["A rig explodes in the gulf.", "Oil leaks, oil spreads."]}, "bbc")])
    data = view(system=said, metric="ledger", references=gold)
    (system,), key = data["systems"], data["metrics"][0]["k"]
    ours, theirs = system["marks"][key]["0,0"]
    assert marked(system["texts"][0], ours) == ["a", "rig", "explodes", "Oil", "leaks", "Oil"]
    assert marked(data["texts"][0][0][1], theirs) == ["A", "rig", "explodes", "Oil", "leaks", "oil"]
    assert "1,0" not in system["marks"][key]  # four days off, and all words are taken


def test_ledger_marks_as_many_words_as_it_books_with_each_writer() -> None:
    gold = ReferenceSet([Timeline({"2010-04-20": [text]}) for text in ("Oil leaks.", "Mud flows.", "Oil leaks again.")])
    data = view(system={"2010-04-20": ["Oil leaks."], "2010-04-21": ["Oil leaks."]}, metric="ledger", references=gold)
    marks = data["systems"][0]["marks"][data["metrics"][0]["k"]]
    words = [
        [marked(text, spans) for (_, text), spans in zip(data["texts"][0], one[1:], strict=True)]
        for one in marks.values()
    ]
    assert words == [[["Oil", "leaks"], [], ["Oil", "leaks"]]]
