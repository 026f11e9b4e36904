"""Articles that do not change, and posts: one line of text each, and ids that tell them apart."""

from __future__ import annotations

import dataclasses

import pytest

from cliometer.errors import InputError
from cliometer.model.documents import Article, Post
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


@pytest.mark.parametrize("broken", ["a\nb", "a\u2028b", "a \t b", "a\x85b"])
def test_a_text_is_one_line(broken: str) -> None:
    assert Post("1", broken).text == "a b"


def test_an_id_and_a_text_are_needed() -> None:
    with pytest.raises(InputError, match="expected the id of a post"):
        Post("", "x")
    with pytest.raises(InputError, match="post 1: expected a text, found 7"):
        Post("1", 7)  # type: ignore[arg-type]
