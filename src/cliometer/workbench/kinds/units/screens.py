"""The four screens, each with its template, its keys and its scripts."""

from __future__ import annotations

from cliometer.workbench.bench import Screen
from cliometer.workbench.kinds.units import build_screen, match_screen, write_screen

_MATCH = Screen(
    "workbench/units/match.html",
    match_screen.context,
    match_screen.pieces,
    (
        ("n p", "next, previous unit"),
        ("j k", "next, previous mention"),
        ("J K", "sentence"),
        ("l", "link, v = 1"),
        ("0-9", "link, v = .0 to .9"),
        ("x", "unlink"),
        ("e", "examined, says nothing"),
        ("space", "select"),
        ("g", "group the selected"),
        ("o", "any of them (OR)"),
        ("t", "to the links and back"),
        ("← →", "choose words"),
        ("s", "mark the words"),
        ("d", "unit done"),
        ("/", "search"),
    ),
    "workbench/events.js workbench/units-words.js workbench/units-match.js",
    looking=("n p", "j k", "J K", "t", "← →", "/"),
)

SCREENS = {
    "write": Screen(
        "workbench/units/write.html",
        write_screen.context,
        write_screen.pieces,
        (
            ("a", "add a line"),
            ("j k", "next, previous line"),
            ("e", "edit"),
            ("x", "remove"),
            ("n p", "next, previous document"),
            ("s", "search"),
        ),
        "workbench/events.js workbench/units-write.js",
        looking=("j k", "n p", "s"),
    ),
    "build": Screen(
        "workbench/units/build.html",
        build_screen.context,
        keys=(
            ("h j k l", "move"),
            ("space", "select a line"),
            ("m", "make a unit"),
            ("p", "put into the marked unit"),
            ("y", "accept the first suggestion"),
            ("n", "dismiss it: different"),
            ("e", "roles of the unit"),
            ("t", "trim a line"),
            ("o", "omit"),
            ("b", "bring back"),
            ("i", "join units"),
            ("J K", "move unit"),
        ),
        script="workbench/events.js workbench/units-build.js",
        looking=("h j k l",),
    ),
    "match": _MATCH,
    "rematch": _MATCH,
}
