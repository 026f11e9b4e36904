"""Accounts and seats: links, invitations, keys of the API, limits on guessing passwords, and roles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cliometer.errors import Refused, unknown
from cliometer_workbench.access import refuse_roles
from cliometer_workbench.config import digest, new_token
from cliometer_workbench.models import (
    Invitation,
    Member,
    Sheet,
    StartLink,
    Study,
    Throttle,
    Token,
    present_sheets,
    unfinished_sheets,
)
from cliometer_workbench.services.sheet_lifecycle import lay_out, lock_study, withdraw
from cliometer_workbench.services.storage import record
from cliometer_workbench.services.worksheets import NUMBER
from cliometer_workbench.study.steps import Role

OWNER = "owner"  # the name of the first account
LINK_MINUTES = 30


def start_link(user: User | None = None) -> str:
    """Return the token of a new one-time link; earlier links of the person become void."""
    owner = user or first_owner()
    token = new_token()
    StartLink.objects.filter(user=owner).delete()
    expires = timezone.now() + timedelta(minutes=LINK_MINUTES)
    StartLink.objects.create(digest=digest(token), user=owner, expires=expires)
    return token


def first_owner() -> User:
    """Return the account that runs the workbench; it is made at the first start, without a password."""
    owner = User.objects.filter(is_superuser=True).order_by("pk").first()
    if owner is None:
        owner = User(username=OWNER, is_staff=True, is_superuser=True)
        owner.set_unusable_password()
        owner.save()
    return owner


def find_user(name: str) -> User:
    """Return the account of that name, or raise an error that suggests similar names."""
    user = User.objects.filter(username=name).first()
    if user is None:
        raise unknown("person", name, User.objects.values_list("username", flat=True)[:10_000])
    return user


def follow_start_link(token: str) -> User:
    """Return the person whom a one-time link signs in, and make the link void."""
    with transaction.atomic():
        rows = StartLink.objects.select_for_update(of=("self",)).select_related("user")
        link = rows.filter(digest=digest(token)).first()
        if link is None:
            raise Refused("link-unknown")
        link.delete()
        if link.expires < timezone.now():
            raise Refused("link-too-old")
    return link.user


def invite(study: Study, role: Role, by: User, uses: int = 1, days: int = 14, label: str = "", once: str = "") -> str:
    """Return the token of a new invitation for up to `uses` people; see `new_link`."""
    if not 1 <= uses <= 10_000 or not 1 <= days <= 365:
        raise Refused("invitation-terms")
    with transaction.atomic():
        token, is_new = new_link(study.invitations, by, days, once, role=role, label=label[:100], uses_left=uses)
        if is_new:
            record(study, by, "invited", role=role, uses=uses, label=label[:100])
    return token


def new_link(links: Any, by: User, days: int, once: str, **terms: Any) -> tuple[str, bool]:
    """Return the token of a link among those of a study, and whether it is new; only its digest is stored.

    The same `once`, a random text of the page, gives the same link again, so that a page can be reloaded.
    """
    page, kind = f"{links.instance.pk} {by.pk} {once}", links.model.__name__
    token = salted_hmac(kind, page, algorithm="sha256").hexdigest() if once else new_token()
    terms |= {"expires": timezone.now() + timedelta(days=days), "created_by": by}
    return token, links.get_or_create(digest=digest(token), defaults=terms)[1]


def invitation(token: str) -> Invitation:
    """Return the invitation of a link, or refuse one that is used up, expired or unknown."""
    invitation_row = Invitation.objects.select_related("study").filter(digest=digest(token)).first()
    if invitation_row is None or invitation_row.uses_left < 1 or invitation_row.expires < timezone.now():
        raise Refused("invitation-unknown")
    return invitation_row


def good_invitations(study: Study) -> QuerySet[Invitation]:
    """Return the invitations of a study that are neither used up nor expired."""
    return study.invitations.filter(expires__gt=timezone.now(), uses_left__gte=1)


def revoke(invitation: Invitation, by: User) -> None:
    """Make an invitation void."""
    record(invitation.study, by, "invitation revoked", role=invitation.role, label=invitation.label)
    invitation.delete()


def accept(token: str, user: User) -> Study:
    """Give the person the seat of an invitation; one who has it already keeps it without using the invitation."""
    with transaction.atomic():
        invitation_row = invitation(token)
        if Member.objects.filter(study=invitation_row.study, user=user, role=invitation_row.role).exists():
            return invitation_row.study
        refuse_roles(user, invitation_row.study, [invitation_row.role])
        if not Invitation.objects.filter(pk=invitation_row.pk, uses_left__gte=1).update(uses_left=F("uses_left") - 1):
            raise Refused("invitation-used-up")
        if invitation_row.email and not user.email:  # whoever has the link reads the mail of that address
            user.email = invitation_row.email
            user.save(update_fields=["email"])
        seat(invitation_row.study, user, invitation_row.role)
        record(invitation_row.study, user, "joined", role=invitation_row.role)
        if invitation_row.study.started:
            lay_out(invitation_row.study)
    return invitation_row.study


def seat(study: Study, user: User, role: str) -> Member:
    """Give a person a role in a study; the number of a seat is never used twice."""
    with transaction.atomic():
        lock_study(study.pk)
        if study.sheets.filter(judge__first_name=user.username).exists():
            raise Refused("person-imported", person=user.username)
        mine = Member.objects.filter(study=study, user=user).first()
        number = mine.number if mine else _next_number(study)
        return Member.objects.get_or_create(study=study, user=user, role=role, defaults={"number": number})[0]


def _next_number(study: Study) -> int:
    """Return a number greater than those of all seats, present and former."""
    given = Member.objects.filter(study=study).values_list("number", flat=True)
    kept = [facts[NUMBER] for facts in study.sheets.values_list("facts", flat=True) if NUMBER in facts]
    return max([*given, *kept], default=-1) + 1


def new_api_token(user: User, name: str) -> str:
    """Return a new key of the API; only its digest is stored."""
    token = new_token()
    Token.objects.create(user=user, name=name.strip()[:100] or "token", digest=digest(token))
    return token


def user_of_token(token: str) -> User | None:
    """Return the owner of a key of the API, or None."""
    key = Token.objects.select_related("user").filter(digest=digest(token)).first()
    if key is None or not key.user.is_active:
        return None
    now = timezone.now()
    if key.used is None or now - key.used > timedelta(minutes=1):
        Token.objects.filter(pk=key.pk).update(used=now)
    return key.user


# Failed attempts to sign in are counted by name and address, by address, and by name. The counts do not depend
# on whether the name exists. A browser that signed in before has a cookie and is counted alone, so that strangers
# who keep failing under somebody's name cannot lock that person out.

FAILURE_LIFETIME = timedelta(hours=24)  # older failures no longer count


@dataclass(frozen=True)
class FailureCount:
    """A key under which failures are counted; after `free` of them each doubles the wait, from one second."""

    key: str
    free: int
    longest: int = 15 * 60  # seconds


def failure_counts(name: str, address: str, known: str = "") -> list[FailureCount]:
    """Return the counts of one attempt; `known` is the cookie of a browser that signed in under that name."""
    folded = name.casefold()
    if known:
        return [FailureCount(f"known:{known}", 10)]
    return [
        FailureCount(f"pair:{folded}\n{address}", 5),
        FailureCount(f"from:{address}", 20),
        FailureCount(f"name:{folded}", 50, longest=60),
    ]


def seconds_to_wait(counts: Iterable[FailureCount]) -> int:
    """Return the seconds until the next attempt is allowed."""
    now = timezone.now()
    rows = Throttle.objects.filter(key__in=[digest(count.key) for count in counts], until__gt=now)
    waits = [(row.until - now).total_seconds() for row in rows if row.until]
    return int(max(waits, default=-1)) + 1


def count_failure(counts: Iterable[FailureCount]) -> None:
    """Add a failure to each count, and set the wait that follows."""
    now = timezone.now()
    with transaction.atomic():
        Throttle.objects.filter(latest__lt=now - FAILURE_LIFETIME).delete()
        for count in counts:
            Throttle.objects.get_or_create(key=digest(count.key))
            row = Throttle.objects.select_for_update().get(key=digest(count.key))
            row.failures += 1
            over = min(row.failures - count.free, 30)
            row.until = now + timedelta(seconds=min(2**over, count.longest)) if over >= 0 else None
            row.save()


def forget_failures(counts: Iterable[FailureCount]) -> None:
    """Delete the failures of this person at this address; failures under the name from elsewhere stay."""
    mine = [digest(count.key) for count in counts if count.key.startswith(("pair:", "known:"))]
    Throttle.objects.filter(key__in=mine).delete()


COOKIE = "cliometer-known"
_DAYS = 180


def request_address(request: HttpRequest) -> str:
    """Return the client's address; behind the workbench's proxy, the one that the proxy wrote last."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.CONFIG.secure else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR"))


