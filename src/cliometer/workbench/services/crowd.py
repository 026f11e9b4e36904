"""Answers of crowd platforms: kept with the study, batch by batch, for they belong to no sheet."""

from __future__ import annotations

from django.contrib.auth.models import User

from cliometer.workbench.models import CrowdBatch, Study
from cliometer.workbench.services.audit import record


def keep_crowd(study: Study, answers: str, by: User) -> tuple[str, ...]:
    """Keep a batch, one JSON object a line; returns what should be known of it."""
    count = sum(bool(line.strip()) for line in answers.split("\n"))
    CrowdBatch.objects.create(study=study, answers=answers, count=count, created_by=by)
    record(study, by, "crowd answers added", count=count)
    return (f"{count} answers of a crowd platform came with it",)
