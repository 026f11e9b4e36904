"""The files of a release on its guidelines and its people, who stand as codes: folders `guidelines` and `people`."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db.models import Count

from cliometer.errors import InputError, unknown
from cliometer.io.csv_tables import table_rows
from cliometer.io.json_values import json_document, json_nodes
from cliometer.io.lines import Notebook
from cliometer.io.sheets import csv_text, json_text, jsonl_text
from cliometer.io.text_files import read_bare_text
from cliometer.model.notes import Note
from cliometer.spelling import listed, many, quoted
from cliometer_workbench.models import Admission, Entry, Study, StudyDocument, journal_name
from cliometer_workbench.services.admission import GATES
from cliometer_workbench.services.persons import standings
from cliometer_workbench.services.storage import refuse_unstorable
from cliometer_workbench.services.study_documents import EXAMPLES, WHOLE, add_picture, keep_document, shown_pictures

GUIDELINES, PEOPLE, VERSIONS = "guidelines", "people", "versions.csv"


def document_files(study: Study, names: Mapping[str, str]) -> dict[str, str]:
    """Return the files on the guidelines and the people of a study, without any where it has neither."""
    versions = list(study.documents.select_related("created_by"))
    files = {**_guideline_files(study, versions, names), **_people_files(study, versions, names)}
    pictures = study.pictures.filter(name__in=shown_pictures(study))
    if pictures:
        rows = [{"name": picture.name, "type": picture.kind, "base64": picture.content} for picture in pictures]
        folder = GUIDELINES if f"{GUIDELINES}/{VERSIONS}" in files else PEOPLE
        files[f"{folder}/pictures.jsonl"] = jsonl_text(rows)
    return files


def document_notes(study: Study, names: Mapping[str, str]) -> list[str]:
    """Return notes on people who declined the consent after they had worked."""
    declined = [
        journal_name(row.user)
        for row in standings(study)
        if "consent" in row.answers and not row.answers["consent"].passed
    ]
    worked = set(Entry.objects.filter(sheet__study=study, name__in=declined).values_list("name", flat=True))
    note = "declined or withdrew the consent; work that was handed in before is in the release"
    return [f"{names.get(name, name)} {note}" for name in declined if name in worked]


def _guideline_files(study: Study, versions: Iterable[StudyDocument], names: Mapping[str, str]) -> dict[str, str]:
    guidelines = [version for version in versions if version.part == GUIDELINES]
    if not guidelines:
        return {}
    files = {
        f"{GUIDELINES}/{version.number}/{place.replace('/', '-') or 'study'}.md": text
        for version in guidelines
        for place, text in version.document.items()
    }
    files[f"{GUIDELINES}/{VERSIONS}"] = _versions(guidelines, names)
    columns = ("topic", "step", "judge", "guidelines", "actions")
    files[f"{GUIDELINES}/judgements.csv"] = csv_text(columns, _judgements(study, names))
    return files


def _versions(versions: Iterable[StudyDocument], names: Mapping[str, str]) -> str:
    rows = []
    for version in versions:
        author = version.created_by.username
        code = names.get(author, "owner" if names else author)  # where judges stand as codes, an owner may have none
        rows.append((version.part, version.number, _time(version.created), code))
    return csv_text(("part", "version", "at", "by"), rows)


def _time(moment: Any) -> str:
    return str(moment.isoformat(timespec="seconds"))


def _judgements(study: Study, names: Mapping[str, str]) -> list[tuple[str, str, str, int, int]]:
    """Return how many actions each person did on each step under each version; copies do not count again."""
    topics = {topic.pk: topic.name for topic in study.topics.all()}
    rows = Entry.objects.filter(sheet__study=study, carried=False).order_by()
    columns = ("sheet__topic", "sheet__step", "name", "guidelines")
    counted = rows.values_list(*columns).annotate(actions=Count("pk"))
    return sorted(
        (topics[topic] if topic else "", step, names.get(name, name), version, actions)
        for topic, step, name, version, actions in counted
        if topic is None or topic in topics
    )


def _people_files(study: Study, versions: Iterable[StudyDocument], names: Mapping[str, str]) -> dict[str, str]:
    gate_versions = [version for version in versions if version.part in GATES]
    if not gate_versions:
        return {}
    files = {f"{PEOPLE}/{VERSIONS}": _versions(gate_versions, names)}
    for version in gate_versions:
        if version.part == "consent":
            files[f"{PEOPLE}/consent-{version.number}.md"] = version.document.get(WHOLE, "")
        else:
            files[f"{PEOPLE}/{version.part}-{version.number}.json"] = json_text(version.document)
    people = {names.get(name := journal_name(row.user), name): row.answers for row in standings(study) if row.answers}
    files[f"{PEOPLE}/persons.jsonl"] = jsonl_text(_person(name, people[name]) for name in sorted(people))
    return files


def _person(name: str, answers: Mapping[str, Admission]) -> dict[str, Any]:
    """Return what somebody answered; of those who declined the consent, nothing but that."""
    declined = "consent" in answers and not answers["consent"].passed
    shown = {part: answers[part] for part in GATES if part in answers and (part == "consent" or not declined)}
    return {"judge": name} | {
        part: {"version": answer.version, "at": _time(answer.at), "passed": answer.passed, **answer.details}
        for part, answer in shown.items()
    }


def split_documents(paths: Sequence[Path]) -> tuple[list[Path], dict[str, str]]:
    """Return the files of an upload without those on guidelines and people, and the texts of these by name."""
    folders = [path.parent for path in paths if path.name == VERSIONS and path.parent.name in (GUIDELINES, PEOPLE)]
    folder_of = {path: folder for path in paths for folder in folders if path.is_relative_to(folder)}
    texts = {str(path.relative_to(folder.parent)): read_bare_text(path) for path, folder in folder_of.items()}
    return [path for path in paths if path not in folder_of], texts


def restore_documents(study: Study, files: Mapping[str, str], made: Mapping[str, User], by: User) -> Iterator[str]:
    """Take guidelines, consent, questions and quiz of a release over into a study that has none; yield notes.

    Of people's answers those are kept for whose work the import made accounts, which `made` holds by name: nobody who
    had one before is said to have agreed to anything.
    """
    versions = _released_versions(files)
    present_parts = {part for part in versions if study.documents.filter(part=part).exists()}
    if present_parts:
        yield Note.of("parts-kept", parts=listed(sorted(present_parts)))
    taken = [part for part in StudyDocument.PARTS if part in versions.keys() - present_parts]
    if {GUIDELINES, "consent"} & {*taken}:
        _restore_pictures(study, files, by)
    for part in taken:
        for number, at in enumerate(versions[part], start=1):
            keep_document(study, part, _released_document(study, part, number, files), by)
            kept = study.documents.filter(part=part, number=number)
            if not kept.update(created=_moment(at, f"{part}, version {number}")):
                raise InputError("version-unchanged", part=part, number=number)
    if taken:
        yield Note.of("parts-taken", parts=listed(taken))
    if GUIDELINES in taken:
        _restore_judgements(study, files)
    if asked := [part for part in GATES if part in taken]:
        yield from _restore_answers(study, files, asked, made)


def _released_versions(files: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the times of the versions of each part, in order."""
    versions: dict[str, list[str]] = {}
    for folder in (GUIDELINES, PEOPLE):
        name = f"{folder}/{VERSIONS}"
        for row in table_rows(files.get(name, ""), Path(name), ",") if name in files else ():
            part = row.filled("part")
            if part not in ((GUIDELINES,) if folder == GUIDELINES else GATES):
                raise row.fails(unknown("part", part, StudyDocument.PARTS))
            times = versions.setdefault(part, [])
            times.append(row.filled("at"))
            if row.filled("version") != str(len(times)):
                raise row.error("version-order", version=len(times), part=part)
    return versions


