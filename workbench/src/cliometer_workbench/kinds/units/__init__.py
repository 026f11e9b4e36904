"""Studies of content units (Bauer & Teufel 2015) in the workbench, and their screens: write, build, match."""

from __future__ import annotations

from django.utils.translation import ngettext_lazy

from cliometer.io.units import UnitFile
from cliometer_workbench.kinds.study_kind import StudyKind, described_kinds, described_screens, link_questions
from cliometer_workbench.kinds.units import unit_screens
from cliometer_workbench.kinds.units.document_uploads import UnitSettingsForm, demo, read
from cliometer_workbench.kinds.units.unit_figures import figures, markup, release
from cliometer_workbench.study.units.unit_study import UNITS, unmatched_units

_TEXTS = described_kinds()["units"]
_SCREENS = described_screens(
    "units",
    write=(unit_screens.write_context, unit_screens.write_pieces),
    build=unit_screens.build_context,
    match=(unit_screens.match_context, unit_screens.match_pieces),
)

UNIT_STUDY = StudyKind(
    protocol=UNITS,
    title=_TEXTS["title"],
    about=_TEXTS["about"],
    uploads=_TEXTS["uploads"],
    screens={**_SCREENS, "rematch": _SCREENS["match"]},
    read=read,
    release=release,
    figures=figures,
    figures_template="workbench/units/figures.html",
    settings_form=UnitSettingsForm,
    demo=demo,
    markup=markup,
    machine=link_questions(
        ("match", "rematch"), lambda topic, works: UnitFile((unmatched_units(topic, works),)), "units are built"
    ),
    has_lengths=True,
    counted_texts=ngettext_lazy(" with %(counter)s document", " with %(counter)s documents", "counter"),
)
