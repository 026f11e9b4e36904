"""The gates of a study: the consent, the questions and the quiz that people pass before they work."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from cliometer.errors import Refused
from cliometer_workbench.models import Admission, Member, Study

GATES = ("consent", "questions", "knowledge")  # in this order
WORKING = ("judge", "verifier")  # the roles whose people pass them


class GateClosed(PermissionDenied):
    """Somebody wants to work who has not passed a gate; `address` is its page."""

    def __init__(self, address: str) -> None:
        super().__init__(Refused("gate-closed", address=address))
        self.address = address


def next_gate(study: Study, user: User) -> str | None:
    """Return the address of the page that a member must pass before working; None where nothing is left to pass."""
    part = next_part(study, user)
    return gate_address(study, part) if part else None


def next_part(study: Study, user: User) -> str | None:
    """Return the first part of the admission that a member has not passed."""
    asked = [part for part in GATES if part in study.versions]
    if not asked or not Member.objects.filter(study=study, user=user, role__in=WORKING).exists():
        return None
    latest = latest_answers(study, user)
    passed = {part for part, answer in latest.items() if answer.passed}
    if "consent" in passed and latest["consent"].version != study.versions.get("consent"):
        passed.remove("consent")  # a new version needs a new answer
    return next((part for part in asked if part not in passed), None)


def latest_answers(study: Study, user: User) -> dict[str, Admission]:
    """Return what a person answered last to each part."""
    return {answer.part: answer for answer in Admission.objects.filter(study=study, user=user).order_by("pk")}


def gate_address(study: Study, part: str) -> str:
    """Return the address of the page of a part."""
    return reverse("admission", kwargs={"study": study.slug, "part": part})


def screened_out(study: Study, user: User) -> bool:
    """Return whether a person declined the consent, or was screened out by the questions or the quiz."""
    latest, part = latest_answers(study, user), next_part(study, user)
    return part is not None and part in latest and not latest[part].passed