def remember_browser(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Set the cookie which shows that this person signed in with this browser."""
    assert isinstance(request.user, User)
    value = signing.dumps(request.user.get_username(), salt=COOKIE)
    response.set_cookie(
        COOKIE, value, max_age=_DAYS * 86_400, httponly=True, samesite="Lax", secure=settings.CONFIG.secure,
        path="/login",
    )  # fmt: skip
    return response


def known_browser(request: HttpRequest, name: str) -> str:
    """Return the cookie of the browser if it belongs to that name, or else an empty text."""
    value = request.COOKIES.get(COOKIE, "")
    try:
        known = signing.loads(value, salt=COOKIE, max_age=_DAYS * 86_400)
    except signing.BadSignature:
        return ""
    return value if isinstance(known, str) and known == User.normalize_username(name) else ""


@dataclass(frozen=True)
class Person:
    """A person in a study, with roles and the numbers of their sheets."""

    user: User
    roles: tuple[str, ...]
    open: int  # sheets
    handed_in: int  # a shared sheet counts for the person who handed it in


def study_people(study: Study) -> list[Person]:
    """Return all people with a seat, in the order in which they joined."""
    roles: dict[User, list[str]] = {}
    for member in study.members.select_related("user"):
        roles.setdefault(member.user, []).append(member.role)
    sheets = study.sheets.filter(superseded=False, judge__isnull=False).values_list("judge_id", "submitted")
    counts: dict[int, list[int]] = {}
    for judge, submitted in sheets:
        counts.setdefault(judge or 0, [0, 0])[submitted is not None] += 1
    shared = present_sheets(study.sheets).filter(judge=None, submitted_by__isnull=False)
    for by in shared.values_list("submitted_by", flat=True):
        counts.setdefault(by or 0, [0, 0])[1] += 1
    return [Person(user, tuple(held), *counts.get(user.pk, (0, 0))) for user, held in roles.items()]


def change_roles(study: Study, user: User, roles: Collection[str], by: User) -> None:
    """Give a person exactly these roles; without any, they lose the seat, and their work is kept.

    Open sheets for which they no longer have a role are withdrawn.
    """
    with transaction.atomic():
        held = set(Member.objects.filter(study=study, user=user).values_list("role", flat=True))
        if not held:
            raise Refused("person-without-seat", person=user.username)
        owners = set(study.members.filter(role="owner").values_list("user_id", flat=True))
        if owners == {user.pk} and "owner" not in roles:
            raise Refused("owner-needed")
        refuse_roles(user, study, set(roles) - held)
        if not roles:
            _record_number(study, user)
        Member.objects.filter(study=study, user=user).exclude(role__in=roles).delete()
        for role in sorted(set(roles) - held):
            seat(study, user, role)
        for sheet in unfinished_sheets(study.sheets).filter(judge=user):
            if not set(roles) & {*sheet.definition.roles}:
                withdraw(sheet, by)
        what = "roles changed" if roles else "seat removed"
        record(study, by, what, person=user.username, roles=sorted(roles), was={"roles": sorted(held)})
        if set(roles) - held and study.started:
            lay_out(study, by)


def _record_number(study: Study, user: User) -> None:
    """Store the number of a judge who loses the seat in the sheets, whose layout depends on it."""
    numbers = Member.objects.filter(study=study, user=user).order_by("number")
    number = numbers.values_list("number", flat=True)[0]
    for sheet in study.sheets.filter(judge=user):
        if NUMBER not in sheet.facts:
            sheet.facts = sheet.facts | {NUMBER: number}
            sheet.save(update_fields=["facts"])


def assignments(study: Study) -> list[Sheet]:
    """Return the sheets of single judges by step and topic."""
    places = {step.name: place for place, step in enumerate(study.protocol.steps)}
    rows = present_sheets(study.sheets).filter(judge__isnull=False)
    return sorted(rows, key=lambda sheet: (places[sheet.step], sheet.topic_id or 0, sheet.judge_name))
