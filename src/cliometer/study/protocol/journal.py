"""The journal of a sheet: actions are only ever added, and the work so far follows from them.

Undo takes back the last action of the judge who asks, whatever others did since; redo brings it back, until
that judge does something new. Both are actions themselves, so they outlive a reload and stay in the record.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeVar

from cliometer.errors import Refused
from cliometer.study.protocol.work import Action, Work

UNDO, REDO = "undo", "redo"
W = TypeVar("W", bound=Work)


def standing(journal: Iterable[Action]) -> list[Action]:
    """What counts: every action but those that their judge took back."""
    done, _ = _sorted_out(journal)
    return done


def can_undo(journal: Iterable[Action], by: str) -> Action | None:
    """What this judge's next undo would take back."""
    done, _ = _sorted_out(journal)
    return next((action for action in reversed(done) if action.by == by), None)


def can_redo(journal: Iterable[Action], by: str) -> Action | None:
    """What this judge's next redo would bring back."""
    _, undone = _sorted_out(journal)
    return undone[by][-1] if undone[by] else None


def replay(start: W, journal: Iterable[Action]) -> W:
    """The work after all actions that stand."""
    work = start
    for action in standing(journal):
        work = work.do(action)
    return work


def salvage(start: W, journal: Iterable[Action]) -> tuple[W, list[tuple[Action, str]]]:
    """As replay, but over what has changed below: what no longer fits is given back with the reason."""
    work, left_out = start, []
    for action in standing(journal):
        try:
            work = work.do(action)
        except Refused as reason:
            left_out.append((action, str(reason)))
    return work, left_out


def attempt(start: W, journal: Sequence[Action], action: Action, now: W | None = None) -> W:
    """The work after one more action; `now` spares the replay where the work so far is known."""
    if action.verb not in (UNDO, REDO):
        return (replay(start, journal) if now is None else now).do(action)
    target = (can_undo if action.verb == UNDO else can_redo)(journal, action.by)
    if target is None:
        raise Refused(f"there is nothing to {action.verb}")
    if action.verb == UNDO and target.verb in start.final:
        raise Refused(f"{target.verb} cannot be taken back")
    try:
        return replay(start, [*journal, action])
    except Refused as reason:
        raise Refused(
            f"{target.verb} cannot be {action.verb[:2]}done: later work rests on it ({reason})"
        ) from None


def _sorted_out(journal: Iterable[Action]) -> tuple[list[Action], dict[str, list[Action]]]:
    done: list[Action] = []
    undone: dict[str, list[Action]] = defaultdict(list)
    for action in journal:
        if action.verb == UNDO:
            place = max((p for p, one in enumerate(done) if one.by == action.by), default=None)
            if place is not None:
                undone[action.by].append(done.pop(place))
        elif action.verb == REDO:
            if undone[action.by]:
                insort(done, undone[action.by].pop(), key=lambda one: one.seq)
        else:
            done.append(action)
            undone[action.by].clear()
    return done, undone
