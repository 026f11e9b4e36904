"""Ways in: invitations, one-time links, tokens of the API; and the brake on guessing. Digests only."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import User
from django.db import models

from cliometer.study.protocol.steps import ROLES
from cliometer.workbench.models.studies import Study


class Invitation(models.Model):
    """A link that seats whoever follows it in a study."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=[(role, role) for role in ROLES])
    digest = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=100, blank=True)
    uses_left = models.PositiveIntegerField(default=1)
    expires = models.DateTimeField()
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.study.slug}: {self.role} {self.label}".strip()


class StartLink(models.Model):
    """A link, good once and for a short time, that signs the owner of the workbench in."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    expires = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user.username} until {self.expires}"


class Token(models.Model):
    """A key of the API: it acts as its user."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.name


class Throttle(models.Model):
    """Failed tries at signing in, by name and by address."""

    key = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(null=True, blank=True)
    latest = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.failures} failures"
