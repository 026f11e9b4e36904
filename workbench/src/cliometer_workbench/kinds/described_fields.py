"""Fields of forms as fields.toml describes them: their kind, label, help, limits and choices."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

FIELDS_FILE = Path(__file__).with_name("fields.toml")
_ANY_STEP = {"step": "any"}


@cache
def described_forms() -> Mapping[str, Any]:
    """Return what the file says of each form: `groups` by their headings, and a table for each field."""
    return tomllib.loads(FIELDS_FILE.read_text("utf-8"))


class DescribedForm:
    """The description of a form; `usual` has the defaults of its fields, and their ranges if it says them."""

    def __init__(self, name: str, usual: object = None) -> None:
        self.fields: Mapping[str, Any] = described_forms()[name]
        self.usual = usual

    @property
    def groups(self) -> tuple[tuple[Any, tuple[str, ...]], ...]:
        """The headings of the groups with the names of their fields."""
        return tuple((_(heading), tuple(names)) for heading, names in self.fields["groups"].items())

    def __call__(self, name: str, **values: Any) -> Any:
        """Return a field; `choices` and `initial` replace those of the file, other values fill gaps of the help."""
        given = dict(self.fields[name])
        kind, text, used_by = given.pop("kind"), given.pop("help", ""), given.pop("used-by", "")
        initial = values.pop("initial", given.pop("initial", getattr(self.usual, name, None)))
        choices = values.pop("choices", [(word, _(label)) for word, label in given.pop("choices", {}).items()])
        about = {"label": _(given.pop("label")), "help_text": _(text) if text else "", "initial": initial}
        if values:
            about["help_text"] = format_lazy(about["help_text"], **values)
        if "low" in given:
            about |= {"min_value": given.pop("low"), "max_value": given.pop("high")}
        elif kind == "whole":
            about["min_value"], about["max_value"] = self.usual.ranges[name]  # type: ignore[attr-defined]
        made = _MAKERS[kind](**about, **given, **({"choices": choices} if choices else {}))
        if used_by:  # values of another field, without which the page hides this one
            made.widget.attrs |= {"data-used-by": used_by, "data-usual": initial}
        return made


def _number(**about: Any) -> forms.FloatField:
    return forms.FloatField(widget=forms.NumberInput(attrs=_ANY_STEP), **about)


def _text(longest: int, rows: int = 0, **about: Any) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows}) if rows else forms.TextInput()
    return forms.CharField(max_length=longest, widget=widget, **{"required": False, **about})


_MAKERS: Mapping[str, Any] = {
    "yes": lambda **about: forms.BooleanField(required=False, **about),
    "whole": forms.IntegerField,
    "number": _number,
    "choice": forms.ChoiceField,
    "text": _text,
}
