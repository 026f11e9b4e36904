"""Orderings: `c > h > sb`, best first, or `sb<h<c`, worst first; `a > b = c` holds a tie."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from cliometer.errors import FormatError, InputError
from cliometer.io.lines import numbered_lines
from cliometer.io.notes import quoted
from cliometer.model.judgements import Ballot, Order, Poll

Complain: TypeAlias = Callable[[str], InputError]
"""Makes an error of a message, with the place before it."""

_TIED = re.compile(r"[=~]")
_COUNTED = re.compile(r"(?:(?P<count>[^:<>=~]*):)?(?P<order>.*)")


def looks_like_ordering(text: str) -> bool:
    """Whether one of the signs stands in it."""
    return "<" in text or ">" in text


def parse_ordering(text: str, complain: Complain) -> Order:
    """The groups of an ordering, best first."""
    if "<" in text and ">" in text:
        raise complain(f"an ordering has < or > but not both, found {quoted(text)}")
    signs = "<" if "<" in text else ">"
    groups = tuple(tuple(name.strip() for name in _TIED.split(group)) for group in text.split(signs))
    names = [name for group in groups for name in group]
    if len(names) < 2 or not all(names):
        raise complain(f"expected an ordering of two systems or more such as a > b > c, found {quoted(text)}")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise complain(f"the ordering {quoted(text)} names {quoted(twice)} twice")
    return groups[::-1] if signs == "<" else groups


def complete(ballots: Sequence[Ballot], complain: Sequence[Complain]) -> None:
    """An error, at its place, for a ballot that leaves out a system which others rank, or for no votes."""
    everyone = sorted({name for ballot in ballots for group in ballot.order for name in group})
    for ballot, error in zip(ballots, complain, strict=True):
        missing = [quoted(name) for name in everyone if not any(name in group for group in ballot.order)]
        if missing:
            raise error(f"the ordering {ballot} leaves out {', '.join(missing)}; each must rank all systems")
    if not any(ballot.count for ballot in ballots):
        raise complain[0]("no ordering has a vote; at least one is needed")


def read_lines(text: str, path: Path) -> tuple[Poll, ...]:
    """An ordering a line, with its count before a colon where it is not 1; # starts a remark."""
    lines = [(number, line) for number, line in numbered_lines(text) if line and not line.startswith("#")]
    places = [_at(path, number) for number, _ in lines]
    ballots = tuple(_ballot(line, complain) for (_, line), complain in zip(lines, places, strict=True))
    complete(ballots, places)
    return (Poll(path.stem, ballots=ballots),)


def _ballot(line: str, complain: Complain) -> Ballot:
    parts = _COUNTED.fullmatch(line)
    count, order = (parts["count"], parts["order"]) if parts else (None, line)
    if count is not None and not count.strip().isdecimal():
        raise complain(
            f"expected a count before the colon as in 12: a > b > c, found {quoted(count.strip())}"
        )
    return Ballot(parse_ordering(order, complain), 1 if count is None else int(count))


def _at(path: Path, line: int) -> Complain:
    return lambda message: FormatError(message, path, line)
