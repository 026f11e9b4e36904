"""One page that needs nothing from outside, and HTML by construction."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import cliometer
from cliometer.reporting.document import Document, Section
from cliometer.reporting.render.web import Markup, joined, tag, web_page
from cliometer.reporting.timeline_view.picture import as_json
from tests.reports import DOCUMENT, FIGURE, FIGURED, Seen, hostile_document


def test_the_page_holds_title_contents_and_headings() -> None:
    words = Seen(web_page(DOCUMENT)).words
    assert all(text in words for text in ("Two systems", "Contents", "Scores", "Pictures", "Inner", "A paragraph."))


def test_every_link_of_the_contents_leads_to_a_heading() -> None:
    page = web_page(DOCUMENT)
    links = re.findall(r'href="#([^"]+)"', page)
    assert len(links) == 4 and all(f'id="{link}"' in page for link in links)


def test_a_number_without_value_reads_undefined() -> None:
    assert '<td class="n">undefined</td>' in web_page(DOCUMENT)


def test_a_figure_has_its_specification_its_caption_for_all_readers_and_its_numbers() -> None:
    page = web_page(DOCUMENT)
    assert 'aria-label="Means of two systems."' in page and "<figcaption" in page
    assert "The numbers of this figure" in page
    spec = re.search(r'<script type="application/json">(\{"mark".*?)</script>', page)
    assert spec and json.loads(spec[1]) == FIGURE.spec


def test_the_drawing_library_is_left_out_where_there_is_no_chart() -> None:
    assert len(web_page(Document("none", [Section("a", [])]))) < 100_000 < len(web_page(DOCUMENT))


def test_the_page_asks_for_nothing_from_outside() -> None:
    page = re.sub(r"<script>.*?</script>", "", web_page(DOCUMENT), flags=re.DOTALL)
    assert not re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", page)
    assert "default-src &#x27;none&#x27;" in page


def test_only_scripts_whose_hashes_the_page_names_may_run() -> None:
    page = web_page(DOCUMENT)
    scripts = re.findall(r"<script>(.*?)</script>", page, flags=re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = re.findall(r"sha256-([^&]+)&#x27;", page)
    assert hashes == allowed and "script-src &#x27;unsafe-eval&#x27;" in page


def test_hostile_texts_add_no_element() -> None:
    def elements(page: str) -> list[str]:
        return [element for element in Seen(page).elements if element in ("script", "img", "b", "iframe")]

    found = elements(web_page(hostile_document()))
    assert found == ["script"] * (len(FIGURED) + 1 + 3)  # a specification each, the themes, three scripts


def test_the_same_document_gives_the_same_bytes() -> None:
    assert web_page(DOCUMENT) == web_page(DOCUMENT)


def test_no_string_of_a_script_spans_lines_whose_indents_a_page_leaves_out() -> None:
    scripts = (Path(cliometer.__file__).parent / "report" / "assets").rglob("*.js")
    odd = [line for script in scripts for line in script.read_text().splitlines() if line.count("`") % 2]
    assert odd == []


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
