"""A folder of topics: `TOPICS/<topic>.jsonl|csv`, or as CrisisLexT26 has it `TOPICS/<topic>/<file>.csv`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import FormatError, InputError
from cliometer.io.posts.files import ENDINGS, PostFile, read_posts
from cliometer.io.posts.tables import columns, has_texts
from cliometer.io.text_file import missing
from cliometer.model.posts import Dropped, PostTopic, first_repeat
from cliometer.text.posts.filters import Filtered, Filters


@dataclass(frozen=True)
class ReadTopic:
    """The posts of a topic that the filters kept, and those they did not."""

    topic: PostTopic
    read: int
    dropped: tuple[Dropped, ...]


def read_topics(path: str | Path, filters: Filters | None = None) -> tuple[list[ReadTopic], tuple[str, ...]]:
    """Every topic of a folder (or the one of a file), by name; and notes on what was forgiven."""
    path = Path(path)
    notes: list[str] = []
    topics = [_topic(name, file, filters or Filters(), notes) for name, file in _files(path, notes).items()]
    return topics, tuple(notes)


def _topic(name: str, file: Path, filters: Filters, notes: list[str]) -> ReadTopic:
    found = read_posts(file)
    notes += found.notes
    repeated = first_repeat(post.id for post in found.posts)
    if repeated is not None:
        raise _twice(repeated, found, file)
    kept = Filtered(found.posts, ()) if found.sentences else filters.apply(found.posts)
    if not kept.posts:
        why = "".join(f", {count} {reason}" for reason, count in kept.counts.items())
        raise InputError(f"holds no post to choose from ({len(found.posts)} read{why}); leave it out", file)
    return ReadTopic(PostTopic(name, kept.posts), len(found.posts), kept.dropped)


def _twice(id: str, found: PostFile, file: Path) -> InputError:
    """Where the second of two posts stands, and where the first."""
    lines = [line for line, post in zip(found.lines, found.posts, strict=False) if post.id == id]
    first = f" (line {lines[0]} has it already)" if lines else ""
    remedy = "ids tell posts apart: change one, or leave it out"
    return InputError(f"two posts have the id {id}{first}; {remedy}", file, lines[1] if lines else None)


def _files(path: Path, notes: list[str]) -> dict[str, Path]:
    if not path.exists():
        raise missing(path)
    if not path.is_dir():
        return {_stem(path): path}
    found: dict[str, Path] = {}
    for entry in sorted(entry for entry in path.iterdir() if not entry.name.startswith(".")):
        file = _file_in(entry) if entry.is_dir() else entry if _is_topic(entry) else None
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


def _is_topic(file: Path) -> bool:
    """A table of posts or JSON lines; a list of bare ids is none, a table without ids and texts an error."""
    return file.name.endswith(ENDINGS) and (has_texts(file) or "id" not in columns(file))
