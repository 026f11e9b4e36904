"""What owners do on the pages of settings, people, audit and votes can be scripted, too."""

from __future__ import annotations

import json

import pytest

from cliometer.study.topics import write_topic
from workbench.tests.app.api.test_api import Script, begun
from workbench.tests.app.people import Town
from workbench.tests.app.stories import TOPIC


@pytest.fixture
def owner(town: Town) -> Script:
    begun(town, made := Script(town, "owner"))
    return made


def test_roles_are_changed_and_taken_away(owner: Script) -> None:
    answer = owner.post("/studies/the-wall/roles", {"name": "bo", "roles": ["reader", "judge"]})
    assert (answer.status_code, answer.json()["roles"]) == (200, ["judge", "reader"])
    owner.post("/studies/the-wall/roles", {"name": "bo", "roles": []})
    assert "bo" not in [one["name"] for one in owner.get("/studies/the-wall/people").json()]
    assert owner.post("/studies/the-wall/roles", {"name": "zoe", "roles": ["judge"]}).status_code == 422


def test_sheets_are_withdrawn_and_assigned_again(owner: Script) -> None:
    sheets = owner.get("/studies/the-wall/sheets").json()
    mine = next(one["sheet"] for one in sheets if (one["step"], one["judge"]) == ("list", "ann"))
    gone = owner.post("/studies/the-wall/assignments/withdraw", {"sheet": mine})
    assert (gone.status_code, gone.json()["open"]) == (200, False)
    assert owner.post("/studies/the-wall/assignments/withdraw", {"sheet": 10**9}).status_code == 404
    again = owner.post("/studies/the-wall/assignments", {"judge": "ann", "step": "list"})
    assert (again.status_code, [one["revision"] for one in again.json()]) == (201, [2])
    wrong = owner.post("/studies/the-wall/assignments", {"judge": "ann", "step": "list", "topic": "no"})
    assert wrong.status_code == 422


def test_topics_are_removed(owner: Script) -> None:
    more = json.loads(write_topic(TOPIC)) | {"id": "more"}
    owner.post("/studies/the-wall/topics", {"topics": [more]})
    left = owner.post("/studies/the-wall/topics/remove", {"topic": "more"})
    assert [one["topic"] for one in left.json()] == ["wall"]
    assert owner.post("/studies/the-wall/topics/remove", {"topic": "more"}).status_code == 422


def test_the_journal_has_every_action(owner: Script, town: Town) -> None:
    ann = Script(town, "ann")
    owner.hand_in(owner.sheet("split"))
    ann.act(ann.sheet("list"), "add", text="The wall falls")
    rows = owner.get("/studies/the-wall/journal").json()["rows"]
    assert [(row["by"], row["verb"]) for row in rows] == [("ann", "add")]


def test_a_study_is_put_aside_and_back(owner: Script) -> None:
    for aside in (True, False):
        assert owner.post("/studies/the-wall/archive", {"archived": aside}).json()["archived"] is aside


@pytest.mark.parametrize(("kind", "body", "rule"), [
    ("text/plain", "{}", "body-not-json-type"), ("application/json", "{", "body-not-json"),
    ("application/json", '{"title": NaN}', "constant-not-json"),
    ("application/json", '{"title": "\\u0000"}', "zero-character"),
])  # fmt: skip
def test_a_body_that_cannot_be_read_is_refused_with_its_reason(kind: str, body: str, rule: str, town: Town) -> None:
    answer = town.client("owner").post("/api/studies", body, content_type=kind)
    assert (answer.status_code, answer["X-Rule"]) == (422, rule)
