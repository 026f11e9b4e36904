"""Answers of crowd platforms: kept with the study, batch by batch, for they belong to no sheet."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import User

from cliometer.workbench.models import CrowdBatch, Study
from cliometer.workbench.services.audit import record


def crowd_salt(study: Study) -> str:
    """Secret, and the same for all batches of a study: ids of workers are personal data.

    It is kept with the answers, for a backup must know the workers again wherever it is restored.
    """
    kept = CrowdBatch.objects.filter(study=study).exclude(salt="").values_list("salt", flat=True).first()
    return kept or secrets.token_hex(32)


def keep_crowd(study: Study, answers: str, by: User, salt: str = "") -> tuple[str, ...]:
    """Keep a batch, one JSON object a line; returns what should be known of it."""
    count = sum(bool(line.strip()) for line in answers.split("\n"))
    CrowdBatch.objects.create(study=study, answers=answers, count=count, salt=salt, created_by=by)
    record(study, by, "crowd answers added", count=count)
    return (f"{count} answers of a crowd platform came with it",)
