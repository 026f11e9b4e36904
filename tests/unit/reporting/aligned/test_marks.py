"""Words are found where they stand, and marked where they earn something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.engine.pair_explanation import explain
from cliometer.metrics.rouge.variants import Variant
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.timeline_view.view_data import placed_words, shared_words, shown
from cliometer.text.tokenisation import TOKENISERS, TextSettings
from tests import strategies
from tests.unit.reporting.aligned.pairs import REFERENCE, SYSTEM, marked, view

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


def test_a_day_is_shown_with_a_line_a_sentence() -> None:
    text = shown(["Two\nlines  here.", "Another."])
    assert text == "Two lines here.\nAnother."
    (_, (word,)) = placed_words(text, PLAIN)
    assert text[slice(*word.span)] == "Another"


PLAIN = TextSettings("rouge155")


def shared(system: str, reference: str, variant: str) -> tuple[list[str], list[str]]:
    """The marked words of both texts."""
    lines = [placed_words(text, PLAIN) for text in (system, reference)]
    found = shared_words(lines[0], lines[1], Variant.parse(variant), PLAIN)
    return [str(word) for word in found.system], [str(word) for word in found.reference]


def test_words_of_shared_pairs_are_marked_and_lone_words_are_not() -> None:
    assert shared("oil spill near coast", "coast guard sees oil spill", "2")[0] == ["oil", "spill"]


def test_a_skip_bigram_marks_its_two_words() -> None:
    assert shared("oil reaches the coast", "oil on coast", "S4") == (["oil", "coast"], ["oil", "coast"])


def test_rouge_l_marks_the_common_subsequence_where_it_lies() -> None:
    reference = placed_words("coast oil reaches coast", PLAIN)
    found = shared_words(placed_words("oil reaches coast", PLAIN), reference, Variant.parse("L"), PLAIN)
    assert [word.span[0] for word in found.reference] == [6, 10, 18]


@pytest.mark.parametrize("rouge", ["1", "L"])
@pytest.mark.parametrize("preset", ["tilse", "modern"])
def test_marks_are_the_words_that_explain_names(rouge: str, preset: str) -> None:
    metric = f"align(rouge={rouge})"
    story = explain(SYSTEM, REFERENCE, metric, preset).explanation
    data = view(metric=metric, preset=preset)
    (system,), key = data["systems"], data["metrics"][0]["k"]
    for column, day in enumerate(story.recall):
        partner = system["m"][0]["r"][column][0]
        marks = system["marks"][key].get(f"{partner},{column}", [[], []])
        words = marked(data["texts"][column][0][1], marks[1])
        assert len(words) == day.hits
        assert {word.lower() for word in words} == set(day.shared)


def test_stems_mark_words_that_are_spelled_otherwise() -> None:
    data = view()
    (marks,) = (system["marks"] for system in data["systems"])
    ours, theirs = marks[data["metrics"][0]["k"]]["0,0"]
    assert marked(data["systems"][0]["texts"][0], ours) == ["rig", "exploded"]
    assert marked(data["texts"][0][0][1], theirs) == ["rig", "explodes"]


def test_marks_behind_an_emoji_are_counted_as_scripts_count() -> None:
    days = {"2010-04-20": ["😀😀 oil 👩‍👧 spill"]}
    data = view(days, references=ReferenceSet([Timeline(days)]))
    (marks,) = data["systems"][0]["marks"].values()
    assert marked(data["systems"][0]["texts"][0], marks["0,0"][0]) == ["oil", "spill"]


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
