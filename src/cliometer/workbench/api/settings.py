"""Words and settings of a study, for its owners."""

from __future__ import annotations

from typing import Any

from cliometer.errors import InputError
from cliometer.workbench.api.door import InStudy, operation
from cliometer.workbench.api.plain import plain
from cliometer.workbench.api.shapes import NewSettings, StudySettings
from cliometer.workbench.api.studies import checked_settings
from cliometer.workbench.kinds import KINDS
from cliometer.workbench.models import Study
from cliometer.workbench.services.studies import begun, change


@operation("GET", "/studies/{slug:study}/settings", "owner", StudySettings)
def read_settings(request: InStudy, study: str) -> dict[str, Any]:
    """Show what can be changed about a study."""
    return _shown(request.seat.study)


@operation("POST", "/studies/{slug:study}/settings", "owner", StudySettings)
def change_settings(request: InStudy, study: str, asked: NewSettings) -> dict[str, Any]:
    """Change the words at any time, the settings while nobody has worked; what is not given stays."""
    found = request.seat.study
    title = found.title if asked.title is None else asked.title.strip()
    if not title:
        raise InputError("a study needs a title")
    words = found.instructions if asked.instructions is None else asked.instructions
    settings = None
    if asked.settings is not None:
        settings = found.settings | checked_settings(found.kind, _offered(found) | asked.settings)
    change(found, request.user, title, words, settings)
    return _shown(found)


def _shown(study: Study) -> dict[str, Any]:
    return {
        "title": study.title, "instructions": study.instructions, "settings": plain(_offered(study)),
        "locked": begun(study),
    }  # fmt: skip


def _offered(study: Study) -> dict[str, Any]:
    """Settings that the page has; what else is kept there is the workbench's own."""
    fields = KINDS[study.kind].settings_form().fields
    return {name: study.settings[name] for name in fields if name in study.settings}
