"""The screen for links: the whole story beside the list of events; an action redraws what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from cliometer.study.protocol.events.linking import FLAGS, Linking
from cliometer.study.protocol.work import Action
from cliometer.workbench.bench import Bench
from cliometer.workbench.kinds.events.link_rows import LinkRows
from cliometer.workbench.kinds.events.touched import shown_action, texts


@dataclass(frozen=True)
class Touched:
    """What one action concerns."""

    sentences: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    stories: tuple[str, ...] = ()


def context(bench: Bench) -> dict[str, Any]:
    """All stories with their sentences, and all events."""
    work = cast("Linking", bench.work)
    rows = LinkRows(work)
    stories = [
        (row, done, list(rows.sentences(source.sentences)))
        for (row, done), source in zip(rows.stories, work.stories.sources, strict=True)
    ]
    return {"stories": stories, "events": list(rows.events.values()), "flags": FLAGS, "next": _next(rows)}


def pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """Rows of the sentences that changed and of those that say the same; events, and heads of stories."""
    work, action = cast("Linking", bench.work), shown_action(bench, verb, details)
    touched = _touched(bench, action) if action else None
    if touched is None:
        return None
    rows = LinkRows(work)
    return "workbench/events/link_pieces.html", {
        "rows": list(rows.sentences(_with_twins(work, touched.sentences))),
        "events": [rows.events[event] for event in touched.events],
        "stories": [(row, done) for row, done in rows.stories if row.id in touched.stories],
    }


def _next(rows: LinkRows) -> int:
    """The first sentence of the first story that is not read."""
    story = rows.work.next_story
    sources = [source for source in rows.work.stories.sources if source.id == story]
    first = next((id for source in sources for id in source.sentences), None)
    return rows.place(first) if first else 1


def _with_twins(work: Linking, sentences: Iterable[str]) -> tuple[str, ...]:
    """What is pointed out at the same sentence elsewhere may have changed, too."""
    return tuple(dict.fromkeys(one for id in sentences for one in (id, *work.twins(id))))


def _touched(bench: Bench, action: Action) -> Touched | None:
    """None where something is not what it should be: then the whole page is drawn."""
    if action.verb == "ungroup":
        made = _maker(bench, texts(action.details, "group"))
        return _touched(bench, made) if made else None
    work = cast("Linking", bench.work)
    found = Touched(
        (*texts(action.details, "sentence"), *texts(action.details, "sentences")),
        texts(action.details, "event"),
        texts(action.details, "story"),
    )
    known = work.stories.marks.sentences
    return found if all(id in known for id in found.sentences) and _known(work, found.events) else None


def _known(work: Linking, events: Iterable[str]) -> bool:
    return {*events} <= {event.id for event in work.events}


def _maker(bench: Bench, group: tuple[str, ...]) -> Action | None:
    """The action that made a group: its number is in the name."""
    return next(
        (one for one in bench.loaded.journal if one.verb == "group" and (f"g{one.seq}",) == group), None
    )
