"""Articles, posts, extracts and votes: what they hold, and ids that tell them apart."""

from __future__ import annotations

import math
from typing import Any

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.documents import Article, Post
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.judgements import Ballot, Poll, Vote, case_notes, pooled, spelled
from cliometer.model.when import When

DAY = When.parse("2010-05-27")


def test_a_blank_sentence_is_left_out() -> None:
    assert Article("bp-1", DAY, ("", "BP stops.", " ")).sentences == ("BP stops.",)


@pytest.mark.parametrize(
    ("cls", "arguments", "message"),
    [
        (Article, ("bp-1", DAY, "BP stops."), "must be a list of sentences"),
        (Post, ("", "x"), "expected the id of a post"),
        (Post, ("1", 7), "post 1: expected a text, found 7"),
        (ExtractItem, ("",), "expected the id of what was selected"),
        *((ExtractItem, ("x", None, "", score), "x: expected a finite score") for score in (math.nan, math.inf)),
        *((ExtractItem, ("x", None, "", score), "x: expected a number as score") for score in ("a", True, list[str]())),
        (Extract, ("abc",), "extract: expected a list of items, found the text 'abc'"),
    ],
)
def test_what_a_document_cannot_hold_is_refused(cls: Any, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        cls(*arguments)


@pytest.mark.parametrize("broken", ["a\nb", "a\u2028b", "a \t b", "a\x85b"])
def test_a_text_is_one_line(broken: str) -> None:
    assert Post("1", broken).text == "a b"


def test_items_of_one_score_are_tied() -> None:
    items = tuple(ExtractItem(id, score=score) for id, score in (("x", 2), ("y", 1), ("z", 1)))
    found = Extract(items, of="sentences", ranked=True)
    assert [[item.id for item in tied] for tied in found.ties] == [["x"], ["y", "z"]]


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ((ExtractItem("x"), ExtractItem("x")), "two items have the id 'x'"),
        ((ExtractItem("x", score=1), ExtractItem("y", score=2)), r"y \(2\) is ranked below x \(1\)"),
        ((ExtractItem("x", score=1), ExtractItem("y")), "y has no score but others have"),
    ],
)
def test_a_ranking_that_contradicts_itself_is_refused(items: tuple[ExtractItem, ...], message: str) -> None:
    with pytest.raises(InputError, match=f"extract of bert: {message}"):
        Extract(items, ranked=True, system="bert")


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown kind of extract 'words'"):
        Extract((), of="words")  # type: ignore[arg-type]


def test_an_order_is_spelled_best_first() -> None:
    assert spelled((("c",), ("h", "sb"))) == str(Ballot((("c",), ("h", "sb")))) == "c > h = sb"


def test_pooling_keeps_every_vote_and_every_note() -> None:
    one, two = (Poll("x", (Vote("a", "b", "a"),), notes=("n",)), Poll("y", (Vote("a", "b", "b"),), notes=("m",)))
    assert pooled([one, two]) == Poll("x + y", (*one.votes, *two.votes), notes=("n", "m"))


def test_names_that_only_case_tells_apart_are_noted_once() -> None:
    (note,) = case_notes("systems", ["Lead", "b", "lead", "lead"])
    assert note == "the systems Lead and lead differ only in upper and lower case; they count as different"
