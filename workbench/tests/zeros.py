"""Texts that PostgreSQL cannot hold, sent by every way in; run behind the stage of a real PostgreSQL."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.test import Client

from cliometer.study.topics import write_topic
from cliometer_workbench.models import Study
from cliometer_workbench.services.seats import new_api_token
from workbench.tests.app.people import Town
from workbench.tests.app.stories import TOPIC

BAD = ("nul\0here", "half\ud800here")
_JSON = "application/json"


def statuses() -> list[list[Any]]:
    """What every way answers, by its name."""
    town = Town()
    study = town.study("events", [TOPIC], ann="judge")
    assert town.hand_in("owner", town.sheet(study, "split")).status_code == 302
    town.study("preferences", [], "votes")
    return [[f"{name} {number}", status] for number, bad in enumerate(BAD) for name, status in _sent(town, bad)]


def _sent(town: Town, bad: str) -> Iterator[tuple[str, int]]:
    owner, ann = (_client(town, name) for name in ("owner", "ann"))
    sheet = town.sheet(Study.objects.get(slug="study"), "list", "ann").pk
    for verb, details in (
        ("add", {"text": bad}), ("add", {"text": "x", "note": bad}), ("add", {"text": "x", bad: "x"}),
        ("undo", {"text": bad}), (bad, {}), ("edit", {"id": bad, "text": "x"}),
        ("remove", {"candidate": bad}),
    ):  # fmt: skip
        body = json.dumps({"verb": verb, "details": details, "op": str(uuid4())})
        yield f"page {verb[:6]}", ann.post(f"/sheets/{sheet}/do", body, content_type=_JSON).status_code
        key = {"Authorization": f"Bearer {new_api_token(town.person('ann'), 'x')}"}
        answer = ann.post(f"/api/sheets/{sheet}/actions", body, content_type=_JSON, headers=key)
        yield f"api {verb[:6]}", answer.status_code
    if "\0" in bad:  # forms cannot carry the other
        yield ("form", ann.post(f"/sheets/{sheet}/do", {"verb": "add", "text": bad, "op": "12345678"}).status_code)
        yield "words", owner.post("/studies/study/settings", {"title": bad}).status_code
        yield "label", owner.post("/studies/study/people/invite", {"role": "judge", "label": bad}).status_code
        yield "audit", owner.get("/studies/study/audit", {"what": bad}).status_code
        yield "api audit", owner.get("/api/studies/study/audit", {"by": bad}).status_code
    for name, content in _files(bad):
        file = io.BytesIO(content)
        file.name = name
        where = "votes" if name.endswith(".csv") else "study"
        yield f"file {name!r}", owner.post(f"/studies/{where}/topics", {"files": [file]}).status_code
    for what in ("id", "title"):
        topics = {"topics": [json.loads(write_topic(TOPIC)) | {what: bad}]}
        answer = owner.post(
            "/api/studies/study/topics", json.dumps(topics), content_type=_JSON, headers=_key(town, "owner")
        )
        yield f"api topic {what}", answer.status_code


def _files(bad: str) -> Iterator[tuple[str, bytes]]:
    article = {"id": "x", "date": "1989-11-09", "title": bad, "text": "The wall fell."}
    yield "new.jsonl", json.dumps(article).encode()
    yield "body.jsonl", json.dumps(article | {"title": "", "text": f"The {bad} fell."}).encode()
    yield "id.jsonl", json.dumps(article | {"id": bad}).encode()
    yield "plain.txt", f"The {bad} fell.".encode("utf-8", "surrogatepass")
    yield "table.csv", f"system,topic,text\na,{bad},x\nb,{bad},y\n".encode("utf-8", "surrogatepass")
    if "\0" in bad:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("a.txt", "The wall fell.")
            archive.writestr("b.txt", f"The {bad} fell.")
        yield "all.zip", packed.getvalue()


def _client(town: Town, name: str) -> Client:
    client = Client(HTTP_HOST="localhost", raise_request_exception=False)
    client.force_login(town.person(name))
    return client


def _key(town: Town, name: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {new_api_token(town.person(name), 'x')}"}
