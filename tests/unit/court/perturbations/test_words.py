"""Perturbations that change what sentences say, word by word."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import pytest

from cliometer.court.perturbations.wording_changes import _LISTS, _forms, word_pairs
from tests.unit.court.perturbations.cases import reworded, variants


@pytest.mark.parametrize(
    ("perturbation", "said", "changed"),
    [
        ("numbers", "11 die", "21 die"),
        ("numbers", "9,500 barrels", "1,500 barrels"),
        ("numbers", "0.05 percent", "0.06 percent"),
        ("numbers", "0 votes", "1 votes"),
        ("numbers", "in 2010", "in 2011"),
        ("numbers", "in 1999", "in 2000"),
        ("numbers", "the 1st and 11th", "the 2nd and 21st"),
        ("numbers", "the 912th", "the 112th"),
        ("numbers", "$5bn", "$6bn"),
        ("numbers", "H1N1 is a name", "H1N1 is a name"),
        ("numbers", "Two of three dozens", "Three of four hundreds"),
        ("numbers", "TEN people, one second", "ELEVEN people, one second"),
        ("numbers", "٣ قتلى", "٤ قتلى"),
        ("numbers", "ten-year-old", "eleven-year-old"),
        ("negate", "The well was sealed.", "The well was not sealed."),
        ("negate", "The well was not sealed.", "The well was sealed."),
        ("negate", "The well was sealed and is dead.", "The well was not sealed and is dead."),
        ("negate", "It isn't over.", "It is over."),
        ("negate", "It is n't over.", "It is over."),
        ("negate", "They cannot stop the oil.", "They can stop the oil."),
        ("negate", "They won't stop the oil.", "They will stop the oil."),
        ("negate", "Crews took the rig.", "Crews did not take the rig."),
        ("negate", "In May the crews will leave.", "In May the crews will not leave."),
        ("negate", "The crews leave.", "It is not true that the crews leave."),
        ("negate", "BP leaves the gulf.", "It is not true that BP leaves the gulf."),
        ("negate", "- The crews leave.", "- It is not true that the crews leave."),
        ("paraphrase", "Crews said it began.", "Crews stated it started."),
        ("paraphrase", "Officials met", "Officials met"),
        ("paraphrase", "A huge spill", "An enormous spill"),
        ("paraphrase", "Big news", "Large news"),
        ("paraphrase", "BIG NEWS", "LARGE NEWS"),
        ("paraphrase", "It was a huge spill.", "It was an enormous spill."),
        ("paraphrase", "An important day", "A significant day"),
        ("paraphrase", "a meeting in the White House", "a gathering in the White House"),
        ("paraphrase", "a well-built ship", "a well-built vessel"),
        ("paraphrase", "a big-name ship", "a big-name vessel"),
        ("paraphrase", "two countries try", "two nations attempt"),
        ("paraphrase", "Космос большой", "Космос большой"),
        ("antonym", "Prices rose and fell", "Prices fell and fell"),
        ("antonym", "A strong storm died down", "A weak storm died down"),
        ("antonym", "Rising seas", "Falling seas"),
        ("antonym", "A man in West met", "A man in West met"),
        ("respell", "On May 27, 2010 it ends", "On 27 May 2010 it ends"),
        ("respell", "On 3rd June it ends", "On June 3 it ends"),
        ("respell", "Until 4 Sept. 2010", "Until September 4, 2010"),
        ("respell", "Since 2010-05-07", "Since 7 May 2010"),
        ("respell", "It may 27 times, march 3 miles", "It may 27 times, march 3 miles"),
        ("respell", "By March 2010", "By March 2010"),
    ],
)
def test_a_sentence_is_reworded(perturbation: str, said: str, changed: str) -> None:
    assert reworded(perturbation, said) == [changed]


def test_names_take_the_place_of_the_next() -> None:
    assert reworded("names", "Today Barack Obama met BP", "Later BP left Louisiana") == [
        "Today BP met Louisiana",
        "Later Louisiana left Barack Obama",
    ]


def test_a_name_is_not_replaced_by_a_part_of_itself() -> None:
    assert reworded("names", "Today Barack Obama and Obama met BP") == ["Today BP and BP met Barack Obama"]


def test_the_first_word_counts_where_it_is_a_name_elsewhere() -> None:
    assert reworded("names", "Obama met BP", "Then Obama left") == ["BP met Obama", "Then BP left"]


def test_words_that_stand_in_small_letters_too_and_dates_are_no_names() -> None:
    told = reworded("names", "On Monday The Spill reached BP and Obama", "a spill in May")
    assert told == ["On Monday The Spill reached Obama and BP", "a spill in May"]


@pytest.mark.parametrize(
    ("perturbation", "said"),
    [
        ("numbers", "No one died."),
        *(("negate", foreign) for foreign in ("Корабль вышел в космос", "石油流出事故", "Der Korken knallt")),
    ],
)
def test_what_has_no_number_or_is_not_english_has_no_variant(perturbation: str, said: str) -> None:
    assert variants(perturbation, {"2010-05-27": [said]}) == []


def test_a_word_that_is_a_name_elsewhere_is_not_paraphrased() -> None:
    assert reworded("paraphrase", "Storm hits", "Then Storm said it") == ["Storm hits", "Then Storm stated it"]


def test_a_share_of_the_sentences_is_changed_and_the_same_ones_again_as_it_grows() -> None:
    sentences = [f"Rig {letter} saw {number} birds" for number, letter in enumerate("abcdefgh", start=1)]
    changes = []
    for share in ("0.25", "0.5", "1"):
        told = reworded(f"numbers(share={share})", *sentences)
        changes.append({i for i, pair in enumerate(zip(sentences, told, strict=True)) if len(set(pair)) == 2})
    assert [len(change) for change in changes] == [2, 4, 8]
    assert changes[0] < changes[1] < changes[2]


def test_a_share_is_rounded_up_but_not_for_the_last_bit_of_a_float() -> None:
    sentences = [f"Rig {letter} saw 3 birds" for letter in "abcdefghij"]
    changes = [
        sum(a != b for a, b in zip(reworded(f"numbers(share={share})", *sentences), sentences, strict=True))
        for share in ("0.01", "0.7", "0.71")
    ]
    assert changes == [1, 7, 8]


BOTH_LISTS = pytest.mark.parametrize("words", ["synonyms", "antonyms"])


def lines(words: str) -> list[list[str]]:
    listed = (_LISTS / f"{words}.txt").read_text("utf-8").splitlines()
    return [line.split() for line in listed if not line.startswith("#")]


@BOTH_LISTS
def test_no_word_has_two_pairs(words: str) -> None:
    pairs = {pair for kind, old, new in lines(words) for pair in zip(_forms(kind, old), _forms(kind, new), strict=True)}
    assert [word for word, times in Counter(old for old, _ in pairs).items() if times > 1] == []


@BOTH_LISTS
def test_no_word_is_its_own_partner(words: Literal["synonyms", "antonyms"]) -> None:
    assert [old for old, new in word_pairs(words).items() if old == new] == []


def test_sentences_are_joined_halved_recut_and_reordered() -> None:
    said = ("BP stops, and then it starts", "Oil and water")
    assert reworded("join", *said) == ["BP stops, and then it starts Oil and water"]
    assert reworded("halve", *said) == ["BP stops,", "and then it starts", "Oil", "and water"]
    assert reworded("recut(words=5)", *said) == ["BP stops, and then it", "starts Oil and water"]
    assert reworded("reorder", *said) == [said[1], said[0]]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("banned", "prohibited"),
        ("prohibiting", "banning"),
        ("dies", "perishes"),
        ("dying", "perishing"),
        ("denied", "disputed"),
        ("agreeing", "concurring"),
        ("crises", "emergencies"),
        ("chosen", "selected"),
        ("fled", "escaped"),
    ],
)
def test_forms_are_respected(old: str, new: str) -> None:
    assert word_pairs("synonyms")[old] == new


def test_a_verb_whose_plain_form_is_a_noun_is_left_alone_in_that_form() -> None:
    assert "capture" not in word_pairs("synonyms") and word_pairs("synonyms")["captured"] == "seized"
