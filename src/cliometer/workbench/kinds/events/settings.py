"""What the owner of a study of events can choose, and what imports leave in the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from cliometer.io.notes import quoted
from cliometer.study.protocol.events.verifying import PREACCEPT

PARTS = "parts"
_HOURS, _PART = "hours of", "part of"  # with the id of a topic that came with them


class SettingsForm(forms.Form):
    """How links are verified, and which part of the corpus a topic belongs to."""

    preaccept = forms.BooleanField(
        required=False,
        initial=True,
        label="Accept what all judges linked from the start",
        help_text="The verifier then decides on disagreements alone, and can still reject the rest.",
    )
    parts = forms.CharField(
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        label="Parts of the corpus",
        help_text="A topic and its part in each line, such as: berlin-wall training. Table 3 adds them up.",
    )

    def clean_parts(self) -> str:
        """Each line must name a topic and a part."""
        text: str = self.cleaned_data["parts"]
        for number, line in enumerate(text.splitlines(), start=1):
            if len(line.split()) == 1:
                raise forms.ValidationError(
                    f"line {number}: expected a topic and its part, found {quoted(line.strip())}"
                )
        return text


def defaults() -> dict[str, Any]:
    """The settings of a study whose owner chose nothing."""
    return {PREACCEPT: True, PARTS: ""}


def facts_as_settings(topic: str, part: str, hours: float | None) -> dict[str, Any]:
    """What a release told of a topic; a key for each topic, so that imports add up."""
    found: dict[str, Any] = {f"{_PART} {topic}": part} if part else {}
    return found | ({} if hours is None else {f"{_HOURS} {topic}": hours})


def part_of(settings: Mapping[str, Any], topic: str) -> str:
    """The part of a topic, as the owner wrote it or else as it was imported."""
    for line in str(settings.get(PARTS, "")).splitlines():
        name, _, part = line.strip().rpartition(" ")
        if name.strip() == topic:
            return part
    return str(settings.get(f"{_PART} {topic}", ""))


def hours_elsewhere(settings: Mapping[str, Any], topic: str) -> float | None:
    """Hours that people had spent on a topic before it was imported."""
    hours = settings.get(f"{_HOURS} {topic}")
    return float(hours) if isinstance(hours, int | float) else None
