"""The judgements of a year: nuggets, pooled updates, and the matches between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TypeVar

from cliometer.errors import FormatError
from cliometer.io.notes import Notebook, quoted
from cliometer.io.trec_ts.rows import Row, table_rows
from cliometer.model.nuggets import Match, Nugget, NuggetTopic, PooledUpdate

_NUGGETS = "query_id nugget_id timestamp importance nugget_len nugget_text"
_UPDATES = "query_id update_id doc_id sentence_id update_len"
_MATCHES = "query_id update_id nugget_id match_start match_end"
_NO_DUPLICATE = ("NULL", "")

_MOST_IMPORTANT = 100.0  # 3 is the track's; beyond this e^i is no use as a weight

Topics = TypeVar("Topics", bound=Mapping[str, object])
File = str | PathLike[str]


@dataclass(frozen=True)
class Judgements:
    """The topics that have nuggets, in the order of the nuggets file, with what the readers forgave."""

    topics: Mapping[str, NuggetTopic]
    notes: tuple[str, ...] = ()


def read_judgements(nuggets: File, matches: File, updates: File) -> Judgements:
    """The three files of a year as topics; ids that lead nowhere are kept and noted."""
    books = [Notebook(Path(path)) for path in (nuggets, updates, matches)]
    gold, pool = read_nuggets(books[0]), read_pool(books[1])
    found = read_matches(books[2], gold, pool)
    for topic in (topic for topic in pool if topic not in gold):
        books[1].add(None, f"topic {topic} has no nuggets; it is not scored", kind="topic")
    topics = {
        topic: NuggetTopic(topic, nuggets_, pool.get(topic, {}), found.get(topic, {}))
        for topic, nuggets_ in gold.items()
    }
    return Judgements(topics, tuple(note for book in books for note in book.notes))


def read_nuggets(notebook: Notebook) -> dict[str, dict[str, Nugget]]:
    """Nuggets by topic and id."""
    topics: dict[str, dict[str, Nugget]] = {}
    for row in table_rows(notebook.path, _NUGGETS, notebook):
        nugget = Nugget(
            row.cells[1],
            row.whole(2, "the time"),
            _importance(row),
            " ".join(row.cells[5:]),
            row.whole(4, "the length", low=1),
        )
        known = topics.setdefault(row.cells[0], {})
        if nugget.id in known:
            raise FormatError(f"nugget {quoted(nugget.id)} stands twice; remove one", row.path, row.line)
        known[nugget.id] = nugget
    return _filled(topics, "nugget", notebook.path)


def _importance(row: Row) -> float:
    value = row.number(3, "the importance")
    if abs(value) > _MOST_IMPORTANT:
        raise FormatError(f"expected an importance from 0 to 3, found {value:g}", row.path, row.line)
    return value


def _filled(topics: Topics, what: str, path: Path) -> Topics:
    """The topics of a file that has some; an empty one is more likely the wrong one."""
    if not topics:
        raise FormatError(f"holds no {what}; is this the right file?", path)
    return topics


def read_pool(notebook: Notebook) -> dict[str, dict[str, PooledUpdate]]:
    """Pooled updates by topic and id; of an id that stands twice the last row counts."""
    topics: dict[str, dict[str, PooledUpdate]] = {}
    for row in table_rows(notebook.path, _UPDATES, notebook):
        update = _pooled(row)
        known = topics.setdefault(row.cells[0], {})
        if update.id in known:
            notebook.add(row.line, "an update that stands twice in its topic; the last row counts")
        known[update.id] = update
    for known in topics.values():
        _note_duplicates(known, notebook)
    return _filled(topics, "update", notebook.path)


def _pooled(row: Row) -> PooledUpdate:
    _, id, _, _, _, *more = row.cells
    duplicate = None if not more or more[0] in _NO_DUPLICATE else more[0]
    return PooledUpdate(id, " ".join(more[1:]), duplicate, row.whole(4, "the length", low=0))


def _note_duplicates(known: Mapping[str, PooledUpdate], notebook: Notebook) -> None:
    for update in known.values():
        if update.duplicate is not None and update.duplicate not in known:
            notebook.add(None, "a duplicate of an update that is not in the pool; it stands for itself")


def read_matches(
    notebook: Notebook,
    nuggets: Mapping[str, Mapping[str, Nugget]],
    pool: Mapping[str, Mapping[str, PooledUpdate]],
) -> dict[str, dict[str, tuple[Match, ...]]]:
    """Matches by topic and update, in the order of the file."""
    topics: dict[str, dict[str, tuple[Match, ...]]] = {}
    for row in table_rows(notebook.path, _MATCHES, notebook):
        topic, update, nugget, *_ = row.cells
        match = Match(update, nugget, row.whole(3, "the start"), row.whole(4, "the end"))
        known = topics.setdefault(topic, {})
        before = known.get(update, ())
        _note_match(row, before, nuggets.get(topic, {}), pool.get(topic, {}), notebook)
        known[update] = (*before, match)
    return _filled(topics, "match", notebook.path)


def _note_match(
    row: Row,
    before: tuple[Match, ...],
    nuggets: Mapping[str, Nugget],
    pool: Mapping[str, PooledUpdate],
    notebook: Notebook,
) -> None:
    _, update, nugget, *_ = row.cells
    if nugget not in nuggets:
        notebook.add(row.line, "a match with a nugget that is not in the nuggets file; it earns nothing")
    if update not in pool:
        notebook.add(
            row.line, "a match of an update that is not in the updates file; it has no words to cover"
        )
    elif row.whole(4, "the end") > len(pool[update].text):
        notebook.add(row.line, "a match that ends beyond its update's text; cut at the end")
    if any(match.nugget == nugget for match in before):
        notebook.add(row.line, "a match that stands twice; the first counts")
