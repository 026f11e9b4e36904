"""Seats: who has which roles in a study, and what becomes of their work when they leave."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from cliometer.errors import Refused
from cliometer.workbench.models import Member, Sheet, Study
from cliometer.workbench.services.audit import handed_in_for_all, record
from cliometer.workbench.services.blindness import refuse_roles
from cliometer.workbench.services.entrance import seat
from cliometer.workbench.services.sheets import lay_out, withdraw
from cliometer.workbench.services.works import NUMBER


@dataclass(frozen=True)
class Person:
    """Somebody in a study."""

    user: User
    roles: tuple[str, ...]
    open: int  # sheets
    handed_in: int  # shared sheets count for whoever handed them in


def seated(study: Study) -> list[Person]:
    """Everybody, in the order of joining."""
    roles: dict[User, list[str]] = {}
    for member in study.members.select_related("user"):
        roles.setdefault(member.user, []).append(member.role)
    sheets = study.sheets.filter(superseded=False, judge__isnull=False).values_list("judge_id", "submitted")
    counts: dict[int, list[int]] = {}
    for judge, submitted in sheets:
        counts.setdefault(judge or 0, [0, 0])[submitted is not None] += 1
    for by in handed_in_for_all(study).values():
        counts.setdefault(by, [0, 0])[1] += 1
    return [Person(user, tuple(held), *counts.get(user.pk, (0, 0))) for user, held in roles.items()]


def change_roles(study: Study, user: User, roles: Collection[str], by: User) -> None:
    """Give somebody exactly these roles; without any, the seat is gone, and what they did stays.

    Sheets that their roles no longer reach are withdrawn, unless they were handed in.
    """
    with transaction.atomic():
        held = set(Member.objects.filter(study=study, user=user).values_list("role", flat=True))
        if not held:
            raise Refused(f"{user.username} has no seat here; send an invitation")
        _refuse_ownerless(study, user, roles)
        refuse_roles(user, study, set(roles) - held)
        _record_number(study, user, bool(roles))
        Member.objects.filter(study=study, user=user).exclude(role__in=roles).delete()
        for role in sorted(set(roles) - held):
            seat(study, user, role)
        _withdraw_lost(study, user, roles, by)
        what = "roles changed" if roles else "seat removed"
        record(study, by, what, person=user.username, before=sorted(held), now=sorted(roles))
        if set(roles) - held and study.audit.filter(what="started").exists():
            lay_out(study, by)


def _refuse_ownerless(study: Study, user: User, roles: Collection[str]) -> None:
    owners = set(study.members.filter(role="owner").values_list("user_id", flat=True))
    if owners == {user.pk} and "owner" not in roles:
        raise Refused("a study needs an owner; make somebody else one first")


def _record_number(study: Study, user: User, stays: bool) -> None:
    """What was laid out for a judge depends on her number: it is kept when the seat goes."""
    if stays:
        return
    number = (
        Member.objects.filter(study=study, user=user).order_by("number").values_list("number", flat=True)[0]
    )
    for sheet in study.sheets.filter(judge=user):
        if NUMBER not in sheet.facts:
            sheet.facts = sheet.facts | {NUMBER: number}
            sheet.save(update_fields=["facts"])


def _withdraw_lost(study: Study, user: User, roles: Collection[str], by: User) -> None:
    mine = study.sheets.filter(judge=user, superseded=False, submitted__isnull=True)
    for sheet in mine.select_related("study", "topic", "judge"):
        if not set(roles) & {*sheet.definition.roles}:
            withdraw(sheet, by)


def assignments(study: Study) -> list[tuple[Sheet, bool]]:
    """Sheets of single judges, by step and topic, and whether each can be withdrawn."""
    places = {step.name: place for place, step in enumerate(study.protocol.steps)}
    rows = study.sheets.filter(judge__isnull=False, superseded=False).select_related(
        "study", "topic", "judge"
    )
    found = sorted(rows, key=lambda sheet: (places[sheet.step], sheet.topic_id or 0, sheet.judge_name))
    return [(sheet, sheet.submitted is None) for sheet in found]
