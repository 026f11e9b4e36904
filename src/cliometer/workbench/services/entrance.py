"""Ways in: the owner's one-time link, invitations, and tokens."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cliometer.errors import Refused, unknown
from cliometer.study.protocol.steps import Role
from cliometer.workbench.models import Invitation, Member, StartLink, Study, Token
from cliometer.workbench.secrets import digest, new_token
from cliometer.workbench.services.audit import record
from cliometer.workbench.services.blindness import refuse_roles
from cliometer.workbench.services.sheets import hold, lay_out
from cliometer.workbench.services.works import NUMBER

OWNER = "owner"  # the name of the first account
LINK_MINUTES = 30


def start_link(user: User | None = None) -> str:
    """A new one-time token; earlier ones that nobody used are void."""
    owner = user or first_owner()
    token = new_token()
    StartLink.objects.filter(user=owner).delete()
    expires = timezone.now() + timedelta(minutes=LINK_MINUTES)
    StartLink.objects.create(digest=digest(token), user=owner, expires=expires)
    return token


def first_owner() -> User:
    """The one who runs the workbench, made at the first start; without a password until one is set."""
    found = User.objects.filter(is_superuser=True).order_by("pk").first()
    if found is None:
        found = User(username=OWNER, is_staff=True, is_superuser=True)
        found.set_unusable_password()
        found.save()
    return found


def user_named(name: str) -> User:
    """Somebody with an account, or who there is."""
    found = User.objects.filter(username=name).first()
    if found is None:
        raise unknown("person", name, User.objects.values_list("username", flat=True)[:10_000])
    return found


def follow_start_link(token: str) -> User:
    """Whom the link signs in; it is void afterwards."""
    with transaction.atomic():
        link = (
            StartLink.objects.select_for_update(of=("self",))
            .select_related("user")
            .filter(digest=digest(token))
            .first()
        )
        if link is None:
            raise Refused(
                "this link was used already or is unknown; `cliometer workbench link` prints a new one"
            )
        link.delete()
        if link.expires < timezone.now():
            raise Refused("this link is too old; `cliometer workbench link` prints a new one")
    return link.user


def invite(study: Study, role: Role, by: User, uses: int = 1, days: int = 14, label: str = "") -> str:
    """A token that seats up to `uses` people; it is shown once."""
    if not 1 <= uses <= 10_000 or not 1 <= days <= 365:
        raise Refused("an invitation is good for 1 to 10,000 people and 1 to 365 days")
    token = new_token()
    with transaction.atomic():
        Invitation.objects.create(
            study=study, role=role, digest=digest(token), label=label[:100], uses_left=uses,
            expires=timezone.now() + timedelta(days=days), created_by=by,
        )  # fmt: skip
        record(study, by, "invited", role=role, uses=uses, label=label[:100])
    return token


def invitation(token: str) -> Invitation:
    """The invitation of a link, while it is good."""
    found = Invitation.objects.select_related("study").filter(digest=digest(token)).first()
    if found is None or found.uses_left < 1 or found.expires < timezone.now():
        raise Refused("this invitation is used up, too old or unknown; ask whoever sent it for a new one")
    return found


def accept(token: str, user: User) -> Study:
    """Take the seat; whoever has it already keeps it, and the invitation is not used up."""
    with transaction.atomic():
        found = invitation(token)
        if Member.objects.filter(study=found.study, user=user, role=found.role).exists():
            return found.study
        refuse_roles(user, found.study, [found.role])
        if not Invitation.objects.filter(pk=found.pk, uses_left__gte=1).update(uses_left=F("uses_left") - 1):
            raise Refused("this invitation is used up; ask whoever sent it for a new one")
        seat(found.study, user, found.role)
        record(found.study, user, "joined", role=found.role)
        if found.study.audit.filter(what="started").exists():
            lay_out(found.study)
    return found.study


def seat(study: Study, user: User, role: str) -> Member:
    """Give somebody a role; numbers of seats are never given twice."""
    with transaction.atomic():
        hold(study.pk)
        mine = Member.objects.filter(study=study, user=user).first()
        number = mine.number if mine else _next_number(study)
        return Member.objects.get_or_create(study=study, user=user, role=role, defaults={"number": number})[0]


def _next_number(study: Study) -> int:
    """After those of all seats, and of those that were given up."""
    given = Member.objects.filter(study=study).values_list("number", flat=True)
    kept = [facts[NUMBER] for facts in study.sheets.values_list("facts", flat=True) if NUMBER in facts]
    return max([*given, *kept], default=-1) + 1


def new_api_token(user: User, name: str) -> str:
    """A key of the API, shown once."""
    token = new_token()
    Token.objects.create(user=user, name=name.strip()[:100] or "token", digest=digest(token))
    return token


def user_of_token(token: str) -> User | None:
    """Whose key it is."""
    found = Token.objects.select_related("user").filter(digest=digest(token)).first()
    if found is None or not found.user.is_active:
        return None
    now = timezone.now()
    if found.used is None or now - found.used > timedelta(minutes=1):
        Token.objects.filter(pk=found.pk).update(used=now)
    return found.user
