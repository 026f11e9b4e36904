"""Votes of people from a file: one vote a row, orderings with counts, ballots over columns, or a matrix.

A row of votes needs `first`, `second` and `preferred` (a name, `first`, `second` or `tie`), or `preferred` and `loser`;
`topic`, `judge`, `reason`, `count` and `dataset` may be missing. An ordering such as `c > h = sb` ranks all systems,
and counts once unless it has a `count`. In a matrix the cell says how often the system of the row was preferred to that
of the column. In JSON votes are objects, one a line or in a list, and orderings stand with their counts,
`{"c > h > sb": 13}`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

from cliometer.errors import FormatError, InputError, unknown
from cliometer.grouping import by_key
from cliometer.io.csv_tables import DELIMITERS, TableRow, csv_rows, header, table_rows, widest_delimiter
from cliometer.io.json_values import JsonNode, JsonObject, json_nodes
from cliometer.io.lines import Notebook, first_line
from cliometer.io.text_files import read_bare_text, unpacked
from cliometer.io.vote_rows import Layout, complete, looks_like_ordering, parse_ordering, polls_of, read_lines
from cliometer.model.judgements import Ballot, Poll, Vote
from cliometer.model.notes import Note
from cliometer.model.records import member_place
from cliometer.spelling import LARGEST_COUNT, is_whole, listed, quoted, whole_number

_ON_THE_DIAGONAL = ("", "-", "–", "—", "0", "x")


def matrix_delimiter(text: str, path: Path) -> str | None:
    """Return the delimiter under which rows and columns have the same names, if any."""
    for delimiter in DELIMITERS:
        names = header(text, delimiter)[1:]
        if len(names) > 1:
            _, *rows = csv_rows(text, path, delimiter)
            if sorted(row[0].strip() for _, row in rows) == sorted(names):
                return delimiter
    return None


def read_matrix(text: str, path: Path, delimiter: str) -> tuple[Poll, ...]:
    """Read a matrix: the cell in row i and column j is how often i was preferred to j."""
    votes = []
    for row in table_rows(text, path, delimiter):
        first, *others = row.cells
        winner = row.text(first)
        for loser in others:
            # an empty cell is no vote; a dash or a cross fills the diagonal only
            if row.text(loser) in (_ON_THE_DIAGONAL if winner == loser else ("", "0")):
                continue
            if winner == loser:
                raise row.error("matrix-diagonal-filled", winner=quoted(winner))
            count = row.count(loser)
            votes.append(Vote(winner, loser, winner, count=count, shown=False, place=str(row)))
    if not votes:
        raise FormatError("matrix-without-votes", path)
    return (Poll(unpacked(path).stem, tuple(votes)),)


ORDERING = "ordering"
_ABOUT = ("topic", "judge", "reason", "count", "dataset")
_PLACE = re.compile(r"(?:rank|place|position)[ _-]?(\d+)", re.IGNORECASE)


def lays_out_ballots(names: Sequence[str], layout: Layout) -> bool:
    """Return whether the columns are places, or are topic or judge and two others or more."""
    if layout.pair or "preferred" not in layout.lacking(names):
        return False
    return len(_places(names)) > 1 or len(_systems(names, layout)) in range(2, len(names))


def with_orderings(rows: Sequence[TableRow], names: Sequence[str], layout: Layout) -> list[TableRow] | None:
    """Return the rows with an ordering each, which is read like any other; None where the columns hold no ranks."""
    places = _places(names)
    if len(places) > 1:
        return [_with(row, _by_place(row, places), places) for row in rows] or None
    systems = _systems(names, layout)
    if not rows or not all(_is_rank(rows[0], name, systems) for name in systems):
        return None
    return [_with(row, _by_rank(row, systems), systems) for row in rows]


def _places(names: Sequence[str]) -> list[str]:
    """Return columns such as rank1 and rank2, best first."""
    rule = {name: int(match[1]) for name in names if (match := _PLACE.fullmatch(name))}
    return sorted(rule, key=lambda name: rule[name])


def _systems(names: Sequence[str], layout: Layout) -> list[str]:
    """Return the columns that are no topic, judge, reason, count or data set."""
    roles = layout.roles(names)
    described = [roles[role] for role in _ABOUT if role in roles]
    return [name for name in names if name not in described]


def _with(row: TableRow, ordering: str, gone: Sequence[str]) -> TableRow:
    others = {name: cell for name, cell in row.cells.items() if name not in gone}
    return replace(row, cells={**others, ORDERING: ordering})


def _by_place(row: TableRow, places: Sequence[str]) -> str:
    for name in places:
        if not row.text(name):
            raise row.error("system-name-expected", columns=name)
    return " > ".join(map(row.text, places))


def _is_rank(row: TableRow, name: str, systems: Sequence[str]) -> bool:
    return whole_number(row.text(name), 1, len(systems)) is not None


def _by_rank(row: TableRow, systems: Sequence[str]) -> str:
    for name in systems:
        if not _is_rank(row, name, systems):
            cell = quoted(row.text(name)) if row.text(name) else "nothing"
            raise row.error("rank-expected", name=name, count=len(systems), found=cell)
    groups = by_key((int(row.text(name)), name) for name in systems)
    return " > ".join(" = ".join(groups[rank]) for rank in sorted(groups))


def read_json(text: str, path: Path, layout: Layout) -> tuple[Poll, ...]:
    """Return the polls of a JSON document, or of objects one a line."""
    nodes = list(json_nodes(text, Notebook(path)))
    if len(nodes) > 1:
        return _rows(nodes, layout)
    whole = replace(nodes[0], line=None)
    node = _member(whole, layout.table)
    if isinstance(node.value, list):
        rows = list(replace(node, place=node.place or "votes").as_items("votes"))
        if not rows:
            raise node.fail("vote-list-empty")
        return _rows(rows, layout)
    if not isinstance(node.value, JsonObject):
        raise node.fail("votes-expected", node=quoted(node.value))
    if layout.suffices(tuple(node.value)):
        return _rows([node], layout)
    layout.refuse_columns("orderings", path)
    fill = _member(whole, layout.fill).value if layout.fill else None
    document = _Document(layout, fill)
    if any(map(looks_like_ordering, node.value)):
        return (document.poll(unpacked(path).stem, node, node.value.pairs, fill),)
    return document.polls(node, node.value)


def _member(node: JsonNode, key: str | None) -> JsonNode:
    if key is None:
        return node
    members = node.value if isinstance(node.value, JsonObject) else {}
    if key not in members:
        raise unknown(f"member of {node.notebook.path}", key, members)
    return replace(node, value=members[key], place=member_place("", key))


def _rows(nodes: Sequence[JsonNode], layout: Layout) -> tuple[Poll, ...]:
    """Read objects as rows; a key that only some have is a column all the same."""
    path = nodes[0].notebook.path
    rows = [TableRow(path, node.line, node.place, node.as_object("a vote").members) for node in nodes]
    return polls_of(rows, tuple(dict.fromkeys(key for row in rows for key in row.cells)), layout, path)


@dataclass(frozen=True)
class _Document:
    """A document of orderings; a count that is null is taken from the member `fill`."""

    layout: Layout
    fill: object

    def polls(self, node: JsonNode, members: JsonObject) -> tuple[Poll, ...]:
        if not members or not all(map(_holds_orderings, members.values())):
            fit = [f"--table {shlex.quote(key)}" for key, member in members.items() if _holds_polls(member)]
            hint = f"; choose a member: {listed(fit, last=' or ')}" if fit else ""
            raise node.fail("votes-object-unknown", hint=hint)
        fill = self.fill if isinstance(self.fill, JsonObject) else {}
        return tuple(
            self.poll(name, replace(node, place=member_place(node.place, name)), member.pairs, fill.get(name))
            for name, member in members.items()
            if isinstance(member, JsonObject)
        )

    def poll(self, name: str, node: JsonNode, counts: Sequence[tuple[str, object]], fill: object) -> Poll:
        notebook, ballots = Notebook(node.notebook.path), []
        for key, count in counts:
            if not looks_like_ordering(key):
                notebook.add(None, Note.of("key-left-out", name=name, key=quoted(key)))
                continue
            if count is None and isinstance(fill, JsonObject) and key in fill:
                count = fill[key]
                notebook.add(
                    None, Note.of("count-filled", name=name, key=key, count=quoted(count), fill=self.layout.fill)
                )
            if count is None:
                raise node.fail("count-null", key=quoted(key))
            if not is_whole(count, 0, LARGEST_COUNT):
                raise node.fail("key-count-expected", key=quoted(key), count=quoted(count))
            ballots.append(Ballot(parse_ordering(key, node.fail), count, place=str(notebook.path)))
        complete(ballots, [node.fail] * len(ballots))
        return replace(Poll(name, ballots=tuple(ballots)), notes=notebook.notes)


def _holds_orderings(value: object) -> bool:
    return isinstance(value, JsonObject) and any(map(looks_like_ordering, value))


def _holds_polls(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, JsonObject) for item in value)
    return isinstance(value, JsonObject) and bool(value) and all(map(_holds_orderings, value.values()))


def read_votes(path: str | PathLike[str], layout: Layout | None = None) -> tuple[Poll, ...]:
    """Read the polls of a file, mostly one; the format is recognised by content."""
    file = Path(path)
    polls = parse_votes(read_bare_text(file), file, layout)
    for poll in polls:
        if not any(vote.count for vote in poll.votes) and not any(ballot.count for ballot in poll.ballots):
            raise InputError("counts-all-zero", file, poll=poll.name)
    return tuple(replace(poll, source=str(file)) for poll in polls)


def read_all_votes(paths: Iterable[str | PathLike[str]], layout: Layout | None = None) -> tuple[Poll, ...]:
    """Read the polls of several files; where two have one name, the file tells them apart."""
    polls = [(Path(path), poll) for path in paths for poll in read_votes(path, layout)]
    names = [poll.name for _, poll in polls]
    return tuple(
        replace(poll, name=f"{path}: {poll.name}") if names.count(poll.name) > 1 else poll for path, poll in polls
    )


def parse_votes(text: str, path: Path, layout: Layout | None = None) -> tuple[Poll, ...]:
    """Return the polls of a text as if it stood in the file `path`."""
    layout = layout or Layout()
    if not text.strip():
        raise InputError("vote-file-empty", path)
    if text.lstrip()[0] in "[{":
        return read_json(text, path, layout)
    if layout.table or layout.fill:
        raise FormatError("votes-not-json", path)
    delimiter = next((mark for mark in DELIMITERS if layout.suffices(header(text, mark))), None)
    if delimiter is not None:
        return polls_of(table_rows(text, path, delimiter), header(text, delimiter), layout, path)
    if (matrix := matrix_delimiter(text, path)) is not None:
        layout.refuse_columns("a matrix", path)
        return read_matrix(text, path, matrix)
    if (laid_out := _laid_out(text, path, layout)) is not None:
        return laid_out
    lines = (line.strip() for line in text.splitlines())
    if looks_like_ordering(next((line for line in lines if line and not line.startswith("#")), "")):
        layout.refuse_columns("orderings", path)
        return read_lines(text, path)
    names = header(text)
    if layout.columns or layout.roles(names):
        layout.check(names, path)
    raise FormatError("votes-not-recognised", path, 1, first_line=quoted(first_line(text)))


def _laid_out(text: str, path: Path, layout: Layout) -> tuple[Poll, ...] | None:
    """Read ballots over several columns: places that hold systems, or systems that hold ranks."""
    names, delimiter = header(text), widest_delimiter(text)
    if len(names) < 2 or not lays_out_ballots(names, layout):
        return None
    rows = with_orderings(table_rows(text, path, delimiter), names, layout)
    return None if rows is None else polls_of(rows, list(rows[0].cells), layout, path)
