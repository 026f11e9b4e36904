"""Documents as a page, LaTeX, Markdown, figures in files and text for a terminal."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

import cliometer
from cliometer.reporting.assembly import publish
from cliometer.reporting.document import Block, Code, Document, Figure, Listing, Notes, Paragraph, Section
from cliometer.reporting.render.notebook import notebook_part, thin
from cliometer.reporting.render.terminal import terminal
from cliometer.reporting.render.text_forms import latex
from cliometer.reporting.render.web import tag, web_page
from cliometer.text.tables import Table
from tests.reports import DOCUMENT, Seen, hostile_document


def test_latex_has_floats_with_captions() -> None:
    text = latex(DOCUMENT, "figures")
    assert r"\includegraphics{figures/means.pdf}" in text
    assert r"\caption{Means of two systems.}" in text and r"\begin{tabular}{lr}" in text
    assert r"\section{Scores}" in text and r"\subsection{Inner}" in text


def test_latex_obeys_no_command_of_a_text() -> None:
    assert r"\input{" not in latex(hostile_document(), "f").replace(r"\textbackslash{}input\{", "")


def test_the_worst_texts_can_be_written_in_every_form(tmp_path: Path) -> None:
    for name in ("worst.md", "worst.tex"):
        assert len(publish(hostile_document(), tmp_path / name)) == len(hostile_document().figures()) + 1
    lines = (tmp_path / "worst.md").read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if "<script" in line and not line.startswith("    ")]
    assert "<img" in notebook_part(hostile_document())


def test_names_that_would_break_a_link_do_not(tmp_path: Path) -> None:
    publish(DOCUMENT, tmp_path / "my report (1) 50%.md")
    assert "(my-report-1-50--figures/means.svg)" in (tmp_path / "my report (1) 50%.md").read_text()
    publish(DOCUMENT, tmp_path / "отчёт.md")
    linked = re.search(r"\]\((.*?)/means\.svg\)", (tmp_path / "отчёт.md").read_text())
    assert linked and (tmp_path / unquote(linked[1])).is_dir()


def test_pictures_lie_in_a_folder_beside_the_text_that_shows_them(tmp_path: Path) -> None:
    assert publish(DOCUMENT, tmp_path / "r.md") == [tmp_path / "r-figures" / "means.svg", tmp_path / "r.md"]
    assert "(r-figures/means.svg)" in (tmp_path / "r.md").read_text()


SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="0 0 100 50">
<g class="mark" role="graphics-object" aria-label="a &lt; b"><rect x="1.00049" width="9.98765" fill="red"/>
<text font-family="Some, &quot;Other&quot;" transform="translate(3.14159,-2.000001)">role="x" 3.14159</text>
</g></svg>"""
SPACE = "{http://www.w3.org/2000/svg}"


def test_there_is_room_for_wider_letters_at_both_sides_and_none_is_squeezed() -> None:
    root = ElementTree.fromstring(thin(SVG))
    assert root.attrib["viewBox"] == "-12 0 124 50"
    assert (root.attrib["width"], root.attrib["height"]) == ("124", "50")


def test_the_letters_are_those_that_room_was_left_for() -> None:
    root = ElementTree.fromstring(thin(SVG))
    assert root.attrib["font-family"].startswith("Liberation Sans, Arial, Helvetica")


def test_a_picture_has_no_prefixes_in_its_names() -> None:
    assert thin(SVG).startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
    names = {element.tag.removeprefix(SPACE) for element in ElementTree.fromstring(thin(SVG)).iter()}
    assert names == {"svg", "g", "rect", "text"}


TABLE = Table(["system", "score"], [["lead", 0.25], ["random", None]])


def test_a_wide_table_is_spread_over_blocks_that_fit_a_line() -> None:
    wide = Table(["system", *(f"metric {i:02}" for i in range(20))], [["lead", *(0.5 for _ in range(20))]])
    lines = terminal(Section("", [Listing("", wide)])).splitlines()
    assert max(map(len, lines)) <= 120 and sum("metric" in line for line in lines) == 2


def test_a_last_column_of_words_is_wrapped() -> None:
    table = Table(["metric", "verdict"], [["date", "word " * 60]])
    lines = terminal(Section("", [Listing("", table)])).splitlines()
    assert max(map(len, lines)) <= 120 and lines[3].startswith("     ")


def test_a_figure_with_a_title_is_shown_by_its_numbers() -> None:
    text = terminal(Section("", [Figure("f", "What is to be seen.", {}, TABLE, "Scores of systems")]))
    assert text.startswith("Scores of systems\n\nsystem ") and "to be seen" not in text


def test_characters_that_steer_a_terminal_are_shown_and_not_sent() -> None:
    wrong = "a\x1b[2Jb"
    blocks: list[Block] = [Paragraph(wrong), Notes([wrong]), Listing(wrong, TABLE), Code(wrong, "signature")]
    text = terminal(Document("", [Section(wrong, blocks)]))
    assert "\x1b" not in text and text.count("[2Jb") == 5


def test_every_link_of_the_contents_leads_to_a_heading() -> None:
    page = web_page(DOCUMENT)
    links = re.findall(r'href="#([^"]+)"', page)
    assert len(links) == 4 and all(f'id="{link}"' in page for link in links)


def test_a_number_without_value_reads_undefined() -> None:
    assert '<td class="n">undefined</td>' in web_page(DOCUMENT)


def test_the_drawing_library_is_left_out_where_there_is_no_chart() -> None:
    assert len(web_page(Document("none", [Section("a", [])]))) < 100_000 < len(web_page(DOCUMENT))


def test_no_string_of_a_script_spans_lines_whose_indents_a_page_leaves_out() -> None:
    scripts = (Path(cliometer.__file__).parent / "report" / "assets").rglob("*.js")
    odd = [line for script in scripts for line in script.read_text().splitlines() if line.count("`") % 2]
    assert odd == []


texts = st.text(st.characters(), max_size=60)


@given(texts, texts)
def test_no_text_becomes_an_element(inside: str, attribute: str) -> None:
    assert Seen(tag("p", inside, title=attribute)).elements == ["p"]
