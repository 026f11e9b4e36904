"""Studies of content units (Bauer & Teufel 2015) in the workbench, and their screens: write, build, match."""

from __future__ import annotations

from django.utils.translation import ngettext_lazy

from cliometer.io.units import UnitFile
from cliometer_workbench.kinds.study_kind import Screen, StudyKind, link_questions, shortcuts
from cliometer_workbench.kinds.units import unit_screens
from cliometer_workbench.kinds.units.document_uploads import UPLOADS, UnitSettingsForm, demo, read
from cliometer_workbench.kinds.units.unit_figures import figures, markup, release
from cliometer_workbench.study.units.unit_study import UNITS, unmatched_units

_MATCH = Screen(
    "workbench/units/match.html",
    unit_screens.match_context,
    unit_screens.match_pieces,
    shortcuts(
        "n p: next, previous unit; j k: next, previous mention; J K: sentence; l: link, v = 1; "
        "0-9: link, v = .0 to .9; x: unlink; e: examined, does not say it; space: select; "
        "g: group the selected; o: any of them (OR); t: to the links and back; ← →: choose words; "
        "s: mark the words; y -: accept, refuse a suggestion; w: read it in its document; d: unit done; /: search"
    ),
    "workbench/events.js workbench/units-words.js workbench/units-match.js",
    reader_keys=("n p", "j k", "J K", "t", "← →", "/"),
)

SCREENS = {
    "write": Screen(
        "workbench/units/write.html",
        unit_screens.write_context,
        unit_screens.write_pieces,
        shortcuts(
            "a: add a line; j k: next, previous line; e: edit; x: remove; "
            "y -: accept, refuse a suggestion; n p: next, previous document; s: search"
        ),
        "workbench/events.js workbench/units-write.js",
        reader_keys=("j k", "n p", "s"),
    ),
    "build": Screen(
        "workbench/units/build.html",
        unit_screens.build_context,
        keys=shortcuts(
            "h j k l: move; space: select a line; m: make a unit; p: put into the marked unit; "
            "y: accept the first suggestion; n: refuse it: different; e: roles of the unit; t: trim a line; "
            "o: omit; b: bring back; i: join units; J K: move unit"
        ),
        script="workbench/events.js workbench/units-build.js",
        reader_keys=("h j k l",),
    ),
    "match": _MATCH,
    "rematch": _MATCH,
}


UNIT_STUDY = StudyKind(
    protocol=UNITS,
    title="Content units",
    about="Judges write timelines; lines that say the same become units, which are linked to the documents.",
    uploads=UPLOADS,
    screens=SCREENS,
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
