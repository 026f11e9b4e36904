"""The forms of accounts and of the owner's pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import validate_email
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from cliometer.errors import CliometerError, Refused
from cliometer_workbench.config import new_token
from cliometer_workbench.formats.archives import MOST_BYTES
from cliometer_workbench.kinds.described_fields import DescribedForm
from cliometer_workbench.kinds.study_kind import SettingsForm
from cliometer_workbench.languages import translated
from cliometer_workbench.services.imports import MOST_FILES, MOST_IN_ALL
from cliometer_workbench.study.crowd_services import SERVICES, check_parameters, check_return_address
from cliometer_workbench.study.steps import ROLES

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


class EmailForm(forms.Form):
    """The form of one's e-mail address."""

    email = forms.EmailField(
        required=False, label=_("E-mail address"), help_text=_("Reminders of open sheets go there. Empty: none.")
    )


class MachineForm(forms.Form):
    """A model's seat: which model, and the most that it may spend."""

    judge = forms.IntegerField(min_value=0, widget=forms.Select(), label=_("Model"))
    calls = forms.IntegerField(
        min_value=1, max_value=10**9, required=False, label=_("Most calls"), help_text=_("Leave it empty for no limit.")
    )
    tokens = forms.IntegerField(min_value=1, max_value=10**12, required=False, label=_("Most tokens"))

    def __init__(self, offered: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        widget = self.fields["judge"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = list(enumerate(offered))
        self.offered = offered

    def clean_judge(self) -> int:
        number: int = self.cleaned_data["judge"]
        if number >= len(self.offered):
            raise forms.ValidationError(_("There is no such model."))
        return number


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


_WORDS, _INVITATION, _CROWD_LINK = DescribedForm("words"), DescribedForm("invitation"), DescribedForm("crowd-link")


class WordsForm(forms.Form):
    """The title and instructions of a study."""

    title = _WORDS("title")
    instructions = _WORDS("instructions")
    coded = _WORDS("coded")


class NewStudyForm(WordsForm):
    """The form of a new study, with files if they are at hand."""

    files = FilesField(  # type: ignore[assignment]  # Django takes fields out of the class
        required=False,
        label=_("Files (optional)"),
        help_text=format_lazy("{} {}", _("Upload the topics of the study, or a release to open again."), _LIMITS),
    )


class TopicsForm(forms.Form):
    """The form for more files of topics."""

    files = FilesField(label=_("Files"), help_text=_LIMITS)  # type: ignore[assignment]  # as above


class InvitationForm(forms.Form):
    """The form of an invitation."""

    role = _INVITATION("role")
    uses = _INVITATION("uses")
    days = _INVITATION("days")
    label = _INVITATION("label")
    once = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput, initial=new_token)


class WordingForm(forms.Form):
    """The language of the pages for workers, and a table of texts in place of those of the workbench."""

    language = forms.CharField(
        required=False, max_length=8, label=_("Language of the pages"),
        help_text=_("A code such as ar, de or en-gb. Empty: what the browser asks for."),
    )  # fmt: skip
    file = forms.FileField(
        required=False, label=_("Your own texts (CSV)"),
        help_text=_(
            "The table with the column translation filled in; where it is empty, the text of the workbench is shown. "
            "What stands in gaps, such as %(counter)s or {count}, stays as it is."
        ),
    )  # fmt: skip


class CrowdLinkForm(SettingsForm):
    """The form of a link for workers of a crowd service; its values are the terms of `crowd_links.make_link`."""

    groups: ClassVar = _CROWD_LINK.groups
    service = _CROWD_LINK("service", choices=[(service.name, service.title) for service in SERVICES.values()])
    worker = _CROWD_LINK("worker")
    project = _CROWD_LINK("project")
    submission = _CROWD_LINK("submission")
    codes = _CROWD_LINK("codes")
    code = _CROWD_LINK("code")
    address = _CROWD_LINK("address")
    screen_code = _CROWD_LINK("screen_code")
    screen_address = _CROWD_LINK("screen_address")
    places = _CROWD_LINK("places")
    pairs = _CROWD_LINK("pairs")
    idle = _CROWD_LINK("idle")
    days = _CROWD_LINK("days")
    label = _CROWD_LINK("label")
    once = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput, initial=new_token)

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


class MailForm(forms.Form):
    """The form of invitations by e-mail."""

    addresses = _INVITATION("addresses")
    role = _INVITATION("role")
    days = _INVITATION("days")

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


class SeatForm(forms.Form):
    """The roles of a person; without any, the seat is removed."""

    person = forms.IntegerField(min_value=1, max_value=2**53)
    roles = forms.MultipleChoiceField(required=False, choices=[(role, role) for role in ROLES])


class PlaceForm(forms.Form):
    """A step of a topic; without a topic, the step of the study or of all topics."""

    step = forms.CharField(max_length=20)
    topic = forms.IntegerField(required=False, min_value=1, max_value=2**53)


class AssignForm(PlaceForm):
    """The judge to whom a step of a topic is assigned."""

    judge = forms.IntegerField(min_value=1, max_value=2**53)


class CodingForm(forms.Form):
    """The codebook and the coders of reasons."""

    codebook = forms.CharField(max_length=100_000)
    coders = forms.TypedMultipleChoiceField(required=False, coerce=int)

    def __init__(self, given: Any, people: dict[int, str]) -> None:
        super().__init__(given)
        self.fields["coders"].choices = list(people.items())  # type: ignore[attr-defined]  # a field with choices


class NumberForm(forms.Form):
    """The number of a row."""

    number = forms.IntegerField(min_value=1, max_value=2**53)


class ClearPairForm(forms.Form):
    """A pair of a topic with a known answer, or the systems of one to be removed."""

    topic = forms.IntegerField(min_value=1, max_value=2**53)
    better = forms.CharField(max_length=200, strip=False)
    worse = forms.CharField(max_length=200, strip=False)
    use = forms.ChoiceField(required=False, choices=[(use_name, use_name) for use_name in ("", "quiz", "test")])
    reason = forms.CharField(required=False, max_length=300)
    drop = forms.BooleanField(required=False)


class AuditForm(forms.Form):
    """The filter of the audit."""

    what = forms.CharField(required=False, max_length=40)
    by = forms.CharField(required=False, max_length=150)
    page = forms.IntegerField(required=False, min_value=1, max_value=10**6)


def form_problems(form: forms.Form) -> str:
    """Return what is wrong with a form in one line, for programs."""
    return "; ".join(f"{name.strip('_')}: {' '.join(map(str, problems))}" for name, problems in form.errors.items())


def form_values(form: forms.Form) -> dict[str, Any]:
    """Return the values of a form that has no page of its own, or refuse with its first error."""
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        raise Refused("field-invalid", name=name, problem=errors[0])
    return form.cleaned_data
