"""Studies put aside and brought back, and demos thrown away."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from cliometer.errors import Refused
from cliometer.workbench.models import Study
from cliometer.workbench.services.audit import record

DEMO = "demo begun"  # the line of the audit by which a demo is known


def put_aside(study: Study, by: User, aside: bool) -> None:
    """Off the first page, with all its tasks, or back on it; nothing else changes."""
    with transaction.atomic():
        if Study.objects.filter(pk=study.pk, archived=not aside).update(archived=aside):
            record(study, by, "archived" if aside else "restored")
    study.refresh_from_db()


def disposable(study: Study, by: User) -> bool:
    """Whether it is a demo in which nobody else has a seat."""
    alone = not study.members.exclude(user=by).exists()
    return alone and study.audit.filter(what=DEMO).exists()


def throw_away(study: Study, by: User) -> None:
    """A demo with everything in it; people's own studies are never deleted."""
    with transaction.atomic():
        locked = Study.objects.select_for_update().get(pk=study.pk)
        if not disposable(locked, by):
            raise Refused("only a demo in which nobody else has a seat can be deleted; archive the study")
        record(None, by, "demo deleted", title=locked.title, address=locked.slug)
        locked.releases.all().delete()
        locked.crowd.all().delete()
        locked.sheets.all().delete()  # before the topics
        locked.delete()
