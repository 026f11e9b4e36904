"""The formats in which judgements go to other tools: one name for each, and the files that it gives.

brat: a folder of texts (.txt) with annotations (.ann) and the types that they use (.conf). Each event and unit is a
type of its own, named by visual.conf; a note on each annotation has its id and words in full, because names of types
hold only letters, digits, `_` and `-`. Judges are the attribute `Judge`, spans that belong together the relation
`Together`. Offsets count characters. A span over several lines has a piece on each.

UIMA CAS as XMI with its type system, as INCEpTION and DKPro read it: a file for each text, and TypeSystem.xml.
Sentences, tokens and the title are the types of DKPro; links, mentions and times are layers of the kind that INCEpTION
calls custom, `webanno.custom.*`. UIMA counts UTF-16 units, so that a character beyond the first plane counts twice.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from cliometer.errors import InputError, unknown
from cliometer.io.sheets import csv_text
from cliometer.io.xml import Attributes, Element, XmlDocument, spell_xml
from cliometer_workbench.formats.archives import file_name
from cliometer_workbench.formats.label_studio import label_studio_files
from cliometer_workbench.formats.markup import JUDGED_LAYERS, DocumentMarkup, Mark, MarkedText

MARK_COLUMNS = (
    "topic", "document", "layer", "start", "end", "text", "id", "label", "judge", "group", "v", "type",
)  # fmt: skip
TEXT_COLUMNS = ("topic", "document", "kind", "title", "date", "text")
PAIR_COLUMNS = ("topic", "judge", "left", "right", "preferred", "criterion", "reason", "left text", "right text")


def csv_files(markup: DocumentMarkup) -> dict[str, str]:
    """Return `annotations.csv` and `documents.csv`, or `pairs.csv`; offsets count characters."""
    files: dict[str, str] = {}
    if markup.texts:
        marks = [
            [
                *(text.topic, text.id, mark.layer, mark.start, mark.end, text.text[mark.start : mark.end]),
                *(mark.id, mark.label, mark.judge, mark.group, "" if mark.v is None else repr(mark.v), mark.type),
            ]
            for text in markup.texts
            for mark in text.marks
        ]
        texts = [[text.topic, text.id, text.kind, text.title, text.date, text.text] for text in markup.texts]
        files = {"annotations.csv": csv_text(MARK_COLUMNS, marks), "documents.csv": csv_text(TEXT_COLUMNS, texts)}
    if markup.pairs:
        votes = [
            [
                *(pair.topic, vote.judge, pair.left, pair.right, vote.winner or "tie"),
                *(vote.criterion, vote.reason, *pair.texts),
            ]
            for pair in markup.pairs
            for vote in pair.votes
        ]
        files["pairs.csv"] = csv_text(PAIR_COLUMNS, votes)
    return files


def _place(text: MarkedText) -> str:
    """Return the name of the file of a text, without an ending, in the folder of its topic."""
    return f"{file_name(text.topic)}/{file_name(text.id.removeprefix(f'{text.topic}/'))}"


_ODD = re.compile(r"[^A-Za-z0-9_-]+")
_BREAKS = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_PLAIN_TYPES = {"mention": "Mention", "time": "Time"}


def brat_files(markup: DocumentMarkup) -> dict[str, str]:
    """Return the files of a folder for each topic, by name."""
    files: dict[str, str] = {}
    for topic in markup.topics:
        texts = [text for text in markup.texts if text.topic == topic]
        types = _type_names(texts)
        for text in texts:
            files[f"{_place(text)}.txt"] = text.text
            files[f"{_place(text)}.ann"] = "".join(f"{line}\n" for line in _annotations(text, types))
        files[f"{file_name(topic)}/annotation.conf"] = _types_file(texts, types)
        files[f"{file_name(topic)}/visual.conf"] = _labels_file(texts, types)
    return files


_Types = dict[tuple[str, str], str]
"""The name of the type of each layer and id; of layers that are no judgements the id is empty."""


def _type_names(texts: Sequence[MarkedText]) -> _Types:
    names: _Types = {}
    for mark in (mark for text in texts for mark in text.marks):
        key = _key(mark)
        if key not in names:
            plain = f"{mark.layer.title()}_{_ODD.sub('_', mark.id).strip('_') or len(names)}"
            name = plain if plain not in names.values() else f"{plain}_{len(names)}"
            names[key] = name if key[1] else _PLAIN_TYPES[mark.layer]
    return names


def _key(mark: Mark) -> tuple[str, str]:
    return mark.layer, mark.id if mark.layer in JUDGED_LAYERS else ""


def _annotations(text: MarkedText, types: _Types) -> Iterator[str]:
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    attributes = 0
    for number, mark in enumerate(text.marks, start=1):
        pieces = list(_pieces(text.text, mark))
        spans = ";".join(f"{start} {end}" for start, end in pieces)
        yield f"T{number}\t{types[_key(mark)]} {spans}\t{' '.join(text.text[start:end] for start, end in pieces)}"
        value = "" if mark.v is None else f"{mark.v:g}"
        facts = (("Judge", mark.judge), ("V", value), ("Value", mark.type if mark.layer == "time" else ""))
        for name, value in ((name, _ODD.sub("_", value) if name != "V" else value) for name, value in facts if value):
            attributes += 1
            yield f"A{attributes}\t{name} T{number} {value}"
        if note := _BREAKS.sub(" ", f"{mark.id}: {mark.label}".replace("\t", " ") if mark.label else mark.id):
            yield f"#{number}\tAnnotatorNotes T{number}\t{note}"
        if mark.group:
            groups[mark.layer, mark.id, mark.judge, mark.group].append(number)
    pairs = [pair for group in groups.values() for pair in pairwise(group)]
    for number, (first, other) in enumerate(pairs, start=1):
        yield f"R{number}\tTogether Arg1:T{first} Arg2:T{other}"


def _pieces(text: str, mark: Mark) -> Iterator[tuple[int, int]]:
    """Cut a span at line breaks, over which brat lets none go on."""
    start = mark.start
    for gap in (*_BREAKS.finditer(text, mark.start, mark.end), None):
        end = gap.start() if gap else mark.end
        if start < end:
            yield start, end
        start = gap.end() if gap else end


def _types_file(texts: Sequence[MarkedText], types: _Types) -> str:
    marks = [mark for text in texts for mark in text.marks]
    judges = sorted({_ODD.sub("_", mark.judge) for mark in marks if mark.judge})
    values = sorted({f"{mark.v:g}" for mark in marks if mark.v is not None})
    times = sorted({mark.type for mark in marks if mark.layer == "time" and mark.type})
    used = (("Judge", judges), ("V", values), ("Value", times))
    attributes = [f"{name}\tArg:<ENTITY>, Value:{'|'.join(words)}" for name, words in used if words]
    lines = ["[entities]", *dict.fromkeys(types.values()), "", "[relations]", "Together\tArg1:<ENTITY>, Arg2:<ENTITY>"]
    return "".join(f"{line}\n" for line in (*lines, "", "[events]", "", "[attributes]", *attributes))


def _labels_file(texts: Sequence[MarkedText], types: _Types) -> str:
    labels = {types[_key(mark)]: mark.label for text in texts for mark in text.marks if mark.layer in JUDGED_LAYERS}
    rows = [f"{name} | {_BREAKS.sub(' ', label).replace('|', '/')}" for name, label in labels.items() if label]
    return "".join(f"{line}\n" for line in ("[labels]", *rows, "", "[drawing]"))


_LINK = {"identifier": "id", "label": "label", "judge": "judge", "group": "group"}
_LAYERS: dict[str, tuple[str, dict[str, str]]] = {
    "event": ("EventLink", _LINK),
    "unit": ("UnitLink", {**_LINK, "v": "v"}),
    "mention": ("EventMention", {"identifier": "id", "kind": "type"}),
    "time": ("TimeExpression", {"identifier": "id", "kind": "type", "value": "label"}),
}  # the type of each layer, and its features in TypeSystem.xml with the attributes of a mark that they hold
_PREFIXES = {
    "custom": "http:///webanno/custom.ecore",
    "segmentation": "http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore",
    "metadata": "http:///de/tudarmstadt/ukp/dkpro/core/api/metadata/type.ecore",
}
_TYPES_FILE = Path(__file__).with_name("TypeSystem.xml")
_WORD = re.compile(r"\w+|[^\w\s]")


def uima_files(markup: DocumentMarkup) -> dict[str, str]:
    """Return the XMI file of each text in a folder for each topic, and the type system, by name."""
    files = {_TYPES_FILE.name: _TYPES_FILE.read_text("utf-8")}
    for text in markup.texts:
        try:
            files[f"{_place(text)}.xmi"] = spell_xml(XmlDocument(_cas(text)))
        except InputError as error:
            raise error.inside(text.id) from None
    return files


def _cas(text: MarkedText) -> Element:
    wide = [place for place, letter in enumerate(text.text) if letter > "\uffff"]

    def at(place: int) -> str:
        """Return an offset in characters as one in UTF-16 units."""
        return str(place + bisect_left(wide, place))

    about = (("language", "x-unspecified"), ("documentTitle", text.title), ("documentId", text.id))
    present = tuple((name, value) for name, value in (*about, ("collectionId", text.topic)) if value)
    elements = [_span("metadata:DocumentMetaData", "0", at(len(text.text)), present)]
    elements += [_span("segmentation:Sentence", at(start), at(end), (("id", id),)) for id, start, end in text.sentences]
    words = _WORD.finditer(text.text)
    elements += [_span("segmentation:Token", at(word.start()), at(word.end())) for word in words]
    for mark in text.marks:
        name, features = _LAYERS[mark.layer]
        values = ((feature, getattr(mark, attribute)) for feature, attribute in features.items())
        present = tuple((feature, str(value)) for feature, value in values if value not in ("", None))
        elements.append(_span(f"custom:{name}", at(mark.start), at(mark.end), present))
    return _document(text.text, elements)


def _document(text: str, elements: Sequence[Element]) -> Element:
    """Return the root of a CAS: the elements with their numbers, and the text as its one view."""
    numbers = [str(number) for number, _ in enumerate(elements, start=2)]
    numbered = (
        Element(node.tag, (("xmi:id", number), *node.attributes))
        for number, node in zip(numbers, elements, strict=True)
    )
    sofa = (("xmi:id", "1"), ("sofaNum", "1"), ("sofaID", "_InitialView"), ("mimeType", "text/plain"))
    view = Element("cas:View", (("sofa", "1"), ("members", " ".join(numbers))))
    names = [("xmlns:xmi", "http://www.omg.org/XMI"), ("xmlns:cas", "http:///uima/cas.ecore")]
    names += [(f"xmlns:{prefix}", address) for prefix, address in _PREFIXES.items()]
    nothing = Element("cas:NULL", (("xmi:id", "0"),))
    children = (nothing, *numbered, Element("cas:Sofa", (*sofa, ("sofaString", text))), view)
    lines = (*(part for element in children for part in ("\n", element)), "\n")
    return Element("xmi:XMI", (*names, ("xmi:version", "2.0")), lines)


def _span(tag: str, begin: str, end: str, features: Attributes = ()) -> Element:
    return Element(tag, (("sofa", "1"), ("begin", begin), ("end", end), *features))


EXCHANGE_FORMATS: Mapping[str, Callable[[DocumentMarkup], dict[str, str]]] = {
    "label-studio": label_studio_files,
    "brat": brat_files,
    "xmi": uima_files,
    "csv": csv_files,
}
FOR_PAIRS = ("label-studio", "csv")


def exchange_files(markup: DocumentMarkup, format: str) -> dict[str, str]:
    """Return the files of a format, by name."""
    if format not in EXCHANGE_FORMATS:
        raise unknown("format of exchange", format, EXCHANGE_FORMATS)
    if markup.pairs and format not in FOR_PAIRS:
        raise InputError("format-without-preferences", format=format, for_pairs=" or ".join(FOR_PAIRS))
    return EXCHANGE_FORMATS[format](markup)
