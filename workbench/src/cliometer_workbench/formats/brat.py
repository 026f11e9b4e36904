"""The standoff format of brat: a folder of texts (.txt) with annotations (.ann) and the types that they use (.conf).

Each event and unit is a type of its own, named by visual.conf; a note on each annotation has its id and words in full,
because names of types hold only letters, digits, `_` and `-`. Judges are the attribute `Judge`, spans that belong
together the relation `Together`. Offsets count characters. A span over several lines has a piece on each.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cliometer_workbench.formats.archives import file_name
from cliometer_workbench.formats.markup import JUDGED_LAYERS, DocumentMarkup, Mark, MarkedText

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
            place = f"{file_name(topic)}/{file_name(text.id.removeprefix(f'{topic}/'))}"
            files[f"{place}.txt"] = text.text
            files[f"{place}.ann"] = "".join(f"{line}\n" for line in _annotations(text, types))
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
