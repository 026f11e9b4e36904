"""Source documents in files: texts with their marks, as our JSON of units and the lines of `annotate` hold them."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

from cliometer.io.json_values import JsonNode, filled
from cliometer.model.sources import Annotation, EventMention, Sentence, Source, SourceSection, TimeExpression

SourceMark = TypeVar("SourceMark", Sentence, TimeExpression, EventMention)
_KEYS = (
    "id", "date", "title", "text", "written", "annotator", "sections", "sentences", "times", "events"
)  # fmt: skip
_ORIGIN = "source"


def read_source(node: JsonNode) -> Source:
    """Read one document."""
    members = node.as_object("a document", _KEYS)
    text = members.text("text")
    times = tuple(_mark(TimeExpression, item, text)[0] for item in members.items("times"))
    sentences = tuple(_mark(Sentence, item, text)[0] for item in members.items("sentences"))
    events = [_mark(EventMention, item, text, _ORIGIN) for item in members.items("events")]
    in_order = sorted(events, key=lambda pair: (pair[0].start, pair[0].end))  # as mentions are numbered
    origins = [(event.id or f"e{number}", origin) for number, (event, origin) in enumerate(in_order, start=1)]
    written = members.maybe_text("written") or ""
    annotation = members.build(
        lambda: Annotation(text, sentences, times, tuple(mention for mention, _ in events), written)
    )
    return members.build(
        lambda: Source(
            members.text("id"),
            annotation,
            members.when("date"),
            members.maybe_text("title") or "",
            tuple(_section(item) for item in members.items("sections")),
            members.maybe_text("annotator") or "",
            {id: origin for id, origin in origins if origin is not None},
        )
    )


def write_source(source: Source) -> dict[str, object]:
    """Return the document as JSON has it; what is empty is left out."""
    annotation = source.annotation
    events = [_written(mention) for mention in annotation.events]
    for id, event in zip(source.mentions, events, strict=True):
        origin = source.origins.get(id.removeprefix(f"{source.id}/"))
        if origin is not None:
            event[_ORIGIN] = origin
    optional = {
        "date": source.date and str(source.date),
        "title": source.title,
        "written": annotation.date,
        "annotator": source.annotator,
        "sections": [dataclasses.asdict(section) for section in source.sections],
        "sentences": [_written(sentence) for sentence in annotation.sentences],
        "times": [_written(time) for time in annotation.times],
        "events": events,
    }
    return {"id": source.id, "text": source.text} | filled(optional)


def _mark(kind: type[SourceMark], node: JsonNode, text: str, origin: str = "") -> tuple[SourceMark, str | None]:
    """Return a span with its words, and who set it; words that are quoted must be those of the text."""
    fields: tuple[dataclasses.Field[Any], ...] = dataclasses.fields(kind)
    members = node.as_object("a mark", (*(field.name for field in fields), origin))
    start, end = members.whole("start"), members.whole("end")
    if start > end:
        raise node.fail("span-reversed", start=start, end=end)
    if not 0 <= start <= end <= len(text):
        raise node.fail("span-outside-text", start=start, end=end, count=len(text))
    values: dict[str, Any] = {"start": start, "end": end, "text": text[start:end], "id": ""}
    for field in fields:
        if members.has(field.name) and field.name not in ("start", "end"):
            values[field.name] = members.text(field.name)
        elif field.name not in values and field.default is dataclasses.MISSING:
            members.at(field.name)
    return members.build(lambda: kind(**values)), members.maybe_text(origin)


def _written(mark: Sentence | TimeExpression | EventMention) -> dict[str, object]:
    """Return a mark as JSON has it, without its words, which stand in the text, and without default values."""
    usual = {field.name: field.default for field in dataclasses.fields(mark)} | {"id": ""}
    fields = {key: value for key, value in dataclasses.asdict(mark).items() if value != usual[key]}
    del fields["text"]
    return {key: fields.pop(key) for key in ("id", "start", "end") if key in fields} | fields


def _section(node: JsonNode) -> SourceSection:
    members = node.as_object("a section", [field.name for field in dataclasses.fields(SourceSection)])
    depth = members.whole("depth") if members.has("depth") else 1
    return SourceSection(members.maybe_text("title") or "", members.whole("start"), members.whole("end"), depth)
