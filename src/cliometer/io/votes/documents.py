"""Votes in JSON: objects one a line or in a list, or orderings with their counts, `{"c>h>sb": 13}`."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
    document = _Document(values[0][1], layout, path)
    if any(map(looks_like_ordering, value)):
        return (document.poll(path.stem, value, document.fill),)
    return document.polls(value)


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


@dataclass(frozen=True)
class _Document:
    """Orderings in an object; a count that is null is taken from the member that fills it."""

    whole: object
    layout: Layout
    path: Path

    @property
    def fill(self) -> object:
        return _member(self.whole, self.layout.fill, self.path) if self.layout.fill else None

    def polls(self, value: Object) -> tuple[Poll, ...]:
        """A poll for each member."""
        odd = [key for key, member in value.items() if not _holds_orderings(member)]
        if odd or not value:
            fit = [_call(key, value) for key, member in value.items() if _holds_polls(member)]
            fit = [call for call in fit if "--fill" in call] or fit
            hint = f"; choose a member: {' or '.join(fit)}" if fit else ""
            raise FormatError(
                f'is a JSON object, but neither a vote nor orderings as in {{"a > b > c": 13}}{hint}',
                self.path,
            )
        filled = self.fill if isinstance(self.fill, Object) else Object(())
        return tuple(
            self.poll(name, member, filled.get(name))
            for name, member in value.items()
            if isinstance(member, Object)
        )

    def poll(self, name: str, counts: Object, fill: object) -> Poll:
        """Orderings and their counts."""
        notebook, ballots = Notebook(self.path), []

        def complain(message: str) -> InputError:
            return FormatError(message if name == self.path.stem else f"{name}: {message}", self.path)

        for key, count in counts.pairs:
            if not looks_like_ordering(key):
                notebook.add(None, f"{name}: {quoted(key)} is no ordering and was left out")
                continue
            if count is None and isinstance(fill, Object) and key in fill:
                count = fill[key]
                filler = self.layout.fill
                notebook.add(None, f"{name}: {key} has no count; {quoted(count)} was taken from {filler}")
            number = self._count(key, count, complain)
            ballots.append(Ballot(parse_ordering(key, complain), number, place=str(self.path)))
        complete(ballots, [complain] * len(ballots))
        return replace(Poll(name, ballots=tuple(ballots)), notes=notebook.notes)

    def _count(self, key: str, count: object, complain: Complain) -> int:
        if count is None:
            filler = _filler(self.layout.table or "", self.whole)
            remedy = f"--fill {shlex.quote(filler)}" if filler else "--fill KEY"
            raise complain(
                f"{quoted(key)} has no count (null); write the number, or name the member that has it: "
                f"{remedy}"
            )
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise complain(
                f"expected a number of votes such as 0 or 12 for {quoted(key)}, found {quoted(count)}"
            )
        return count


def _call(key: str, value: Object) -> str:
    """The options that read a member, with the sibling that fills its gaps where there is one."""
    member = value[key]
    gaps = isinstance(member, Object) and any(
        isinstance(poll, Object) and None in poll.values() for poll in member.values()
    )
    filler = _filler(key, value) if gaps else None
    return f"--table {shlex.quote(key)}" + (f" --fill {shlex.quote(filler)}" if filler else "")


def _filler(key: str, value: object) -> str | None:
    """`table8_filled` for `table8_orderings`, or `table8_orderings_filled`, where the object has it."""
    members = value if isinstance(value, Object) else Object(())
    likely = (f"{key}_filled", f"{key.rpartition('_')[0]}_filled")
    return next((name for name in likely if name in members and name != key), None)


def _holds_orderings(value: object) -> bool:
    return isinstance(value, Object) and any(map(looks_like_ordering, value))


def _holds_polls(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, Object) for item in value)
    return isinstance(value, Object) and bool(value) and all(map(_holds_orderings, value.values()))
