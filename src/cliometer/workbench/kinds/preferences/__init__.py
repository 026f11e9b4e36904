"""Studies of preferences in the workbench (Mackie et al. 2014, section 5)."""

from __future__ import annotations

from cliometer.study.protocol.preferences.protocol import PREFERENCES
from cliometer.workbench.kinds.base import Kind
from cliometer.workbench.kinds.preferences.demo import demo
from cliometer.workbench.kinds.preferences.figures import figures
from cliometer.workbench.kinds.preferences.gathering import facts
from cliometer.workbench.kinds.preferences.lacking import gaps
from cliometer.workbench.kinds.preferences.release_files import release
from cliometer.workbench.kinds.preferences.screen import VOTE
from cliometer.workbench.kinds.preferences.settings_form import PreferenceSettings
from cliometer.workbench.kinds.preferences.uploads import UPLOADS, read

PREFERENCE_STUDY = Kind(
    protocol=PREFERENCES,
    title="Preferences",
    about="People see two summaries side by side and say which they prefer, and why; quiz, hidden tests and "
    "repeated pairs tell who can be trusted.",
    uploads=UPLOADS,
    screens={"vote": VOTE},
    read=read,
    release=release,
    figures=figures,
    figures_template="workbench/preferences/figures.html",
    settings_form=PreferenceSettings,
    demo=demo,
    gaps=gaps,
    facts=facts,
)
