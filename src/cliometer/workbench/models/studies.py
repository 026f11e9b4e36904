"""Studies, their topics, and who sits in them."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import User
from django.db import models

from cliometer.study.protocol.steps import ROLES, Protocol
from cliometer.workbench.protocols import PROTOCOLS


class Study(models.Model):
    """One study: a protocol, what it is about, and its settings."""

    slug = models.SlugField(max_length=60, unique=True)
    kind = models.CharField(
        max_length=20, choices=[(kind, kind) for kind in ("events", "units", "preferences")]
    )
    title = models.CharField(max_length=200)
    instructions = models.TextField(blank=True)
    settings = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    archived = models.BooleanField(default=False)  # put aside: not on the first page

    class Meta:
        verbose_name_plural = "studies"
        ordering: ClassVar = ["-created", "-pk"]

    def __str__(self) -> str:
        return self.title

    @property
    def protocol(self) -> Protocol:
        """The steps of its kind."""
        return PROTOCOLS[self.kind]


class StudyTopic(models.Model):
    """A topic of a study; its document is what `study.protocol.topics.write_topic` wrote."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="topics")
    name = models.CharField(max_length=200)
    title = models.CharField(max_length=300, blank=True)
    order = models.PositiveIntegerField(default=0)
    document = models.TextField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["order", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["study", "name"], name="topic_once")]

    def __str__(self) -> str:
        return self.title or self.name


class Member(models.Model):
    """A seat in a study; one person may have several roles."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="seats")
    role = models.CharField(max_length=10, choices=[(role, role) for role in ROLES])
    number = models.PositiveIntegerField(default=0)  # of a judge in the study, from 0
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["number", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["study", "user", "role"], name="seat_once")]

    def __str__(self) -> str:
        return f"{self.user.username}, {self.role}"
