"""The audit, the journals, the figures, and the administration."""

from __future__ import annotations

import json

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from cliometer_workbench import models
from cliometer_workbench.models import Audit, Study
from cliometer_workbench.services.imports import create_demo
from workbench.tests.app.owner.makings import finish, topic
from workbench.tests.app.people import Answer, Town


@pytest.fixture
def study(town: Town) -> Study:
    return town.study("events", [topic("wall")], ann="judge", bo="judge", cy="verifier")


@pytest.fixture
def blind(town: Town, study: Study) -> Study:
    """The owner judges too; others have listed a secret, and she has not handed in."""
    town.client("owner").post(
        "/studies/study/people/seat", {"person": town.person("owner").pk, "roles": ["owner", "judge"]}
    )
    town.client("owner").post("/studies/study/start")
    town.hand_in("owner", town.sheet(study, "split"))
    town.act("ann", town.sheet(study, "list", "ann"), "add", text="SECRET")
    town.act("owner", town.sheet(study, "list", "owner"), "add", text="MINE")
    return study


def rows(town: Town) -> list[dict[str, object]]:
    answer: Answer = town.client("owner").get("/studies/study/journal.jsonl")
    return [json.loads(line) for line in answer.getvalue().decode().splitlines()]


def test_the_audit_hides_the_seed_of_a_preference_study(town: Town) -> None:
    study = create_demo("preferences", town.person("owner"))
    was = {"settings": study.settings}
    Audit.objects.create(study=study, what="changed", details={"settings": study.settings})
    Audit.objects.create(study=study, what="changed", details={"settings": study.settings | {"votes": 9}, "was": was})
    Audit.objects.create(study=study, what="screened out", details={"why": "failed the quiz (0 of 2)"})
    for path in ("/studies/{}/audit", "/studies/{}/settings", "/api/studies/{}/audit", "/api/studies/{}/settings"):
        page = town.client("owner").get(path.format(study.slug)).content.decode()
        assert "votes" in page.casefold() and str(study.settings["seed"]) not in page
        assert "failed the quiz" not in page  # since the owner of a demo judges


def test_every_row_of_every_journal_can_be_had(town: Town, study: Study) -> None:
    finish(town, study)
    wall = study.topics.get().pk
    town.client("owner").post("/studies/study/reopen", {"step": "verify", "topic": wall})
    found = rows(town)
    assert len(found) == models.Entry.objects.count()
    assert {row["superseded"] for row in found} == {True, False}
    assert found[0] | {"sheet": 0, "at": "", "op": "", "submitted": ""} == {
        "sheet": 0, "topic": "wall", "step": "list", "judge": "ann", "revision": 1, "superseded": False,
        "submitted": "", "seq": 1, "by": "ann", "verb": "add", "details": {"text": "The wall falls"},
        "op": "", "at": "", "carried": False, "guidelines": 0,
    }  # fmt: skip


def test_an_owner_at_a_blind_step_gets_her_own_rows_and_is_told_of_the_rest(town: Town, blind: Study) -> None:
    found = rows(town)
    assert "SECRET" not in json.dumps(found)
    assert [row["details"] for row in found if row.get("verb")] == [{"text": "MINE"}]
    assert [row["judge"] for row in found if "left_out" in row] == ["ann"]


def test_withdrawn_work_stays_hidden_from_an_owner_at_the_same_step(town: Town, blind: Study) -> None:
    sheet = town.sheet(blind, "list", "ann")
    town.client("owner").post("/studies/study/people/assign", {"withdraw": sheet.pk})
    assert "SECRET" not in json.dumps(rows(town))
    assert town.client("owner").get(f"/sheets/{sheet.pk}/").status_code == 403


@pytest.mark.parametrize("page", ["", "agreement", "audit", "people", "releases", "topics", "settings"])
def test_no_page_of_hers_shows_others_blind_work(page: str, town: Town, blind: Study) -> None:
    answer = town.client("owner").get(f"/studies/study/{page}")
    assert (answer.status_code, "SECRET" in answer.content.decode()) == (200, False)


def test_an_owner_at_a_blind_step_sees_no_figures(town: Town, blind: Study) -> None:
    assert "The figures would reveal it" in town.client("owner").get("/studies/study/agreement").content.decode()


@pytest.mark.parametrize("name", sorted(model.__name__ for model in apps.get_app_config("workbench").get_models()))
def test_every_model_is_shown_and_none_is_edited(name: str, town: Town, study: Study) -> None:
    model = getattr(models, name)
    town.client("owner").post("/studies/study/people/invite", {"role": "judge", "uses": 1, "days": 1})
    path = f"admin:workbench_{name.lower()}"
    assert admin.site.is_registered(model)
    assert town.client("owner").get(reverse(f"{path}_changelist")).status_code == 200
    assert town.client("owner").get(reverse(f"{path}_add")).status_code == 403
    for row in model.objects.all()[:1]:
        page = reverse(f"{path}_change", args=[row.pk])
        shown = town.client("owner").get(page)
        assert (shown.status_code, 'name="_save"' in shown.content.decode()) == (200, False)
        assert town.client("owner").post(page, {}).status_code == 403
        wanted = 200 if name in ("Invitation", "StartLink", "Token", "Throttle") else 403
        assert town.client("owner").post(reverse(f"{path}_delete", args=[row.pk])).status_code == wanted


def test_the_administration_shows_no_digest_of_a_secret(town: Town, study: Study) -> None:
    town.client("owner").post("/studies/study/people/invite", {"role": "judge", "uses": 1, "days": 1})
    row = models.Invitation.objects.get()
    page = town.client("owner").get(reverse("admin:workbench_invitation_change", args=[row.pk]))
    assert row.digest not in page.content.decode()
