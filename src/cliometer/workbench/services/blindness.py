"""Who has looked at blind work before its time: noted in the audit, and kept from judging in that step.

Owners who do not judge in a step may look at it while it is under way; whoever did cannot be blind in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.study.protocol.steps import SheetState, Step
from cliometer.workbench.models import Audit, Sheet, Study, StudyTopic
from cliometer.workbench.services.audit import record
from cliometer.workbench.services.works import around

READ = "read blind work"
FIGURES = "figures"
IN_FIGURES = {"events": ("link",), "units": ("match", "rematch"), "preferences": ("vote",)}
"""Blind steps of which the figures tell something while they are under way."""


def note_reading(user: User, sheet: Sheet) -> None:
    """Note that somebody opened another's blind sheet; once a day for each sheet is enough."""
    if sheet.judge_id in (None, user.pk) or not sheet.definition.blind:
        return
    if not unfinished(sheet.study, sheet.definition, around(sheet)) or not sheet.entries.exists():
        return
    _note(
        user, sheet.study, step=sheet.step, topic=_name(sheet.topic), judge=sheet.judge_name, sheet=sheet.pk
    )


def note_figures(user: User, study: Study) -> None:
    """Note that somebody saw figures of blind work that is under way; once a day for a step of a topic."""
    told = study.sheets.filter(step__in=IN_FIGURES[study.kind], superseded=False, judge__isnull=False)
    seen: set[tuple[str, str]] = set()
    others = told.exclude(judge=user).filter(entries__isnull=False).distinct()
    for sheet in others.select_related("study", "topic"):
        place = sheet.step, _name(sheet.topic)
        if place not in seen and unfinished(study, sheet.definition, around(sheet)):
            _note(user, study, step=place[0], topic=place[1], judge=FIGURES)
        seen.add(place)


def unfinished(study: Study, step: Step, states: Iterable[SheetState]) -> bool:
    """Whether somebody is, or may still be, at blind work that this step's would give away."""
    rows = list(states)
    if any(not one.submitted for one in rows if one.step == step.name):
        return True
    hiding = [other.name for other in study.protocol.steps if step.name in other.hides]
    done = {name for name in hiding if any(one.step == name for one in rows)}
    return len(done) < len(hiding) or any(not one.submitted for one in rows if one.step in done)


def readers(study: Study, topic: StudyTopic | None, step: Step) -> set[int | None]:
    """Who, by number, has seen others' work that must be hidden from whoever does this step."""
    if not step.blind:
        return set()
    return set(_readings(study, step).filter(details__topic=_name(topic)).values_list("by", flat=True))


def refuse_readers(user: User, study: Study, topic: StudyTopic | None, step: Step) -> None:
    """Nobody works blind on what they have seen."""
    if user.pk in readers(study, topic, step):
        raise Refused(_said(user, step))


def refuse_roles(user: User, study: Study, roles: Iterable[str]) -> None:
    """Nobody is given a role for a blind step of which they have seen others' work."""
    gained = frozenset(roles)
    for step in study.protocol.steps:
        given = step.blind and step.scope == "each" and step.crew == "all" and gained & {*step.roles}
        if given and _readings(study, step).filter(by=user).exists():
            raise Refused(_said(user, step))


def _readings(study: Study, step: Step) -> QuerySet[Audit]:
    hidden = (step.name, *step.hides)
    return Audit.objects.filter(study=study, what=READ, details__step__in=hidden).order_by()


def _said(user: User, step: Step) -> str:
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
