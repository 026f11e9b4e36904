"""Studies of content units (Bauer & Teufel 2015) in the workbench: write, build, match, freeze."""

from __future__ import annotations

from cliometer.study.protocol.units.protocol import UNITS
from cliometer.workbench.kinds.base import Kind
from cliometer.workbench.kinds.units.demo import demo
from cliometer.workbench.kinds.units.figures import figures
from cliometer.workbench.kinds.units.reading import UPLOADS, read
from cliometer.workbench.kinds.units.releases import release
from cliometer.workbench.kinds.units.screens import SCREENS
from cliometer.workbench.kinds.units.settings import SettingsForm

UNIT_STUDY = Kind(
    protocol=UNITS,
    title="Content units",
    about="Writers make timelines; what they say alike becomes units, linked to where the documents say it.",
    uploads=UPLOADS,
    screens=SCREENS,
    read=read,
    release=release,
    figures=figures,
    figures_template="workbench/units/figures.html",
    settings_form=SettingsForm,
    demo=demo,
)
