"""Source documents in files: corpora of dated articles, and texts with marks in our JSON of units.

A corpus has one JSON object a line, in `<topic>.jsonl` or `.jsonl.gz`:
`{"id": "bp-1", "date": "2010-05-27", "sentences": ["...", "..."], "title": "..."}`; the title may be missing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from cliometer.errors import FormatError, InputError
from cliometer.io.input_form import current_form
from cliometer.io.json_values import JsonNode, JsonObjectNode, filled, json_lines
from cliometer.io.lines import Notebook
from cliometer.io.text_files import LONGEST_LINE, files_of, folder_entries, open_unpacked, topic_name
from cliometer.model.documents import Article
from cliometer.model.sources import Annotation, EventMention, Sentence, Source, SourceSection, TimeExpression

Corpus = dict[str, tuple[Article, ...]]
_ENDINGS = (".jsonl",)
_EXAMPLE = '{"id": "bp-1", "date": "2010-05-27", "sentences": ["...", "..."]}'


def read_corpus(path: str | PathLike[str]) -> tuple[Corpus, tuple[str, ...]]:
    """Read topics and their articles, earliest first and else as they stand; and notes on what was forgiven."""
    root = Path(path)
    files = files_of(root, _ENDINGS, "articles; expected <topic>.jsonl or <topic>.jsonl.gz")
    others = [entry for entry in folder_entries(root) if entry not in files] if root.is_dir() else []
    notes = [f"{entry}: skipped, it is not a .jsonl or .jsonl.gz file" for entry in others]
    corpus: Corpus = {}
    for file in files:
        topic = topic_name(file, _ENDINGS)
        if topic in corpus:
            raise InputError(f"holds {topic} packed and unpacked; keep one", path)
        corpus[topic] = _articles(file, notes)
    return corpus, tuple(notes)


def _articles(file: Path, notes: list[str]) -> tuple[Article, ...]:
    notebook = Notebook(file)
    articles = [_article(node) for node in json_lines(_lines(file), notebook, "an article", _EXAMPLE)]
    if not articles:
        notebook.add(None, "holds no article")
    notes += notebook.notes
    return tuple(sorted(articles, key=lambda article: article.date))


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """Yield numbered lines that are not blank; a corpus may be larger than a timeline may be."""
    form, number = current_form(), 0
    with open_unpacked(file) as stream:
        while line := stream.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise FormatError(f"has a line of more than {LONGEST_LINE >> 20} MB; is this the right file?", file)
            if text := form.decoded(line, file, line=number).strip("\ufeff \t\r\n"):
                yield number, text


def _article(node: JsonObjectNode) -> Article:
    sentences = node.at("sentences").as_texts("sentences")
    return Article(node.text("id"), node.at("date").as_date(), sentences, node.maybe_text("title") or "")


SourceMark = TypeVar("SourceMark", Sentence, TimeExpression, EventMention)
_KEYS = (
    "id", "date", "title", "text", "written", "annotator", "sections", "sentences", "times", "events"
)  # fmt: skip
_ORIGIN = "source"


def read_source(node: JsonNode) -> Source:
    """Read one document."""
    found = node.as_object("a document", _KEYS)
    text = found.text("text")
    times = tuple(_mark(TimeExpression, item, text)[0] for item in found.items("times"))
    sentences = tuple(_mark(Sentence, item, text)[0] for item in found.items("sentences"))
    events = [_mark(EventMention, item, text, _ORIGIN) for item in found.items("events")]
    in_order = sorted(events, key=lambda pair: (pair[0].start, pair[0].end))  # as mentions are numbered
    origins = [(event.id or f"e{number}", origin) for number, (event, origin) in enumerate(in_order, start=1)]
    written = found.maybe_text("written") or ""
    annotation = found.build(
        lambda: Annotation(text, sentences, times, tuple(mention for mention, _ in events), written)
    )
    return found.build(
        lambda: Source(
            found.text("id"),
            annotation,
            found.when("date"),
            found.maybe_text("title") or "",
            tuple(_section(item) for item in found.items("sections")),
            found.maybe_text("annotator") or "",
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
    found = node.as_object("a mark", (*(field.name for field in fields), origin))
    start, end = found.whole("start"), found.whole("end")
    if start > end:
        raise node.fail(f"the span {start}-{end} ends before it starts")
    if not 0 <= start <= end <= len(text):
        raise node.fail(f"the span {start}-{end} lies outside the text of {len(text)} characters")
    values: dict[str, Any] = {"start": start, "end": end, "text": text[start:end], "id": ""}
    for field in fields:
        if found.has(field.name) and field.name not in ("start", "end"):
            values[field.name] = found.text(field.name)
        elif field.name not in values and field.default is dataclasses.MISSING:
            found.at(field.name)
    return found.build(lambda: kind(**values)), found.maybe_text(origin)


def _written(mark: Sentence | TimeExpression | EventMention) -> dict[str, object]:
    """Return a mark as JSON has it, without its words, which stand in the text, and without default values."""
    usual = {field.name: field.default for field in dataclasses.fields(mark)} | {"id": ""}
    fields = {key: value for key, value in dataclasses.asdict(mark).items() if value != usual[key]}
    del fields["text"]
    return {key: fields.pop(key) for key in ("id", "start", "end") if key in fields} | fields


def _section(node: JsonNode) -> SourceSection:
    found = node.as_object("a section", [field.name for field in dataclasses.fields(SourceSection)])
    depth = found.whole("depth") if found.has("depth") else 1
    return SourceSection(found.maybe_text("title") or "", found.whole("start"), found.whole("end"), depth)
