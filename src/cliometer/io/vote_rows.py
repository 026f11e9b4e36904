"""Rows of a votes file: what each column means, orderings such as `c > h > sb`, and the votes they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from cliometer.errors import FormatError, InputError, unknown
from cliometer.io.csv_tables import CellPlace, TableRow, other_columns, role_columns
from cliometer.io.input_form import SYNONYMS, current_form
from cliometer.io.lines import numbered_lines
from cliometer.io.text_files import unpacked
from cliometer.model.judgements import Ballot, Order, Poll, Vote
from cliometer.spelling import listed, quoted, whole_number

_SYNONYMS = SYNONYMS["votes"]

# Columns of a release and of `cliometer judge`, whose last two are read where `judge_model` says that a model voted.
CRITERION, JUDGE_MODEL, MODELS_SEEN = "criterion", "judge_model", "models_seen"
MODEL_COLUMNS = (JUDGE_MODEL, "repeat", "probability")


@dataclass(frozen=True)
class Layout:
    """How a user says that a file is to be read.

    `columns` names the column of a role, by default as the form of input does, `pair` the two systems that every row
    compares, `table` the member of a JSON object to read, and `fill` the member with the counts that `table` lacks.
    """

    columns: Mapping[str, str] = field(
        default_factory=lambda: {role: name for role, name in current_form().columns.items() if role in _SYNONYMS}
    )
    pair: tuple[str, str] | None = None
    table: str | None = None
    fill: str | None = None

    def roles(self, names: Sequence[str]) -> dict[str, str]:
        """Return the column of each role, where there is one."""
        columns = role_columns(names, _SYNONYMS) | {**self.columns}
        roles = {role: column for role, column in columns.items() if column in names}
        if {"first", "second", "preferred"} <= roles.keys() and "ordering" not in self.columns:
            roles.pop("ordering", None)  # such as a column `order` that says who was shown first
        return roles

    def suffices(self, names: Sequence[str]) -> bool:
        """Return whether rows with these columns are votes or orderings."""
        return "ordering" in self.roles(names) or not self.lacking(names)

    def lacking(self, names: Sequence[str]) -> list[str]:
        """Return the roles that votes on pairs need and that no column has."""
        roles = self.roles(names)
        if self.pair:
            needed = ["preferred"]
        elif "loser" in roles and not {"first", "second"} & roles.keys():
            needed = ["preferred", "loser"]
        else:
            needed = ["first", "second", "preferred"]
        return [role for role in needed if role not in roles]

    def check(self, names: Sequence[str], path: Path) -> None:
        """Raise an error for columns that a file of rows lacks, those the user names among them."""
        for column in self.columns.values():
            if column not in names:
                raise unknown(f"column of {path}", column, names)
        lacks = self.lacking(names)
        if lacks and not self.suffices(names):
            other = "" if "preferred" in lacks else ", or say that all rows compare the same two: --pair A B"
            columns = listed(map(quoted, names))
            raise FormatError(
                "vote-column-missing", path, lacks=listed(lacks), names=columns, other_lacks=lacks[0], other=other
            )

    def refuse_columns(self, what: str, path: Path) -> None:
        """Raise an error where a file without columns is to be read by them."""
        if self.columns or self.pair:
            raise FormatError("columns-do-not-apply", path, what=what)


Complain: TypeAlias = Callable[..., InputError]
"""Makes an error of a message, with the place before it."""

_TIED = re.compile(r"[=~]")
_COUNTED = re.compile(r"(?:(?P<count>[^:<>=~]*):)?(?P<order>.*)")


def looks_like_ordering(text: str) -> bool:
    """Return whether `<` or `>` stands in a text."""
    return "<" in text or ">" in text


def parse_ordering(text: str, complain: Complain) -> Order:
    """Return the groups of an ordering, best first."""
    if "<" in text and ">" in text:
        raise complain("ordering-of-two-ways", text=quoted(text))
    signs = "<" if "<" in text else ">"
    groups = tuple(tuple(name.strip() for name in _TIED.split(group)) for group in text.split(signs))
    names = [name for group in groups for name in group]
    if len(names) < 2 or not all(names):
        raise complain("ordering-expected", text=quoted(text))
    if (twice := next((name for name in names if names.count(name) > 1), None)) is not None:
        raise complain("ordering-repeats-name", text=quoted(text), name=quoted(twice))
    return groups[::-1] if signs == "<" else groups


def complete(ballots: Sequence[Ballot], complain: Sequence[Complain]) -> None:
    """Raise an error for a ballot that leaves out a system which others rank, or where there are no votes."""
    everyone = sorted({name for ballot in ballots for group in ballot.order for name in group})
    for ballot, error in zip(ballots, complain, strict=True):
        missing = [quoted(name) for name in everyone if not any(name in group for group in ballot.order)]
        if missing:
            raise error("ordering-lacks-systems", ballot=ballot, missing=listed(missing))
    if not any(ballot.count for ballot in ballots):
        raise complain[0]("orderings-without-votes")


def read_lines(text: str, path: Path) -> tuple[Poll, ...]:
    """Read an ordering a line, with its count before a colon where it is not 1; # starts a remark."""
    lines = [(number, line) for number, line in numbered_lines(text) if line and not line.startswith("#")]
    places: list[Complain] = [CellPlace(path, number).error for number, _ in lines]
    ballots = tuple(_ballot(line, complain) for (_, line), complain in zip(lines, places, strict=True))
    complete(ballots, places)
    return (Poll(unpacked(path).stem, ballots=ballots),)


