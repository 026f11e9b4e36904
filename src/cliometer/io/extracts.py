"""Extracts in and out of files: our JSON, one extract a line, or a plain list of ids, one a line.

An extract needs `items`. It may name its `system` and `topic`, say what the items are in `of` (`mentions`, which is
the default, `sentences` or `units`), whether their order is a ranking in `ranked` (default: false), and in `others`
how many things the system said that are no unit; `judge` names the model that matched units, if one did. An item
is an id, or an object with an `id` and perhaps a `date`,
a `text` and a `score`; in a ranking all items have a score or none, and scores never rise.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cliometer.errors import FormatError, InputError
from cliometer.io.json_values import EXTRACTS, JsonNode, JsonObject, expect_version, filled, read_nodes
from cliometer.io.lines import Notebook, numbered_lines
from cliometer.io.text_files import write_whole
from cliometer.io.timelines import formats
from cliometer.model.extracts import Extract, ExtractItem, ExtractKind
from cliometer.model.records import encode

_HEAD = 65_536  # characters that tell a timeline
_KEYS = ("system", "topic", "of", "ranked", "others", "judge", "items")


@dataclass(frozen=True)
class ExtractReading:
    """An extract, the places of its items, and whether it says itself of what kind they are."""

    extract: Extract
    places: tuple[JsonNode, ...]
    says_of: bool


def read_extracts(
    path: str | Path, of: ExtractKind = "mentions", ranked: bool = False, topic: str = "", system: str = ""
) -> tuple[tuple[Extract, ...], tuple[str, ...]]:
    """Read the extracts of a file, with notes on it; the arguments fill in what the file does not say."""
    usual = {"of": of, "ranked": ranked, "topic": topic, "system": system}
    placed, notes = read_located_extracts(Path(path), usual)
    return tuple(reading.extract for reading in placed), notes


def read_located_extracts(path: Path, usual: dict[str, Any]) -> tuple[tuple[ExtractReading, ...], tuple[str, ...]]:
    """Read extracts with the places of their items; `usual` holds the fields that a file may leave out."""
    text, nodes, notebook = read_nodes(path)
    usual = usual | {"file": str(path)}
    if not text.strip():
        raise InputError("extract-file-empty", path)
    if not nodes:
        return (_plain(text, notebook, usual),), ()
    first = nodes[0].value
    has_days = isinstance(first, list) and bool(first) and isinstance(first[0], list)  # dates and sentences
    if has_days or (isinstance(first, JsonObject) and "cliometer" in first):
        raise FormatError("timeline-for-extracts", path)
    if len(nodes) == 1 and isinstance(first, list):
        return (_extract(nodes[0], replace(nodes[0], place="items"), usual, False),), notebook.notes
    if len(nodes) == 1 and isinstance(first, JsonObject) and "format" in first:
        nodes = _listed(JsonNode(first, "", notebook))
    return tuple(_stated(node, usual) for node in nodes), notebook.notes


def extracts_document(extracts: Sequence[Extract]) -> str:
    """Return extracts in our JSON; the same extracts give the same text."""
    document = {"format": EXTRACTS, "version": 1, "extracts": [_written(extract) for extract in extracts]}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def write_extracts(path: str | Path, extracts: Sequence[Extract], force: bool = False) -> None:
    """Write our JSON, whole or not at all; one JSON object a line where the file is named .jsonl."""
    path = Path(path)
    lines = "".join(json.dumps(_written(extract), ensure_ascii=False) + "\n" for extract in extracts)
    write_whole(path, lines if path.suffix == ".jsonl" else extracts_document(extracts), force)


def _listed(node: JsonNode) -> list[JsonNode]:
    document = node.as_object("the document", ("format", "version", "extracts"))
    expect_version(document, EXTRACTS)
    listed = list(document.at("extracts").as_items("extracts"))
    if not listed:
        raise document.fail("extracts-empty")
    return listed


def _stated(node: JsonNode, usual: dict[str, Any]) -> ExtractReading:
    members = node.as_object("an extract", _KEYS)
    stated: dict[str, Any] = {key: members.text(key) for key in ("system", "topic", "of", "judge") if members.has(key)}
    if members.has("ranked"):
        stated["ranked"] = members.truth("ranked")
    if members.has("others"):
        stated["others"] = members.whole("others")
    return _extract(node, members.at("items"), usual | stated, "of" in stated)


def _extract(node: JsonNode, items: JsonNode, stated: dict[str, Any], says_of: bool) -> ExtractReading:
    places = tuple(items.as_items("selected ids"))
    selected = tuple(_item(item) for item in places)
    made = node.build(lambda: Extract(selected, **stated | {"file": ""}))  # the node says where
    return ExtractReading(replace(made, file=stated["file"]), places, says_of)


def _item(node: JsonNode) -> ExtractItem:
    if isinstance(node.value, str):
        return node.build(lambda: ExtractItem(node.read(str)))
    entry = node.as_object("a selected item", ("id", "date", "text", "score"))
    score = entry.number("score") if entry.has("score") else None
    return entry.build(lambda: ExtractItem(entry.text("id"), entry.when("date"), entry.maybe_text("text") or "", score))


def _plain(text: str, notebook: Notebook, usual: dict[str, Any]) -> ExtractReading:
    """Return the extract of a text with one id a line; blank lines separate nothing."""
    path = notebook.path
    if any(format.recognises(text[:_HEAD]) for format in formats(installed=False)):
        raise FormatError("timeline-for-extracts", path)
    seen: dict[str, int] = {}
    for line, id in numbered_lines(text):
        if id in seen:
            raise FormatError("item-on-earlier-line", path, line, id=id, seen=seen[id])
        if id:
            seen[id] = line
    places = tuple(JsonNode(id, "", notebook, line) for id, line in seen.items())
    return ExtractReading(Extract(tuple(map(ExtractItem, seen)), **usual), places, False)


def _written(extract: Extract) -> dict[str, object]:
    head = filled({"system": extract.system, "topic": extract.topic, "judge": extract.judge})
    others = {"others": extract.others} if extract.others else {}
    given = (filled(encode(item)) for item in extract.items)
    items = [record if len(record) > 1 else record["id"] for record in given]
    return head | {"of": extract.of, "ranked": extract.ranked} | others | {"items": items}
