"""The screens of a study of events: each shows the work, and answers an action with what it changed."""

from __future__ import annotations

import html
import re

import pytest

from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.events.event_screens import EVENT_KEYS, TAKEN
from cliometer_workbench.models import Sheet
from workbench.tests.app.events import stages
from workbench.tests.app.people import Answer, Town


def post(town: Town, name: str, sheet: Sheet, **fields: object) -> Answer:
    """An action as the page sends it."""
    body = {"op": f"op-{sheet.entries.count()}-abcdef", **fields}
    return town.client(name).post(f"/sheets/{sheet.pk}/do", body, headers={"HX-Request": "true"})


def ids(answer: Answer) -> list[str]:
    return re.findall(r'id="((?:s|ev-n|head|case|c)-[^"]+)"', answer.content.decode())


@pytest.mark.parametrize("step", list(stages.STAGES))
def test_each_step_has_a_page(step: str, town: Town) -> None:
    name, sheet = stages.sheet_of(town, step)
    answer = town.client(name).get(f"/sheets/{sheet.pk}/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'data-screen="{step}"' in page and f"workbench/events-{step}" in page


@pytest.mark.parametrize("step", list(stages.STAGES))
def test_no_page_has_a_style_or_a_script_of_its_own(step: str, town: Town) -> None:
    name, sheet = stages.sheet_of(town, step)
    page = town.client(name).get(f"/sheets/{sheet.pk}/").content.decode()
    assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=", page)


def test_a_link_answers_with_its_sentence_its_twin_and_the_count_of_its_event(town: Town) -> None:
    name, sheet = stages.sheet_of(town, "link")
    answer = post(town, name, sheet, verb="link", sentence="wall/1/s1", event="e1")
    assert ids(answer) == ["s-1", "s-4", "ev-n-1"]
    assert answer["HX-Reswap"].startswith("none")


def test_the_same_sentence_elsewhere_is_pointed_out(town: Town) -> None:
    name, sheet = stages.sheet_of(town, "link")
    answer = post(town, name, sheet, verb="link", sentence="wall/1/s1", event="e1")
    assert "linked there to" in answer.content.decode().partition('id="s-4"')[2]


def test_undo_answers_with_what_it_took_back(town: Town) -> None:
    name, sheet = stages.sheet_of(town, "link")
    post(town, name, sheet, verb="link", sentence="wall/2/s3", event="e2")
    post(town, name, sheet, verb="read", story="wall/1")
    assert ids(post(town, name, sheet, verb="undo")) == ["head-1"]
    assert ids(post(town, name, sheet, verb="undo")) == ["s-6", "ev-n-2"]
    assert ids(post(town, name, sheet, verb="redo")) == ["s-6", "ev-n-2"]


def test_a_dissolved_group_is_redrawn_at_each_of_its_sentences(town: Town) -> None:
    name, sheet = stages.sheet_of(town, "link")
    made = post(town, name, sheet, verb="group", sentences=["wall/1/s2", "wall/2/s2"], event="e2")
    assert ids(made) == ["s-2", "s-5", "ev-n-2"] and "with 2.2" in made.content.decode()
    assert ids(post(town, name, sheet, verb="ungroup", group="g1")) == ["s-2", "s-5", "ev-n-2"]
    assert ids(post(town, name, sheet, verb="undo")) == ["s-2", "s-5", "ev-n-2"]


def test_a_cut_redraws_its_story_alone(town: Town) -> None:
    name, sheet = stages.sheet_of(town, "split")
    answer = post(town, name, sheet, verb="cut", sentence="wall/1/s2", offset="7").content.decode()
    assert "story-1-list" in answer and "story-2-list" not in answer
    assert ">Crowds<" in answer and ">danced on it.<" in answer


def test_an_event_of_ones_own_needs_no_candidate(town: Town) -> None:
    name, sheet = stages.sheet_of(town, "merge")
    answer = post(town, name, sheet, verb="make", text="Bananas are sold out")
    assert "Bananas are sold out" in answer.content.decode() and "on no list" in answer.content.decode()


def test_a_suggestion_goes_into_the_event_that_is_there(town: Town) -> None:
    name, sheet = stages.sheet_of(town, "merge")
    answer = post(town, name, sheet, verb="make", candidates=["ann/c1"]).content.decode()
    assert '[["put", {"candidate": "bo/c1", "event": "e1"}]]' in html.unescape(answer)


def test_a_verdict_redraws_its_case_and_the_counts(town: Town) -> None:
    name, sheet = stages.sheet_of(town, "verify")
    answer = post(town, name, sheet, verb="reject", sentences=["wall/1/s2"], event="e1", reason="no")
    assert ids(answer) == ["case-1"]
    assert 'data-verdict="rejected"' in answer.content.decode() and "ev-counts" in answer.content.decode()


def test_an_added_link_redraws_all_cases(town: Town) -> None:
    name, sheet = stages.sheet_of(town, "verify")
    answer = post(town, name, sheet, verb="add", sentences=["wall/1/s3"], event="e1")
    assert "HX-Reswap" not in answer and len(ids(answer)) > 2


@pytest.mark.parametrize("step", ["list", "link"])
def test_nobody_sees_anothers_blind_sheet(step: str, town: Town) -> None:
    sheet = town.sheet(stages.STAGES[step](town), step, "ann")
    for name in ("bo", "cy", "ed"):
        assert town.client(name).get(f"/sheets/{sheet.pk}/").status_code == 403


def test_no_key_of_an_event_does_something_else() -> None:
    keys = {key for key, _ in KINDS["events"].screens["link"].keys if len(key) == 1}
    assert keys - {"/"} <= {*TAKEN} and not {*EVENT_KEYS} & {*TAKEN}
    assert len({*EVENT_KEYS}) == len(EVENT_KEYS) == 50