def _ballot(line: str, complain: Complain) -> Ballot:
    parts = _COUNTED.fullmatch(line)
    count, order = (parts["count"], parts["order"]) if parts else (None, line)
    number = 1 if count is None else whole_number(count, 0)
    if number is None:
        raise complain("ordering-count-expected", count=quoted(str(count).strip()))
    return Ballot(parse_ordering(order, complain), number)


_FIRST = {"first", "left", "1", "a", *(word.replace("_", " ") for word in _SYNONYMS["first"])}
_SECOND = {"second", "right", "2", "b", *(word.replace("_", " ") for word in _SYNONYMS["second"])}
_TIE = {
    "tie", "tied", "ties", "draw", "equal", "equals", "equally good", "equally bad", "equally", "same",
    "none", "neither", "both", "no preference", "no difference", "=", "tie (bothbad)",
    "both bad", "both good",
}  # fmt: skip


def polls_of(rows: Sequence[TableRow], names: Sequence[str], layout: Layout, path: Path) -> tuple[Poll, ...]:
    """Return a poll for each data set, in the order in which they first appear."""
    layout.check(names, path)
    columns = layout.roles(names)
    if not rows:
        raise InputError("vote-rows-missing", path)
    sets: dict[str, list[TableRow]] = {}
    for row in rows:
        dataset, criterion = row.text(columns.get("dataset")), row.text(CRITERION)
        name = dataset or unpacked(path).stem
        sets.setdefault(f"{name} ({criterion})" if criterion else name, []).append(row)
    read = _ballots if "ordering" in columns else _Votes(columns, layout.pair).poll
    first, *others = (read(name, rows_of_set, columns) for name, rows_of_set in sets.items())
    return (replace(first, notes=_left_out(names, columns, layout, path)), *others)


def _left_out(names: Sequence[str], columns: Mapping[str, str], layout: Layout, path: Path) -> tuple[str, ...]:
    unread = {"first", "second", "preferred", "reason", "loser"} if "ordering" in columns else set()
    unread |= {"first", "second"} if layout.pair else set()
    unread |= {"loser"} if layout.pair or "first" in columns else set()
    used = [column for role, column in columns.items() if role not in unread]
    used += [CRITERION, MODELS_SEEN, *(MODEL_COLUMNS if JUDGE_MODEL in names else ())]
    others = other_columns(names, used)
    return (f"{path}: {others}",) if others else ()


