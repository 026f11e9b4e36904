"""The audit: who did what to a study, beside the journals of its sheets."""

from __future__ import annotations

from django.contrib.auth.models import User

from cliometer.workbench.models import Audit, Sheet, Study


def record(study: Study | None, by: User | None, what: str, **details: object) -> None:
    """Add a line."""
    Audit.objects.create(study=study, by=by, what=what, details=details)


def started(study: Study) -> bool:
    """Whether the owner has given out the sheets: whoever joins now gets theirs at once."""
    return study.audit.filter(what="started").exists()


def handed_in_for_all(study: Study) -> dict[int, int]:
    """Shared sheets that are handed in, each with the number of whoever did it for all."""
    shared = Sheet.objects.filter(study=study, judge=None, superseded=False, submitted__isnull=False)
    there = set(shared.values_list("pk", flat=True))
    lines = study.audit.filter(what="handed in", by__isnull=False).order_by("pk").values_list("by", "details")
    return {told["sheet"]: by for by, told in lines if by and told.get("sheet") in there}
