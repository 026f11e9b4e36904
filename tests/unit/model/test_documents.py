"""Articles: dated texts that do not change."""

from __future__ import annotations

import dataclasses

import pytest

from cliometer.errors import InputError
from cliometer.model.documents import Article
from cliometer.model.when import When

DAY = When.parse("2010-05-27")


def test_blanks_around_a_sentence_go() -> None:
    assert Article("bp-1", DAY, (" BP stops. ",)).sentences == ("BP stops.",)


def test_a_blank_sentence_is_left_out() -> None:
    assert Article("bp-1", DAY, ("", "BP stops.", " ")).sentences == ("BP stops.",)


def test_a_date_may_be_spelled() -> None:
    assert Article("bp-1", "2010-05-27", ()).date == DAY  # type: ignore[arg-type]


def test_a_title_may_be_missing() -> None:
    assert Article("bp-1", DAY, ()).title == ""


def test_an_article_does_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Article("bp-1", DAY, ()).title = "new"  # type: ignore[misc]


def test_a_bare_string_is_no_list_of_sentences() -> None:
    with pytest.raises(InputError, match="must be a list of sentences"):
        Article("bp-1", DAY, "BP stops.")  # type: ignore[arg-type]
