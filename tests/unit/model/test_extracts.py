"""What a system selected."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.extracts import Extract, ExtractItem


def test_bare_ids_will_do() -> None:
    assert Extract(("a/e1", ExtractItem("a/e2"))).items == (ExtractItem("a/e1"), ExtractItem("a/e2"))  # type: ignore[arg-type]


def test_items_of_one_score_are_tied() -> None:
    items = tuple(ExtractItem(id, score=score) for id, score in (("x", 2), ("y", 1), ("z", 1)))
    found = Extract(items, of="sentences", ranked=True)
    assert [[item.id for item in tied] for tied in found.ties] == [["x"], ["y", "z"]]


def test_without_scores_nothing_is_tied() -> None:
    found = Extract((ExtractItem("x"), ExtractItem("y")), ranked=True)
    assert len(found.ties) == 2


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


def test_a_set_may_come_in_any_order() -> None:
    assert Extract((ExtractItem("x", score=1), ExtractItem("y", score=2))).ids == ("x", "y")


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_a_score_is_finite(score: float) -> None:
    with pytest.raises(InputError, match="x: expected a finite score"):
        ExtractItem("x", score=score)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown kind of extract 'words'"):
        Extract((), of="words")  # type: ignore[arg-type]


@pytest.mark.parametrize("others", [-1, True, 0.5])
def test_others_are_counted(others: int) -> None:
    with pytest.raises(InputError, match="expected a number of others"):
        Extract((), others=others)


def test_an_item_has_an_id() -> None:
    with pytest.raises(InputError, match="expected the id of what was selected"):
        ExtractItem("")


@pytest.mark.parametrize("score", ["a", True, []])
def test_a_score_is_a_number(score: float) -> None:
    with pytest.raises(InputError, match="x: expected a number as score"):
        ExtractItem("x", score=score)


def test_a_bare_text_is_no_list_of_items() -> None:
    with pytest.raises(InputError, match="extract: expected a list of items, found the text 'abc'"):
        Extract("abc")  # type: ignore[arg-type]
