"""A study with guidelines in the server's database, for the browser."""

from __future__ import annotations

import base64

from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer_workbench.services.study_documents import add_picture, keep_document
from workbench.tests.app.events import stages
from workbench.tests.app.people import Town

_DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def guided(slug: str) -> int:
    """The list of ann, with guidelines, a consent that she has passed, and questions on the person; its number."""
    town = Town()
    study = stages.listing(town)
    study.slug = slug
    study.save()
    boss = study.created_by
    add_picture(study, SimpleUploadedFile("dot.png", _DOT), boss)
    texts = {
        "": "# What an event is\nAn event has a **place** and a *time*.\n\n![A dot](dot.png)",
        "list": "List each event once.\n\n| say | not |\n|---|---|\n| *The wall is opened* | *Joy* |",
        "list/examples": "- *The wall is opened* is one event.\n- *People are happy* is none.",
    }
    keep_document(study, "guidelines", texts, boss)
    return town.sheet(study, "list", "ann").pk
