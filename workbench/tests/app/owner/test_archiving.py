"""Studies can be put aside and brought back; demos can be thrown away."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from cliometer.errors import InputError
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.models import Audit, Entry, Study
from cliometer_workbench.services.imports import create_demo
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.study_lifecycle import verify_record
from cliometer_workbench.services.study_releases import freeze
from workbench.tests.app.owner.makings import finish, topic
from workbench.tests.app.people import Town


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
