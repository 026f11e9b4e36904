"""Access rules: every page declares who may use it, and the rules are enforced here, where data is read.

A person without a seat in a study gets the answer that there is no such page. Whoever reads blind work early is
recorded in the audit and may no longer judge in that step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.study.steps import Role, SheetState, StudyStep, may_read, open_step
from cliometer.workbench.models import Audit, CrowdWorker, Member, Sheet, Study, StudyTopic, unfinished_sheets
from cliometer.workbench.services.admission import GateClosed, next_gate
from cliometer.workbench.services.storage import record
from cliometer.workbench.services.worksheets import sheet_rows, sibling_states

READ = "read blind work"
FIGURES = "figures"
IN_FIGURES = {"events": ("link",), "units": ("match", "rematch"), "preferences": ("vote",), "checks": ("check",)}
"""The blind steps whose work shows in the figures of each kind of study before they are handed in."""


def note_reading(user: User, sheet: Sheet) -> None:
    """Record in the audit that somebody opened another person's blind sheet, at most once a day for each sheet."""
    if sheet.judge_id in (None, user.pk) or not sheet.definition.blind:
        return
    if not is_unfinished(sheet.study, sheet.definition, sibling_states(sheet)) or not sheet.entries.exists():
        return
    _note(user, sheet.study, step=sheet.step, topic=_name(sheet.topic), judge=sheet.judge_name, sheet=sheet.pk)


def note_figures(user: User, study: Study) -> None:
    """Record that somebody saw figures of unfinished blind work, at most once a day for each step of a topic."""
    sheets = study.sheets.filter(step__in=IN_FIGURES[study.kind], superseded=False, judge__isnull=False)
    seen: set[tuple[str, str]] = set()
    others = sheets.exclude(judge=user).filter(entries__isnull=False).distinct()
    for sheet in others.select_related("study", "topic"):
        place = sheet.step, _name(sheet.topic)
        if place not in seen and is_unfinished(study, sheet.definition, sibling_states(sheet)):
            _note(user, study, step=place[0], topic=place[1], judge=FIGURES)
        seen.add(place)


def is_unfinished(study: Study, step: StudyStep, states: Iterable[SheetState]) -> bool:
    """Return whether unfinished blind work exists, or may still begin, that this step's work would give away."""
    rows = list(states)
    if any(not one.submitted for one in rows if one.step == step.name):
        return True
    hiding = [other.name for other in study.protocol.steps if step.name in other.hides]
    done = {name for name in hiding if any(one.step == name for one in rows)}
    return len(done) < len(hiding) or any(not one.submitted for one in rows if one.step in done)


def readers(study: Study, topic: StudyTopic | None, step: StudyStep) -> set[int | None]:
    """Return the ids of people who have seen others' work that must be hidden from whoever does this step."""
    if not step.blind:
        return set()
    return set(_readings(study, step).filter(details__topic=_name(topic)).values_list("by", flat=True))


def refuse_readers(user: User, study: Study, topic: StudyTopic | None, step: StudyStep) -> None:
    """Refuse somebody who has seen the work of others in a blind step."""
    if user.pk in readers(study, topic, step):
        raise Refused(_reader_refusal(user, step))


def refuse_roles(user: User, study: Study, roles: Iterable[str]) -> None:
    """Refuse a role for a blind step to somebody who has seen the work of others in it."""
    gained = frozenset(roles)
    for step in study.protocol.steps:
        given = step.blind and step.scope == "each" and step.crew == "all" and gained & {*step.roles}
        if given and _readings(study, step).filter(by=user).exists():
            raise Refused(_reader_refusal(user, step))


def _readings(study: Study, step: StudyStep) -> QuerySet[Audit]:
    hidden = (step.name, *step.hides)
    return Audit.objects.filter(study=study, what=READ, details__step__in=hidden).order_by()


def _reader_refusal(user: User, step: StudyStep) -> str:
    return (
        f"{user.username} has read others' work of the blind step {step.title!r} (the audit has it), "
        "and cannot judge in it; ask somebody else"
    )


def _note(user: User, study: Study, **about: str | int) -> None:
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    same = {f"details__{name}": value for name, value in about.items()}
    if not Audit.objects.filter(study=study, by=user, what=READ, at__gte=today, **same).exists():
        record(study, user, READ, **about)


def _name(topic: StudyTopic | None) -> str:
    return topic.name if topic else ""


Access = Literal["anyone", "person", "staff", "member", "owner", "reading", "working"]
"""Who may use a page: everybody, people who are signed in, staff (who may begin studies), people with a seat in
the study, its owners, people who may read the sheet, or people who may write on it."""