def _released_document(study: Study, part: str, number: int, files: Mapping[str, str]) -> dict[str, Any]:
    if part == GUIDELINES:
        places = [WHOLE, *(place for step in study.protocol.steps for place in (step.name, step.name + EXAMPLES))]
        named = {place: f"{GUIDELINES}/{number}/{place.replace('/', '-') or 'study'}.md" for place in places}
        return {place: files[name] for place, name in named.items() if name in files}
    name = f"{PEOPLE}/{part}-{number}.{'md' if part == 'consent' else 'json'}"
    if name not in files:
        raise InputError("release-file-missing", name)
    if part == "consent":
        return {WHOLE: files[name]}
    return dict(json_document(files[name], Notebook(Path(name)), "questions").as_object("questions").members)


def _restore_pictures(study: Study, files: Mapping[str, str], by: User) -> None:
    for name in (f"{folder}/pictures.jsonl" for folder in (GUIDELINES, PEOPLE)):
        for node in json_nodes(files.get(name, ""), Notebook(Path(name))):
            row = node.as_object("a picture", ("name", "type", "base64"))
            wanted = row.text("name")
            try:
                content = base64.b64decode(row.text("base64"), validate=True)
            except ValueError:
                raise row.fail("picture-not-base64", name=quoted(wanted)) from None
            if study.pictures.filter(name=wanted, content=base64.b64encode(content).decode()).exists():
                continue
            if add_picture(study, ContentFile(content, wanted), by).name != wanted:
                raise row.fail("picture-differs", name=quoted(wanted))


