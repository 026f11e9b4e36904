"""Deleting a study for good, with a signed record of what was deleted, by whom and when.

The record holds counts and digests, no texts and no names but that of the owner who deleted the study. It is signed
with the key of the workbench, so that this workbench can tell a genuine record from a forged or changed one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.db import connection, transaction
from django.db.models import PROTECT, ManyToOneRel, ProtectedError

from cliometer.errors import InputError, Refused
from cliometer.version import __version__
from cliometer_workbench.config import digest
from cliometer_workbench.models import CrowdBatch, Deletion, Entry, Study
from cliometer_workbench.services.machine_seats import answers_store
from cliometer_workbench.services.storage import record, run_statement
from cliometer_workbench.services.study_lifecycle import is_disposable

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
