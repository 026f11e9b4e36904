"""One page that needs nothing from outside, and HTML by construction."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import cliometer
from cliometer.reporting.document import Document, Section
from cliometer.reporting.render.web import tag, web_page
from tests.reports import DOCUMENT, FIGURED, Seen, hostile_document


def test_the_page_holds_title_contents_and_headings() -> None:
    words = Seen(web_page(DOCUMENT)).words
    assert all(text in words for text in ("Two systems", "Contents", "Scores", "Pictures", "Inner", "A paragraph."))


def test_every_link_of_the_contents_leads_to_a_heading() -> None:
    page = web_page(DOCUMENT)
    links = re.findall(r'href="#([^"]+)"', page)
    assert len(links) == 4 and all(f'id="{link}"' in page for link in links)


def test_a_number_without_value_reads_undefined() -> None:
    assert '<td class="n">undefined</td>' in web_page(DOCUMENT)


def test_the_drawing_library_is_left_out_where_there_is_no_chart() -> None:
    assert len(web_page(Document("none", [Section("a", [])]))) < 100_000 < len(web_page(DOCUMENT))


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


@given(texts, texts)
def test_no_text_becomes_an_element(inside: str, attribute: str) -> None:
    assert Seen(tag("p", inside, title=attribute)).elements == ["p"]
