"""Every address of the workbench, from the tables that it is served from: none can be forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer_workbench.access import Access
from cliometer_workbench.api.operations import OPERATIONS
from cliometer_workbench.models import Admission, Sheet, Study
from cliometer_workbench.services.study_documents import add_picture, keep_document
from cliometer_workbench.urls import ROUTES
from workbench.tests.app.people import Town

_DOCUMENTS = {"part": "consent", "name": "a.png"}  # what `documented` gives a study
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE")
TOKEN = "x" * 43
_PART = re.compile(r"[<{](?:\w+:)?(\w+)[>}]")


@dataclass(frozen=True)
class Place:
    """An address with its declared access and methods."""

    path: str  # with its parts in braces
    access: Access
    methods: tuple[str, ...]
    name: str

    @property
    def parts(self) -> frozenset[str]:
        """What must be filled in."""
        return frozenset(_PART.findall(self.path))

    @property
    def by_program(self) -> bool:
        """Whether it is of the API."""
        return self.path.startswith("/api/") and self.access != "anyone"

    def at(self, study: Study, sheet: Sheet, digest: str = "0" * 64) -> str:
        """The address in a study; a part that is not known here fails, so that it is taught."""
        known = (
            {"study": study.slug, "sheet": str(sheet.pk), "token": TOKEN, "digest": digest}
            | {"format": "csv"}
            | _DOCUMENTS
        )
        return _PART.sub(lambda found: known[found[1]], self.path)


def places() -> Iterator[Place]:
    """Pages, then operations of the API by address."""
    for route in ROUTES:
        methods = (*route.methods, "HEAD") if "GET" in route.methods else route.methods
        yield Place(f"/{route.pattern}", route.access, methods, route.name)
    for path in dict.fromkeys(one.path for one in OPERATIONS):
        for access in dict.fromkeys(one.access for one in OPERATIONS if one.path == path):
            mine = tuple(one.method for one in OPERATIONS if (one.path, one.access) == (path, access))
            yield Place(f"/api{path}", access, mine, f"api {path} {access}")


def documented(town: Town, study: Study, *admitted: str) -> None:
    """Give a study a consent page, which these people have passed, and a picture."""
    boss = study.members.filter(role="owner").get().user
    add_picture(study, SimpleUploadedFile("a.png", PNG), boss)
    version = keep_document(study, "consent", {"": "Read *this*. ![A](a.png)"}, boss)
    for name in admitted:
        Admission.objects.create(study=study, user=town.person(name), part="consent", version=version, passed=True)


PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


def declared(path: str) -> frozenset[str]:
    """All methods of an address."""
    return frozenset(method for place in places() if place.path == path for method in place.methods)


PLACES = tuple(places())
