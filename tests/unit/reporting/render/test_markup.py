"""HTML by construction."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from cliometer.reporting.render.web import Markup, joined, tag
from cliometer.reporting.timeline_view.picture import as_json
from tests.reports import Seen

texts = st.text(st.characters(), max_size=60)


def test_children_are_escaped_unless_they_are_markup() -> None:
    assert tag("p", "<b>", Markup("<b></b>")) == "<p>&lt;b&gt;<b></b></p>"


def test_an_attribute_that_is_none_or_false_is_left_out_and_true_stands_bare() -> None:
    assert tag("a", href=None, hidden=True, open=False, aria_label="x", class_="y") == (
        '<a hidden aria-label="x" class="y"></a>'
    )


def test_a_void_element_has_no_end() -> None:
    assert tag("meta", charset="utf-8") == '<meta charset="utf-8">'


@given(texts, texts)
def test_no_text_becomes_an_element(inside: str, attribute: str) -> None:
    assert Seen(tag("p", inside, title=attribute)).elements == ["p"]


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=60))
def test_a_text_is_read_back_as_it_was(text: str) -> None:
    assert Seen(tag("p", text)).words == text


def test_signs_that_no_page_may_hold_are_shown_as_replaced() -> None:
    assert joined(["a\0b\ud800\x1b"]) == "a\ufffdb\ufffd\ufffd"


@given(st.recursive(texts | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(texts, inner)))
def test_embedded_json_cannot_end_its_script_element(value: object) -> None:
    page = tag("script", Markup(as_json(value)), type="application/json")
    assert Seen(page).elements == ["script"] and page.count("<") == 2


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))))
def test_embedded_json_says_the_same(value: list[str]) -> None:
    assert json.loads(as_json(value)) == value
