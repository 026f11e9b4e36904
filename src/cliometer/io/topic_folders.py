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
from cliometer.io.posts import ENDINGS, TABLES, PostFile, columns, has_texts, holds_articles, posts_of, read_posts
from cliometer.io.run_folders import starts_like_a_timeline
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
from cliometer.model.documents import DroppedPost, PostTopic, SourceText, first_repeat
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
    inside: list[Path] = []  # what was skipped in the folders of topics
    topics, skipped = topic_files(root, (*ENDINGS, *_TEXT), lambda entry: _source_files(entry, inside))
    if not topics:
        raise InputError("holds no sources; expected <topic>.jsonl, <topic>.csv or <topic>/*.txt", root)
    found = {
        topic: tuple(text for file in files for text in _documents(file, notes)) for topic, files in topics.items()
    }
    _expect_texts(found, root)
    if skipped := sorted([*skipped, *inside]):
        notes.append(f"{listed(map(str, skipped), 1)}: skipped, no articles, posts or texts of a topic")
    return found, tuple(notes)


def read_topic_sources(files: Sequence[Path], topic: str) -> tuple[dict[str, Documents], tuple[str, ...]]:
    """Read the documents of one topic from all files that hold them; and notes on what was forgiven."""
    notes: list[str] = []
    found = {topic: tuple(text for file in files for text in _documents(file, notes))}
    _expect_texts(found, files[0])
    return found, tuple(notes)


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
            notes.append(f"{file}: starts like a timeline, but is counted as a plain text, dates and all")
        return (SourceText((text,)),)
    if holds_articles(file):
        from cliometer.io.articles import read_corpus  # few inputs are articles

        corpus, seen = read_corpus(file)
        notes += seen
        return tuple(SourceText.of_article(article) for own in corpus.values() for article in own)
    found = read_posts(file)
    notes += found.notes
    days = (None if post.time is None else _FIRST_DAY + int(post.time // _DAY) for post in found.posts)
    return tuple(
        SourceText((post.text,), None if day is None else When(day, day))
        for post, day in zip(found.posts, days, strict=True)
    )


def _expect_texts(found: dict[str, Documents], root: Path) -> None:
    for topic, documents in found.items():
        if not any(line.strip() for text in documents for line in text.lines):
            raise InputError(f"the topic {topic} holds no text; leave it out, or add its documents", root)


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
        kept = [_filtered(name, found, place, filters or Filters()) for name, found, place in given]
        return kept, tuple(note for _, found, _ in given for note in found.notes)
    root = Path(path)
    files, skipped = topic_files(root, ENDINGS, _post_files)
    if not files:
        for table in files_below(root, *TABLES):
            read_posts(table)  # says which header it has, and which is wanted
        raise InputError(f"holds no topics; expected files of posts: <topic>{listed(ENDINGS, last=' or ')}", root)
    notes = [f"{entry}: skipped, it holds no posts ({listed(ENDINGS)})" for entry in skipped]
    topics = []
    for name, [file] in files.items():
        found = read_posts(file)
        notes += found.notes
        topics.append(_filtered(name, found, file, filters or Filters()))
    return topics, tuple(notes)


def _post_files(entry: Path) -> list[Path]:
    """Return a file of posts; of a folder the one file that holds texts, which lists of ids do not."""
    if not entry.is_dir():
        return [entry] * (has_ending(entry, *ENDINGS) and _is_topic(entry))
    files = [file for file in files_ending(entry, *ENDINGS) if has_texts(file)]
    if len(files) > 1:
        message = f"holds several files of posts ({files[0].name}, {files[1].name}); keep one a topic"
        raise FormatError(message, entry)
    return files


def _filtered(name: str, found: PostFile, file: str | Path, filters: Filters) -> PostTopicReading:
    """Return the posts of a topic that the filters keep; sentences of articles are not filtered."""
    repeated = first_repeat(post.id for post in found.posts)
    if repeated is not None:
        lines = [line for line, post in zip(found.lines, found.posts, strict=False) if post.id == repeated]
        first = f" (line {lines[0]} has it already)" if lines else ""
        message = f"two posts have the id {repeated}{first}; ids tell posts apart: change one, or leave it out"
        raise InputError(message, file, lines[1] if lines else None)
    kept = FilteredPosts(found.posts, ()) if found.sentences else filters.apply(found.posts)
    if not kept.posts:
        why = "".join(f", {count} {reason}" for reason, count in kept.counts.items())
        raise InputError(f"holds no post to choose from ({len(found.posts)} read{why}); leave it out", file)
    return PostTopicReading(PostTopic(name, kept.posts), len(found.posts), kept.dropped)


def strays(texts: Iterable[str], topics: Iterable[str], folder: object) -> tuple[str, ...]:
    """Return a note that names the texts of no topic; `folder` is where they are, if they are files."""
    known = set(topics)
    extra = [name for name in texts if name not in known]
    place = folder if isinstance(folder, str | Path) else "references"
    return (f"{place}: left out, since no topic is called so: {listed(extra, 5)}",) if extra else ()


def read_texts(folder: str | Path | Mapping[str, str | Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return topics and their texts, from REFS/<topic>.txt and REFS/<topic>/<name>.txt, or from values."""
    if isinstance(folder, Mapping):
        given = {topic: (own,) if isinstance(own, str) else tuple(own or ()) for topic, own in folder.items()}
        for topic, own in given.items():
            if not own or not all(isinstance(text, str) for text in (topic, *own)):
                raise InputError(
                    f"references[{topic!r}] must be a text or a list of texts, found {shown(folder[topic])}"
                )
        return given
    folder = Path(folder)
    if not existing(folder).is_dir():
        raise InputError("is a file where a folder is expected; expected REFS/<topic>.txt", folder)
    found: dict[str, tuple[str, ...]] = {}
    for file in files_ending(folder, ".txt"):
        found[unpacked(file).stem] = (read_text(file),)
    for entry in filter(Path.is_dir, folder_entries(folder)):
        texts = tuple(map(read_text, files_ending(entry, ".txt")))
        if texts:
            found[entry.name] = (*found.get(entry.name, ()), *texts)
    if not found:
        raise InputError("holds no texts; expected REFS/<topic>.txt or REFS/<topic>/<name>.txt", folder)
    return found


def read_unit_gold(paths: Iterable[Path]) -> UnitFile:
    """Read all topics of all files, each in one file only; a folder stands for the .json files in it."""
    whole, seen = UnitFile(), dict[tuple[str, str], Path]()
    for path in paths:
        for file in files_of(path, (".json",), ".json files of content units or judged events"):
            found = read_units(file)
            for kind, topics in (("units", found.units), ("events", found.events)):
                for topic in topics:
                    if before := seen.get((kind, topic.id)):
                        raise InputError(f"topic {topic.id} has {kind} in {before} already; keep one", file)
                    seen[kind, topic.id] = file
            whole = UnitFile(whole.units + found.units, whole.events + found.events, whole.notes + found.notes)
    return whole
