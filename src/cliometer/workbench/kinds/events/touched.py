"""Which action an answer shows: undo and redo show the one that they took back or brought back."""

from __future__ import annotations

from collections.abc import Mapping

from cliometer.study.protocol.journal import REDO, UNDO, can_redo, can_undo
from cliometer.study.protocol.work import Action
from cliometer.workbench.bench import Bench


def shown_action(bench: Bench, verb: str, details: Mapping[str, object]) -> Action | None:
    """The action whose traces must be drawn anew; None where that is not known."""
    if verb not in (UNDO, REDO):
        return Action(0, "", verb, details)
    *before, last = bench.loaded.journal
    if last.verb != verb:  # a repeated request, and somebody has acted since
        return None
    return (can_undo if verb == UNDO else can_redo)(before, last.by)


def texts(details: Mapping[str, object], name: str) -> tuple[str, ...]:
    """A detail as texts, without blanks at the ends, as the verbs take it."""
    value = details.get(name)
    values = value if isinstance(value, list | tuple) else [value]
    return tuple(one.strip() for one in values if isinstance(one, str))