@dataclass(frozen=True)
class Seat:
    """A person with a seat in a study, and the roles that go with it."""

    user: User
    study: Study
    roles: frozenset[Role]

    @property
    def owner(self) -> bool:
        """Whether the person owns the study."""
        return "owner" in self.roles


@dataclass(frozen=True)
class SheetSeat(Seat):
    """A person with a seat in the study of a sheet, and that sheet."""

    sheet: Sheet

    @property
    def may_write(self) -> bool:
        """Whether the person is the sheet's judge, or has the role where all judges share the sheet."""
        has_role = bool(self.roles & {*self.sheet.definition.roles})  # the role may have been taken away since
        return not self.sheet.superseded and has_role and self.sheet.judge in (None, self.user)

    @property
    def may_read(self) -> bool:
        """Whether the protocol lets the person read the sheet; owners may read replaced sheets, unless they are blind.

        A shared sheet shows what others did in the steps before it, so the same holds whichever sheet was replaced.
        """
        states, protocol, me = sibling_states(self.sheet), self.study.protocol, self.user.username
        blind = any(one.judge == me and not one.submitted and protocol.step(one.step).blind for one in states)
        current = open_step(protocol, states)
        if blind and current and self.sheet.definition in protocol.later(current.name):
            return False  # an earlier step is open, perhaps again: the later sheet shows work of others
        if self.sheet.superseded:
            return self.sheet.judge == self.user or (self.owner and not blind)
        return may_read(protocol, self.sheet.state, states, me, self.roles)


def seat_in(user: User, slug: str) -> Seat:
    """Return the person's seat in a study, or raise Http404."""
    study = Study.objects.filter(slug=slug).first()
    roles = roles_in(user, study) if study else frozenset()
    if study is None or not roles:
        raise Http404
    return Seat(user, study, roles)


def seat_at(user: User, sheet_id: int, writing: bool = False) -> SheetSeat:
    """Return the person's seat at a sheet, or raise Http404 or PermissionDenied."""
    sheet = sheet_rows().filter(pk=sheet_id).first()
    roles = roles_in(user, sheet.study) if sheet else frozenset()
    if sheet is None or not roles:
        raise Http404
    if sheet.judge_id == user.pk:
        sheet.judge = user
    elif is_worker(user):
        raise PermissionDenied("this sheet is somebody else's")
    seat = SheetSeat(user, sheet.study, roles, sheet)
    if writing and not seat.may_write:
        raise PermissionDenied("this sheet is somebody else's")
    if not writing and not seat.may_read:
        raise PermissionDenied("this is somebody else's work, and the step is blind")
    if seat.may_write and sheet.submitted is None and (gate := next_gate(sheet.study, user)):
        raise GateClosed(gate)
    if not writing:
        note_reading(user, sheet)
    return seat


def refuse_while_blind(seat: Seat) -> None:
    """Refuse releases and figures, which hold everybody's work, to those who have blind work to do."""
    if has_blind_work(seat):
        raise PermissionDenied("this shows others' work: hand in your own first")


def has_blind_work(seat: Seat) -> bool:
    """Return whether the person has blind work of their own that is not handed in."""
    mine = unfinished_sheets(seat.study.sheets).filter(judge=seat.user)
    return mine.filter(step__in=[step.name for step in seat.study.protocol.steps if step.blind]).exists()


def is_worker(user: User) -> bool:
    """Return whether somebody came by a crowd link: such people reach their own sheet and little else."""
    return CrowdWorker.objects.filter(user=user).exists()


def roles_in(user: User, study: Study) -> frozenset[Role]:
    """Return the roles that somebody has in a study."""
    held = Member.objects.filter(study=study, user=user).order_by().values_list("role", flat=True)
    return frozenset(held)  # type: ignore[arg-type]  # the column holds nothing else


def required_seats(user: User, access: Access, parts: dict[str, Any]) -> tuple[object, ...]:
    """Return the seat that the access needs, as a tuple of one or none; its ids are removed from `parts`."""
    if access == "staff":
        refuse_strangers(user)
    if access in ("anyone", "person", "staff"):
        return ()
    if access in ("reading", "working"):
        return (seat_at(user, parts.pop("sheet"), writing=access == "working"),)
    seat = seat_in(user, parts.pop("study"))
    if access == "owner" and not seat.owner:
        raise PermissionDenied("this page is for owners of the study")
    return (seat,)


def refuse_strangers(user: User) -> None:
    """Refuse people whom the owner of the workbench has not made staff."""
    if not user.is_staff:
        raise PermissionDenied("only staff may begin studies: ask the owner of the workbench to make you staff")
