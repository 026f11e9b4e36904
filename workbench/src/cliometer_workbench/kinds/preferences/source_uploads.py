"""What is uploaded beside summaries: the documents that judges may read, and pairs with an answer that is expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from cliometer.errors import FormatError, InputError
from cliometer.grouping import by_key
from cliometer.io.csv_tables import TableRow, header, table_rows, widest_delimiter
from cliometer.io.posts import holds_articles, read_posts
from cliometer.io.text_files import read_bare_text
from cliometer.model.notes import Note
from cliometer.model.sources import Annotation, Source
from cliometer.model.when import When
from cliometer.spelling import listed, many, quoted
from cliometer.study.topics import ClearPair, Topic
from cliometer_workbench.kinds.study_kind import article_topics, is_upload_folder, refuse_endless, text_source

# sources/<topic>/<document>.txt     documents of a topic
# sources/<topic>.jsonl or .csv      its posts or articles
# sources.csv                        columns topic and text; also id, date, title
# tests.csv                          columns topic, better and worse; also use (quiz or test) and reason

SOURCES, TESTS = "sources", "tests"
_TABLES = (".csv", ".tsv")


@dataclass(frozen=True)
class UploadedExtras:
    """The files that hold no summaries."""

    documents: tuple[Path, ...]
    tests: tuple[Path, ...]

    def add_to(self, topics: Sequence[Topic], notes: list[str]) -> tuple[Topic, ...]:
        """Return the topics with their documents and clear pairs; what belongs to no topic is noted or refused."""
        documents = by_key(self._sources(notes))
        known = {topic.id: topic for topic in topics}
        for name in sorted(documents.keys() - known.keys()):
            count = many(len(documents[name]), "document")
            notes.append(Note.of("extras-left-out", part=count, topic=name))
        pairs = by_key(pair for path in self.tests for pair in _clear_pairs(path, known))
        whole = tuple(
            replace(topic, sources=tuple(documents.get(topic.id, ())), tests=tuple(pairs.get(topic.id, ())))
            for topic in topics
        )
        refuse_endless(whole)
        return whole

    def refuse(self, what: str) -> None:
        """Refuse documents and clear pairs that come with something that cannot take them."""
        for path in (*self.documents, *self.tests):
            raise InputError("extras-in-release", path, what=what)

    def _sources(self, notes: list[str]) -> Iterator[tuple[str, Source]]:
        for path in self.documents:
            below = _below_sources(path)
            if not below:
                yield from _table_documents(path)
            elif len(below) > 1:
                yield below[0], text_source(path, "/".join([*below[1:-1], path.stem]))
            elif path.suffix.casefold() == ".txt":
                yield path.stem, text_source(path, path.stem)
            elif holds_articles(path):
                yield from ((path.stem, source) for topic in article_topics([path], notes) for source in topic.sources)
            else:
                yield from ((path.stem, source) for source in _posts(path, notes))


def split_extras(paths: Sequence[Path]) -> tuple[list[Path], UploadedExtras]:
    """Return the files of summaries, and the others."""
    tables = [path for path in paths if path.suffix.casefold() in _TABLES]
    documents = [path for path in paths if _below_sources(path) or (path in tables and path.stem.casefold() == SOURCES)]
    tests = [path for path in paths if path in tables and path.stem.casefold() == TESTS]
    rest = [path for path in paths if path not in (*documents, *tests)]
    return rest, UploadedExtras(tuple(documents), tuple(tests))


def _below_sources(path: Path) -> list[str]:
    """Return the folders and the name of a file below a folder `sources`; nothing where it is in none."""
    names = [path.name]
    for folder in path.parents:
        if is_upload_folder(folder):
            return []
        if folder.name.casefold() == SOURCES:
            return names
        names.insert(0, folder.name)
    return []


def _posts(path: Path, notes: list[str]) -> Iterator[Source]:
    collection = read_posts(path)
    notes += collection.notes
    for post in collection.posts:
        day = None if post.time is None else When.of(datetime.fromtimestamp(post.time, UTC).date().isoformat())
        yield Source(post.id, Annotation(post.text), day)


def _table_documents(path: Path) -> Iterator[tuple[str, Source]]:
    names, rows = read_columns(path, ("topic", "text"))
    for number, row in enumerate(rows, start=1):
        day = row.text(names.get("date"))
        try:
            date = When.of(day) if day else None
        except InputError as error:
            raise row.fails(error) from None
        about = Annotation(row.filled(names["text"])), date, row.text(names.get("title"))
        yield row.filled(names["topic"]), Source(row.text(names.get("id")) or str(number), *about)


def _clear_pairs(path: Path, known: dict[str, Topic]) -> Iterator[tuple[str, ClearPair]]:
    names, rows = read_columns(path, ("topic", "better", "worse"))
    for row in rows:
        name, better, worse = (row.filled(names[column]) for column in ("topic", "better", "worse"))
        if name not in known:
            raise row.error("extra-topic-unknown", topic=quoted(name))
        for system in (better, worse):
            if system not in known[name].summaries:
                raise row.error("extra-system-unknown", system=quoted(system), topic=quoted(name))
        try:
            yield name, ClearPair(better, worse, row.text(names.get("use")).casefold(), row.text(names.get("reason")))
        except InputError as error:
            raise row.fails(error) from None


def read_columns(path: Path, needed: Sequence[str]) -> tuple[dict[str, str], list[TableRow]]:
    """Return the columns of a table by their names in small letters, and its rows; needed ones must be there."""
    text = read_bare_text(path)
    names = {name.casefold(): name for name in header(text)}
    lacking = [name for name in needed if name not in names]
    if lacking:
        raise FormatError("column-missing", path, 1, column=lacking[0], columns=listed(needed))
    return names, table_rows(text, path, widest_delimiter(text))
