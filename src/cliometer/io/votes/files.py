"""Votes of people from a file: one vote a row, orderings with their counts, or a matrix of wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path

from cliometer.errors import FormatError, InputError
from cliometer.io.lines import first_line
from cliometer.io.notes import quoted
from cliometer.io.text_file import read_text
from cliometer.io.votes.columns import Layout
from cliometer.io.votes.documents import read_json
from cliometer.io.votes.orderings import looks_like_ordering, read_lines
from cliometer.io.votes.ranks import lays_out_ballots, with_orderings
from cliometer.io.votes.rows import polls_of
from cliometer.io.votes.table import (
    delimiter_of,
    header,
    matrix_delimiter,
    read_matrix,
    table_rows,
    widest_delimiter,
)
from cliometer.model.judgements import Poll

_BYTE_ORDER_MARK = "\ufeff"
_AS_IT_STANDS = Layout()


def read_votes(path: str | PathLike[str], layout: Layout = _AS_IT_STANDS) -> tuple[Poll, ...]:
    """The polls of a file, mostly one; the format is recognised by content."""
    file = Path(path)
    polls = parse_votes(read_text(file), file, layout)
    for poll in polls:
        if not any(vote.count for vote in poll.votes) and not any(ballot.count for ballot in poll.ballots):
            raise InputError(f"{poll.name}: every count is 0; at least one vote is needed", file)
    return tuple(replace(poll, source=str(file)) for poll in polls)


def read_all_votes(paths: Iterable[str | PathLike[str]], layout: Layout = _AS_IT_STANDS) -> tuple[Poll, ...]:
    """The polls of several files, one after another; where two have one name, the file tells them apart."""
    found = [(Path(path), poll) for path in paths for poll in read_votes(path, layout)]
    names = [poll.name for _, poll in found]
    return tuple(
        replace(poll, name=f"{path}: {poll.name}") if names.count(poll.name) > 1 else poll
        for path, poll in found
    )


def parse_votes(text: str, path: Path, layout: Layout = _AS_IT_STANDS) -> tuple[Poll, ...]:
    """The polls of a text as if it stood in the file `path`."""
    bare = text.removeprefix(_BYTE_ORDER_MARK)
    if not bare.strip():
        raise InputError(
            "is empty: expected votes, such as a header topic,judge,first,second,preferred", path
        )
    if bare.lstrip()[0] in "[{":
        return read_json(bare, path, layout)
    if layout.table or layout.fill:
        raise FormatError("is no JSON, so it has no members to choose by --table or --fill", path)
    delimiter = delimiter_of(bare, layout)
    if delimiter is not None:
        return polls_of(table_rows(bare, path, delimiter), header(bare, delimiter), layout, path)
    matrix = matrix_delimiter(bare, path)
    if matrix is not None:
        layout.refuse_columns("a matrix", path)
        return read_matrix(bare, path, matrix)
    laid_out = _laid_out(bare, path, layout)
    if laid_out is not None:
        return laid_out
    if _starts_with_ordering(bare):
        layout.refuse_columns("orderings", path)
        return read_lines(bare, path)
    names = header(bare)
    if layout.columns or layout.roles(names):
        layout.check(names, path)
    raise FormatError(
        "holds no votes: expected a header such as topic,judge,first,second,preferred, or ordering,count, "
        f"or lines such as 13: a > b > c, found {quoted(first_line(bare))}",
        path,
        1,
    )


def _laid_out(text: str, path: Path, layout: Layout) -> tuple[Poll, ...] | None:
    """Ballots over several columns: places that hold systems, or systems that hold ranks."""
    names, delimiter = header(text), widest_delimiter(text)
    if len(names) < 2 or not lays_out_ballots(names, layout):
        return None
    rows = with_orderings(table_rows(text, path, delimiter), names, layout)
    return None if rows is None else polls_of(rows, list(rows[0].cells), layout, path)


def _starts_with_ordering(text: str) -> bool:
    lines = (line.strip() for line in text.splitlines())
    return looks_like_ordering(next((line for line in lines if line and not line.startswith("#")), ""))
