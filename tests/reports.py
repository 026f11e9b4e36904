"""Documents for tests of reports: a small one, one of texts that break careless pages; how to read a page."""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

from cliometer.reporting.charts.grammar import chart, layer, name, number
from cliometer.reporting.document import Code, Document, Figure, Listing, Notes, Paragraph, Section
from cliometer.text.tables import Table

TEXTS = (
    "<script>window.broken = 1</script>",
    '"><img src=x onerror="window.broken=1">',
    "</script><script>window.broken=1</script>",
    "<!-- <script>",
    "]]>&amp;&#60;b&#62;",
    "مرحبا بالعالم‮ reversed",
    "שלום עולם",
    "👩‍👩‍👧‍👦 🏳️‍🌈 é́́́",
    "𐎀𐎁𐎂 ᚠᚢᚦ \ue000 \u2028 \u2029",
    "a\0b\x1b[31m\x7f\ufffe\ud800",
    "long " * 2000,
    "x" * 10_000,
    "javascript:alert(1)",
    "{{7*7}} ${7*7} %s \\begin{document} \\input{/etc/passwd}",
    "# heading\n\n- list | cell | `code` [link](http://example.org) ![i](x)",
    "",
    "constructor",
    "__proto__",
)


FIGURED = (9,)  # texts that are captions of figures, which have all texts as names


def hostile_document() -> Document:
    """Every text in every place where a text can stand."""
    table = Table(["system", TEXTS[0]], [[text, 0.5] for text in TEXTS])
    records = [{"system": text, "score": index} for index, text in enumerate(TEXTS)]
    spec = chart(
        records,
        layer("point", x=number("score"), y=name("system", names=list(dict.fromkeys(TEXTS))), color=name("system")),
        height={"step": 20},
    )
    sections = [
        Section(
            text,
            [
                Paragraph(text),
                Notes([text]),
                Code(text, text),
                Listing(text, table, folded=index % 2 == 0),
                *([Figure(f"hostile-{index}", text, spec, table)] if index in FIGURED else []),
            ],
        )
        for index, text in enumerate(TEXTS)
    ]
    return Document(TEXTS[0], sections)


TABLE = Table(["system", "F"], [["a", 0.25], ["b", None]])
FIGURE = Figure("means", "Means of two systems.", {"mark": "point", "data": {"values": []}}, TABLE)
DOCUMENT = Document(
    "Two systems",
    [
        Section("Scores", [Paragraph("A paragraph."), Notes(["one", "two"]), Listing("Means", TABLE)]),
        Section("Pictures", [FIGURE, Code("cliometer:1", "Signature")], [Section("Inner", [])]),
    ],
)


class Seen(HTMLParser):
    """The elements and the text that a browser would see."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A JSON document with some of its strings, keys included, in place of others."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value
