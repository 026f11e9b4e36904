"""An owner who does not judge may look at blind work; it is noted, and she cannot judge in that step then."""

from __future__ import annotations

import pytest
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.study.topics import Topic
from cliometer_workbench.models import PROTOCOLS, Audit, Reading, Study
from cliometer_workbench.services.seats import accept, change_roles, invite
from cliometer_workbench.services.sheet_lifecycle import assign, lay_out
from cliometer_workbench.services.study_releases import freeze
from workbench.tests.app.people import Town
from workbench.tests.app.stories import STORY, TOPIC
from workbench.tests.app.units import stages


@pytest.fixture
def study(town: Town) -> Study:
    """Ann and bo list events; ann has one."""
    found = town.study("events", [TOPIC], ann="judge", bo="judge")
    town.hand_in("owner", town.sheet(found, "split"))
    town.act("ann", town.sheet(found, "list", "ann"), "add", text="The wall falls")
    return found


def noted(study: Study) -> list[tuple[str, object, object]]:
    lines = Audit.objects.filter(study=study, what="read blind work").order_by("pk")
    return [(line.by.username if line.by else "", line.details["step"], line.details["judge"]) for line in lines]


@pytest.mark.parametrize("path", ["/sheets/{}/", "/api/sheets/{}"])
def test_reading_blind_work_is_noted_once_a_day(path: str, town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    for _ in range(2):
        assert town.client("owner").get(path.format(sheet.pk)).status_code == 200
    assert noted(study) == [("owner", "list", "ann")]


@pytest.mark.parametrize("path", ["/studies/study/journal.jsonl", "/api/studies/study/journal"])
def test_the_journal_is_a_reading_too(path: str, town: Town, study: Study) -> None:
    b"".join(town.client("owner").get(path))
    assert noted(study) == [("owner", "list", "ann")]


@pytest.mark.parametrize("path", ["/studies/study/agreement", "/api/studies/study/figures"])
def test_figures_of_votes_that_come_in_are_a_reading_too(path: str, town: Town) -> None:
    summaries = {f"s{number}": f"Summary number {number}. It says {number}." for number in range(3)}
    study = town.study("preferences", [Topic("wall", summaries=summaries)], ann="judge")
    sheet = town.sheet(study, "vote", "ann")
    item = town.client("ann").get(f"/api/sheets/{sheet.pk}").json()["work"]["questions"][0]["item"]
    assert town.act("ann", sheet, "answer", item=item, choice="left", seconds=9.0).status_code == 200
    assert town.client("owner").get(path).status_code == 200
    assert noted(study) == [("owner", "vote", "figures")]


def test_figures_that_tell_nothing_of_blind_work_are_none(town: Town, study: Study) -> None:
    assert town.client("owner").get("/studies/study/agreement").status_code == 200
    assert noted(study) == []


def test_it_is_known_of_every_kind_what_its_figures_tell() -> None:
    for protocol in PROTOCOLS.values():
        shown = [step for step in protocol.steps if step.in_figures]
        assert shown and all(step.blind for step in shown)


def test_ones_own_work_empty_sheets_and_finished_steps_are_not_noted(town: Town, study: Study) -> None:
    ann, bo = (town.sheet(study, "list", name) for name in ("ann", "bo"))
    town.client("ann").get(f"/sheets/{ann.pk}/")
    town.client("owner").get(f"/sheets/{bo.pk}/")
    assert town.act("bo", bo, "add", text="People dance").status_code == 200
    for name, sheet in (("ann", ann), ("bo", bo)):
        assert town.hand_in(name, sheet).status_code == 302
    town.client("owner").get(f"/sheets/{ann.pk}/")
    assert noted(study) == []


def test_who_has_read_blind_work_cannot_judge_in_that_step(town: Town, study: Study) -> None:
    owner = town.person("owner")
    town.client("owner").get(f"/sheets/{town.sheet(study, 'list', 'ann').pk}/")
    with pytest.raises(Refused, match=r"owner has read others' work of the blind step"):
        change_roles(study, owner, ["owner", "judge"], owner)
    with pytest.raises(Refused, match="has read others' work"):
        accept(invite(study, "judge", owner, 1, 1, ""), owner)
    study.members.create(user=owner, role="judge", number=9)
    with pytest.raises(Refused, match="has read others' work"):
        assign(study, study.topics.get(), "list", owner, owner)
    lay_out(study)
    assert not study.sheets.filter(judge=owner, step="list").exists()


def test_who_has_not_read_any_can(town: Town, study: Study) -> None:
    owner = town.person("owner")
    change_roles(study, owner, ["owner", "judge"], owner)
    assert assign(study, study.topics.get(), "list", owner, owner).judge == owner


def test_who_has_read_the_first_match_cannot_match_again(town: Town) -> None:
    study = town.study("units", [Topic("wall", sources=(STORY,), length=1)], ann="judge", bo="judge")
    owner, topic = town.person("owner"), study.topics.get()
    study.members.create(user=owner, role="judge", number=9)
    Reading.objects.create(study=study, user=owner, step="match", topic="wall", judge="ann", at=timezone.now())
    with pytest.raises(Refused, match="has read others' work"):
        assign(study, topic, "rematch", owner, owner)


def test_after_the_freeze_nothing_is_blind_any_more(town: Town) -> None:
    study = stages.matching(town)  # nobody is asked to match again
    sheet = town.sheet(study, "match", "ann")
    for unit in ("sail", "sink", "rescue", "rules"):
        town.act("ann", sheet, "done", unit=unit)
    assert town.hand_in("ann", sheet).status_code == 302
    freeze(study, town.person("owner"), partial=True)
    for page in (f"/sheets/{sheet.pk}/", f"/studies/{study.slug}/agreement"):
        town.client("owner").get(page)
    assert noted(study) == []
