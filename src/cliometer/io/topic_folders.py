"""Folders of topics: source documents, posts, reference texts, content units and judged events.

Sources are articles or posts in `<topic>.jsonl`, posts in `<topic>.csv`, or text files in `<topic>/*.txt`,
each a document; `<topic>.txt` is a topic of one document. A file of articles or posts may stand in its
topic's folder as well. Posts stand in `<topic>.jsonl` or `<topic>.csv`, or as in CrisisLexT26 in `<topic>/<file>.csv`,
and texts that people wrote in `<topic>.txt` or `<topic>/<name>.txt`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from cliometer.errors import FormatError, InputError, shown
from cliometer.grouping import by_key
from cliometer.io.layouts import find_tree
from cliometer.io.posts import ENDINGS, TABLES, PostFile, columns, has_texts, holds_articles, posts_of, read_posts
from cliometer.io.run_folders import starts_like_a_timeline
from cliometer.io.stories import story_files
from cliometer.io.text_files import (
    ABOUT,
    existing,
    files_below,
    files_ending,
    files_of,
    folder_entries,
    has_ending,
    read_bare_text,
    read_text,
    topic_files,
    unpacked,
)
from cliometer.io.units import UnitFile, read_units
from cliometer.model.documents import DroppedPost, PostTopic, SourceText
from cliometer.model.notes import Note
from cliometer.model.sources import first_repeat
from cliometer.model.when import When
from cliometer.spelling import listed
from cliometer.text.post_filters import FilteredPosts, Filters

Documents = tuple[SourceText, ...]
_TEXT = (".txt", ".text", ".md")
_DAY = 86400
_FIRST_DAY = 719163  # 1970-01-01 as a day number


def read_sources(path: str | PathLike[str]) -> tuple[dict[str, Documents], tuple[str, ...]]:
    """Read topics and their documents, from a folder or, for one topic, a file; and notes on what was forgiven."""
    notes: list[str] = []
    root = Path(path)
    if ((tree := find_tree(existing(root))) and tree.layout.articles) or story_files(root):
        from cliometer.io.articles import read_corpus  # few inputs are articles

        corpus, seen = read_corpus(root)
        return {topic: tuple(map(SourceText.of_article, articles)) for topic, articles in corpus.items()}, seen
    inside: list[Path] = []  # what was skipped in the folders of topics
    topics, skipped = topic_files(root, (*ENDINGS, *_TEXT), lambda entry: _source_files(entry, inside))
    if not topics:
        raise InputError("sources-missing", root)
    documents_by_topic = {
        topic: tuple(text for file in files for text in _documents(file, notes)) for topic, files in topics.items()
    }
    _expect_texts(documents_by_topic, root)
    if skipped := sorted([*skipped, *inside]):
        notes.append(Note.of("files-skipped", skipped=listed(map(str, skipped), 1)))
    return documents_by_topic, tuple(notes)


def read_topic_sources(files: Sequence[Path], topic: str) -> tuple[dict[str, Documents], tuple[str, ...]]:
    """Read the documents of one topic from all files that hold them; and notes on what was forgiven."""
    notes: list[str] = []
    documents_by_topic = {topic: tuple(text for file in files for text in _documents(file, notes))}
    _expect_texts(documents_by_topic, files[0])
    return documents_by_topic, tuple(notes)


def texts_in(folder: Path) -> list[Path]:
    """Return the files of a folder that holds plain texts and no topics of another kind; else none."""
    entries = folder_entries(folder)
    documents = [entry for entry in entries if _is_document(entry)]
    is_flat = all(has_ending(file, *_TEXT) for file in documents) and not any(map(Path.is_dir, entries))
    return documents if is_flat else []


def _source_files(entry: Path, skipped: list[Path]) -> list[Path]:
    """Return a file of documents; of a folder its text files, or its files of articles and posts."""
    if not entry.is_dir():
        return [entry] * (_is_document(entry) and _is_topic(entry))
    entries = folder_entries(entry)
    documents = list(filter(_is_document, entries))
    texts = [file for file in documents if has_ending(file, *_TEXT)]
    chosen = texts or list(filter(has_texts, documents))
    skipped += [file for file in entries if chosen and file not in chosen]
    return chosen


def _is_document(file: Path) -> bool:
    return file.is_file() and has_ending(file, *ENDINGS, *_TEXT) and unpacked(file).stem.lower() not in ABOUT


def _is_topic(file: Path) -> bool:
    """Return whether a file is a topic: a list of bare ids is none; a table without ids and texts is refused later."""
    return has_texts(file) or "id" not in columns(file)


def _documents(file: Path, notes: list[str]) -> Documents:
    if not has_ending(file, *ENDINGS):
        text = read_bare_text(file)
        if starts_like_a_timeline(text):
            notes.append(Note.of("timeline-as-text", file=file))
        return (SourceText((text,)),)
    if holds_articles(file):
        from cliometer.io.articles import read_corpus  # few inputs are articles

        corpus, seen = read_corpus(file)
        notes += seen
        return tuple(SourceText.of_article(article) for articles in corpus.values() for article in articles)
    collection = read_posts(file)
    notes += collection.notes
    days = (None if post.time is None else _FIRST_DAY + int(post.time // _DAY) for post in collection.posts)
    return tuple(
        SourceText((post.text,), None if day is None else When(day, day))
        for post, day in zip(collection.posts, days, strict=True)
    )


def _expect_texts(documents_by_topic: dict[str, Documents], root: Path) -> None:
    for topic, documents in documents_by_topic.items():
        if not any(line.strip() for text in documents for line in text.lines):
            raise InputError("topic-without-text", root, topic=topic)


@dataclass(frozen=True)
class PostTopicReading:
    """The posts of a topic that the filters kept, and those they did not."""

    topic: PostTopic
    read: int
    dropped: tuple[DroppedPost, ...]


def read_post_topics(
    path: str | Path | Mapping[str, Iterable[Any]], filters: Filters | None = None
) -> tuple[list[PostTopicReading], tuple[str, ...]]:
    """Return every topic of a folder, of a file or of values by topic, and notes on what was forgiven."""
    if isinstance(path, Mapping):
        given = [(name, posts_of(posts, f"topics[{name!r}]"), f"topics[{name!r}]") for name, posts in path.items()]
        kept = [_filtered(name, collection, place, filters or Filters()) for name, collection, place in given]
        return kept, tuple(note for _, collection, _ in given for note in collection.notes)
    root = Path(path)
    files, skipped = topic_files(root, ENDINGS, _post_files)
    if not files:
        for table in files_below(root, *TABLES):
            read_posts(table)  # says which header it has, and which is wanted
        raise InputError("posts-missing", root, endings=listed(ENDINGS, last=" or "))
    notes: list[str] = [Note.of("file-without-posts", entry=entry, endings=listed(ENDINGS)) for entry in skipped]
    topics = []
    for name, [file] in files.items():
        collection = read_posts(file)
        notes += collection.notes
        topics.append(_filtered(name, collection, file, filters or Filters()))
    return topics, tuple(notes)


def _post_files(entry: Path) -> list[Path]:
    """Return a file of posts; of a folder the one file that holds texts, which lists of ids do not."""
    if not entry.is_dir():
        return [entry] * (has_ending(entry, *ENDINGS) and _is_topic(entry))
    files = [file for file in files_ending(entry, *ENDINGS) if has_texts(file)]
    if len(files) > 1:
        raise FormatError("post-files-several", entry, name=files[0].name, other=files[1].name)
    return files


def _filtered(name: str, collection: PostFile, file: str | Path, filters: Filters) -> PostTopicReading:
    """Return the posts of a topic that the filters keep; sentences of articles are not filtered."""
    if (repeated := first_repeat(post.id for post in collection.posts)) is not None:
        lines = [line for line, post in zip(collection.lines, collection.posts, strict=False) if post.id == repeated]
        first = f" (line {lines[0]} has it already)" if lines else ""
        raise InputError("post-id-repeated", file, lines[1] if lines else None, repeated=repeated, first=first)
    kept = FilteredPosts(collection.posts, ()) if collection.sentences else filters.apply(collection.posts)
    if not kept.posts:
        why = "".join(f", {count} {reason}" for reason, count in kept.counts.items())
        raise InputError("posts-all-filtered", file, count=len(collection.posts), why=why)
    return PostTopicReading(PostTopic(name, kept.posts), len(collection.posts), kept.dropped)


def strays(texts: Iterable[str], topics: Iterable[str], folder: object) -> tuple[str, ...]:
    """Return a note that names the texts of no topic; `folder` is where they are, if they are files."""
    known = set(topics)
    extra = [name for name in texts if name not in known]
    place = folder if isinstance(folder, str | Path) else "references"
    return (f"{place}: left out, since no topic is called so: {listed(extra, 5)}",) if extra else ()


def read_texts(folder: str | Path | Mapping[str, str | Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return topics and their texts, from REFS/<topic>.txt and REFS/<topic>/<name>.txt, or from values."""
    if isinstance(folder, Mapping):
        given = {topic: (texts,) if isinstance(texts, str) else tuple(texts or ()) for topic, texts in folder.items()}
        for topic, texts_of_topic in given.items():
            if not texts_of_topic or not all(isinstance(text, str) for text in (topic, *texts_of_topic)):
                raise InputError("references-member-expected", topic=topic, folder=shown(folder[topic]))
        return given
    folder = Path(folder)
    if not existing(folder).is_dir():
        raise InputError("folder-expected", folder)
    files = [(unpacked(file).stem, file) for file in files_ending(folder, ".txt")]
    inner = filter(Path.is_dir, folder_entries(folder))
    files += [(entry.name, file) for entry in inner for file in files_ending(entry, ".txt")]
    if not files:
        raise InputError("reference-texts-missing", folder)
    return {topic: tuple(map(read_text, paths)) for topic, paths in by_key(files).items()}


def read_unit_gold(paths: Iterable[Path]) -> UnitFile:
    """Read all topics of all files, each in one file only; a folder stands for the .json files in it."""
    whole, seen = UnitFile(), dict[tuple[str, str], Path]()
    for path in paths:
        for file in files_of(path, (".json",), ".json files of content units or judged events"):
            gold = read_units(file)
            for kind, topics in (("units", gold.units), ("events", gold.events)):
                for topic in topics:
                    if before := seen.get((kind, topic.id)):
                        raise InputError("topic-in-earlier-file", file, topic=topic.id, kind=kind, before=before)
                    seen[kind, topic.id] = file
            whole = UnitFile(whole.units + gold.units, whole.events + gold.events, whole.notes + gold.notes)
    return whole
