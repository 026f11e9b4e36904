"""Studies of events (Khandelwal et al. 2001) in the workbench: split, list, merge, link, verify."""

from __future__ import annotations

from cliometer.io.units import UnitFile
from cliometer_workbench.kinds.events import event_screens
from cliometer_workbench.kinds.events.event_figures import feedback, figures, markup, release_texts
from cliometer_workbench.kinds.events.story_uploads import UPLOADS, EventSettingsForm, demo, read
from cliometer_workbench.kinds.link_questions import link_questions
from cliometer_workbench.kinds.study_kind import Screen, StudyKind, shortcuts
from cliometer_workbench.study.events.event_study import EVENTS, verified_topic

_MOVE = "j: next; k: previous"
_STORIES = "n: next story; p: previous story"
_READER_KEYS = ("j", "k", "n", "p", "s", "/")


def _scripts(step: str) -> str:
    return f"workbench/events.js workbench/events-{step}.js"


SCREENS = {
    "split": Screen(
        "workbench/events/split.html",
        event_screens.split_context,
        event_screens.split_pieces,
        shortcuts(
            f"{_MOVE}; {_STORIES}; J: join with the next sentence; h l: choose a word; "
            "c: cut before the chosen word; s: next one to check"
        ),
        _scripts("split"),
        reader_keys=_READER_KEYS,
    ),
    "list": Screen(
        "workbench/events/list.html",
        event_screens.list_context,
        event_screens.list_pieces,
        shortcuts(
            f"a: add an event; {_MOVE}; e: edit; o: note; J K: move down, up; x: remove; "
            f"y -: accept, refuse a suggestion; {_STORIES}; s: search"
        ),
        _scripts("list"),
        reader_keys=_READER_KEYS,
    ),
    "merge": Screen(
        "workbench/events/merge.html",
        event_screens.board_context,
        keys=shortcuts(
            "h j k l: move; space: select a candidate; m: make an event; p: put into the marked event; "
            "y: accept the first suggestion; n: refuse it: different; o: omit; b: bring back; "
            "a: event of your own; e: edit event; J K: move event; i: join events; D: dissolve event"
        ),
        script=_scripts("merge"),
        reader_keys=("h j k l",),
    ),
    "link": Screen(
        "workbench/events/link.html",
        event_screens.link_context,
        event_screens.link_pieces,
        shortcuts(
            f"{_MOVE}; {_STORIES}; 0-9 a-Z: link, unlink the event; /: find an event; x: select; "
            "g: group the selected; t: link same sentences too; f: flag; d: story read; "
            "+ -: accept, refuse a suggestion; s: search"
        ),
        _scripts("link"),
        reader_keys=_READER_KEYS,
    ),
    "verify": Screen(
        "workbench/events/verify.html",
        event_screens.verify_context,
        event_screens.verify_pieces,
        shortcuts(
            f"{_MOVE}; n: next undecided; a: accept; x: reject; "
            "e: give the reason, also just after deciding; c: clear; "
            " +: add a link; s: search"
        ),
        _scripts("verify"),
        reader_keys=_READER_KEYS,
    ),
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
