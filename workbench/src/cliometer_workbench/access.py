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
from cliometer_workbench.models import (
    CrowdWorker,
    Member,
    Reading,
    Release,
    Sheet,
    Study,
    StudyTopic,
    unfinished_sheets,
)
from cliometer_workbench.services.admission import GateClosed, next_gate
from cliometer_workbench.services.storage import record
from cliometer_workbench.services.worksheets import sheet_rows, sibling_states
from cliometer_workbench.study.steps import Role, SheetState, StudyStep, may_read, open_step

READ = "read blind work"
FIGURES = "figures"


def note_reading(user: User, sheet: Sheet) -> None:
    """Record in the audit that somebody opened another person's blind sheet, at most once a day for each sheet."""
    if sheet.judge_id in (None, user.pk) or not sheet.definition.blind:
        return
    if not is_unfinished(sheet.study, sheet.definition, sibling_states(sheet)) or not sheet.entries.exists():
        return
    _note(user, sheet.study, step=sheet.step, topic=_name(sheet.topic), judge=sheet.judge_name, sheet=sheet.pk)


def note_figures(user: User, study: Study) -> None:
    """Record that somebody saw figures of unfinished blind work, at most once a day for each step of a topic."""
    steps = [step.name for step in study.protocol.steps if step.in_figures]
    sheets = study.sheets.filter(step__in=steps, superseded=False, judge__isnull=False)
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
    if any(not state.submitted for state in rows if state.step == step.name):
        return True
    hiding = [other.name for other in study.protocol.steps if step.name in other.hides]
    done = {name for name in hiding if any(state.step == name for state in rows)}
    return len(done) < len(hiding) or any(not state.submitted for state in rows if state.step in done)


def readers(study: Study, topic: StudyTopic | None, step: StudyStep) -> set[int]:
    """Return the ids of people who have seen others' work that must be hidden from whoever does this step."""
    if not step.blind:
        return set()
    return set(_readings(study, step).filter(topic=_name(topic)).values_list("user", flat=True))


def refuse_readers(user: User, study: Study, topic: StudyTopic | None, step: StudyStep) -> None:
    """Refuse somebody who has seen the work of others in a blind step."""
    if user.pk in readers(study, topic, step):
        raise _reader_refusal(user, step)


def refuse_roles(user: User, study: Study, roles: Iterable[str]) -> None:
    """Refuse a role for a blind step to somebody who has seen the work of others in it."""
    gained = frozenset(roles)
    for step in study.protocol.steps:
        given = step.blind and step.scope == "each" and step.crew == "all" and gained & {*step.roles}
        if given and _readings(study, step).filter(user=user).exists():
            raise _reader_refusal(user, step)


def _readings(study: Study, step: StudyStep) -> QuerySet[Reading]:
    return Reading.objects.filter(study=study, step__in=(step.name, *step.hides)).order_by()


def _reader_refusal(user: User, step: StudyStep) -> Refused:
    return Refused("reader-of-blind-work", person=user.username, step=step.title)


def _note(user: User, study: Study, step: str, topic: str, judge: str, **about: int) -> None:
    if Release.objects.filter(study=study).exists() and not unfinished_sheets(study.sheets).exists():
        return  # whoever has the release has read it all
    now = timezone.now()
    place = {"study": study, "user": user, "step": step, "topic": topic, "judge": judge}
    kept, is_new = Reading.objects.get_or_create(**place, defaults={"at": now})
    if is_new or kept.at.date() < now.date():
        Reading.objects.filter(pk=kept.pk).update(at=now)
        record(study, user, READ, step=step, topic=topic, judge=judge, **about)


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
        blind = any(state.judge == me and not state.submitted and protocol.step(state.step).blind for state in states)
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
        raise PermissionDenied(Refused("sheet-foreign"))
    seat = SheetSeat(user, sheet.study, roles, sheet)
    if writing and not seat.may_write:
        raise PermissionDenied(Refused("sheet-foreign"))
    if not writing and not seat.may_read:
        raise PermissionDenied(Refused("sheet-blind"))
    if seat.may_write and sheet.submitted is None and (gate := next_gate(sheet.study, user)):
        raise GateClosed(gate)
    if not writing:
        note_reading(user, sheet)
    return seat


def refuse_while_blind(seat: Seat) -> None:
    """Refuse releases and figures, which hold everybody's work, to those who have blind work to do."""
    if has_blind_work(seat):
        raise PermissionDenied(Refused("work-own-first"))


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
        raise PermissionDenied(Refused("page-owners-only"))
    return (seat,)


def refuse_strangers(user: User) -> None:
    """Refuse people whom the owner of the workbench has not made staff."""
    if not user.is_staff:
        raise PermissionDenied(Refused("staff-only"))
