"""The life of a study: it is created, changed, started, archived, and deleted for good with a signed record.

The record of a deletion holds counts and digests, no texts and no names but that of the owner who deleted the study. It
is signed with the key of the workbench, so that this workbench can tell a genuine record from a forged or changed one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.db import connection, transaction
from django.db.models import PROTECT, ManyToOneRel, ProtectedError, Q
from django.utils import timezone
from django.utils.text import slugify

from cliometer.errors import InputError, Refused
from cliometer.model.notes import Note
from cliometer.version import __version__
from cliometer_workbench.access import refuse_strangers
from cliometer_workbench.config import digest
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.models import CrowdBatch, Deletion, Entry, Sheet, Study, StudyTopic
from cliometer_workbench.services.crowd_links import open_links
from cliometer_workbench.services.machine_seats import answers_store
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.sheet_lifecycle import lay_out, people
from cliometer_workbench.services.storage import record, run_statement
from cliometer_workbench.services.study_documents import WHOLE, current_document, keep_document

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
            keep_document(locked, "guidelines", current_document(locked, "guidelines") | {WHOLE: instructions}, by)
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


_SALT = "cliometer_workbench.deletion"
_SIGNATURE = "signature"


def delete_study(study: Study, by: User, typed: str = "") -> Deletion | None:
    """Delete a study with everything in it and return the signed record; a demo of one's own needs none.

    Any other study must be archived first, and `typed` must be its address, so that nobody deletes one by mistake.
    """
    with transaction.atomic():
        locked = Study.objects.select_for_update().get(pk=study.pk)
        if is_disposable(locked, by):
            record(None, by, "demo deleted", title=locked.title, address=locked.slug)
            _erase(locked)
            return None
        if not locked.archived:
            raise Refused("deletion-not-archived")
        if typed.strip() != locked.slug:
            raise Refused("deletion-unconfirmed", study=locked.slug)
        account = _account(locked, by)
        kept = {**account, _SIGNATURE: signing.Signer(salt=_SALT).signature(_canonical(account))}
        deletion = Deletion.objects.create(by=by, digest=digest(str(kept[_SIGNATURE])), record=kept)
        record(None, by, "study deleted", title=locked.title, address=locked.slug)
        _erase(locked)
    return deletion


def _account(study: Study, by: User) -> dict[str, Any]:
    """Return what the record says of a study: counts and digests."""
    journal, actions = hashlib.sha256(), 0
    workers, by_link = set(study.workers.values_list("user", flat=True)), set()
    for entry in Entry.objects.filter(sheet__study=study).order_by("sheet", "seq").iterator(500):
        line = [entry.sheet_id, entry.seq, entry.name, entry.verb, entry.details, entry.op, entry.at.isoformat()]
        journal.update(json.dumps(line, sort_keys=True).encode() + b"\n")
        actions += 1
        if entry.verb == "answer" and entry.by_id in workers:
            by_link.add((entry.by_id, entry.details.get("item")))
    return {
        "what": "deletion of a study",
        "study": {
            "address": study.slug,
            "title": study.title,
            "kind": study.kind,
            "created": f"{study.created:%FT%TZ}",
        },
        "deleted": datetime.now(UTC).isoformat(timespec="seconds"),
        "by": by.username,
        "topics": study.topics.count(),
        "people": study.members.values("user").distinct().count(),
        "sheets": study.sheets.count(),
        "actions": actions,
        "crowd answers": sum(CrowdBatch.objects.filter(study=study).values_list("count", flat=True)) + len(by_link),
        "worker ids": study.workers.count(),
        "consents": study.admissions.filter(part="consent", passed=True).values("user").distinct().count(),
        "pictures": study.pictures.count(),
        "journal sha256": journal.hexdigest(),
        "releases": [release.digest for release in study.releases.order_by("pk")],
        "cliometer": __version__,
    }


def _erase(study: Study) -> None:
    """Delete the rows of a study, and the accounts that existed for it alone."""
    people = list(User.objects.filter(seats__study=study).distinct())
    study.sheets.all().delete()  # the sheets refer to the topics, so they go first
    for relation in Study._meta.related_objects:
        if isinstance(relation, ManyToOneRel) and relation.on_delete is PROTECT:
            relation.related_model._default_manager.filter(**{relation.field.name: study}).delete()
    transaction.on_commit(partial(answers_store(study.pk).unlink, missing_ok=True))  # it quotes the texts
    if connection.vendor == "sqlite":  # whose log still holds the pages as they were, and is emptied so
        transaction.on_commit(partial(run_statement, "PRAGMA wal_checkpoint(TRUNCATE)"))
    study.delete()
    for person in people:
        _forget(person)


def _forget(person: User) -> None:
    """Delete the account of somebody who has no seat left and no way to sign in, such as a worker from a crowd."""
    if person.is_staff or person.has_usable_password() or person.email or person.seats.exists():
        return
    try:
        with transaction.atomic():
            person.delete()
    except ProtectedError:  # other records name the person
        return


def _canonical(account: Mapping[str, Any]) -> str:
    return json.dumps(account, sort_keys=True, ensure_ascii=True, separators=(",", ":"))


def records_for(person: User) -> dict[str, dict[str, Any]]:
    """Return the records of the studies that a person deleted, newest first, by digest; of all, for a superuser."""
    mine = Deletion.objects.all() if person.is_superuser else Deletion.objects.filter(by=person)
    return dict(mine.values_list("digest", "record"))


def verify_record(text: str, path: Path | None = None) -> dict[str, Any]:
    """Return the record in a file that this workbench has signed, or refuse it."""
    try:
        kept = json.loads(text)
        signature = str(kept[_SIGNATURE])
    except (ValueError, KeyError, TypeError):
        raise InputError("deletion-record-expected", path) from None
    account = {name: value for name, value in kept.items() if name != _SIGNATURE}
    try:
        signing.Signer(salt=_SALT).unsign(f"{_canonical(account)}:{signature}")
    except signing.BadSignature:
        raise InputError("deletion-signature-wrong", path) from None
    return dict(kept)
