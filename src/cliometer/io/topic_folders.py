"""Folders of topics: source documents, posts, reference texts, content units and judged events.

Sources are articles or posts in `<topic>.jsonl`, posts in `<topic>.csv`, or text files in `<topic>/*.txt`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cliometer.errors import FormatError, InputError
from cliometer.io.folders import files_ending
from cliometer.io.posts import ENDINGS, TABLES, PostFile, columns, has_texts, read_posts
from cliometer.io.run_folders import starts_like_a_timeline
from cliometer.io.sources import read_corpus
from cliometer.io.text_files import missing, read_packed, read_text
from cliometer.io.units import UnitFile, read_units
from cliometer.model.documents import DroppedPost, Post, PostTopic, SourceText, first_repeat
from cliometer.model.when import When
from cliometer.text.post_filters import FilteredPosts, Filters

# The documents of topics: articles or posts in `<topic>.jsonl`, posts in `<topic>.csv`, or text files.
# A topic's text files stand in a folder of its own, `<topic>/*.txt`, each a document; `<topic>.txt` is a
# topic of one document. A file of articles or posts may stand in its topic's folder as well.

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
        return read_topic_sources([root], _topic_name(root))
    found: dict[str, Documents] = {}
    skipped: list[Path] = []
    for entry in _entries(root):
        files = _files_of(entry, skipped) if entry.is_dir() else [entry] * _is_source_topic(entry)
        if not files:
            skipped.append(entry)
            continue
        name = entry.name if entry.is_dir() else _topic_name(entry)
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


def read_topic_sources(files: Sequence[Path], topic: str) -> tuple[dict[str, Documents], tuple[str, ...]]:
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


def _is_source_topic(file: Path) -> bool:
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


def _topic_name(file: Path) -> str:
    ending = next((ending for ending in (*ENDINGS, *_TEXT) if file.name.endswith(ending)), file.suffix)
    return file.name.removesuffix(ending)


@dataclass(frozen=True)
class PostTopicReading:
    """The posts of a topic that the filters kept, and those they did not."""

    topic: PostTopic
    read: int
    dropped: tuple[DroppedPost, ...]


def read_post_topics(
    path: str | Path, filters: Filters | None = None
) -> tuple[list[PostTopicReading], tuple[str, ...]]:
    """Every topic of a folder (or the one of a file), by name; and notes on what was forgiven."""
    path = Path(path)
    notes: list[str] = []
    topics = [
        _post_topic(name, file, filters or Filters(), notes)
        for name, file in _post_files(path, notes).items()
    ]
    return topics, tuple(notes)


def _post_topic(name: str, file: Path, filters: Filters, notes: list[str]) -> PostTopicReading:
    found = read_posts(file)
    notes += found.notes
    repeated = first_repeat(post.id for post in found.posts)
    if repeated is not None:
        raise _twice(repeated, found, file)
    kept = FilteredPosts(found.posts, ()) if found.sentences else filters.apply(found.posts)
    if not kept.posts:
        why = "".join(f", {count} {reason}" for reason, count in kept.counts.items())
        raise InputError(f"holds no post to choose from ({len(found.posts)} read{why}); leave it out", file)
    return PostTopicReading(PostTopic(name, kept.posts), len(found.posts), kept.dropped)


def _twice(id: str, found: PostFile, file: Path) -> InputError:
    """Where the second of two posts stands, and where the first."""
    lines = [line for line, post in zip(found.lines, found.posts, strict=False) if post.id == id]
    first = f" (line {lines[0]} has it already)" if lines else ""
    remedy = "ids tell posts apart: change one, or leave it out"
    return InputError(f"two posts have the id {id}{first}; {remedy}", file, lines[1] if lines else None)


def _post_files(path: Path, notes: list[str]) -> dict[str, Path]:
    if not path.exists():
        raise missing(path)
    if not path.is_dir():
        return {_stem(path): path}
    found: dict[str, Path] = {}
    for entry in sorted(entry for entry in path.iterdir() if not entry.name.startswith(".")):
        file = _file_in(entry) if entry.is_dir() else entry if _is_post_topic(entry) else None
        if file is None:
            notes.append(f"{entry}: skipped, it holds no posts ({', '.join(ENDINGS)})")
            continue
        name = entry.name if entry.is_dir() else _stem(entry)
        if name in found:
            raise InputError(f"holds the topic {name} twice; keep one", path)
        found[name] = file
    if not found:
        for table in (*sorted(path.glob("*.[ct]sv")), *sorted(path.glob("*/*.[ct]sv"))):
            read_posts(table)  # says which header it has, and which is wanted
        raise InputError(f"holds no topics; expected files of posts: <topic>{', '.join(ENDINGS)}", path)
    return found


def _stem(file: Path) -> str:
    ending = next((ending for ending in ENDINGS if file.name.endswith(ending)), file.suffix)
    return file.name.removesuffix(ending)


def _file_in(folder: Path) -> Path | None:
    """The one file of a topic's folder that holds texts; lists of ids do not."""
    files = [file for file in sorted(folder.iterdir()) if file.name.endswith(ENDINGS) and has_texts(file)]
    if len(files) > 1:
        raise FormatError(
            f"holds several files of posts ({files[0].name}, {files[1].name}); keep one a topic", folder
        )
    return files[0] if files else None