def _restore_judgements(study: Study, files: Mapping[str, str]) -> None:
    """Give imported actions the version under which a judge did a step; 0 stays where there were several."""
    name, numbers_by_work = f"{GUIDELINES}/judgements.csv", dict[tuple[str, ...], set[str]]()
    for row in table_rows(files[name], Path(name), ",") if name in files else ():
        key = row.text("topic"), row.filled("step"), row.filled("judge")
        numbers_by_work.setdefault(key, set()).add(row.filled("guidelines"))
    there = {str(number) for number in study.documents.filter(part=GUIDELINES).values_list("number", flat=True)}
    for (topic, step, judge), numbers in numbers_by_work.items():
        if len(numbers) == 1 and numbers <= there:
            rows = Entry.objects.filter(sheet__study=study, sheet__step=step, name=judge)
            rows = rows.filter(sheet__topic__name=topic) if topic else rows.filter(sheet__topic=None)
            rows.update(guidelines=int(*numbers))


def _restore_answers(
    study: Study, files: Mapping[str, str], asked: Sequence[str], made: Mapping[str, User]
) -> Iterator[str]:
    accounts = dict(made)
    others, name = 0, f"{PEOPLE}/persons.jsonl"
    for node in json_nodes(files.get(name, ""), Notebook(Path(name))):
        row = node.as_object("a person", ("judge", *GATES))
        user = accounts.pop(row.text("judge"), None)
        if user is None:
            others += 1
            continue
        for part in (part_name for part_name in asked if row.has(part_name)):
            given = row.at(part).as_object("an answer")
            version, passed, at = given.whole("version"), given.truth("passed"), given.text("at")
            if not study.documents.filter(part=part, number=version).exists():
                raise given.fail("version-missing", version=version, part=part)
            details = {key: value for key, value in given.members.items() if key not in ("version", "at", "passed")}
            refuse_unstorable(details)
            kept = Admission.objects.create(
                study=study, user=user, part=part, version=version, passed=passed, details=details
            )
            Admission.objects.filter(pk=kept.pk).update(at=_moment(at, name))
    if others:
        yield Note.of("answers-left-out-of", names=many(others, "person"))


def _moment(text: str, where: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise InputError("time-expected", where, text=quoted(text)) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
