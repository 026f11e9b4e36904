"""Studies of events (Khandelwal et al. 2001) in the workbench: split, list, merge, link, verify."""

from __future__ import annotations

from cliometer.io.units import UnitFile
from cliometer_workbench.kinds.events import event_screens
from cliometer_workbench.kinds.events.event_figures import feedback, figures, markup, release_texts
from cliometer_workbench.kinds.events.story_uploads import EventSettingsForm, demo, read
from cliometer_workbench.kinds.study_kind import StudyKind, described_kinds, described_screens, link_questions
from cliometer_workbench.study.events.event_study import EVENTS, verified_topic

_TEXTS = described_kinds()["events"]

EVENT_STUDY = StudyKind(
    protocol=EVENTS,
    title=_TEXTS["title"],
    about=_TEXTS["about"],
    uploads=_TEXTS["uploads"],
    screens=described_screens(
        "events",
        split=(event_screens.split_context, event_screens.split_pieces),
        list=(event_screens.list_context, event_screens.list_pieces),
        merge=event_screens.board_context,
        link=(event_screens.link_context, event_screens.link_pieces),
        verify=(event_screens.verify_context, event_screens.verify_pieces),
    ),
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
