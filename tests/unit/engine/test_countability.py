"""Texts of which nothing, or hardly anything, is counted."""

from __future__ import annotations

import warnings

import pytest

import cliometer
from cliometer.errors import UncountableTextWarning

DAY = "1965-03-18"
RUSSIAN = {DAY: ["Леонов вышел в открытый космос 18 марта 1965 года."]}
FRENCH = {DAY: ["Le vaisseau a été lancé très tôt, à sept heures, par une équipe fatiguée."]}


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
def test_numbers_alone_do_not_make_a_russian_text_countable() -> None:
    with pytest.warns(UncountableTextWarning, match="system: the text for topic loses 100% of its letters"):
        cliometer.score(RUSSIAN, [RUSSIAN])


def test_unicode_words_count_every_script() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = cliometer.score(RUSSIAN, [RUSSIAN], preset="modern")
    assert result["concat(rouge=1)"]["f"] == 1.0
    assert [note for note in result.notes if not note.startswith("ledger: the references are in another script")] == []


def test_broken_words_are_noted_but_scored() -> None:
    result = cliometer.score(FRENCH, [FRENCH], metrics=["concat"])
    assert any("are not a-z and break words; tokens=unicode has them" in note for note in result.notes)


def test_a_stray_accent_is_not_worth_a_note() -> None:
    text = {DAY: ["A long plain sentence about the launch in which only one word, café, has an accent at all."]}
    assert not cliometer.score(text, [text], metrics=["concat"]).notes
