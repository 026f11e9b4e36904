"""Votes in JSON: objects one a line or in a list, or orderings with their counts, `{"c>h>sb": 13}`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cliometer.errors import FormatError, InputError, unknown
from cliometer.io.json_values import Object, json_values
from cliometer.io.notes import Notebook, quoted
from cliometer.io.votes.columns import Layout
from cliometer.io.votes.orderings import Complain, complete, looks_like_ordering, parse_ordering
from cliometer.io.votes.rows import Row, polls_of
from cliometer.model.judgements import Ballot, Poll


def read_json(text: str, path: Path, layout: Layout) -> tuple[Poll, ...]:
    """The polls of a JSON document, or of objects one a line."""
    values = list(json_values(text, path))
    if len(values) > 1:
        return _rows([(line, "", value) for line, value in values], path, layout)
    value = _member(values[0][1], layout.table, path)
    if isinstance(value, list):
        numbered = [(None, f"item {number}: ", item) for number, item in enumerate(value, start=1)]
        return _rows(numbered, path, layout)
    if not isinstance(value, Object):
        raise FormatError(f"expected votes as objects or in a list, found {quoted(value)}", path)
    if layout.suffices(tuple(value)):
        return _rows([(None, "", value)], path, layout)
    layout.refuse_columns("orderings", path)
    if any(map(looks_like_ordering, value)):
        return (_orderings(path.stem, value, _member(values[0][1], layout.fill, path), layout, path),)
    return _several(value, _member(values[0][1], layout.fill, path), layout, path)


def _member(value: object, key: str | None, path: Path) -> object:
    if key is None:
        return value
    if not isinstance(value, Object) or key not in value:
        raise unknown(f"member of {path}", key, value if isinstance(value, Object) else ())
    return value[key]


def _rows(values: Sequence[tuple[int | None, str, object]], path: Path, layout: Layout) -> tuple[Poll, ...]:
    """Objects as rows; a key that only some have is a column all the same."""
    rows = []
    for line, where, value in values:
        if not isinstance(value, Object):
            raise FormatError(f"{where}expected a vote as an object, found {quoted(value)}", path, line)
        rows.append(Row(path, line, where, value))
    if not rows:
        raise InputError("is a list without votes; at least one is needed", path)
    return polls_of(rows, tuple(dict.fromkeys(key for row in rows for key in row.cells)), layout, path)


def _several(value: Object, fill: object, layout: Layout, path: Path) -> tuple[Poll, ...]:
    """A poll for each member."""
    odd = [key for key, member in value.items() if not _holds_orderings(member)]
    if odd or not value:
        fit = [quoted(key) for key, member in value.items() if _holds_polls(member)]
        hint = f"; choose a member: --table {' or '.join(fit)}" if fit else ""
        raise FormatError(
            f'is a JSON object, but neither a vote nor orderings as in {{"a > b > c": 13}}{hint}', path
        )
    filled = fill if isinstance(fill, Object) else Object(())
    return tuple(
        _orderings(name, member, filled.get(name), layout, path)
        for name, member in value.items()
        if isinstance(member, Object)
    )


def _holds_orderings(value: object) -> bool:
    return isinstance(value, Object) and any(map(looks_like_ordering, value))


def _holds_polls(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, Object) for item in value)
    return isinstance(value, Object) and bool(value) and all(map(_holds_orderings, value.values()))


def _orderings(name: str, counts: Object, fill: object, layout: Layout, path: Path) -> Poll:
    """Orderings and their counts; a count that is null is taken from `fill` where that has it."""
    notebook, ballots = Notebook(path), []

    def complain(message: str) -> InputError:
        return FormatError(message if name == path.stem else f"{name}: {message}", path)

    for key, count in counts.pairs:
        if not looks_like_ordering(key):
            notebook.add(None, f"{name}: {quoted(key)} is no ordering and was left out")
            continue
        if count is None and layout.fill and isinstance(fill, Object) and key in fill:
            count = fill[key]
            notebook.add(None, f"{name}: {key} has no count; {quoted(count)} was taken from {layout.fill}")
        ballots.append(Ballot(parse_ordering(key, complain), _count(key, count, complain)))
    complete(ballots, [complain] * len(ballots))
    return replace(Poll(name, ballots=tuple(ballots)), notes=notebook.notes)


def _count(key: str, count: object, complain: Complain) -> int:
    if count is None:
        raise complain(
            f"{quoted(key)} has no count (null); write the number, or name the member that has it: --fill KEY"
        )
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise complain(f"expected a number of votes such as 0 or 12 for {quoted(key)}, found {quoted(count)}")
    return count
