"""What is written in TimeML, in DucView's XML and in judges' sheets reads back equal, whatever it holds."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cliometer.io.pyramids import read_peer, read_pyramid, write_peer, write_pyramid
from cliometer.io.sheets import Link, SheetEntry, read_entries, read_links, write_entries, write_links
from cliometer.io.timeml import parse_timeml, spell_timeml, timeml_of
from cliometer.io.xml import Element, XmlDocument, parse_xml, spell_xml
from cliometer.metrics.units.pyramid import modified_score
from cliometer.model.pyramids import Contribution, PeerAnnotation, Pyramid, Scu, SummaryPart
from cliometer.model.sources import Annotation, EventMention, TimeExpression
from cliometer.model.when import When

CHARACTERS = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff") | st.sampled_from(
    "\t<>&\"'-+,;"
)
TEXTS = st.text(CHARACTERS | st.sampled_from("\n\r"), max_size=12)
LINES = st.lists(st.text(CHARACTERS | st.just("\r"), max_size=12), max_size=4).map(tuple)
NAMES = st.sampled_from(["EVENT", "TIMEX3", "TEXT", "s", "x"])
ATTRIBUTES = st.dictionaries(st.sampled_from(["eid", "tid", "value", "class"]), TEXTS).map(
    lambda found: tuple(found.items())
)
PARTS = st.builds(SummaryPart, TEXTS, st.integers(0, 99), st.integers(0, 99))
CONTRIBUTIONS = st.builds(Contribution, TEXTS, st.lists(PARTS, max_size=2).map(tuple), TEXTS)
CELLS = st.text(CHARACTERS | st.sampled_from("\n\r"), min_size=1, max_size=8).map(str.strip).filter(bool)
IDS = CELLS.filter(lambda cell: "+" not in cell)


def scus(uids: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[Scu, ...]]:
    one = st.builds(Scu, uids, TEXTS, st.lists(CONTRIBUTIONS, max_size=3).map(tuple), TEXTS)
    return st.lists(one, max_size=4, unique_by=lambda scu: scu.uid).map(tuple)


PYRAMIDS = st.builds(
    Pyramid,
    LINES,
    scus(st.integers(1, 9).map(str)),
    st.none() | st.sampled_from(["-+\\n", "<[&]>", "\\p{Lu}", "a]]>b"]),
    st.none() | st.integers(1, 5),
)
PEERS = st.builds(PeerAnnotation, PYRAMIDS, LINES, scus(st.integers(0, 12).map(str)), st.just("peer"))


def joined(children: list[Element | str]) -> tuple[Element | str, ...]:
    """As a file would be read: no empty texts, and no two texts in a row."""
    found: list[Element | str] = []
    for child in children:
        if isinstance(child, str) and found and isinstance(last := found[-1], str):
            found[-1] = last + child
        elif child != "":
            found.append(child)
    return tuple(found)


TREES = st.recursive(
    st.builds(Element, NAMES, ATTRIBUTES),
    lambda children: st.builds(Element, NAMES, ATTRIBUTES, st.lists(children | TEXTS, max_size=4).map(joined)),
    max_leaves=8,
)


@given(TREES)
def test_a_tree_reads_back_equal(tree: Element) -> None:
    assert parse_xml(spell_xml(XmlDocument(tree)), Path("x")).root == tree


@given(TREES)
def test_a_timeml_document_reads_back_equal(tree: Element) -> None:
    content = spell_xml(XmlDocument(Element("TimeML", (), (tree,))))
    found = parse_timeml(content)
    assert spell_timeml(found) == content
    assert parse_timeml(spell_timeml(found)) == found


@st.composite
def marked_texts(draw: st.DrawFn) -> Annotation:
    """Times and events side by side, an event within every other time."""
    pieces = draw(st.lists(TEXTS.filter(bool), max_size=5))
    text, place = "".join(pieces), 0
    times, events = [], []
    for number, piece in enumerate(pieces, start=1):
        end = place + len(piece)
        if number % 2:
            value, mod = draw(TEXTS), draw(TEXTS)
            times.append(TimeExpression(place, end, piece, "SET", value, mod, id=f"t{number}"))
        if draw(st.booleans()):
            pos, kind = draw(TEXTS), draw(TEXTS)
            events.append(EventMention(place, end, piece, pos, kind, f"e{number}"))
        place = end
    return Annotation(text, (), tuple(times), tuple(events), draw(st.sampled_from(["", "1998-02-12", "1998"])))


@given(marked_texts())
def test_an_annotation_reads_back_equal(annotation: Annotation) -> None:
    found = parse_timeml(spell_timeml(annotation)).annotation
    kept = Annotation(annotation.text, found.sentences, annotation.times, annotation.events, annotation.date)
    assert found == kept
    assert timeml_of(annotation).times == annotation.times


@given(PYRAMIDS)
def test_a_pyramid_reads_back_equal(pyramid: Pyramid) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.pyr"
        write_pyramid(pyramid, path)
        assert read_pyramid(path).pyramid == pyramid


@given(PEERS)
def test_a_peer_annotation_reads_back_equal(annotation: PeerAnnotation) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "peer.pan"
        write_peer(annotation, path)
        assert read_peer(path).annotation == annotation


@given(PYRAMIDS, st.integers(1, 5))
def test_a_peer_with_all_of_the_pyramid_scores_one_or_more(pyramid: Pyramid, models: int) -> None:
    weights = list(pyramid.weights.values())
    score = modified_score(weights, weights, sum(weights), models).value
    assert score is None or score >= 1


@given(st.lists(st.builds(Link, st.lists(IDS, min_size=1, max_size=3, unique=True).map(tuple), CELLS, CELLS),
                min_size=1, max_size=4, unique=True))  # fmt: skip
def test_links_read_back_equal(links: list[Link]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "links.csv"
        write_links(links, path)
        assert read_links(path) == tuple(links)


DATES = st.none() | st.sampled_from([When.parse("1998-02-12"), When.parse("-0799"), When.parse("1997-06")])


@given(st.lists(st.builds(SheetEntry, CELLS, CELLS, CELLS, DATES, CELLS | st.just("")),
                min_size=1, max_size=4, unique=True))  # fmt: skip
def test_entries_read_back_equal(entries: list[SheetEntry]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "entries.csv"
        write_entries(entries, path)
        assert read_entries(path) == tuple(entries)
