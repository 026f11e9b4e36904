"""Studies of events (Khandelwal et al. 2001) in the workbench: split, list, merge, link, verify, freeze."""

from __future__ import annotations

from cliometer.study.protocol.events.protocol import EVENTS
from cliometer.workbench.kinds.base import Kind
from cliometer.workbench.kinds.events.demo import demo
from cliometer.workbench.kinds.events.feedback import feedback
from cliometer.workbench.kinds.events.figures import figures
from cliometer.workbench.kinds.events.reading import UPLOADS, read
from cliometer.workbench.kinds.events.releases import release
from cliometer.workbench.kinds.events.screens import SCREENS
from cliometer.workbench.kinds.events.settings import SettingsForm

EVENT_STUDY = Kind(
    protocol=EVENTS,
    title="Events",
    about="Judges list the events of a stream of stories and link every sentence that mentions one.",
    uploads=UPLOADS,
    screens=SCREENS,
    read=read,
    release=release,
    figures=figures,
    figures_template="workbench/events/figures.html",
    settings_form=SettingsForm,
    demo=demo,
    feedback=feedback,
    feedback_template="workbench/events/feedback.html",
)
