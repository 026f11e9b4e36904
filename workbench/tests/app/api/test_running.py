"""What owners do on the pages of settings, people, audit and votes can be scripted, too."""

from __future__ import annotations

import json

import pytest

from cliometer.study.topics import Topic, write_topic
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


def test_invitations_are_listed_and_revoked(owner: Script) -> None:
    owner.post("/studies/the-wall/invitations", {"role": "reader", "label": "for ed"})
    (one,) = owner.get("/studies/the-wall/invitations").json()
    assert (one["role"], one["label"], one["uses"]) == ("reader", "for ed", 1)
    revoke = {"invitation": one["invitation"]}
    assert owner.post("/studies/the-wall/invitations/revoke", revoke).status_code == 200
    assert owner.get("/studies/the-wall/invitations").json() == []
    assert owner.post("/studies/the-wall/invitations/revoke", revoke).status_code == 404


def test_words_and_settings_are_changed_until_somebody_has_worked(owner: Script, town: Town) -> None:
    before = owner.get("/studies/the-wall/settings").json()
    changed = owner.post("/studies/the-wall/settings", {"title": "The gate"}).json()
    assert (changed["title"], changed["settings"]) == ("The gate", before["settings"])
    assert owner.post("/studies/the-wall/settings", {"settings": {"no such": 1}}).status_code == 422
    name, value = next((name, one) for name, one in before["settings"].items() if isinstance(one, bool))
    answer = owner.post("/studies/the-wall/settings", {"settings": {name: not value}})
    assert answer.json()["settings"] == before["settings"] | {name: not value}
    owner.hand_in(owner.sheet("split"))
    assert owner.get("/studies/the-wall/settings").json()["locked"] is True
    assert owner.post("/studies/the-wall/settings", {"settings": {name: value}}).status_code == 409


def test_topics_are_removed(owner: Script) -> None:
    more = json.loads(write_topic(TOPIC)) | {"id": "more"}
    owner.post("/studies/the-wall/topics", {"topics": [more]})
    left = owner.post("/studies/the-wall/topics/remove", {"topic": "more"})
    assert [one["topic"] for one in left.json()] == ["wall"]
    assert owner.post("/studies/the-wall/topics/remove", {"topic": "more"}).status_code == 422


def test_the_audit_is_read_page_by_page(owner: Script) -> None:
    found = owner.get("/studies/the-wall/audit").json()
    assert (found["page"], found["lines"][-1]["what"], found["lines"][-1]["by"]) == (1, "created", "owner")
    joined = owner.get("/studies/the-wall/audit?what=joined&by=ann").json()["lines"]
    assert [line["details"] for line in joined] == [{"role": "judge"}]


def test_the_journal_has_every_action(owner: Script, town: Town) -> None:
    ann = Script(town, "ann")
    owner.hand_in(owner.sheet("split"))
    ann.act(ann.sheet("list"), "add", text="The wall falls")
    rows = owner.get("/studies/the-wall/journal").json()["rows"]
    assert [(row["by"], row["verb"]) for row in rows] == [("ann", "add")]


def test_a_study_is_put_aside_and_back(owner: Script) -> None:
    for aside in (True, False):
        answer = owner.post("/studies/the-wall/archive", {"archived": aside})
        assert answer.json()["archived"] is aside


def test_crowds_are_asked_about_preferences_alone(owner: Script, town: Town) -> None:
    assert owner.get("/studies/the-wall/crowd").status_code == 409
    summaries = {f"s{number}": f"Summary number {number}. It says {number}." for number in range(3)}
    town.study("preferences", [Topic("wall", summaries=summaries)], "votes")
    table = owner.get("/studies/votes/crowd").json()["csv"]
    item = table.splitlines()[1].split(",")[0]
    answers = {"csv": f"item,worker,choice\n{item},w1,left\n"}
    taken = owner.post("/studies/votes/crowd", answers)
    assert taken.status_code == 201, taken.content
    assert owner.post("/studies/votes/crowd", answers).status_code == 409
