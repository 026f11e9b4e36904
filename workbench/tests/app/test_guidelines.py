"""Guidelines in Markdown: versions that stay, pictures that are pictures, and both beside the work."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer_workbench.models import Study
from cliometer_workbench.services.seats import invite, revoke
from cliometer_workbench.services.study_documents import keep_document
from workbench.tests.app.access.places import PNG
from workbench.tests.app.people import Town
from workbench.tests.app.stories import TOPIC

PLACE = "/studies/study/guidelines"


@pytest.fixture
def study(town: Town) -> Study:
    return town.study("events", [TOPIC], ann="judge")


def test_each_change_is_a_version_with_its_author_and_the_old_ones_stay(town: Town, study: Study) -> None:
    boss = town.client("owner")
    for text in ("One", "One", "Two"):
        assert boss.post(PLACE, {"text-study": text, "text-list-examples": "As *this*"}).status_code == 302
    rows = study.documents.filter(part="guidelines")
    assert [(one.number, one.document[""], one.created_by.username) for one in rows] == [
        (1, "One", "owner"), (2, "Two", "owner"),
    ]  # fmt: skip
    study.refresh_from_db()
    assert (study.instructions, study.versions) == ("Two", {"guidelines": 2})
    assert '<p dir="auto">One</p>' in boss.get(f"{PLACE}?version=1").content.decode()


def test_instructions_from_before_versions_become_the_first(town: Town, study: Study) -> None:
    Study.objects.update(instructions="Old")
    town.client("owner").post(PLACE, {"text-study": "Old", "text-list": "New"})
    found = study.documents.order_by("number")
    assert [one.document for one in found] == [{"": "Old"}, {"": "Old", "list": "New"}]
    assert found[0].created == study.created


def test_the_settings_change_the_same_text(town: Town, study: Study) -> None:
    keep_document(study, "guidelines", {"": "A", "list": "B"}, study.created_by)
    town.client("owner").post("/studies/study/settings", {"title": "T", "instructions": "C"})
    assert study.documents.get(number=2).document == {"": "C", "list": "B"}


def upload(town: Town, name: str, content: bytes) -> str:
    file = SimpleUploadedFile(name, content)
    answer = town.client("owner").post("/studies/study/pictures", {"picture": file}, follow=True)
    return answer.content.decode()


def test_an_invited_person_sees_the_pictures_of_the_consent_and_no_others(town: Town, study: Study) -> None:
    for name in ("shown", "old", "linked", "other"):
        upload(town, f"{name}.png", PNG)
    keep_document(study, "guidelines", {"": "![A](other.png)"}, study.created_by)
    for text in ("![A](old.png)", "![A][a] [B](linked.png) `![C](other.png)`\n\n[a]: shown.png"):
        keep_document(study, "consent", {"": text}, study.created_by)
    judge, reader = (f"/join/{invite(study, role, study.created_by)}" for role in ("judge", "reader"))
    stranger = town.client("")
    assert f'src="{judge}/shown.png"' in stranger.get(judge).content.decode()
    answer = stranger.get(f"{judge}/shown.png")
    assert (answer.content, answer["Content-Security-Policy"]) == (PNG, "default-src 'none'; sandbox")
    for name in ("old.png", "linked.png", "other.png", "no.png", "..", "%2e%2e%2fshown.png"):
        assert stranger.get(f"{judge}/{name}").status_code == 404
    assert stranger.get(f"{reader}/shown.png").status_code == 404  # readers are not asked
    assert stranger.get("/join/unknown/shown.png").status_code == 409
    revoke(study.invitations.get(role="judge"), study.created_by)
    assert stranger.get(f"{judge}/shown.png").status_code == 409


def test_a_picture_keeps_its_name_and_goes_only_while_no_version_shows_it(town: Town, study: Study) -> None:
    upload(town, "a.png", PNG)
    assert "(a-2.png)" in upload(town, "a.png", PNG)
    keep_document(study, "guidelines", {"": "![A](a.png)"}, study.created_by)
    keep_document(study, "guidelines", {"": "none"}, study.created_by)
    boss = town.client("owner")
    refused = boss.post("/studies/study/pictures", {"remove": "a.png"}, follow=True)
    assert "a.png is in a version of the guidelines" in refused.content.decode()
    assert boss.post("/studies/study/pictures", {"remove": "a-2.png"}).status_code == 302
    assert list(study.pictures.values_list("name", flat=True)) == ["a.png"]


def test_saving_names_missing_pictures_and_keeps_plain_ends_of_lines(town: Town, study: Study) -> None:
    said = town.client("owner").post(PLACE, {"text-study": "![A](nosuch.png)\r\n![B](No.PNG)"}, follow=True)
    assert "so their descriptions are shown: nosuch.png, No.PNG." in said.content.decode()
    study.refresh_from_db()
    assert study.instructions == "![A](nosuch.png)\n![B](No.PNG)"
