"""Studies from their first page to their start, and to their deletion."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User

from cliometer.errors import InputError
from cliometer.study.topics import Topic
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.models import Audit, Entry, Member, Study
from cliometer_workbench.services.imports import create_demo
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.study_lifecycle import verify_record
from cliometer_workbench.services.study_releases import freeze
from cliometer_workbench.study.decision_checks import DECISIONS
from workbench.tests.app.owner.makings import finish, topic, upload
from workbench.tests.app.people import Answer, Town

NEW = "/studies/new?kind=events"


def begin(town: Town, **fields: object) -> Answer:
    given = {"title": "The Wall", "instructions": "Read.", "settings-length": "7"} | fields
    return town.client("owner").post(NEW, given)


def test_where_a_file_is_bad_no_study_is_made(town: Town) -> None:
    answer = begin(town, files=[upload("berlin.txt"), upload("prague.txt", "bad")])
    assert (answer.status_code, Study.objects.count()) == (422, 0)
    assert "prague.txt:1: the word is bad" in answer.content.decode()


def test_the_demo_is_ready_to_be_tried(town: Town) -> None:
    answer = town.client("owner").post("/studies/demo", {"kind": "events"})
    assert answer.headers["Location"] == "/studies/a-demo/"
    assert set(Member.objects.values_list("role", flat=True)) == {"owner", "judge"}
    assert "Review sentence boundaries" in town.client("owner").get("/").content.decode()


def test_a_study_starts_when_there_are_topics_and_judges(town: Town) -> None:
    begin(town)
    study, boss = Study.objects.get(), town.client("owner")
    refused = boss.post("/studies/the-wall/start")
    assert (refused.status_code, "no topics yet" in refused.content.decode()) == (409, True)
    boss.post("/studies/the-wall/topics", {"files": upload("berlin.txt")})
    refused = boss.post("/studies/the-wall/start")
    assert "nobody is judge for the step" in refused.content.decode().replace("&#x27;", "'")
    boss.post("/studies/the-wall/people/seat", {"person": town.person("owner").pk, "roles": ["owner", "judge"]})
    assert boss.post("/studies/the-wall/start").status_code == 302
    assert study.sheets.count() == 5


def test_the_audit_knows_what_was_changed(town: Town) -> None:
    begin(town)
    town.client("owner").post("/studies/the-wall/settings", {"title": "T", "settings-length": 9})
    assert Audit.objects.get(what="changed").details["settings"] == {"length": 9}


def test_the_bar_of_a_step_shows_what_is_done_on_sheets_at_work(town: Town) -> None:
    texts = {json.dumps(["oil", "a", f"u{n}", "The well exploded."]): "It exploded." for n in range(4)}
    study = town.study("checks", [Topic(DECISIONS, summaries=texts)], ann="judge", bo="judge")
    for name, count in (("ann", 4), ("bo", 1)):
        for n in range(1, count + 1):
            town.act(name, town.sheet(study, "check", name), "answer", item=f"d{n}", choice="yes")
    town.hand_in("ann", town.sheet(study, "check", "ann"))
    page = town.client("owner").get("/studies/study/").content.decode()
    assert 'class="bar-done" width="50%"' in page and 'class="bar-work" x="50%" width="12%"' in page


def test_a_step_that_nobody_can_do_is_warned_of(town: Town) -> None:
    town.study("events", [topic()], cy="verifier")
    assert "nobody is judge for the step" in town.client("owner").get("/studies/study/").content.decode()


def test_an_owner_who_judges_is_not_offered_others_blind_sheets(town: Town) -> None:
    study = town.study("events", [topic()], ann="judge", cy="verifier")
    town.client("owner").post(
        "/studies/study/people/seat", {"person": town.person("owner").pk, "roles": ["owner", "judge"]}
    )
    town.client("owner").post("/studies/study/start")
    town.hand_in("owner", town.sheet(study, "split"))
    address = f'href="/sheets/{town.sheet(study, "list", "ann").pk}/"'
    assert address not in town.client("owner").get("/studies/study/").content.decode()
    mine = town.sheet(study, "list", "owner")
    town.act("owner", mine, "add", text="One")
    town.hand_in("owner", mine)
    assert address in town.client("owner").get("/studies/study/").content.decode()


def test_reopening_names_what_is_reopened_with_it(town: Town) -> None:
    study = town.study("events", [topic()], ann="judge", bo="judge", cy="verifier")
    finish(town, study)
    boss = town.client("owner")
    steps = "reopened with it: Link sentences to events, Verify the links."
    assert f"These steps are {steps}" in boss.get("/studies/study/").content.decode()
    wall = study.topics.get().pk
    answer = boss.post("/studies/study/reopen", {"step": "merge", "topic": wall}, follow=True)
    assert f"These steps were {steps}" in answer.content.decode()
    assert town.sheet(study, "merge").revision == 2
    assert Audit.objects.filter(what="reopened", by=town.person("owner")).exists()
    assert boss.post("/studies/study/reopen", {"step": "merge", "topic": wall}).status_code == 409


def test_documents_beside_summaries_are_not_counted_as_summaries(town: Town) -> None:
    beside = Topic("wall", summaries={"a": "One.", "b": "Two."}, sources=topic().sources)
    town.study("preferences", [beside], ann="judge").sheets.all().delete()
    assert "1 topic with 2 summaries" in town.client("owner").get("/studies/study/").content.decode()


def home(town: Town, name: str) -> str:
    return str(town.client(name).get("/").content.decode())


@pytest.mark.parametrize("kind", KINDS)
def test_a_demo_of_ones_own_can_be_deleted_with_all_that_is_in_it(kind: str, town: Town) -> None:
    study = create_demo(kind, town.person("owner"))
    assert "Delete the demo" in town.client("owner").get(f"/studies/{study.slug}/settings").content.decode()
    assert town.client("owner").post(f"/studies/{study.slug}/delete").status_code == 302
    assert not Study.objects.exists()
    assert Audit.objects.get(what="demo deleted").details["title"] == study.title


def test_a_study_is_deleted_for_good_with_a_signed_record(town: Town) -> None:
    study = town.study("events", [topic()], ann="judge", bo="judge", cy="verifier")
    finish(town, study)
    digest = freeze(study, town.person("owner"))[0].digest
    boss, ann = town.client("owner"), town.person("ann")
    ann.set_password("a long password")
    ann.save()
    workers = [User.objects.create(username=name) for name in ("w1", "w2")]
    for worker in workers:
        worker.set_unusable_password()
        worker.save()
        seat(study, worker, "judge")
    other = town.study("events", [topic()], "other", w2="judge")
    actions = Entry.objects.count()
    assert "archive the study first" in boss.post("/studies/study/delete", {"address": "study"}).content.decode()
    boss.post("/studies/study/archive", {"aside": "on"})
    assert "type its address" in boss.post("/studies/study/delete", {"address": "Study"}).content.decode()
    assert Study.objects.filter(pk=study.pk).exists()
    page = boss.post("/studies/study/delete", {"address": "study"}, follow=True)
    assert list(Study.objects.all()) == [other]
    assert Entry.objects.filter(sheet__study_id=study.pk).count() == 0
    assert set(User.objects.values_list("username", flat=True)) >= {"ann", "w2"}
    assert not User.objects.filter(username="w1").exists()
    file = boss.get(page.redirect_chain[0][0] + "?file").content.decode()
    kept = verify_record(file)
    assert (kept["releases"], kept["actions"], kept["by"]) == ([digest], actions, "owner")
    assert page.redirect_chain[0][0] in home(town, "owner") and "deleted" not in home(town, "bo")
    assert town.client("bo").get(page.redirect_chain[0][0]).status_code == 404
    with pytest.raises(InputError, match="the record was changed"):
        verify_record(file.replace('"owner"', '"ann"'))
