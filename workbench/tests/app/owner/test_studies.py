"""Studies from their first page to their start."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from cliometer.study.topics import Topic
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.models import Audit, Member, Sheet, Study
from cliometer_workbench.services.study_lifecycle import create, free_slug
from cliometer_workbench.study.decision_checks import DECISIONS
from workbench.tests.app.owner.makings import finish, invitation, topic, upload
from workbench.tests.app.people import Answer, Town

NEW = "/studies/new?kind=events"


def begin(town: Town, **fields: object) -> Answer:
    given = {"title": "The Wall", "instructions": "Read.", "settings-length": "7"} | fields
    return town.client("owner").post(NEW, given)


def test_buttons_say_which_creates_a_study_and_which_starts_it(town: Town) -> None:
    owner = town.client("owner")
    form = owner.get("/studies/new?kind=events").content.decode()
    assert ">Create the study</button>" in form and "Nobody is asked yet" in form and "Begin" not in form
    town.study("events", [topic("wall")], ann="judge", bo="judge", cy="verifier")
    Sheet.objects.all().delete()
    assert ">Start the study: give out the sheets</button>" in owner.get("/studies/study/").content.decode()


def test_a_new_study_belongs_to_whoever_began_it(town: Town) -> None:
    assert begin(town).url == "/studies/the-wall/topics"
    study = Study.objects.get()
    assert (study.title, study.instructions, study.settings) == ("The Wall", "Read.", {"length": 7})
    assert [(seat.user.username, seat.role) for seat in study.members.all()] == [("owner", "owner")]


def test_the_kinds_are_offered_first(town: Town) -> None:
    page = town.client("owner").get("/studies/new").content.decode()
    assert all(f"?kind={kind}" in page for kind in KINDS)
    assert "List the events" in page


def test_only_staff_begin_studies_and_others_are_told(town: Town) -> None:
    assert town.client("ann").get(NEW).status_code == 403
    assert town.client("ann").post("/studies/demo", {"kind": "events"}).status_code == 403
    assert "Only staff may begin studies" in town.client("ann").get("/").content.decode()


@pytest.mark.parametrize(
    ("title", "slug"),
    [("The Wall", "the-wall"), ("Мир", "study"), ("new", "new-2"), ("demo", "demo-2"), ("x" * 200, "x" * 54)],
)
def test_the_address_comes_from_the_title(title: str, slug: str, db: None) -> None:
    assert free_slug(title) == slug


def test_two_studies_of_one_title_have_two_addresses(town: Town) -> None:
    assert [create("events", "Wall", town.person("owner")).slug for _ in range(3)] == [
        "wall",
        "wall-2",
        "wall-3",
    ]


def test_a_study_can_begin_with_its_files(town: Town) -> None:
    answer = begin(town, files=[upload("berlin.txt"), upload("prague.txt")])
    assert answer.url == "/studies/the-wall/"
    assert list(Study.objects.get().topics.values_list("name", flat=True)) == ["berlin", "prague"]


def test_where_a_file_is_bad_no_study_is_made(town: Town) -> None:
    answer = begin(town, files=[upload("berlin.txt"), upload("prague.txt", "bad")])
    assert (answer.status_code, Study.objects.count()) == (422, 0)
    assert "prague.txt:1: the word is bad" in answer.content.decode()


@pytest.mark.parametrize("field", ["title", "settings-length"])
def test_what_is_missing_is_named_at_its_field(field: str, town: Town) -> None:
    answer = begin(town, **{field: ""})
    assert (answer.status_code, "This field is required" in answer.content.decode()) == (422, True)


def test_the_demo_is_ready_to_be_tried(town: Town) -> None:
    answer = town.client("owner").post("/studies/demo", {"kind": "events"})
    assert answer.headers["Location"] == "/studies/a-demo/"
    assert set(Member.objects.values_list("role", flat=True)) == {"owner", "judge"}
    page = town.client("owner").get("/").content.decode()
    assert "Review sentence boundaries" in page


def test_a_demo_of_no_kind_is_refused(town: Town) -> None:
    assert town.client("owner").post("/studies/demo", {"kind": "event"}).status_code == 409


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


def test_topics_and_judges_that_come_later_get_their_sheets(town: Town) -> None:
    begin(town, files=[upload("berlin.txt")])
    study, boss = Study.objects.get(), town.client("owner")
    boss.post("/studies/the-wall/people/seat", {"person": town.person("owner").pk, "roles": ["owner", "judge"]})
    boss.post("/studies/the-wall/start")
    boss.post("/studies/the-wall/topics", {"files": upload("prague.txt")})
    assert study.sheets.filter(topic__name="prague").count() == 5
    town.client("ann").post(invitation(town, "the-wall"))
    hers = study.sheets.filter(step="list", judge__username="ann").values_list("topic__name", flat=True)
    assert sorted(hers) == ["berlin", "prague"]


def test_words_change_at_any_time_and_settings_until_somebody_has_worked(town: Town) -> None:
    begin(town, files=[upload("wall.txt")])
    study, boss = Study.objects.get(), town.client("owner")
    boss.post("/studies/the-wall/people/seat", {"person": town.person("owner").pk, "roles": ["owner", "judge"]})
    boss.post("/studies/the-wall/start")
    place = "/studies/the-wall/settings"
    assert boss.post(place, {"title": "T", "instructions": "", "settings-length": 9}).status_code == 302
    study.refresh_from_db()
    assert (study.title, study.settings, study.sheets.count()) == ("T", {"length": 9}, 5)
    town.hand_in("owner", town.sheet(study, "split"))
    boss.post(place, {"title": "U", "instructions": "", "settings-length": 3})
    study.refresh_from_db()
    assert (study.title, study.settings) == ("U", {"length": 9})
    assert "locked" in boss.get(place).content.decode()


def test_the_audit_knows_what_was_changed(town: Town) -> None:
    begin(town)
    town.client("owner").post("/studies/the-wall/settings", {"title": "T", "settings-length": 9})
    assert Audit.objects.get(what="changed").details["settings"] == {"length": 9}


def test_the_owner_sees_who_is_at_work_and_what_is_open(town: Town) -> None:
    study = town.study("events", [topic()], ann="judge", bo="judge", cy="verifier")
    town.hand_in("owner", town.sheet(study, "split"))
    town.act("ann", town.sheet(study, "list", "ann"), "add", text="One")
    page = town.client("owner").get("/studies/study/").content.decode()
    assert all(words in page for words in ("handed in", "at work", "not begun", "waiting", "open now"))
    assert "1 so far" in page and 'class="bar-work" x="0%" width="0%"' in page  # nobody knows how many there are


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
    page = town.client("owner").get("/studies/study/").content.decode()
    assert "nobody is judge for the step" in page


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


def test_a_judge_sees_the_instructions_and_her_own_tasks_alone(town: Town) -> None:
    study = town.study("events", [topic()], ann="judge", bo="judge", cy="verifier")
    Study.objects.update(instructions="Read with care.")
    town.hand_in("owner", town.sheet(study, "split"))
    page = town.client("ann").get("/studies/study/").content.decode()
    assert "Read with care." in page
    assert f"/sheets/{town.sheet(study, 'list', 'ann').pk}/" in page
    assert f"/sheets/{town.sheet(study, 'list', 'bo').pk}/" not in page
    assert "Reopen" not in page


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


@pytest.mark.parametrize(
    ("given", "status"),
    [({"step": "merge"}, 404), ({"step": "merge", "topic": 2**40}, 404), ({"step": "x", "topic": 1}, 422),
     ({"step": "merge", "topic": "-1"}, 409), ({}, 409)],
)  # fmt: skip
def test_a_place_that_is_not_there_cannot_be_reopened(given: dict[str, object], status: int, town: Town) -> None:
    town.study("events", [topic()], ann="judge", cy="verifier")
    assert town.client("owner").post("/studies/study/reopen", given).status_code == status


def test_feedback_is_shown_to_judges_once_there_is_a_release(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    told = replace(
        KINDS["events"],
        feedback=lambda study, user: {"reason": f"{user.username} on {study.topics.all()[0]}"},
        feedback_template="workbench/studies/tasks.html",
    )
    monkeypatch.setitem(KINDS, "events", told)
    study = town.study("events", [topic()], ann="judge", bo="judge", cy="verifier")
    finish(town, study)
    assert "How your work compares" not in town.client("ann").get("/studies/study/").content.decode()
    town.client("owner").post("/studies/study/releases/freeze")
    assert "How your work compares" in town.client("ann").get("/studies/study/").content.decode()
    assert "How your work compares" not in town.client("cy").get("/studies/study/").content.decode()


def test_documents_beside_summaries_are_not_counted_as_summaries(town: Town) -> None:
    beside = Topic("wall", summaries={"a": "One.", "b": "Two."}, sources=topic().sources)
    town.study("preferences", [beside], ann="judge").sheets.all().delete()
    assert "1 topic with 2 summaries" in town.client("owner").get("/studies/study/").content.decode()
