"""What the owner of a study of units can choose."""

from __future__ import annotations

from typing import Any

from django import forms

from cliometer.study.protocol.units.settings import UnitSettings

_USUAL = UnitSettings()


class SettingsForm(forms.Form):
    """The settings of `study.protocol.units`, with its defaults."""

    length = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=1000,
        label="Lines of a timeline, at most",
        help_text="For topics whose files do not say. Empty: as many as a writer likes.",
    )
    draft = forms.BooleanField(
        required=False,
        initial=True,
        label="Begin without units, with suggestions",
        help_text="Else every line is a unit of its own at first, and units are joined.",
    )
    conflicts = forms.ChoiceField(
        choices=[("remark", "are pointed out"), ("refuse", "are refused")],
        initial=_USUAL.conflicts,
        label="Lines of one unit whose dates exclude each other",
        help_text="1997 and 1997-06 do not; 1997 and 1998 do.",
    )
    sample = forms.IntegerField(
        min_value=1,
        max_value=10_000,
        initial=_USUAL.sample,
        label="Units that a second person matches again",
        help_text="Drawn from each topic; all of them where there are fewer.",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        initial=_USUAL.seed,
        label="Seed of that draw",
        help_text="The same seed draws the same units.",
    )


def defaults() -> dict[str, Any]:
    """The settings of a study whose owner chose nothing."""
    return {name: field.initial for name, field in SettingsForm.base_fields.items()}
