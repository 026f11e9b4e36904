"""Forms as fields.toml describes them: the kind, label, help, limits and choices of each field."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from cliometer_workbench.config import new_token
from cliometer_workbench.study.steps import ROLES

FIELDS_FILE = Path(__file__).with_name("fields.toml")
Form = TypeVar("Form", bound=type[forms.Form])


@cache
def described_forms() -> Mapping[str, Any]:
    """Return what the file says of each form: `groups` by their headings, and a table for each field."""
    return tomllib.loads(FIELDS_FILE.read_text("utf-8"))


class SettingsForm(forms.Form):
    """A form for the settings of a study, whose `groups` (heading, names of fields) say what its fields decide."""

    groups: ClassVar[tuple[tuple[Any, tuple[str, ...]], ...]] = ()
    unlocked: ClassVar[tuple[str, ...]] = ()  # settings that figures alone depend on, which can change during the work


def described(
    name: str, fields: str = "", usual: object = None, **changes: Mapping[str, Any]
) -> Callable[[Form], Form]:
    """Give a form the fields of a description, all or some, and its groups.

    `usual` has their defaults, and their ranges if the file says none. `changes` of a field are `choices` and `initial`
    in place of those of the file, and values that fill gaps of its help.
    """

    def fill(form: Form) -> Form:
        table = dict(described_forms()[name])
        groups = table.pop("groups", {})
        made = {
            field: _field(field, table[field], usual, **changes.get(field, {})) for field in fields.split() or table
        }
        form.base_fields = form.declared_fields = made | form.base_fields
        form.groups = tuple((_(heading), tuple(names)) for heading, names in groups.items())  # type: ignore[attr-defined]
        return form

    return fill


def described_form(name: str, fields: str = "", **changes: Mapping[str, Any]) -> type[SettingsForm]:
    """Return a form that is no more than its description."""
    return described(name, fields, **changes)(type(name, (SettingsForm,), {}))


def _field(name: str, description: Mapping[str, Any], usual: object, **values: Any) -> Any:
    given = dict(description)
    kind, text, used_by = given.pop("kind"), given.pop("help", ""), given.pop("used-by", "")
    initial = values.pop("initial", given.pop("initial", getattr(usual, name, None)))
    words = {word: word for word in given.pop("words", ())} | given.pop("choices", {})
    choices = values.pop("choices", [(word, _(label) if label else "") for word, label in words.items()])
    about = {"help_text": format_lazy(_(text), **values) if values else _(text) if text else "", "initial": initial}
    if "label" in given:
        about["label"] = _(given.pop("label"))
    if "low" in given:
        about |= {"min_value": given.pop("low"), "max_value": given.pop("high")}
    elif kind == "whole":
        about["min_value"], about["max_value"] = usual.ranges[name]  # type: ignore[attr-defined]
    made = FIELD_KINDS[kind](**about, **given, **({"choices": choices} if choices else {}))
    if used_by:  # values of another field, without which the page hides this one
        made.widget.attrs |= {"data-used-by": used_by, "data-usual": initial}
    return made


class FilesInput(forms.FileInput):
    """A widget for several files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """A field for several files, whose value is a list."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        given = data if isinstance(data, list | tuple) else [data] if data else []
        if not given:
            super().clean(None, initial)  # refuses where a file is needed
        return [file for file in given if isinstance(file, UploadedFile)]


_BLANK = {"placeholder": " "}  # by which the style sheet tells empty fields, which it hides where they do not apply


def _number(blank: bool = False, **about: Any) -> forms.FloatField:
    return forms.FloatField(widget=forms.NumberInput(attrs=_BLANK if blank else {"step": "any"}), **about)


def _text(longest: int | None = None, rows: int = 0, blank: bool = False, **about: Any) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows} | (_BLANK if blank else {})) if rows else forms.TextInput()
    return forms.CharField(max_length=longest, widget=widget, **{"required": False, **about})


FIELD_KINDS: dict[str, Any] = {
    "yes": lambda **about: forms.BooleanField(required=False, **about),
    "whole": forms.IntegerField,
    "row": lambda **about: forms.IntegerField(min_value=1, max_value=2**53, **about),  # the number of one
    "number": _number,
    "choice": forms.ChoiceField,
    "roles": lambda **about: forms.MultipleChoiceField(choices=[(role, role) for role in ROLES], **about),
    "text": _text,
    "e-mail": forms.EmailField,
    "once": lambda **about: forms.CharField(  # of a page that can be reloaded
        **about | {"initial": new_token}, required=False, max_length=64, widget=forms.HiddenInput
    ),
    "file": forms.FileField,
    "files": FilesField,
}
