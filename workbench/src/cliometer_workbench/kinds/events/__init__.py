"""Studies of events (Khandelwal et al. 2001) in the workbench: split, list, merge, link, verify."""

from __future__ import annotations

from cliometer.io.units import UnitFile
from cliometer_workbench.kinds.events import event_screens
from cliometer_workbench.kinds.events.event_figures import feedback, figures, markup, release_texts
from cliometer_workbench.kinds.events.story_uploads import UPLOADS, EventSettingsForm, demo, read
from cliometer_workbench.kinds.study_kind import Context, Pieces, Screen, StudyKind, link_questions, shortcuts
from cliometer_workbench.study.events.event_study import EVENTS, verified_topic

_MOVE = "j: next; k: previous"
_STORIES = "n: next story; p: previous story"
_READER_KEYS = ("j", "k", "n", "p", "s", "/")


_KEYS = {
    "split": f"{_MOVE}; {_STORIES}; J: join with the next sentence; h l: choose a word; "
    "c: cut before the chosen word; s: next one to check",
    "list": f"a: add an event; {_MOVE}; e: edit; o: note; J K: move down, up; x: remove; "
    f"y -: accept, refuse a suggestion; {_STORIES}; s: search",
    "merge": "h j k l: move; space: select a candidate; m: make an event; p: put into the marked event; "
    "y: accept the first suggestion; n: refuse it: different; o: omit; b: bring back; "
    "a: event of your own; e: edit event; J K: move event; i: join events; D: dissolve event",
    "link": f"{_MOVE}; {_STORIES}; 0-9 a-Z: link, unlink the event; /: find an event; x: select; "
    "g: group the selected; t: link same sentences too; f: flag; d: story read; "
    "+ -: accept, refuse a suggestion; s: search",
    "verify": f"{_MOVE}; n: next undecided; a: accept; x: reject; "
    "e: give the reason, also just after deciding; c: clear; "
    " +: add a link; s: search",
}
_MADE: dict[str, tuple[Context, Pieces]] = {
    "split": (event_screens.split_context, event_screens.split_pieces),
    "list": (event_screens.list_context, event_screens.list_pieces),
    "merge": (event_screens.board_context, lambda bench, verb, details: None),
    "link": (event_screens.link_context, event_screens.link_pieces),
    "verify": (event_screens.verify_context, event_screens.verify_pieces),
}
SCREENS = {
    step: Screen(
        template=f"workbench/events/{step}.html",
        context=_MADE[step][0],
        pieces=_MADE[step][1],
        keys=shortcuts(keys),
        script=f"workbench/events.js workbench/events-{step}.js",
        reader_keys=("h j k l",) if step == "merge" else _READER_KEYS,
    )
    for step, keys in _KEYS.items()
}

EVENT_STUDY = StudyKind(
    protocol=EVENTS,
    title="Events",
    about="Judges list the events of a stream of stories and link every sentence that mentions one.",
    uploads=UPLOADS,
    screens=SCREENS,
    read=read,
    release=release_texts,
    figures=figures,
    figures_template="workbench/events/figures.html",
    settings_form=EventSettingsForm,
    demo=demo,
    markup=markup,
    feedback=feedback,
    feedback_template="workbench/events/feedback.html",
    machine=link_questions(
        ("link", "verify"),
        lambda topic, works: UnitFile(events=(verified_topic(topic, works, linked=False),)),
        "lists of events are merged",
    ),
)
