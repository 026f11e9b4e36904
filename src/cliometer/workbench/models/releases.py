"""What leaves a study, and the record of who changed what about it."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import User
from django.db import models

from cliometer.workbench.models.studies import Study


class Release(models.Model):
    """A frozen state of a study: files, under the digest of their bytes."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="releases")
    digest = models.CharField(max_length=64)
    files = models.JSONField()  # name -> text
    notes = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.digest[:12]


class CrowdBatch(models.Model):
    """Answers that came back from a crowd platform at one time, as `answers.jsonl` of a release has them."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="crowd")
    answers = models.TextField()
    count = models.PositiveIntegerField(default=0)
    salt = models.CharField(max_length=64, blank=True)  # of the workers' pseudonyms; none where they came so
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "crowd batches"

    def __str__(self) -> str:
        return f"{self.study.slug}: {self.count} answers"


class Audit(models.Model):
    """One thing that somebody did to a study or its people, beside the journals."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="audit", null=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    what = models.CharField(max_length=40)
    details = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name_plural = "audit"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what}"
