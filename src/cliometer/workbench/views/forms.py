"""Forms of the owner's pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from cliometer.errors import Refused
from cliometer.io.archives import MOST_BYTES
from cliometer.study.steps import ROLES
from cliometer.workbench.kinds.study_kind import whole_field
from cliometer.workbench.services.imports import MOST_FILES, MOST_IN_ALL

_LIMITS = (
    f"At most {MOST_FILES} files, {MOST_BYTES // 2**20} MB each and {MOST_IN_ALL // 2**20} MB in all. "
    "A zip archive stands for the files in it."
)


class FilesInput(forms.FileInput):
    """A field for several files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files; its value is a list."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        given = data if isinstance(data, list | tuple) else [data] if data else []
        if not given:
            super().clean(None, initial)  # refuses where a file is needed
        return [file for file in given if isinstance(file, UploadedFile)]


class WordsForm(forms.Form):
    """What people read of a study."""

    title = forms.CharField(max_length=200)
    instructions = forms.CharField(
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="What judges should know before they begin. They find it on every sheet.",
    )


class NewStudyForm(WordsForm):
    """A study, with the first files where they are at hand."""

    files = FilesField(  # type: ignore[assignment]  # Django takes fields out of the class
        required=False,
        label="Files (can wait)",
        help_text=f"What the study is about, or a release to open again. {_LIMITS}",
    )


class TopicsForm(forms.Form):
    """More files."""

    files = FilesField(label="Files", help_text=_LIMITS)  # type: ignore[assignment]  # as above


class InvitationForm(forms.Form):
    """Whom a link lets in, and for how long."""

    role = forms.ChoiceField(
        choices=[(role, role) for role in ("judge", "verifier", "reader", "owner")],
        help_text="Judges work, verifiers settle, readers only look, owners run the study.",
    )
    uses = whole_field(1, 10_000, 1, "For how many people", "Each takes one seat.")
    days = whole_field(1, 365, 14, "Good for (days)", "")
    label = forms.CharField(required=False, max_length=100, label="Note to yourself", help_text="For whom it is meant.")


class SeatForm(forms.Form):
    """The roles of one person; none removes the seat."""

    person = forms.IntegerField(min_value=1, max_value=2**53)
    roles = forms.MultipleChoiceField(required=False, choices=[(role, role) for role in ROLES])


class PlaceForm(forms.Form):
    """A step of a topic: an empty topic is the study, or all topics where that makes sense."""

    step = forms.CharField(max_length=20)
    topic = forms.IntegerField(required=False, min_value=1, max_value=2**53)


class AssignForm(PlaceForm):
    """A judge for a place."""

    judge = forms.IntegerField(min_value=1, max_value=2**53)


class NumberForm(forms.Form):
    """Which row of a table."""

    number = forms.IntegerField(min_value=1, max_value=2**53)


class AuditForm(forms.Form):
    """What to look for in the audit."""

    what = forms.CharField(required=False, max_length=40)
    by = forms.CharField(required=False, max_length=150)
    page = forms.IntegerField(required=False, min_value=1, max_value=10**6)


def form_values(form: forms.Form) -> dict[str, Any]:
    """Return the values of a form without a page of its own, or refuse with its first complaint."""
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        raise Refused(f"{name}: {errors[0]}")
    return form.cleaned_data