def _is_post_topic(file: Path) -> bool:
    """A table of posts or JSON lines; a list of bare ids is none, a table without ids and texts an error."""
    return file.name.endswith(ENDINGS) and (has_texts(file) or "id" not in columns(file))


_SHOWN = 5


def strays(texts: Iterable[str], topics: Iterable[str], folder: str | Path) -> tuple[str, ...]:
    """A note on texts that are on no topic, with their names."""
    known = set(topics)
    extra = [name for name in texts if name not in known]
    more = f" and {len(extra) - _SHOWN} more" if len(extra) > _SHOWN else ""
    named = f"{', '.join(extra[:_SHOWN])}{more}"
    return (f"{folder}: left out, since no topic is called so: {named}",) if extra else ()


def read_texts(folder: str | Path) -> dict[str, tuple[str, ...]]:
    """Topic -> its texts."""
    folder = Path(folder)
    if not folder.exists():
        raise missing(folder)
    if not folder.is_dir():
        raise InputError("is a file where a folder is wanted; expected REFS/<topic>.txt", folder)
    found: dict[str, tuple[str, ...]] = {
        file.stem: (read_text(file),) for file in sorted(folder.glob("*.txt"))
    }
    for entry in sorted(entry for entry in folder.iterdir() if entry.is_dir()):
        texts = tuple(read_text(file) for file in sorted(entry.glob("*.txt")))
        if texts:
            found[entry.name] = (*found.get(entry.name, ()), *texts)
    if not found:
        raise InputError("holds no texts; expected REFS/<topic>.txt or REFS/<topic>/<name>.txt", folder)
    return found


def read_unit_gold(paths: Iterable[Path]) -> UnitFile:
    """All topics of all files, each in one file only; a folder stands for the .json files in it."""
    whole, seen = UnitFile(), dict[tuple[str, str], Path]()
    for path in paths:
        for file in unit_files(path):
            found = read_units(file)
            _refuse_twice(found, file, seen)
            whole = UnitFile(
                whole.units + found.units, whole.events + found.events, whole.notes + found.notes
            )
    return whole


def unit_files(path: Path) -> list[Path]:
    """The file itself, or the .json files of a folder by name."""
    if not path.exists():
        raise missing(path)
    if not path.is_dir():
        return [path]
    files = files_ending(path, ".json")
    if not files:
        raise InputError("holds no .json files of content units or judged events", path)
    return files


def _refuse_twice(found: UnitFile, file: Path, seen: dict[tuple[str, str], Path]) -> None:
    named = [("units", topic.id) for topic in found.units] + [("events", topic.id) for topic in found.events]
    for kind, topic in named:
        if (kind, topic) in seen:
            raise InputError(f"topic {topic} has {kind} in {seen[kind, topic]} already; keep one", file)
        seen[kind, topic] = file
