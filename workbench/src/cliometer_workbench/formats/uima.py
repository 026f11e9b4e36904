"""UIMA CAS as XMI with its type system, as INCEpTION and DKPro read it: a file for each text, and TypeSystem.xml.

Sentences, tokens and the title are the types of DKPro; links, mentions and times are layers of the kind that INCEpTION
calls custom, `webanno.custom.*`. UIMA counts UTF-16 units, so that a character beyond the first plane counts twice.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping

from cliometer.errors import InputError
from cliometer.io.xml import Attributes, Element, XmlDocument, spell_xml
from cliometer_workbench.formats.archives import file_name
from cliometer_workbench.formats.markup import DocumentMarkup, Mark, MarkedText

_DKPRO = "de.tudarmstadt.ukp.dkpro.core.api"
_META, _SENTENCE = f"{_DKPRO}.metadata.type.DocumentMetaData", f"{_DKPRO}.segmentation.type.Sentence"
_TOKEN = f"{_DKPRO}.segmentation.type.Token"
_LINK = {"identifier": "id", "label": "label", "judge": "judge", "group": "group"}
_LAYERS: dict[str, tuple[str, dict[str, str]]] = {
    "event": ("webanno.custom.EventLink", _LINK),
    "unit": ("webanno.custom.UnitLink", {**_LINK, "v": "v"}),
    "mention": ("webanno.custom.EventMention", {"identifier": "id", "kind": "type"}),
    "time": ("webanno.custom.TimeExpression", {"identifier": "id", "kind": "type", "value": "label"}),
}  # the type of each layer, and its features with the attributes of a mark that they hold
_META_FEATURES = ("documentTitle", "documentId", "collectionId")
_PREFIXES = {
    "custom": "http:///webanno/custom.ecore",
    "segmentation": "http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore",
    "metadata": "http:///de/tudarmstadt/ukp/dkpro/core/api/metadata/type.ecore",
}
_WORD = re.compile(r"\w+|[^\w\s]")


def uima_files(markup: DocumentMarkup) -> dict[str, str]:
    """Return the XMI file of each text in a folder for each topic, and the type system, by name."""
    files = {"TypeSystem.xml": spell_xml(XmlDocument(_type_system()))}
    for topic in markup.topics:
        texts = [text for text in markup.texts if text.topic == topic]
        for text in texts:
            place = f"{file_name(topic)}/{file_name(text.id.removeprefix(f'{topic}/'))}.xmi"
            try:
                files[place] = spell_xml(XmlDocument(_cas(text)))
            except InputError as error:
                raise error.inside(text.id) from None
    return files


class _Utf16:
    """Turns offsets in characters into offsets in UTF-16 units."""

    def __init__(self, text: str) -> None:
        self._wide = [place for place, letter in enumerate(text) if letter > "\uffff"]

    def __call__(self, place: int) -> str:
        return str(place + bisect_left(self._wide, place))


def _cas(text: MarkedText) -> Element:
    at = _Utf16(text.text)
    elements = [_meta(text, at(len(text.text)))]
    for id, start, end in text.sentences:
        elements.append(_span("segmentation:Sentence", at(start), at(end), (("id", id),)))
    for word in _WORD.finditer(text.text):
        elements.append(_span("segmentation:Token", at(word.start()), at(word.end())))
    for mark in text.marks:
        name, features = _LAYERS[mark.layer]
        elements.append(_span(f"custom:{name.rpartition('.')[2]}", at(mark.start), at(mark.end), _told(mark, features)))
    numbered = [
        Element(node.tag, (("xmi:id", str(number)), *node.attributes)) for number, node in enumerate(elements, start=2)
    ]
    members = " ".join(dict(node.attributes)["xmi:id"] for node in numbered)
    sofa = (
        ("xmi:id", "1"), ("sofaNum", "1"), ("sofaID", "_InitialView"), ("mimeType", "text/plain"),
        ("sofaString", text.text),
    )  # fmt: skip
    names = [("xmlns:xmi", "http://www.omg.org/XMI"), ("xmlns:cas", "http:///uima/cas.ecore")]
    names += [(f"xmlns:{prefix}", address) for prefix, address in _PREFIXES.items()]
    view = Element("cas:View", (("sofa", "1"), ("members", members)))
    children = (Element("cas:NULL", (("xmi:id", "0"),)), *numbered, Element("cas:Sofa", sofa), view)
    return Element("xmi:XMI", (*names, ("xmi:version", "2.0")), _on_lines(children))


def _meta(text: MarkedText, end: str) -> Element:
    attributes = (("language", "x-unspecified"), *zip(_META_FEATURES, (text.title, text.id, text.topic), strict=True))
    return _span("metadata:DocumentMetaData", "0", end, tuple((name, value) for name, value in attributes if value))


def _span(tag: str, begin: str, end: str, features: Attributes = ()) -> Element:
    return Element(tag, (("sofa", "1"), ("begin", begin), ("end", end), *features))


def _told(mark: Mark, features: Mapping[str, str]) -> Attributes:
    values = {name: getattr(mark, attribute) for name, attribute in features.items()}
    return tuple((name, str(value)) for name, value in values.items() if value not in ("", None))


def _type_system() -> Element:
    described = [
        _type(_META, "uima.tcas.DocumentAnnotation", _META_FEATURES),
        _type(_SENTENCE, "uima.tcas.Annotation", ("id",)),
        _type(_TOKEN, "uima.tcas.Annotation", ("id",)),
        *(_type(name, "uima.tcas.Annotation", tuple(features)) for name, features in _LAYERS.values()),
    ]
    return Element(
        "typeSystemDescription",
        (("xmlns", "http://uima.apache.org/resourceSpecifier"),),
        _on_lines([Element("name", (), ("Cliometer",)), Element("types", (), _on_lines(described))]),
    )


def _type(name: str, above: str, features: tuple[str, ...]) -> Element:
    descriptions = [
        Element("featureDescription", (), (_named("name", feature), _named("rangeTypeName", "uima.cas.String")))
        for feature in features
    ]
    parts = [_named("name", name), _named("supertypeName", above), Element("features", (), tuple(descriptions))]
    return Element("typeDescription", (), tuple(parts))


def _named(tag: str, value: str) -> Element:
    return Element(tag, (), (value,))


def _on_lines(elements: Iterable[Element]) -> tuple[Element | str, ...]:
    return (*(part for element in elements for part in ("\n", element)), "\n")
