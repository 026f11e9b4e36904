"""People for tests: made when first named, with a client each."""

from __future__ import annotations

from typing import Any, TypeAlias
from uuid import uuid4

from django.contrib.auth.models import User
from django.test import Client
from whitenoise.middleware import WhiteNoiseMiddleware

from cliometer.study.topics import Topic, write_topic
from cliometer_workbench.models import Sheet, Study, StudyTopic
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.sheet_lifecycle import lay_out

Answer: TypeAlias = Any  # what a test client answers with is a class made at run time
_JSON = {"Accept": "application/json"}
_STATIC_FILES: dict[str, Any] = {}
_add_static_files = WhiteNoiseMiddleware.add_files_from_finders


def _add_static_files_once(middleware: Any) -> None:
    """Each new client loads the middleware anew, and most of its time went into looking through the static files."""
    if not _STATIC_FILES:
        _add_static_files(middleware)
        _STATIC_FILES.update(middleware.files)
    middleware.files.update(_STATIC_FILES)


WhiteNoiseMiddleware.add_files_from_finders = _add_static_files_once


class Town:
    """Everybody that a test talks of."""

    def __init__(self) -> None:
        self._clients: dict[str, Client] = {}
        self._forgetful: dict[str, Client] = {}

    def person(self, name: str) -> User:
        """Somebody, made when first named; `owner` runs the workbench."""
        boss = name == "owner"
        return User.objects.get_or_create(username=name, defaults={"is_staff": boss, "is_superuser": boss})[0]

    def client(self, name: str) -> Client:
        """A browser in which somebody is signed in; `""` is a stranger's."""
        if name not in self._clients:
            self._clients[name] = Client(HTTP_HOST="localhost")
            if name:
                self._clients[name].force_login(self.person(name))
        return self._clients[name]

    def forgetful(self, name: str) -> Client:
        """A browser that knows of no earlier request but who is signed in, and gets a page where the server fails."""
        found = self._forgetful.setdefault(name, Client(HTTP_HOST="localhost", raise_request_exception=False))
        found.cookies.clear()
        found.cookies.update(self.client(name).cookies)
        return found

    def study(self, kind: str, topics: list[Topic], slug: str = "study", **seats: str) -> Study:
        """A study with topics, laid out; seats are name=role, and `owner` owns it."""
        study = Study.objects.create(slug=slug, kind=kind, title=slug.title(), created_by=self.person("owner"))
        for order, topic in enumerate(topics):
            document = write_topic(topic)
            StudyTopic.objects.create(study=study, name=topic.id, order=order, document=document)
        for name, role in {"owner": "owner", **seats}.items():
            seat(study, self.person(name), role)
        lay_out(study)
        return study

    def sheet(self, study: Study, step: str, judge: str = "", topic: str = "") -> Sheet:
        """The sheet of a step, of a judge or shared."""
        found = Sheet.objects.filter(study=study, step=step, superseded=False)
        if topic:
            found = found.filter(topic__name=topic)
        return found.get(judge__username=judge) if judge else found.get(judge__isnull=True)

    def act(self, name: str, sheet: Sheet, verb: str, op: str = "", **details: Any) -> Answer:
        """One action as a script sends it."""
        body = {"verb": verb, "details": details, "op": op or str(uuid4())}
        path = f"/sheets/{sheet.pk}/do"
        return self.client(name).post(path, body, content_type="application/json", headers=_JSON)

    def hand_in(self, name: str, sheet: Sheet) -> Answer:
        """Hand a sheet in."""
        return self.client(name).post(f"/sheets/{sheet.pk}/hand-in", headers=_JSON)
