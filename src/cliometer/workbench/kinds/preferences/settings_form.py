"""What the owner of a preference study decides, as a form; the seed is drawn, and nobody is asked for it."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms

from cliometer.errors import CliometerError
from cliometer.study.protocol.preferences.settings import REASONS, Settings

_SEEDS = 2**53
_USUAL = Settings()


def _share(name: str, label: str, help_text: str) -> forms.FloatField:
    return forms.FloatField(
        min_value=0,
        max_value=1,
        step_size=None,
        initial=getattr(_USUAL, name),
        label=label,
        help_text=help_text,
        widget=forms.NumberInput(attrs={"step": "any"}),
    )


def _whole(name: str, low: int, high: int, label: str, help_text: str) -> forms.IntegerField:
    return forms.IntegerField(
        min_value=low, max_value=high, initial=getattr(_USUAL, name), label=label, help_text=help_text
    )


class PreferenceSettings(forms.Form):
    """The settings of `study.protocol.preferences`, with its defaults."""

    votes = _whole(
        "votes", 1, 99, "Votes on each pair", "From as many different judges. Three allow for a majority."
    )
    cap = _whole(
        "cap", 1, 1000, "Pairs for a judge, at most", "Test questions and repeated pairs come on top."
    )
    ties = forms.BooleanField(
        required=False, label="Allow ties", help_text="Judges may say that neither is better."
    )
    reasons = forms.ChoiceField(
        choices=[(one, one) for one in REASONS],
        initial=_USUAL.reasons,
        label="Reasons",
        help_text="Whether judges must, may or cannot say why.",
    )
    quiz = _whole(
        "quiz",
        0,
        50,
        "Questions in the quiz",
        "Pairs with an obvious answer, before the first vote. 0: none.",
    )
    attempts = _whole("attempts", 1, 10, "Attempts at the quiz", "Each has other questions.")
    quiz_mark = _share("quiz_mark", "Share that passes the quiz", "0.75: three of four answers are right.")
    tests = _share(
        "tests", "Hidden tests", "Among the pairs, as a share of them. 0.15: two tests for twelve pairs."
    )
    test_mark = _share(
        "test_mark",
        "Share of hidden tests to be passed",
        "Votes of a judge who is below are kept, but set aside.",
    )
    repeats = _share(
        "repeats", "Repeated pairs", "Shown again the other way round, as a share of a judge's pairs."
    )
    seconds = forms.FloatField(
        min_value=0,
        max_value=3600,
        initial=_USUAL.seconds,
        label="Too fast (seconds)",
        help_text="An answer in less time was hardly thought about. 0: never.",
        widget=forms.NumberInput(attrs={"step": "any"}),
    )
    hurry = _share(
        "hurry", "Share of fast answers that is too much", "A judge with more of them is set aside."
    )

    def clean(self) -> dict[str, Any]:
        """As the protocol takes them, with a secret seed: it decides who sees what, and where tests hide."""
        given = super().clean() or {}
        seed = self.initial.get("seed")
        whole = {**given, "seed": secrets.randbelow(_SEEDS) if seed is None else seed}
        if not self.errors:
            try:
                Settings(**whole)
            except CliometerError as error:
                raise forms.ValidationError(str(error)) from None
        return whole
