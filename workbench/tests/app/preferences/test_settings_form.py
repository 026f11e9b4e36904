"""The form of settings: the protocol's defaults, and a seed that nobody is told."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from cliometer_workbench.kinds.preferences.summary_uploads import PreferenceSettingsForm
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings, read_preference_settings
from workbench.tests.app.people import Town


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
