"""Template filters for numbers, durations and records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Real
from typing import Any

from django import forms, template
from django.utils.formats import get_format

from cliometer.errors import CliometerError
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.study_kind import StudyKind
from cliometer_workbench.languages import translated
from cliometer_workbench.models import Study

register = template.Library()


@register.filter
def study_kind(study: Study) -> StudyKind:
    """Return the kind of a study, which says what its pages show."""
    return KINDS[study.kind]


@register.filter
def attribute(result: object, name: str) -> Any:
    """Return an attribute of a result; a dot would look the name up among the tables of the result first."""
    return getattr(result, name)


@register.filter
def field_groups(form: forms.Form) -> Iterator[tuple[Any, list[forms.BoundField]]]:
    """Yield the visible fields of a form by the headings of its `groups`; fields of no group come first."""
    groups = getattr(form, "groups", ())
    named = {name for _, names in groups for name in names}
    loose = [field for field in form.visible_fields() if field.name not in named]
    if loose:
        yield "", loose
    for heading, names in groups:
        yield heading, [form[name] for name in names]


@register.filter
def spoken(value: Any) -> Any:
    """Show a word of `study`, such as the title of a step or a role, or a list of them, in the language of the page."""
    if isinstance(value, list | tuple):
        return [spoken(member) for member in value]
    return translated(value) if isinstance(value, str | CliometerError) else value


@register.filter
def percent(value: float | None, digits: int = 1) -> str:
    """Show 0.919 as 91.9 %, and a dash where there is no value."""
    return f"{decimals(100 * value, digits)} %" if isinstance(value, Real) else "–"


@register.filter
def decimals(value: float | None, digits: int = 3) -> str:
    """Show a number with fixed digits, and a dash where there is no value."""
    return f"{value:.{digits}f}".replace(".", get_format("DECIMAL_SEPARATOR")) if isinstance(value, Real) else "–"


@register.filter
def hours(seconds: float | None) -> str:
    """Show seconds as hours and minutes, 2 h 05; less than a minute as seconds."""
    if seconds is None:
        return "–"
    if 0 < seconds < 59.5:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02}" if minutes >= 60 else f"{minutes} min"


@register.filter
def record_text(value: Any) -> str:
    """Show a value of an answer: lists with commas, mappings as names with values."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {record_text(member)}" for key, member in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(record_text(member) for member in value)
    return str(value)
