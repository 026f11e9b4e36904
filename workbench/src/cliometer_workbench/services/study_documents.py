"""What owners write for the people of a study, in versions: guidelines, consent, questions, quiz, and pictures."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from django.contrib.auth.models import User
from django.core.files.base import File
from django.db import transaction
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import slugify

from cliometer.errors import InputError, Refused, unknown
from cliometer.model.records import decode
from cliometer_workbench.languages import checked_wording
from cliometer_workbench.models import Picture, Study, StudyDocument
from cliometer_workbench.services.markdown import picture_names, render
from cliometer_workbench.services.storage import record, refuse_unstorable
from cliometer_workbench.study.persons import Questionnaire, expect_quiz

WHOLE = ""  # the place of the text for the whole study, in guidelines and consent
EXAMPLES = "/examples"  # after the name of a step: the place of its examples
LONGEST_TEXT = 20_000


def current(study: Study, part: str) -> StudyDocument | None:
    """Return the version of a part that is in force; None where the owner has written none, or emptied it."""
    number = study.versions.get(part)
    return study.documents.get(part=part, number=number) if number else None


def current_document(study: Study, part: str) -> dict[str, Any]:
    """Return the document of a part that is in force; empty where there is none."""
    version = current(study, part)
    return version.document if version else {}


def guideline_texts(study: Study) -> dict[str, str]:
    """Return the guidelines in force by place; the instructions of a study from before there were versions."""
    return current_document(study, "guidelines") or ({WHOLE: study.instructions} if study.instructions else {})


def keep_documents(study: Study, documents: Mapping[str, Mapping[str, Any] | None], by: User) -> None:
    """Keep new versions of several parts, all or none; parts without a document stay."""
    with transaction.atomic():
        for part, document in documents.items():
            if document is not None:
                keep_document(study, part, document, by)


def keep_document(study: Study, part: str, document: Mapping[str, Any], by: User) -> int:
    """Keep a new version of a part, unless nothing changes; return the number of the version in force, 0 for none."""
    wanted = _checked(study, part, document)
    with transaction.atomic():
        held = Study.objects.select_for_update().get(pk=study.pk)
        _keep_first_instructions(held, part)
        last = held.documents.filter(part=part).order_by("-number").first()
        if (last.document if last else {}) != wanted:
            number = last.number + 1 if last else 1
            held.documents.create(part=part, number=number, document=wanted, created_by=by)
            held.versions = {key: value for key, value in held.versions.items() if key != part}
            if wanted:
                held.versions[part] = number
            held.save(update_fields=["versions"])
            record(held, by, f"{part} changed", version=number)
        if part == "guidelines" and held.instructions != wanted.get(WHOLE, ""):
            held.instructions = wanted.get(WHOLE, "")
            held.save(update_fields=["instructions"])
    study.versions, study.instructions = held.versions, held.instructions
    return int(study.versions.get(part, 0))


def _keep_first_instructions(study: Study, part: str) -> None:
    """Make the instructions of a study from before there were versions its first version."""
    if part == "guidelines" and study.instructions and not study.documents.filter(part=part).exists():
        document = {WHOLE: study.instructions}
        study.documents.create(
            part=part, number=1, document=document, created=study.created, created_by=study.created_by
        )
        study.versions = study.versions | {part: 1}


def _checked(study: Study, part: str, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document without what is empty, or refuse it."""
    refuse_unstorable(document)
    if part == "wording":
        return checked_wording(str(document.get("language", "")), dict(document.get("texts", {})))
    if part in ("questions", "knowledge"):
        questions = questionnaire(document)
        if part == "knowledge":
            expect_quiz(questions)
        return json.loads(json.dumps(asdict(questions))) if questions.questions else {}
    places = [WHOLE]
    if part == "guidelines":
        places += [place for step in study.protocol.steps for place in (step.name, step.name + EXAMPLES)]
    for place, text in document.items():
        if place not in places:
            raise unknown(f"place of {part}", place, places)
        if not isinstance(text, str) or len(text) > LONGEST_TEXT:
            raise InputError("document-too-long", part=part, place=place or "the study", most=LONGEST_TEXT)
    lines = {place: text.replace("\r\n", "\n").replace("\r", "\n") for place, text in document.items()}
    return {place: lines[place] for place in places if lines.get(place, "").strip()}


