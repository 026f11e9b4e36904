"""The judge's page with one pair and nothing of what must stay hidden, and the form of settings behind it."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from cliometer_workbench.kinds.preferences.summary_uploads import PreferenceSettingsForm
from cliometer_workbench.models import Sheet, Study
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings, read_preference_settings
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import SYSTEMS, answer_all, ballot_of, careful, hopeless, study_of

HIDDEN = (*SYSTEMS, "(filler)", "(shuffled)", "(foreign)", "expected", "repeat", "slot", ":ab", ":ba", "aside")


def page(town: Town, name: str, sheet: Sheet, item: str = "") -> str:
    """The page as somebody sees it."""
    path = f"/sheets/{sheet.pk}/" + (f"?item={item}" if item else "")
    answer = town.client(name).get(path)
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


def at_work(town: Town) -> tuple[Study, Sheet]:
    """A study, and the sheet of Ann."""
    study = study_of(town, "ann", "bo")
    return study, town.sheet(study, "vote", "ann")


def test_no_page_and_no_answer_of_the_api_tells_what_is_hidden(town: Town) -> None:
    _, sheet = at_work(town)
    seen = []
    for way in (None, careful):
        if way:
            answer_all(town, "ann", sheet, way)
        seen += [page(town, "ann", sheet, item) for item in ballot_of(sheet).ids]
        told = town.client("ann").get(f"/api/sheets/{sheet.pk}").json()
        seen.append(json.dumps(told["work"]) + json.dumps(told["unsettled"]) + json.dumps(told["remarks"]))
    for text in seen:
        assert [word for word in HIDDEN if word in text.casefold()] == []


def test_ties_are_offered_where_they_are_allowed(town: Town) -> None:
    _, sheet = at_work(town)
    assert "Neither is better" not in page(town, "ann", sheet)
    study = study_of(town, "cy", slug="ties", ties=True)
    assert "Neither is better" in page(town, "cy", town.sheet(study, "vote", "cy"))


def test_the_box_for_reasons_follows_the_settings(town: Town) -> None:
    for reasons, said in (("none", False), ("optional", True), ("required", True)):
        study = study_of(town, "ann", slug=reasons, reasons=reasons)
        assert ('id="why"' in page(town, "ann", town.sheet(study, "vote", "ann"))) is said


def test_a_strange_item_in_the_address_leads_to_the_next_pair(town: Town) -> None:
    _, sheet = at_work(town)
    assert f'data-item="{ballot_of(sheet).next}"' in page(town, "ann", sheet, "<script>")


def test_summaries_and_reasons_are_escaped(town: Town) -> None:
    _, sheet = at_work(town)
    item = ballot_of(sheet).next
    town.act("ann", sheet, "answer", item=item, choice="left", reason="<script>alert(1)</script>")
    text = page(town, "ann", sheet, item)
    assert "&lt;script&gt;" in text and "<script>alert" not in text


def test_nobody_else_sees_the_sheet_while_votes_are_cast(town: Town) -> None:
    _, sheet = at_work(town)
    assert town.client("bo").get(f"/sheets/{sheet.pk}/").status_code == 403
    assert town.client("owner").get(f"/sheets/{sheet.pk}/").status_code == 200


def test_a_quiz_that_was_handed_in_cannot_be_undone(town: Town) -> None:
    _, sheet = at_work(town)
    for item in ballot_of(sheet).questions:
        town.act("ann", sheet, "answer", item=item.id, choice=hopeless(item))
    town.act("ann", sheet, "grade")
    assert town.act("ann", sheet, "undo").status_code == 409


def usual() -> dict[str, Any]:
    """The form as it is proposed."""
    return {name: field.initial for name, field in PreferenceSettingsForm().fields.items() if name != "ties"}


def test_the_form_proposes_the_defaults_of_the_protocol() -> None:
    form = PreferenceSettingsForm(usual())
    assert form.is_valid(), form.errors
    assert read_preference_settings(form.cleaned_data | {"seed": 0}) == PreferenceStudySettings(fewest=4)


def test_every_setting_but_the_seed_is_asked_for() -> None:
    assert {*PreferenceSettingsForm().fields, "seed"} == {field.name for field in fields(PreferenceStudySettings)}


def test_every_field_has_a_help_text() -> None:
    assert all(field.help_text for field in PreferenceSettingsForm().fields.values())


def test_ready_questions_fit_the_format() -> None:
    for format, said in (("scales", "How good is it?"), ("best-worst", "Which do you prefer?")):
        form = PreferenceSettingsForm(usual() | {"format": format})
        assert form.is_valid() and form.cleaned_data["criteria"][0]["text"] == said
    own = PreferenceSettingsForm(usual() | {"format": "scales", "criteria": "overall: Do you like it?"})
    assert own.is_valid() and own.cleaned_data["criteria"][0]["text"] == "Do you like it?"


def test_the_demo_can_be_voted_on_at_once(town: Town) -> None:
    answer = town.client("owner").post("/studies/demo", {"kind": "preferences"}, follow=True)
    assert answer.status_code == 200 and ">Vote" in answer.content.decode()