def _ballots(name: str, rows: Sequence[TableRow], columns: Mapping[str, str]) -> Poll:
    ballots = tuple(
        Ballot(
            parse_ordering(row.text(columns["ordering"]), row.error),
            row.count(columns.get("count")),
            row.text(columns.get("topic")),
            row.text(columns.get("judge")),
            place=str(row),
        )
        for row in rows
    )
    complete(ballots, [row.error for row in rows])
    return Poll(name, ballots=ballots)


def _model_answer(row: TableRow) -> dict[str, Any]:
    """Return the number of the repeat, and the probability of the first where the model gave one."""
    _, repeat, probability = MODEL_COLUMNS
    number, share = whole_number(row.text(repeat) or "1", 1), row.amount(probability, "a probability from 0 to 1")
    if number is None:
        raise row.error("repeat-expected", text=quoted(row.text(repeat)))
    if share is not None and share > 1:
        raise row.error("probability-expected", text=quoted(row.text(probability)))
    return {"repeat": number, "probability": share}


@dataclass(frozen=True)
class _Votes:
    """How rows are read as votes: by their columns, or all on one pair that the user names."""

    columns: Mapping[str, str]
    fixed: tuple[str, str] | None

    @property
    def named(self) -> bool:
        """Whether each row names the better and the worse of the two, so that none was shown first."""
        return not self.fixed and "first" not in self.columns

    def poll(self, name: str, rows: Sequence[TableRow], columns: Mapping[str, str]) -> Poll:
        everyone = {system.casefold() for row in rows for system in self.pair(row)}
        return Poll(name, tuple(self.vote(row, everyone) for row in rows))

    def pair(self, row: TableRow) -> tuple[str, str]:
        if self.fixed:
            return self.fixed
        roles = ("preferred", "loser") if self.named else ("first", "second")
        left, right = (row.text(self.columns[role]) for role in roles)
        for role, name in zip(roles, (left, right), strict=True):
            if not name:
                raise row.error("system-name-expected", columns=self.columns[role])
        if left == right:
            raise row.error("system-against-itself", left=quoted(left))
        return left, right

    def vote(self, row: TableRow, everyone: set[str]) -> Vote:
        left, right = self.pair(row)
        roles: dict[str, Any] = {role: row.text(self.columns.get(role)) for role in ("topic", "judge", "reason")}
        winner = left if self.named else self.winner(row, (left, right), everyone)
        shown = not self.fixed and not self.named
        count = row.count(self.columns.get("count"))
        criterion, model, seen = map(row.text, (CRITERION, JUDGE_MODEL, MODELS_SEEN))
        asked = _model_answer(row) if model else {}
        about: dict[str, Any] = {"criterion": criterion, "judge_model": model, "models_seen": seen, **asked}
        return Vote(left, right, winner, **roles, count=count, shown=shown, place=str(row), **about)

    def winner(self, row: TableRow, pair: tuple[str, str], everyone: set[str]) -> str | None:
        """Return the system that a row prefers, named before all else, then by its place; None for a tie."""
        cell = row.text(self.columns["preferred"])
        named = [name for name in pair if name == cell] or [name for name in pair if name.casefold() == cell.casefold()]
        if len(named) == 1:
            return named[0]
        word = " ".join(cell.casefold().replace("_", " ").replace("-", " ").split())
        if cell.casefold() not in everyone:
            for words, answer in ((_FIRST, pair[0]), (_SECOND, pair[1]), (_TIE, None)):
                if word in words or (self.fixed and word == {pair[0]: "true", pair[1]: "false"}.get(answer or "")):
                    return answer
        fault = f"found {quoted(cell)}" if cell else "found nothing; take out rows without an answer"
        first, second = map(quoted, pair)
        raise row.error(
            "preference-expected", pair=first, other=second, preferred=self.columns["preferred"], found=fault
        )
