"""The audit: who did what to a study, beside the journals of its sheets."""

from __future__ import annotations

from django.contrib.auth.models import User

from cliometer.workbench.models import Audit, Study


def record(study: Study | None, by: User | None, what: str, **details: object) -> None:
    """Add a line."""
    Audit.objects.create(study=study, by=by, what=what, details=details)
