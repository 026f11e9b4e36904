"""The files of a release on its guidelines and its people, who stand as codes: folders `guidelines` and `people`."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.db.models import Count

from cliometer.io.sheets import csv_text
from cliometer.workbench.models import Admission, Entry, Study, StudyDocument
from cliometer.workbench.services.admission import GATES
from cliometer.workbench.services.persons import standings
from cliometer.workbench.services.study_documents import WHOLE, shown_pictures

GUIDELINES, PEOPLE, VERSIONS = "guidelines", "people", "versions.csv"


def document_files(study: Study, names: Mapping[str, str]) -> dict[str, str]:
    """Return the files on the guidelines and the people of a study, without any where it has neither."""
    versions = list(study.documents.select_related("created_by"))
    return {**_guideline_files(study, versions, names), **_people_files(study, versions, names)}


def document_notes(study: Study, names: Mapping[str, str]) -> list[str]:
    """Return notes on people who declined the consent after they had worked."""
    declined = [
        one.user.username for one in standings(study) if "consent" in one.answers and not one.answers["consent"].passed
    ]
    worked = set(Entry.objects.filter(sheet__study=study, name__in=declined).values_list("name", flat=True))
    said = "declined or withdrew the consent; work that was handed in before is in the release"
    return [f"{names.get(name, name)} {said}" for name in declined if name in worked]


def _guideline_files(study: Study, versions: Iterable[StudyDocument], names: Mapping[str, str]) -> dict[str, str]:
    own = [one for one in versions if one.part == GUIDELINES]
    if not own:
        return {}
    files = {
        f"{GUIDELINES}/{one.number}/{place.replace('/', '-') or 'study'}.md": text
        for one in own
        for place, text in one.document.items()
    }
    files[f"{GUIDELINES}/{VERSIONS}"] = _versions(own, names)
    columns = ("topic", "step", "judge", "guidelines", "actions")
    files[f"{GUIDELINES}/judgements.csv"] = csv_text(columns, _judgements(study, names))
    pictures = study.pictures.filter(name__in=shown_pictures(study))
    if pictures:
        rows = [{"name": one.name, "type": one.kind, "base64": one.content} for one in pictures]
        files[f"{GUIDELINES}/pictures.jsonl"] = _lines(rows)
    return files


def _versions(own: Iterable[StudyDocument], names: Mapping[str, str]) -> str:
    rows = [(one.part, one.number, _time(one.created), _author(one, names)) for one in own]
    return csv_text(("part", "version", "at", "by"), rows)


def _author(one: StudyDocument, names: Mapping[str, str]) -> str:
    """Return who wrote a version; where judges stand as codes, an owner without one is only called that."""
    return names.get(one.created_by.username, "owner" if names else one.created_by.username)


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
    own = [one for one in versions if one.part in GATES]
    if not own:
        return {}
    files = {f"{PEOPLE}/{VERSIONS}": _versions(own, names)}
    for one in own:
        if one.part == "consent":
            files[f"{PEOPLE}/consent-{one.number}.md"] = one.document.get(WHOLE, "")
        else:
            text = json.dumps(one.document, ensure_ascii=False, indent=1)
            files[f"{PEOPLE}/{one.part}-{one.number}.json"] = text + "\n"
    people = {names.get(one.user.username, one.user.username): one.answers for one in standings(study) if one.answers}
    files[f"{PEOPLE}/persons.jsonl"] = _lines(_person(name, people[name]) for name in sorted(people))
    return files


def _person(name: str, answers: Mapping[str, Admission]) -> dict[str, Any]:
    """Return what somebody answered; of those who declined the consent, nothing but that."""
    declined = "consent" in answers and not answers["consent"].passed
    shown = {part: answers[part] for part in GATES if part in answers and (part == "consent" or not declined)}
    return {"judge": name} | {
        part: {"version": one.version, "at": _time(one.at), "passed": one.passed, **one.details}
        for part, one in shown.items()
    }


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def without_documents(paths: Sequence[Path]) -> tuple[list[Path], tuple[str, ...]]:
    """Return the files of an upload without those on guidelines and people, and a note where some are left out."""
    folders = [path.parent for path in paths if path.name == VERSIONS and path.parent.name in (GUIDELINES, PEOPLE)]
    kept = [path for path in paths if not _is_below(path, folders)]
    names = " and ".join(sorted({folder.name for folder in folders}))
    note = f"the folders of the release on its {names} were left out: a new study has its own"
    return kept, (note,) if folders else ()


def _is_below(path: Path, folders: Collection[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)
