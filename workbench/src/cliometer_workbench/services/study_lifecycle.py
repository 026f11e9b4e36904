"""The life of a study: it is created, changed, started and archived; `study_deletion` ends it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, count
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify

from cliometer.errors import Refused
from cliometer.model.notes import Note
from cliometer_workbench.access import refuse_strangers
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.models import Sheet, Study, StudyTopic
from cliometer_workbench.services.crowd_links import open_links
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.sheet_lifecycle import lay_out, people
from cliometer_workbench.services.storage import record
from cliometer_workbench.services.study_documents import WHOLE, current, keep_document

_LONGEST_SLUG = 60
_TAKEN = {"new", "demo"}  # addresses of other pages


def create(
    kind: str, title: str, by: User, instructions: str = "", settings: Mapping[str, Any] | None = None,
    coded: bool = True,
) -> Study:  # fmt: skip
    """Create a study without topics, whose owner is `by`; in its releases judges stand as codes, unless not wanted."""
    refuse_strangers(by)
    with transaction.atomic():
        study = Study.objects.create(
            slug=free_slug(title), kind=kind, title=title, settings=dict(settings or {}), created_by=by, coded=coded,
        )  # fmt: skip
        seat(study, by, "owner")
        record(study, by, "created", kind=kind, title=title, settings=study.settings)
        if instructions.strip():
            keep_document(study, "guidelines", {WHOLE: instructions}, by)
    return study


def free_slug(title: str) -> str:
    """Return a slug made of the title that no other study has."""
    base = slugify(title)[: _LONGEST_SLUG - 6].strip("-_") or "study"
    taken = _TAKEN | set(Study.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    names = chain([base], (f"{base}-{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def change(
    study: Study, by: User, title: str, instructions: str, settings: Mapping[str, Any] | None,
    coded: bool | None = None,
) -> None:  # fmt: skip
    """Change title, instructions, settings and codes (None keeps them); settings only while nobody has worked."""
    with transaction.atomic():
        locked = Study.objects.select_for_update().get(pk=study.pk)
        changes: dict[str, Any] = {}
        before = {"title": locked.title, "coded": locked.coded, "settings": locked.settings}
        if locked.title != title:
            locked.title = changes["title"] = title
        if coded is not None and locked.coded != coded:
            locked.coded = changes["coded"] = coded
        if locked.instructions != instructions:  # they are the part of the guidelines that is for the whole study
            version = current(locked, "guidelines")
            keep_document(locked, "guidelines", (version.document if version else {}) | {WHOLE: instructions}, by)
        if settings is not None and dict(settings) != locked.settings:
            free, old = KINDS[locked.kind].settings_form.unlocked, locked.settings
            binding = {name for name in {*settings, *old} if settings.get(name) != old.get(name)} - {*free}
            lock_sheets(locked)
            if binding and has_work(locked):
                raise Refused("settings-worked-under")
            locked.settings = changes["settings"] = dict(settings)
            locked.save(update_fields=["settings"])
            if binding and locked.sheets.exists():
                discard_layout(locked)
                lay_out(locked, by)
        if changes:
            locked.save(update_fields=[*changes])
            record(locked, by, "changed", **changes, was={name: before[name] for name in changes})
    study.refresh_from_db()


def start(study: Study, by: User) -> int:
    """Give out the sheets that are missing and return their number, or refuse if topics or people are missing."""
    if not study.topics.exists():
        raise Refused("study-without-topics")
    lacking = unstaffed_steps(study)
    if lacking:
        raise Refused("roles-unfilled", reasons="; ".join(lacking))
    with transaction.atomic():
        made = len(lay_out(study, by))
        if Study.objects.filter(pk=study.pk, started=None).update(started=timezone.now()):
            record(study, by, "started")
    study.refresh_from_db(fields=["started"])
    return made


def unstaffed_steps(study: Study) -> list[str]:
    """Return a sentence on each step that nobody has a role for."""
    problems: list[str] = []
    for step in study.protocol.steps:
        if step.optional or people(study, step.roles) or ("judge" in step.roles and open_links(study).exists()):
            continue
        there = study.sheets.filter(step=step.name, superseded=False)
        done = there.filter(submitted__isnull=False).values("topic").distinct().count()
        places = 1 if step.spans else study.topics.count()
        if done < places or there.filter(submitted__isnull=True).exists():  # imported work may have finished the step
            problems.append(Note.of("step-unstaffed", roles=" or ".join(step.roles), step=step.title))
    return problems


def spans_topics(study: Study) -> bool:
    """Return whether a sheet holds all topics of the study."""
    return any(step.spans for step in study.protocol.steps)


def has_work(study: Study, topic: StudyTopic | None = None) -> bool:
    """Return whether anybody has worked in the study, or on one of its topics."""
    if study.crowd.exists():
        return True
    sheets = Sheet.objects.filter(study=study)
    if topic is not None:
        sheets = sheets.filter(topic=topic)
    return sheets.filter(Q(entries__isnull=False) | Q(submitted__isnull=False)).exists()


def discard_layout(study: Study) -> None:
    """Delete the sheets of a study on which nobody has worked, so that they can be laid out anew."""
    lock_sheets(study)
    if not has_work(study):
        study.sheets.all().delete()


def lock_sheets(study: Study) -> None:
    """Lock the sheets of a study until the end of the transaction."""
    list(study.sheets.select_for_update().values_list("pk"))


def set_archived(study: Study, by: User, aside: bool) -> None:
    """Archive a study, which takes it and its tasks off the home page, or restore it; nothing else changes."""
    with transaction.atomic():
        if Study.objects.filter(pk=study.pk, archived=not aside).update(archived=aside):
            record(study, by, "archived" if aside else "restored")
    study.refresh_from_db()


def is_disposable(study: Study, by: User) -> bool:
    """Return whether the study is a demo in which nobody else has a seat."""
    return study.demo and not study.members.exclude(user=by).exists()
