"""The forms of accounts and of the owner's pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.core.validators import validate_email
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from cliometer.errors import CliometerError, Refused
from cliometer_workbench.formats.archives import MOST_BYTES
from cliometer_workbench.kinds.described_fields import FilesField, SettingsForm, described, described_form
from cliometer_workbench.languages import translated
from cliometer_workbench.services.imports import MOST_FILES, MOST_IN_ALL
from cliometer_workbench.study.crowd_services import SERVICES, check_parameters, check_return_address

if TYPE_CHECKING:
    _NewUserForm = UserCreationForm[User]
else:
    _NewUserForm = UserCreationForm  # generic for type checkers alone

_LIMITS = format_lazy(
    _("The limit is {files} files, {each} MB each and {all} MB in all. A zip archive stands for the files in it."),
    files=MOST_FILES,
    each=MOST_BYTES // 2**20,
    all=MOST_IN_ALL // 2**20,
)


class SignInForm(forms.Form):
    """The form of the page for signing in."""

    username = forms.CharField(
        label=_("Username"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=4096,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class JoinForm(_NewUserForm):
    """The form of a new account, whose name owners and readers of releases see."""

    class Meta:
        model = User
        fields: ClassVar = ("username",)


@described("machine", "calls tokens")
class MachineForm(forms.Form):
    """A model's seat: which model, and the most that it may spend."""

    field_order = ("judge", "calls", "tokens")
    judge = forms.TypedChoiceField(
        coerce=int, label=_("Model"), error_messages={"invalid_choice": _("There is no such model.")}
    )

    def __init__(self, offered: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["judge"].choices = list(enumerate(offered))  # type: ignore[attr-defined]  # a field with choices


@described("words")
class NewStudyForm(forms.Form):
    """The form of a new study, with files if they are at hand."""

    files = FilesField(  # type: ignore[assignment]  # Django takes fields out of the class
        required=False,
        label=_("Files (optional)"),
        help_text=format_lazy("{} {}", _("Upload the topics of the study, or a release to open again."), _LIMITS),
    )


class TopicsForm(forms.Form):
    """The form for more files of topics."""

    files = FilesField(label=_("Files"), help_text=_LIMITS)  # type: ignore[assignment]  # as above


@described("crowd-link", service={"choices": [(service.name, service.title) for service in SERVICES.values()]})
class CrowdLinkForm(SettingsForm):
    """The form of a link for workers of a crowd service; its values are the terms of `crowd_links.make_link`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"auto_id": "crowd_%s"})  # the page has other forms with such fields
        for name in ("address", "screen_address"):
            self.fields[name].widget.attrs["class"] = "long"

    def clean(self) -> dict[str, Any]:
        """Check codes and addresses against what the service documents."""
        given = super().clean() or {}
        service = SERVICES.get(given.get("service", ""))
        if self.errors or service is None:
            return given
        names = [given.pop(name) for name in ("worker", "project", "submission")]
        try:
            given["parameters"] = check_parameters(tuple(names)) if service.name == "any" else service.parameters
            for name in ("address", "screen_address"):
                given[name] = given[name] and check_return_address(given[name], service.host)
        except CliometerError as error:
            raise forms.ValidationError(translated(error)) from None
        if given["codes"] not in service.codes:
            raise forms.ValidationError(_("%(service)s needs another kind of code: the same one for all, or one for "
                                          "each worker.") % {"service": service.title})  # fmt: skip
        if (given["codes"] == "fixed") != bool(given["code"]):
            raise forms.ValidationError(_("Type the code exactly where it is the same for all."))
        given["address"] = given["address"] or service.address
        if service.address and given["screen_code"]:
            given["screen_address"] = given["screen_address"] or service.address
        if given["codes"] == "none" and not given["address"]:
            raise forms.ValidationError(_("Workers need a code or a return address, or both."))
        return given


@described("invitation", "addresses role days")
class MailForm(forms.Form):
    """The form of invitations by e-mail."""

    def clean_addresses(self) -> list[str]:
        """Return the addresses, or name the first line that holds none."""
        lines = [line.strip() for line in self.cleaned_data["addresses"].splitlines()]
        for number, line in enumerate(lines, start=1):
            if line:
                try:
                    validate_email(line)
                except forms.ValidationError:
                    wrong = _("Line %(number)d is no e-mail address: %(line)s")
                    raise forms.ValidationError(wrong % {"number": number, "line": line[:80]}) from None
        return [line for line in lines if line]


@described("coding")
class CodingForm(forms.Form):
    """The codebook and the coders of reasons."""

    coders = forms.TypedMultipleChoiceField(required=False, coerce=int)

    def __init__(self, given: Any, people: dict[int, str]) -> None:
        super().__init__(given)
        self.fields["coders"].choices = list(people.items())  # type: ignore[attr-defined]  # a field with choices


WordsForm = described_form("words")  # title and instructions of a study
EmailForm = described_form("account")
InvitationForm = described_form("invitation", "role uses days label once")
WordingForm = described_form("wording")  # the language of the pages for workers, and a table of their texts
NumberForm = described_form("number")  # of a row
SeatForm = described_form("seat")  # the roles of a person; without any, the seat is removed
PlaceForm = described_form("place", "step topic")  # without a topic, the step of the study or of all topics
AssignForm = described_form("place")  # and the judge to whom it is assigned
AdmitForm = described_form("admit")  # a person, and the part that kept them out
ClearPairForm = described_form("clear-pair")  # of a topic, or the systems of one to be removed
AuditForm = described_form("audit")  # its filter


def form_problems(form: forms.Form) -> str:
    """Return what is wrong with a form in one line, for programs."""
    return "; ".join(f"{name.strip('_')}: {' '.join(map(str, problems))}" for name, problems in form.errors.items())


def form_values(form: forms.Form) -> dict[str, Any]:
    """Return the values of a form that has no page of its own, or refuse with its first error."""
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        raise Refused("field-invalid", name=name, problem=errors[0])
    return form.cleaned_data
