"""Imports: uploaded files become topics, and work done elsewhere becomes sheets, all of it or nothing."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.db import transaction
from django.utils import timezone

from cliometer.errors import CliometerError, InputError, Refused
from cliometer.model.notes import Note, as_note
from cliometer.spelling import listed
from cliometer.study.topics import Topic, write_topic
from cliometer_workbench.config import digest
from cliometer_workbench.formats.archives import MOST_BYTES, ArchiveLimits, plain_name, read_archive, too_large
from cliometer_workbench.formats.office_documents import OFFICE_ENDINGS, office_text
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.machine_work import CARD
from cliometer_workbench.kinds.machine_work import FOLDER as MACHINES
from cliometer_workbench.kinds.study_kind import NOBODY, UPLOAD_PREFIX, ImportBatch
from cliometer_workbench.models import Entry, Sheet, Study, StudyTopic, whole_sheets
from cliometer_workbench.services.release_documents import restore_documents, split_documents
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.sheet_lifecycle import lay_out
from cliometer_workbench.services.storage import keep_crowd, record, refuse_unstorable
from cliometer_workbench.services.study_lifecycle import (
    create,
    discard_layout,
    has_work,
    lock_sheets,
    spans_topics,
    start,
)
from cliometer_workbench.services.worksheets import NUMBER, load
from cliometer_workbench.study.journal import Action
from cliometer_workbench.study.steps import SHARED, StudyStep

MOST_IN_ALL = 50 * 2**20
MOST_FILES = 200


@dataclass
class Unpacking:
    """The uploaded files that were written to a folder so far; `notes` names those that were left out."""

    folder: Path
    notes: list[str] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    size: int = 0

    def add(self, upload: File[bytes]) -> None:
        """Add one upload, which is a text or a zip archive of texts."""
        name = plain_name(upload.name or "")
        if (upload.size or 0) > (MOST_IN_ALL if _is_zip(name) else MOST_BYTES):
            raise too_large(name)
        if not _is_zip(name):
            self._write(PurePosixPath(name), upload.read(), name)
            return
        packed = read_archive(Path(name), ArchiveLimits(MOST_FILES, MOST_BYTES, MOST_IN_ALL), upload)
        if not packed.files and not packed.notes:
            raise InputError("zip-empty", name)
        self.notes += packed.notes
        flat = all("/" not in file for file in packed.files)
        for file, content in packed.files.items():
            self._write(PurePosixPath(Path(name).stem if flat else "", file), content, f"{name}: {file}")

    def _write(self, place: PurePosixPath, content: bytes, shown: str) -> None:
        if len(self.paths) >= MOST_FILES:
            raise InputError("batch-files-too-many", files=MOST_FILES)
        is_office = place.suffix.casefold() in OFFICE_ENDINGS
        target = self.folder / (place.with_suffix(".txt") if is_office else place)
        if target.exists() or target in self.paths:
            raise InputError("upload-repeated", shown)
        if is_office:
            text, note = office_text(content, shown)
            self.notes += [f"{shown}: {note}"] if note else []
            content = text.encode()
        self.size += len(content)
        if len(content) > MOST_BYTES:
            raise too_large(shown)
        if self.size > MOST_IN_ALL:
            raise InputError("batch-too-large", most=f"{MOST_IN_ALL // 2**20} MB in all")
        if b"\0" in content:
            raise InputError("upload-binary", shown)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            raise InputError("upload-path-ambiguous", shown) from None
        self.paths.append(target)


def unpack(uploads: Iterable[File[bytes]], folder: Path) -> Unpacking:
    """Write all uploads below the folder; the paths are sorted by name."""
    unpacking = Unpacking(folder)
    for upload in uploads:
        unpacking.add(upload)
    if not unpacking.paths:
        raise InputError("upload-missing")
    unpacking.paths.sort()
    return unpacking


def _is_zip(name: str) -> bool:
    return name.casefold().endswith(".zip")


_LONGEST_NAME, _LONGEST_OP, _LONGEST_VERB = 150, 64, 30
_DIGITS = 8  # of the digest of a release, in the names of its accounts
_IS_NAME = UnicodeUsernameValidator()
_IS_CODE = re.compile(r"J[1-9]\d*").fullmatch


def keep_work(study: Study, imported: ImportBatch, by: User, release: str = "") -> tuple[str, ...]:
    """Write the sheets of imported work, step by step; return notes on the accounts of their judges.

    With the digest of a release, its people get accounts of their own: a J1 of another release is somebody else.
    """
    if not imported.actions and not imported.settled_steps:
        return ()
    named = [judge for _, _, judge in imported.actions if judge != SHARED]
    judges = list(dict.fromkeys([*named, NOBODY]))  # in order of first mention; the last stands for unknown judges
    people, made = _people(study, judges, release)
    topics = {topic.name: topic for topic in study.topics.all()}
    numbers = {name: number for number, name in enumerate(judges)}
    for step in study.protocol.steps:
        for topic, judge, actions in _sheets(step, imported, topics):
            sheet = Sheet.objects.create(
                study=study, topic=topic, step=step.name, judge=people[judge] if judge else None,
                facts={
                    **imported.facts.get((topic.name if topic else "", step.name, judge), {}),
                    **({NUMBER: numbers[judge]} if judge else {}),
                },
            )  # fmt: skip
            _write(sheet, actions, people, by)
            try:
                load(whole_sheets(Sheet.objects).get(pk=sheet.pk))
            except CliometerError as error:  # the work does not fit the steps before it
                place = sheet.topic or "the study"
                raise InputError("work-unfitting", place=place, step=sheet.step, error=error) from None
            key = (topic.name if topic else "", step.name, judge)
            if step.name in imported.settled_steps or key in imported.handed_in:
                Sheet.objects.filter(pk=sheet.pk).update(submitted=timezone.now())
    groups = {"names-of-accounts": {*judges} - {*made, NOBODY}, "accounts-made": {*made} - {NOBODY}}
    listings = {rule: ", ".join(name for name in judges if name in members) for rule, members in groups.items()}
    return tuple(Note.of(rule, names=names) for rule, names in listings.items() if names)


def account_name(name: str, release: str) -> str:
    """Return the name of the account of somebody in a release, who stands in journals under `name`."""
    return f"{name}@{release[:_DIGITS]}" if release and name != NOBODY else name


def _people(study: Study, names: Sequence[str], release: str) -> tuple[dict[str, User], list[str]]:
    """Return the accounts of the names, and the names whose account is of this import, so that nobody can sign in.

    In a release a name means an account with which somebody can sign in, but a code does so only in their own study.
    """
    seated = set(study.members.values_list("user__username", flat=True))
    accounts = {
        user.username: user
        for user in User.objects.filter(username__in=names)
        if not release or user.username in {*seated, NOBODY} or (user.is_active and not _IS_CODE(user.username))
    }
    there = User.objects.filter(username__in=[account_name(name, release) for name in names if release])
    accounts |= {user.first_name: user for user in there if user.first_name not in accounts}
    made = [name for name, user in accounts.items() if release and user.first_name]
    for name in names:
        if name in accounts:
            continue
        try:
            _IS_NAME(name)
        except ValidationError:
            raise InputError("account-name-unusable", name=name) from None
        account = account_name(name, release)
        if len(account) > _LONGEST_NAME:
            raise InputError("judge-name-too-long", name=name[:40])
        user = User(username=account, first_name=name if account != name else "", is_active=False)
        user.set_unusable_password()
        user.save()
        accounts[name] = user
        made.append(name)
    return accounts, made


def _sheets(
    step: StudyStep, imported: ImportBatch, topics: Mapping[str, StudyTopic]
) -> Iterator[tuple[StudyTopic | None, str, Sequence[Action]]]:
    """Yield the topic, judge and actions of each sheet of a step; a settled step has sheets without work too."""
    places = [""] if step.spans else [topic.id for topic in imported.topics]
    everywhere = dict.fromkeys(judge for _, name, judge in imported.actions if name == step.name)
    for place in places:
        mine = {
            judge: actions
            for (topic, name, judge), actions in imported.actions.items()
            if (topic, name) == (place, step.name)
        }
        if not mine and step.name in imported.settled_steps:
            alone = [] if step.optional else [*everywhere] or [NOBODY]
            mine = dict.fromkeys([SHARED] if step.scope == "shared" else alone, ())
        for judge, actions in mine.items():
            if (judge == SHARED) != (step.scope == "shared"):
                raise InputError("sheet-judge-mismatch", topic=place, step=step.name)
            yield topics[place] if place else None, judge, actions


def _write(sheet: Sheet, actions: Sequence[Action], people: Mapping[str, User], by: User) -> None:
    now = timezone.now()
    rows = [
        Entry(
            sheet=sheet, seq=seq, by=people.get(action.by, by), name=action.by[:_LONGEST_NAME],
            verb=action.verb[:_LONGEST_VERB], details=dict(action.details), op=f"import-{seq}",
            at=_moment(action.at) or now,
        )
        for seq, action in enumerate(actions, start=1)
    ]  # fmt: skip
    Entry.objects.bulk_create(rows)


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else timezone.make_aware(moment)


_LONGEST_ID, _LONGEST_TITLE = 200, 300


def import_files(study: Study, uploads: Iterable[File[bytes]], by: User) -> tuple[str, ...]:
    """Read uploaded files and add their topics and work to a study; return notes for the owner.

    A table of suggestions and a journal are known by their names, since they belong to topics that are there; links and
    drafts of models by what they hold.
    """
    from cliometer_workbench.services.row_imports import keep_journal, keep_model_suggestions, keep_suggestions

    files = list(uploads)
    for ending, keep_rows in (("suggestions", keep_suggestions), ("journal", keep_journal)):
        for file in files:
            name = plain_name(file.name or "")
            if Path(name).suffix.casefold() in (".csv", ".tsv", ".jsonl") and Path(name).stem.casefold().endswith(
                ending
            ):
                if len(files) > 1:
                    raise InputError("upload-alone", name)
                return keep_rows(study, uploaded_text(file), name, by)
    name = plain_name(files[0].name or "") if len(files) == 1 else ""
    if name.casefold().endswith(".json"):
        notes = keep_model_suggestions(study, files[0], name, by)
        if notes is not None:
            return notes
    return keep(study, read_files(study.kind, files), by)


def uploaded_text(file: File[bytes]) -> str:
    """Return the text of one uploaded file, or refuse a file that is too large or no text in UTF-8."""
    name = plain_name(file.name or "")
    if (file.size or 0) > MOST_BYTES:
        raise too_large(name)
    try:
        text: str = file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("upload-not-utf8", name) from None
    if "\0" in text:
        raise InputError("upload-zero-byte", name)
    return text


def read_files(kind: str, uploads: Iterable[File[bytes]]) -> ImportBatch:
    """Read uploaded files; errors name each file as it was uploaded."""
    with tempfile.TemporaryDirectory(prefix=UPLOAD_PREFIX) as folder:
        unpacked = unpack(uploads, Path(folder))
        paths, aside = _without_models(unpacked.paths)
        try:
            paths, documents = split_documents(paths)
            batch = KINDS[kind].read(paths) if paths else ImportBatch(())
        except CliometerError as error:
            raise InputError.like(error).within(Path(folder)) from None
        except RecursionError:
            raise InputError("files-nested-too-deeply") from None
        notes = (*unpacked.notes, *aside, *(as_note(note).beneath(Path(folder)) for note in batch.notes))
    if not batch.topics:
        raise InputError("upload-without-topic", uploads=KINDS[kind].uploads)
    return replace(batch, notes=notes, documents=documents)


def _without_models(paths: Sequence[Path]) -> tuple[list[Path], tuple[str, ...]]:
    """Return the files without what models answered in a release, and a note on those that are left out."""
    folders = [path.parent for path in paths if path.name == CARD and path.parent.parent.name == MACHINES]
    kept = [path for path in paths if not any(path.is_relative_to(folder) for folder in folders)]
    names = listed(folder.name for folder in folders)
    note = Note.of("models-left-out", names=names)
    return kept, (note,) if folders else ()


def keep(study: Study, imported: ImportBatch, by: User) -> tuple[str, ...]:
    """Add topics with their work to a study, all or none; return notes for the owner."""
    with transaction.atomic():
        locked = Study.objects.select_for_update().get(pk=study.pk)
        lock_sheets(locked)
        if spans_topics(locked) and has_work(locked):  # the pairs that judges were dealt must not change
            raise Refused("topics-fixed")
        waiting = _was_laid_out(locked)
        if spans_topics(locked):
            discard_layout(locked)
        is_new = not locked.topics.exists()
        _keep_topics(locked, imported.topics)
        work = [
            [*place, [[action.by, action.verb, dict(action.details)] for action in actions]]
            for place, actions in imported.actions.items()
        ]
        refuse_unstorable([dict(imported.settings), imported.crowd, work])
        before = locked.settings
        release = digest(json.dumps([list(map(write_topic, imported.topics)), work, dict(imported.documents)]))
        notes = (*_keep_settings(locked, imported), *keep_work(locked, imported, by, release))
        if imported.documents and is_new:
            accounts = [account_name(judge, release) for _, _, judge in imported.actions]
            made = {user.first_name: user for user in User.objects.filter(username__in=accounts, first_name__gt="")}
            notes = (*notes, *restore_documents(locked, imported.documents, made, by))
        elif imported.documents:
            notes = (*notes, "guidelines and people of the release were left out, since the study had topics before")
        if imported.crowd:
            notes = (*notes, *keep_crowd(locked, imported.crowd, by))
        names = [topic.id for topic in imported.topics]
        all_notes = [*imported.notes, *notes]
        refuse_unstorable(all_notes)
        about: dict[str, Any] = {"topics": names[:50], "count": len(names), "notes": all_notes[:50]}
        if locked.settings != before:
            about |= {"settings": locked.settings, "was": {"settings": before}}
        record(locked, by, "topics added", **about)
        if waiting:
            lay_out(locked, by)
    study.settings, study.versions, study.instructions = locked.settings, locked.versions, locked.instructions
    return (*imported.notes, *notes)


def remove_topic(study: Study, topic: StudyTopic, by: User) -> None:
    """Remove a topic on which nobody has worked."""
    with transaction.atomic():
        lock_sheets(study)
        if has_work(study, None if spans_topics(study) else topic):
            raise Refused("topic-worked-on", topic=topic)
        waiting = _was_laid_out(study)
        if spans_topics(study):
            discard_layout(study)
        Sheet.objects.filter(study=study, topic=topic).delete()
        record(study, by, "topic removed", topic=topic.name)
        topic.delete()
        if waiting and spans_topics(study) and study.topics.exists():
            lay_out(study, by)


def _was_laid_out(study: Study) -> bool:
    """Return whether new topics get sheets at once; the sheets of an import alone do not count."""
    return study.sheets.exists() and (spans_topics(study) or study.started is not None)


def _keep_topics(study: Study, topics: Sequence[Topic]) -> None:
    there = set(study.topics.values_list("name", flat=True))
    last = study.topics.order_by("-order").first()
    first = last.order + 1 if last else 0
    for order, topic in enumerate(topics, start=first):
        if topic.id in there:
            raise InputError("topic-exists", topic=topic.id)
        if len(topic.id) > _LONGEST_ID:
            raise InputError("topic-name-too-long", topic=topic.id[:40])
        there.add(topic.id)
        document = write_topic(topic)
        refuse_unstorable([topic.id, topic.title, json.loads(document)])
        StudyTopic.objects.create(
            study=study, name=topic.id, title=topic.title[:_LONGEST_TITLE], order=order, document=document,
        )  # fmt: skip


def _keep_settings(study: Study, imported: ImportBatch) -> Iterator[str]:
    """Take over the settings of files; those of a plan give way to what the owner chose, and notes name both."""
    old = study.settings
    changes = {name: value for name, value in imported.settings.items() if name not in old or old[name] != value}
    ends = tuple(f" {topic.id}" for topic in imported.topics)  # settings of the topics that are being added
    if has_work(study) and not all(name not in old and name.endswith(ends) for name in changes):
        raise Refused("settings-fixed-by-work")
    if imported.planned:
        fields = KINDS[study.kind].settings_form().fields
        usual = {name: fields[name].to_python(fields[name].initial) for name in changes}
        chosen = [name for name in changes if name in old and old[name] != usual[name]]
        changes = {name: value for name, value in changes.items() if name not in chosen}
        if chosen:
            yield Note.of("plan-settings-kept", names=listed(chosen))
        if changes:
            yield Note.of("plan-settings-taken", names=listed(changes))
    if changes:
        study.settings = study.settings | changes
        study.save(update_fields=["settings"])


def create_demo(kind: str, by: User) -> Study:
    """Create the demo study of a kind, in which its owner is a judge too."""
    sample = KINDS[kind].demo()
    with transaction.atomic():
        study = create(kind, sample.title, by, sample.instructions, sample.settings)
        Study.objects.filter(pk=study.pk).update(demo=True)
        record(study, by, "demo begun", kind=kind)
        seat(study, by, "judge")
        keep(study, sample.imported, by)
        start(study, by)
    return study
