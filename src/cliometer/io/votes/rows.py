"""Rows of a votes file, whether of a table or of JSON objects, as votes on pairs or as ballots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cliometer.errors import FormatError, InputError
from cliometer.io.notes import quoted
from cliometer.io.votes.columns import SYNONYMS, Layout
from cliometer.io.votes.orderings import complete, parse_ordering
from cliometer.model.judgements import Ballot, Poll, Vote

_FIRST = {"first", "left", "1", "a", *(word.replace("_", " ") for word in SYNONYMS["first"])}
_SECOND = {"second", "right", "2", "b", *(word.replace("_", " ") for word in SYNONYMS["second"])}
_TIE = {
    "tie", "tied", "ties", "draw", "equal", "equals", "equally good", "equally bad", "equally", "same",
    "none", "neither", "both", "no preference", "no difference", "=", "tie (bothbad)",
    "both bad", "both good",
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """The cells of a row by column, and where it stands."""

    path: Path
    line: int | None
    where: str
    cells: Mapping[str, object]

    def error(self, message: str) -> InputError:
        """An error that starts with the place."""
        return FormatError(f"{self.where}{message}", self.path, self.line)

    @property
    def place(self) -> str:
        """As an error would start."""
        spelled = str(self.path) if self.line is None else f"{self.path}:{self.line}"
        return f"{spelled}: {self.where}".removesuffix(": ")

    def text(self, column: str | None) -> str:
        """The words in a cell; none where the row has no such cell or nothing in it."""
        value = None if column is None else self.cells.get(column)
        if isinstance(value, str):
            return value.strip()
        if value is None:
            return ""
        if isinstance(value, bool | int):
            return str(value).lower()
        raise self.error(f"expected words in {column!r}, found {quoted(value)}")

    def count(self, column: str | None) -> int:
        """The number in a cell; 1 where there is no such column."""
        if column is None:
            return 1
        value = self.cells.get(column)
        spelled = value.strip() if isinstance(value, str) else value
        if isinstance(spelled, str) and spelled.isdecimal():
            return int(spelled)
        if isinstance(spelled, int) and not isinstance(spelled, bool) and spelled >= 0:
            return spelled
        raise self.error(f"expected a number of votes such as 0 or 12 in {column!r}, found {quoted(value)}")


def polls_of(rows: Sequence[Row], names: Sequence[str], layout: Layout, path: Path) -> tuple[Poll, ...]:
    """A poll for each data set, in the order in which they first appear."""
    layout.check(names, path)
    columns = layout.roles(names)
    if not rows:
        raise InputError("has a header but no votes; at least one is needed", path)
    sets: dict[str, list[Row]] = {}
    for row in rows:
        sets.setdefault(row.text(columns.get("dataset")), []).append(row)
    read = _ballots if "ordering" in columns else _Votes(columns, layout.pair).poll
    first, *others = (read(name or path.stem, own, columns) for name, own in sets.items())
    return (replace(first, notes=_left_out(names, columns, layout, path)), *others)


def _left_out(
    names: Sequence[str], columns: Mapping[str, str], layout: Layout, path: Path
) -> tuple[str, ...]:
    """A note on the columns that nothing was made of."""
    unread = {"first", "second", "preferred", "reason", "loser"} if "ordering" in columns else set()
    unread |= {"first", "second"} if layout.pair else set()
    unread |= {"loser"} if layout.pair or "first" in columns else set()
    used = [column for role, column in columns.items() if role not in unread]
    others = [quoted(name) for name in names if name not in used]
    return (f"{path}: columns left out: {', '.join(others)}",) if others else ()


def _ballots(name: str, rows: Sequence[Row], columns: Mapping[str, str]) -> Poll:
    ballots = tuple(
        Ballot(
            parse_ordering(row.text(columns["ordering"]), row.error),
            row.count(columns.get("count")),
            row.text(columns.get("topic")),
            row.text(columns.get("judge")),
            place=row.place,
        )
        for row in rows
    )
    complete(ballots, [row.error for row in rows])
    return Poll(name, ballots=ballots)


@dataclass(frozen=True)
class _Votes:
    """How rows are read as votes: by their columns, or all on one pair that the user names."""

    columns: Mapping[str, str]
    fixed: tuple[str, str] | None

    @property
    def named(self) -> bool:
        """Whether each row names the better and the worse of the two, so that none was shown first."""
        return not self.fixed and "first" not in self.columns

    def poll(self, name: str, rows: Sequence[Row], columns: Mapping[str, str]) -> Poll:
        everyone = {system.casefold() for row in rows for system in self.pair(row)}
        return Poll(name, tuple(self.vote(row, everyone) for row in rows))

    def pair(self, row: Row) -> tuple[str, str]:
        """The two systems of a row."""
        if self.fixed:
            return self.fixed
        roles = ("preferred", "loser") if self.named else ("first", "second")
        left, right = (row.text(self.columns[role]) for role in roles)
        for role, name in zip(roles, (left, right), strict=True):
            if not name:
                raise row.error(f"expected the name of a system in {self.columns[role]!r}, found nothing")
        if left == right:
            raise row.error(f"compares {quoted(left)} with itself; two systems are needed")
        return left, right

    def vote(self, row: Row, everyone: set[str]) -> Vote:
        left, right = self.pair(row)
        roles = {role: row.text(self.columns.get(role)) for role in ("topic", "judge", "reason")}
        winner = left if self.named else self.winner(row, (left, right), everyone)
        shown = not self.fixed and not self.named
        count = row.count(self.columns.get("count"))
        return Vote(left, right, winner, **roles, count=count, shown=shown, place=row.place)

    def winner(self, row: Row, pair: tuple[str, str], everyone: set[str]) -> str | None:
        """Whom the row prefers: by name before all else, then by place; None for a tie."""
        said = row.text(self.columns["preferred"])
        named = [name for name in pair if name == said] or [
            name for name in pair if name.casefold() == said.casefold()
        ]
        if len(named) == 1:
            return named[0]
        word = " ".join(said.casefold().replace("_", " ").replace("-", " ").split())
        if said.casefold() not in everyone:
            for words, answer in ((_FIRST, pair[0]), (_SECOND, pair[1]), (_TIE, None)):
                if word in words or (
                    self.fixed and word == {pair[0]: "true", pair[1]: "false"}.get(answer or "")
                ):
                    return answer
        found = f"found {quoted(said)}" if said else "found nothing; take out rows without an answer"
        choices = f"{quoted(pair[0])}, {quoted(pair[1])}, first, second or tie"
        raise row.error(f"expected {choices} in {self.columns['preferred']!r}, {found}")
