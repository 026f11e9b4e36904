"""The demo study of each kind: somebody's own copy, ready to be tried at once."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from cliometer.workbench.kinds import KINDS
from cliometer.workbench.models import Study
from cliometer.workbench.services.archiving import DEMO
from cliometer.workbench.services.audit import record
from cliometer.workbench.services.entrance import seat
from cliometer.workbench.services.importing import keep
from cliometer.workbench.services.studies import create, start


def create_demo(kind: str, by: User) -> Study:
    """The owner judges too, so that there is something to do right away."""
    sample = KINDS[kind].demo()
    with transaction.atomic():
        study = create(kind, sample.title, by, sample.instructions, sample.settings)
        record(study, by, DEMO, kind=kind)
        seat(study, by, "judge")
        keep(study, sample.imported, by)
        start(study, by)
    return study