def questionnaire(document: Mapping[str, Any]) -> Questionnaire:
    """Return the questions of a document, or refuse it with the place of what is wrong."""
    return decode(Questionnaire, document, "questionnaire")


def rendered(study: Study, text: str) -> SafeString:
    """Return a text of a study as HTML, with the pictures of the study."""
    return render(text, reverse("picture", kwargs={"study": study.slug, "name": "-"})[:-1])


def guidelines_for(study: Study, step: str) -> dict[str, Any] | None:
    """Return what a sheet of a step shows beside the work: the texts of the version in force; None without any."""
    version, texts = current(study, "guidelines"), guideline_texts(study)
    shown = {
        "whole": texts.get(WHOLE, ""), "step": texts.get(step, ""), "examples": texts.get(step + EXAMPLES, ""),
    }  # fmt: skip
    if not any(shown.values()):
        return None
    html = {name: rendered(study, text) for name, text in shown.items() if text}
    return html | {"version": version.number if version else 0, "changed": version.created if version else None}


MOST_PICTURES = 40
LARGEST_PICTURE = 2**20
_KINDS = {
    b"\x89PNG\r\n\x1a\n": ("png", "image/png"),
    b"\xff\xd8\xff": ("jpg", "image/jpeg"),
    b"GIF87a": ("gif", "image/gif"),
    b"GIF89a": ("gif", "image/gif"),
}


def add_picture(study: Study, upload: File[bytes], by: User) -> Picture:
    """Keep an uploaded picture under a name made of its file's; its first bytes give its kind."""
    name = upload.name or "picture"
    if (upload.size or 0) > LARGEST_PICTURE:
        raise InputError("picture-too-large", name, most=LARGEST_PICTURE // 2**20)
    content = upload.read()
    ending, kind = _picture_kind(content, name)
    short = slugify(name.rpartition(".")[0] or name)[:50].strip("-_") or "picture"
    with transaction.atomic():
        held = Study.objects.select_for_update().get(pk=study.pk)
        taken = set(held.pictures.values_list("name", flat=True))
        if len(taken) >= MOST_PICTURES:
            raise Refused("pictures-too-many", most=MOST_PICTURES)
        numbered = (f"{short}.{ending}", *(f"{short}-{number}.{ending}" for number in range(2, MOST_PICTURES + 2)))
        free = next(item for item in numbered if item not in taken)
        kept = held.pictures.create(
            name=free, kind=kind, content=base64.b64encode(content).decode(), size=len(content), created_by=by
        )
        record(held, by, "picture added", name=free)
    return kept


def _picture_kind(content: bytes, name: str) -> tuple[str, str]:
    for start, kind in _KINDS.items():
        if content.startswith(start):
            return kind
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp", "image/webp"
    raise InputError("picture-format", name)


def remove_picture(study: Study, name: str, by: User) -> None:
    """Remove a picture that no version of a text shows."""
    with transaction.atomic():
        Study.objects.select_for_update().get(pk=study.pk)
        if name in shown_pictures(study):
            raise Refused("picture-in-use", name=name)
        if not study.pictures.filter(name=name).delete()[0]:
            raise unknown("picture", name, study.pictures.values_list("name", flat=True))
        record(study, by, "picture removed", name=name)


def shown_pictures(study: Study) -> set[str]:
    """Return the names of the pictures that a version of a text refers to."""
    rows = study.documents.filter(part__in=("guidelines", "consent")).values_list("document", flat=True)
    return {name for document in rows for text in document.values() for name in picture_names(text)}


_PICTURE = re.compile(r"!\[[^\]]*\]\(\s*<?([^)>\s]+)")


def missing_pictures(study: Study, texts: Iterable[str]) -> list[str]:
    """Return the pictures that texts refer to and the study does not have, which are shown as their descriptions."""
    named = {name: None for text in texts for name in _PICTURE.findall(text)}
    there = set(study.pictures.values_list("name", flat=True))
    return [name for name in named if name not in there]
