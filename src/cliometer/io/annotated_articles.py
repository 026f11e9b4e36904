"""Articles with their sentences, times and events: JSON lines or TimeML, written whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Literal, cast
from urllib.parse import quote

from cliometer.errors import InputError, UsageError, unknown
from cliometer.io.articles import ArticleText, CorpusFiles
from cliometer.io.text_files import encoded, has_ending, refuse_existing
from cliometer.io.timeml import spell_timeml, timeml_of
from cliometer.io.units import write_source
from cliometer.model.backend import active_backend
from cliometer.model.sources import Source
from cliometer.spelling import listed
from cliometer.text.annotate import annotate
from cliometer.text.annotate.annotator import Anchor, foreign_note

AnnotationForm = Literal["jsonl", "timeml"]
_FORMS: tuple[AnnotationForm, ...] = ("jsonl", "timeml")
_LONGEST_NAME = 150
_AT_ONCE = 8  # articles that a worker marks: one takes some ten milliseconds


@dataclass
class ArticleAnnotator:
    """Reads articles one after the other and writes each with its marks; counts and notes are kept."""

    files: CorpusFiles
    to: AnnotationForm = "jsonl"
    anchor: Anchor = "document"
    events: bool = True
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("articles", "times", "events"), 0))
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.to not in _FORMS:
            raise unknown("form of annotated articles", self.to, _FORMS)

    def lines(self, topic: str) -> Iterator[str]:
        """Yield the articles of a topic as JSON lines, as our JSON of units has documents."""
        for source in self.sources(topic):
            yield json.dumps(write_source(source), ensure_ascii=False) + "\n"

    def only_topic(self) -> str:
        """Return the topic, of which there must be one where the output is no folder."""
        topics = list(self.files.topics)
        if len(topics) > 1:
            raise UsageError("output-folder-needed", count=len(topics), topics=listed(topics, 3))
        return topics[0]

    def sources(self, topic: str) -> Iterator[Source]:
        """Yield the articles of a topic with their marks."""
        sample: list[str] = []
        for block in active_backend().map(_annotated, self._blocks(topic, sample), (self.anchor, self.events)):
            for source in block:
                marks = source.annotation
                for name, count in {"articles": 1, "times": len(marks.times), "events": len(marks.events)}.items():
                    self.counts[name] += count
                yield source
        self.notes += filter(None, [foreign_note(topic, sample)])

    def _blocks(self, topic: str, sample: list[str]) -> Iterator[list[ArticleText]]:
        """Yield the articles of a topic, a few at a time, and keep the first texts as a sample."""
        articles = self.files.articles(topic)
        while block := list(islice(articles, _AT_ONCE)):
            sample += [article.text for article in block][: max(0, 50 - len(sample))]
            yield block

    def write(self, output: Path, force: bool = False, progress: Callable[[int, int], None] | None = None) -> None:
        """Write `<topic>.jsonl` or `<topic>/<id>.tml` of every topic into a folder, or one topic into a `.jsonl` file.

        On any failure nothing of it is left.
        """
        topics = list(self.files.topics)
        is_file = self.to == "jsonl" and has_ending(output, ".jsonl")
        if is_file:
            self.only_topic()
        targets = [
            output if is_file else output / (f"{topic}.jsonl" if self.to == "jsonl" else topic) for topic in topics
        ]
        self._expect_room(output, targets, force)
        beside = output.with_name(f".{output.name}.{os.getpid()}.part")
        try:
            beside.mkdir()
            for number, (topic, target) in enumerate(zip(topics, targets, strict=True)):
                if progress is not None:
                    progress(number, len(topics))
                self._write_topic(topic, beside / target.name)
            for file in [file for file in sorted(beside.rglob("*")) if file.is_file()]:
                place = output if is_file else output / file.relative_to(beside)
                place.parent.mkdir(parents=True, exist_ok=True)
                os.replace(file, place)
        except OSError as error:
            raise InputError("file-not-writable", output, reason=str(error.strerror or error)) from None
        finally:
            shutil.rmtree(beside, ignore_errors=True)

    @staticmethod
    def _expect_room(output: Path, targets: Sequence[Path], force: bool) -> None:
        if targets == [output]:
            refuse_existing(output, force)
        elif output.exists() and not output.is_dir():
            raise InputError("folder-expected-found-file", output)
        elif not output.parent.is_dir():
            raise InputError("parent-folder-missing", output, parent=output.parent)
        elif not force and (there := [target for target in targets if target.exists()]):
            raise InputError("folder-exists", there[0])

    def _write_topic(self, topic: str, target: Path) -> None:
        if self.to == "jsonl":
            with target.open("wb") as file, _packer(file, target) as packed:
                packed.writelines(encoded(line) for line in self.lines(topic))
            return
        target.mkdir()
        for source in self.sources(topic):
            try:
                content = encoded(spell_timeml(timeml_of(source.annotation, source.id, source.title)))
            except InputError as error:
                raise error.inside(f"topic {topic}, article {source.id}").at(None) from None
            (target / f"{_file_name(source.id)}.tml").write_bytes(content)


def _annotated(shared: tuple[Anchor, bool], articles: Sequence[ArticleText]) -> list[Source]:
    """Mark some articles, here or in a worker."""
    anchor, events = shared
    marked = ((article, annotate(article.text, article.date, anchor=anchor, events=events)) for article in articles)
    return [Source(article.id, marks, article.date, article.title) for article, marks in marked]


def _packer(file: BinaryIO, target: Path) -> AbstractContextManager[BinaryIO]:
    if target.suffix == ".gz":
        return cast("BinaryIO", gzip.GzipFile("", "wb", fileobj=file, mtime=0))
    return nullcontext(file)


def _file_name(id: str) -> str:
    """Return a name that no other id has and that every system allows; ids may hold slashes or be addresses.

    >>> _file_name("2010-05-30/1")
    '2010-05-30%2F1'
    """
    name = quote(id, safe=" ")
    is_short = len(name) <= _LONGEST_NAME
    return name if is_short else f"{name[:_LONGEST_NAME]}-{hashlib.sha256(id.encode()).hexdigest()[:12]}"
