"""The five screens, each with its template, its keys and its script."""

from __future__ import annotations

from cliometer.workbench.bench import Screen
from cliometer.workbench.kinds.events import (
    link_screen,
    list_screen,
    merge_screen,
    split_screen,
    verify_screen,
)

_MOVE = (("j", "next"), ("k", "previous"))
_STORIES = (("n", "next story"), ("p", "previous story"))
_LOOKING = ("j", "k", "n", "p", "s", "/")


def _scripts(step: str) -> str:
    return f"workbench/events.js workbench/events-{step}.js"


SCREENS = {
    "split": Screen(
        "workbench/events/split.html",
        split_screen.context,
        split_screen.pieces,
        (
            *_MOVE,
            *_STORIES,
            ("J", "join with the next sentence"),
            ("h l", "choose a word"),
            ("c", "cut before the chosen word"),
            ("s", "next one to check"),
        ),
        _scripts("split"),
        looking=_LOOKING,
    ),
    "list": Screen(
        "workbench/events/list.html",
        list_screen.context,
        list_screen.pieces,
        (
            ("a", "add an event"),
            *_MOVE,
            ("e", "edit"),
            ("o", "note"),
            ("J K", "move down, up"),
            ("x", "remove"),
            *_STORIES,
            ("s", "search"),
        ),
        _scripts("list"),
        looking=_LOOKING,
    ),
    "merge": Screen(
        "workbench/events/merge.html",
        merge_screen.context,
        keys=(
            ("h j k l", "move"),
            ("space", "select a candidate"),
            ("m", "make an event"),
            ("p", "put into the marked event"),
            ("y", "accept the first suggestion"),
            ("n", "dismiss it: different"),
            ("o", "omit"),
            ("b", "bring back"),
            ("a", "event of your own"),
            ("e", "edit event"),
            ("J K", "move event"),
            ("i", "join events"),
            ("D", "dissolve event"),
        ),
        script=_scripts("merge"),
        looking=("h j k l",),
    ),
    "link": Screen(
        "workbench/events/link.html",
        link_screen.context,
        link_screen.pieces,
        (
            *_MOVE,
            *_STORIES,
            ("0-9 a-Z", "link, unlink the event"),
            ("/", "find an event"),
            ("x", "select"),
            ("g", "group the selected"),
            ("t", "link same sentences too"),
            ("f", "flag"),
            ("d", "story read"),
            ("s", "search"),
        ),
        _scripts("link"),
        looking=_LOOKING,
    ),
    "verify": Screen(
        "workbench/events/verify.html",
        verify_screen.context,
        verify_screen.pieces,
        (
            *_MOVE,
            ("n", "next undecided"),
            ("a", "accept"),
            ("x", "reject"),
            ("e", "give the reason, also just after deciding"),
            ("c", "clear"),
            ("+", "add a link"),
            ("s", "search"),
        ),
        _scripts("verify"),
        looking=_LOOKING,
    ),
}
