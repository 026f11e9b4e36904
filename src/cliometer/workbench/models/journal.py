"""Sheets, and the journals from which all that stands on them follows."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import User
from django.db import models

from cliometer.study.protocol.steps import SHARED, SheetState, Step
from cliometer.study.protocol.work import Action
from cliometer.workbench.models.studies import Study, StudyTopic


class Sheet(models.Model):
    """An assignment: a step of a topic (of the study, where the step spans it) for a judge, or for all.

    Reopening a step makes a new revision; the old sheet stays, superseded.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="sheets")
    topic = models.ForeignKey(StudyTopic, on_delete=models.CASCADE, related_name="sheets", null=True)
    step = models.CharField(max_length=20)
    judge = models.ForeignKey(User, on_delete=models.PROTECT, related_name="sheets", null=True)
    revision = models.PositiveIntegerField(default=1)
    facts = models.JSONField(default=dict, blank=True)  # what was settled when it was laid out
    superseded = models.BooleanField(default=False)
    submitted = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["study", "topic", "step", "judge", "revision"],
                name="sheet_once",
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        return f"{self.study.slug}: {self.step} {self.topic or ''} {self.judge_name}".strip()

    @property
    def judge_name(self) -> str:
        """As journals and releases name the judge; empty where all share the sheet."""
        return self.judge.username if self.judge else SHARED

    @property
    def definition(self) -> Step:
        """The step of the protocol."""
        return self.study.protocol.step(self.step)

    @property
    def state(self) -> SheetState:
        """As much as gates need."""
        return SheetState(self.step, self.judge_name, self.submitted is not None)


class Entry(models.Model):
    """One action: added, never changed or removed."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=150)  # of the one who acted, as it was then
    verb = models.CharField(max_length=30)
    details = models.JSONField(default=dict)
    op = models.CharField(max_length=64)
    at = models.DateTimeField()
    carried = models.BooleanField(default=False)  # over from an earlier revision

    class Meta:
        ordering: ClassVar = ["sheet", "seq"]
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="entry_place"),
            models.UniqueConstraint(fields=["sheet", "by", "op"], name="entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.name} {self.verb}"

    @property
    def action(self) -> Action:
        """As the protocol knows it."""
        return Action(self.seq, self.name, self.verb, self.details, self.op, self.at.isoformat())


class Stretch(models.Model):
    """A stretch of active work on a sheet, as the page measured it and the server's clock allowed."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="stretches")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    began = models.DateTimeField()
    ended = models.DateTimeField()
    seconds = models.FloatField()

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "stretches"
        indexes: ClassVar = [models.Index(fields=["sheet", "user"], name="stretch_of")]

    def __str__(self) -> str:
        return f"{self.user.username}: {self.seconds:.0f} s"
