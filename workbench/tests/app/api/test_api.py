"""The API: a whole study by script, the same rules as the pages, and a description that is true."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from cliometer.study.topics import write_topic
from cliometer_workbench.api.operations import OPERATIONS
from cliometer_workbench.services.seats import new_api_token
from workbench.tests.app.people import Answer, Town
from workbench.tests.app.stories import TOPIC


class Script:
    """A program with somebody's key."""

    def __init__(self, town: Town, name: str) -> None:
        self.client = Client(HTTP_HOST="localhost", enforce_csrf_checks=True)
        self.header = {"Authorization": f"Bearer {new_api_token(town.person(name), 'script')}"}

    def get(self, path: str) -> Answer:
        return self.client.get(f"/api{path}", headers=self.header)

    def post(self, path: str, body: object = None) -> Answer:
        return self.client.post(
            f"/api{path}", json.dumps(body or {}), content_type="application/json", headers=self.header
        )

    def act(self, sheet: int, verb: str, **details: Any) -> Answer:
        body = {"verb": verb, "details": details, "op": str(uuid4())}
        answer = self.post(f"/sheets/{sheet}/actions", body)
        assert answer.status_code == 200, answer.content
        return answer

    def hand_in(self, sheet: int) -> None:
        answer = self.post(f"/sheets/{sheet}/hand-in")
        assert answer.status_code == 200, answer.content

    def sheet(self, step: str) -> int:
        return int(next(one["sheet"] for one in self.get("/sheets").json() if one["step"] == step))


@pytest.fixture
def owner(town: Town) -> Script:
    return Script(town, "owner")


def begun(town: Town, owner: Script) -> dict[str, Script]:
    """A study of events with two judges and a verifier who joined by invitation."""
    made = owner.post("/studies", {"kind": "events", "title": "The wall"})
    assert (made.status_code, made.json()["slug"]) == (201, "the-wall"), made.content
    sent = owner.post("/studies/the-wall/topics", {"topics": [json.loads(write_topic(TOPIC))]})
    assert sent.status_code == 201, sent.content
    for name, role in (("ann", "judge"), ("bo", "judge"), ("cy", "verifier")):
        link = owner.post("/studies/the-wall/invitations", {"role": role}).json()["link"]
        assert town.client(name).post(link.removeprefix("http://localhost")).status_code == 302
    assert owner.post("/studies/the-wall/start").json()["sheets"] >= 0
    return {name: Script(town, name) for name in ("ann", "bo", "cy")}


def test_a_whole_study_by_script(town: Town, owner: Script) -> None:
    judges = begun(town, owner)
    owner.hand_in(owner.sheet("split"))
    for name in ("ann", "bo"):
        sheet = judges[name].sheet("list")
        judges[name].act(sheet, "add", text="The wall falls")
        judges[name].hand_in(sheet)
    board = judges["ann"].sheet("merge")
    judges["ann"].act(board, "make", candidates=["ann/c1", "bo/c1"], text="The wall falls", id="e1")
    judges["ann"].hand_in(board)
    for name in ("ann", "bo"):
        sheet = judges[name].sheet("link")
        judges[name].act(sheet, "link", sentence="a/s1", event="e1")
        judges[name].act(sheet, "read", story="a")
        judges[name].hand_in(sheet)
    verify = judges["cy"].sheet("verify")
    judges["cy"].act(verify, "accept", sentences=["a/s1"], event="e1")
    judges["cy"].hand_in(verify)
    frozen = owner.post("/studies/the-wall/releases")
    assert frozen.status_code == 201, frozen.content
    digest = frozen.json()["digest"]
    assert owner.post("/studies/the-wall/releases").json()["digest"] == digest
    assert [one["digest"] for one in judges["ann"].get("/studies/the-wall/releases").json()] == [digest]
    assert judges["ann"].get(f"/studies/the-wall/releases/{digest}").json()["files"]
    assert owner.get("/studies/the-wall/figures").status_code == 200
    reopened = owner.post("/studies/the-wall/reopen", {"step": "link", "topic": "wall"})
    assert reopened.json()["steps"] == ["link", "verify"]


def test_the_description_names_every_operation_and_its_refusals(owner: Script) -> None:
    schema = owner.client.get("/api/openapi.json").json()
    described = {one["operationId"]: one for methods in schema["paths"].values() for one in methods.values()}
    assert set(described) == {one.name for one in OPERATIONS}
    assert all({"401"} < set(one["responses"]) for one in described.values())
    assert all(one["security"] for one in described.values())


def test_the_page_of_the_api_needs_no_other_site(owner: Script) -> None:
    page = owner.client.get("/api/docs").content.decode()
    assert "//" not in page.replace("<!doctype html>", "").replace("http://www.w3.org", "")
    assert all(one.path.split("{")[0] in page for one in OPERATIONS)
