"""Studies can be put aside and brought back; demos can be thrown away."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from cliometer.errors import InputError
from cliometer.study.topics import Topic
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.models import Audit, Deletion, Entry, Study
from cliometer_workbench.services.imports import create_demo
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.study_deletion import delete_study, verify_record
from cliometer_workbench.services.study_releases import freeze
from workbench.tests.app.owner.makings import finish, topic
from workbench.tests.app.people import Town


def home(town: Town, name: str) -> str:
    return str(town.client(name).get("/").content.decode())


def test_an_archived_study_is_out_of_the_way_and_comes_back(town: Town) -> None:
    study = town.study("events", [topic()], ann="judge", cy="verifier")
    boss = town.client("owner")
    assert "Review sentence boundaries" in home(town, "ann")
    boss.post("/studies/study/archive", {"aside": "on"})
    assert "Review sentence boundaries" not in home(town, "ann")
    assert "1 archived" in home(town, "ann")
    assert town.client("ann").get("/studies/study/").status_code == 200
    boss.post("/studies/study/archive")
    assert "Review sentence boundaries" in home(town, "ann") and "archived" not in home(town, "ann")
    told = Audit.objects.filter(study=study, what__in=("archived", "restored")).order_by("pk")
    assert [line.what for line in told] == ["archived", "restored"]


def test_only_owners_archive(town: Town) -> None:
    town.study("events", [topic()], ann="judge")
    assert town.client("ann").post("/studies/study/archive", {"aside": "on"}).status_code == 403


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


def test_nothing_of_a_deleted_study_stays_in_the_files(workbench: ServerConfig) -> None:
    """Outside of any transaction, since only what is committed is written."""
    owner = User.objects.create(username="deleting-owner", is_staff=True)
    town = Town()
    study = town.study("preferences", [Topic("wall", summaries={"a": "PLANTED-TEXT " * 900, "b": "Another."})], "gone")
    link = study.crowd_links.create(
        digest="d", service="any", parameters=[], places=1, expires=timezone.now(), created_by=owner
    )
    worker = User.objects.create(username="planted-user")
    study.workers.create(link=link, user=worker, worker="PLANTED-ID")
    seat(study, worker, "judge")
    Study.objects.filter(pk=study.pk).update(archived=True, created_by=owner)
    try:
        assert _holding(workbench, b"PLANTED-ID") and _holding(workbench, b"PLANTED-TEXT")
        kept = delete_study(study, owner, "gone")
        assert kept is not None and kept.record["worker ids"] == 1
        assert not (_holding(workbench, b"PLANTED-ID") or _holding(workbench, b"PLANTED-TEXT"))
    finally:
        Audit.objects.filter(by=owner).delete()
        Deletion.objects.all().delete()
        User.objects.all().delete()


def _holding(workbench: ServerConfig, words: bytes) -> list[str]:
    return [one.name for one in workbench.path.iterdir() if one.is_file() and words in one.read_bytes()]


def test_a_study_with_work_and_a_release_is_not_deleted(town: Town) -> None:
    study = town.study("events", [topic()], ann="judge", bo="judge", cy="verifier")
    finish(town, study)
    freeze(study, town.person("owner"))
    assert town.client("owner").post("/studies/study/delete").status_code == 409
    assert Study.objects.filter(pk=study.pk).exists()


def test_a_demo_in_which_others_have_a_seat_is_not_deleted(town: Town) -> None:
    study = create_demo("events", town.person("owner"))
    seat(study, town.person("ann"), "reader")
    answer = town.client("owner").post(f"/studies/{study.slug}/delete")
    assert (answer.status_code, "archive the study" in answer.content.decode()) == (409, True)
