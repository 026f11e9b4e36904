"""The documents of topics: articles or posts in `<topic>.jsonl`, posts in `<topic>.csv`, or text files.

A topic's text files stand in a folder of its own, `<topic>/*.txt`, each a document; `<topic>.txt` is a topic
of one document. A file of articles or posts may stand in its topic's folder as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.articles import read_corpus
from cliometer.io.posts.files import ENDINGS, read_posts
from cliometer.io.posts.tables import TABLES, columns, has_texts
from cliometer.io.summary_runs import starts_like_a_timeline
from cliometer.io.text_file import missing, read_text
from cliometer.io.trec_ts.packed import read_packed
from cliometer.model.posts import Post
from cliometer.model.source_texts import SourceText
from cliometer.model.when import When

Documents = tuple[SourceText, ...]
_TEXT = (".txt", ".text", ".md")
_DAY = 86400
_FIRST_DAY = 719163  # 1970-01-01 as a day number


def read_sources(path: str | PathLike[str]) -> tuple[dict[str, Documents], tuple[str, ...]]:
    """Topics and their documents, from a folder or, for one topic, a file; and notes on what was forgiven."""
    notes: list[str] = []
    root = Path(path)
    if not root.exists():
        raise missing(root)
    if not root.is_dir():
        return read_topic([root], _topic(root))
    found: dict[str, Documents] = {}
    skipped: list[Path] = []
    for entry in _entries(root):
        files = _files_of(entry, skipped) if entry.is_dir() else [entry] * _is_topic(entry)
        if not files:
            skipped.append(entry)
            continue
        name = entry.name if entry.is_dir() else _topic(entry)
        if name in found:
            raise InputError(f"holds the topic {name} twice; keep one", root)
        found[name] = tuple(text for file in files for text in _documents(file, notes))
    if not found:
        raise InputError("holds no sources; expected <topic>.jsonl, <topic>.csv or <topic>/*.txt", root)
    _expect_texts(found, root)
    if skipped:
        more = f" and {len(skipped) - 1} more" if len(skipped) > 1 else ""
        notes.append(f"{skipped[0]}{more}: skipped, no articles, posts or texts of a topic")
    return found, tuple(notes)


def read_topic(files: Sequence[Path], topic: str) -> tuple[dict[str, Documents], tuple[str, ...]]:
    """The documents of one topic from all files that hold them; and notes on what was forgiven."""
    notes: list[str] = []
    found = {topic: tuple(text for file in files for text in _documents(file, notes))}
    _expect_texts(found, files[0])
    return found, tuple(notes)


def texts_in(folder: Path) -> list[Path]:
    """The files of a folder that holds plain texts and no topics of another kind; else none."""
    entries = _entries(folder)
    documents = [entry for entry in entries if _is_document(entry)]
    is_flat = all(file.name.endswith(_TEXT) for file in documents) and not any(map(Path.is_dir, entries))
    return documents if is_flat else []


def _files_of(folder: Path, skipped: list[Path]) -> list[Path]:
    """Text files, or the files of articles and posts where there are none."""
    entries = _entries(folder)
    documents = [entry for entry in entries if _is_document(entry)]
    texts = [entry for entry in documents if entry.name.endswith(_TEXT)]
    chosen = texts or [entry for entry in documents if has_texts(entry)]
    skipped += [entry for entry in entries if chosen and entry not in chosen]
    return chosen


def _is_document(file: Path) -> bool:
    is_about = file.stem.lower() in ("readme", "license", "licence", "notice")
    return file.is_file() and file.name.endswith((*ENDINGS, *_TEXT)) and not is_about


def _is_topic(file: Path) -> bool:
    """A list of bare ids is none; a table without ids and texts is read, and refused with its header."""
    return _is_document(file) and (has_texts(file) or "id" not in columns(file))


def _documents(file: Path, notes: list[str]) -> Documents:
    if not file.name.endswith(ENDINGS):
        text = read_text(file).removeprefix("\ufeff")
        if starts_like_a_timeline(text):
            notes.append(f"{file}: starts like a timeline, but is counted as a plain text, dates and all")
        return (SourceText((text,)),)
    if _is_articles(file):
        corpus, seen = read_corpus(file)
        notes += seen
        return tuple(SourceText.of_article(article) for article in next(iter(corpus.values())))
    found = read_posts(file)
    notes += found.notes
    return tuple(SourceText((post.text,), _day(post)) for post in found.posts)


def _is_articles(file: Path) -> bool:
    if file.name.endswith(TABLES):
        return False
    return '"sentences"' in read_packed(file).lstrip().partition("\n")[0]


def _day(post: Post) -> When | None:
    if post.time is None:
        return None
    day = _FIRST_DAY + int(post.time // _DAY)
    return When(day, day)


def _expect_texts(found: dict[str, Documents], root: Path) -> None:
    for topic, documents in found.items():
        if not any(line.strip() for text in documents for line in text.lines):
            raise InputError(f"the topic {topic} holds no text; leave it out, or add its documents", root)


def _entries(folder: Path) -> list[Path]:
    return sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))


def _topic(file: Path) -> str:
    ending = next((ending for ending in (*ENDINGS, *_TEXT) if file.name.endswith(ending)), file.suffix)
    return file.name.removesuffix(ending)
