"""Pages of the guidelines: the owner writes them with a preview, uploads pictures, and looks at earlier versions."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from cliometer.errors import CliometerError
from cliometer_workbench.access import Seat
from cliometer_workbench.languages import translated
from cliometer_workbench.models import Study
from cliometer_workbench.services import study_documents
from cliometer_workbench.services.admission import WORKING
from cliometer_workbench.services.markdown import picture_names
from cliometer_workbench.services.seats import invitation
from cliometer_workbench.services.study_documents import EXAMPLES, LONGEST_TEXT, WHOLE, current, rendered
from cliometer_workbench.views import study_page


class GuidelinesForm(forms.Form):
    """The guidelines of a study: a text for all of it, and for each step a text and examples."""

    def __init__(self, study: Study, data: object = None) -> None:
        version = current(study, "guidelines")
        texts = version.document if version else {WHOLE: study.instructions}
        super().__init__(data, initial={_field(place): text for place, text in texts.items()})  # type: ignore[arg-type]
        self.places = {WHOLE: _("For the whole study")}
        for step in study.protocol.steps:
            self.places |= {step.name: _(step.title), step.name + EXAMPLES: _("Examples: %s") % _(step.title)}
        for place, label in self.places.items():
            self.fields[_field(place)] = forms.CharField(
                required=False, max_length=LONGEST_TEXT, strip=False, label=label,
                widget=forms.Textarea(attrs={"rows": 12 if place == WHOLE else 6}),
            )  # fmt: skip

    @property
    def texts(self) -> dict[str, str]:
        """The texts by place."""
        return {place: self.cleaned_data[_field(place)] for place in self.places}


def _field(place: str) -> str:
    return "text-" + (place.replace("/", "-") or "study")


def guidelines(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Let the owner write the guidelines; each change is a version of its own."""
    study = seat.study
    form = GuidelinesForm(study, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        before = study.versions.get("guidelines")
        number = study_documents.keep_document(study, "guidelines", form.texts, seat.user)
        if number == before:
            messages.warning(request, _("Nothing was changed."))
        else:
            messages.success(request, _("The guidelines were saved."))
        warn_of_pictures(request, study, form.texts.values())
        return redirect("guidelines", study=study.slug)
    return _page(request, seat, form, unsaved=bool(form.errors))


def _page(request: HttpRequest, seat: Seat, form: GuidelinesForm, unsaved: bool) -> HttpResponse:
    study, labels = seat.study, form.places.items()
    versions = study.documents.filter(part="guidelines").select_related("created_by").order_by("-number")
    wanted = request.GET.get("version", "")
    old = next((version for version in versions if str(version.number) == wanted), None)
    used, texts = study_documents.shown_pictures(study), old.document if old else {}
    shown = {
        "form": form, "versions": versions, "unsaved": unsaved, "old": old,
        "fields": [(form[_field(place)], rendered(study, form[_field(place)].value() or "")) for place in form.places],
        "pictures": [(picture, picture.name in used) for picture in study.pictures.defer("content")],
        "old_texts": [(label, rendered(study, texts[place])) for place, label in labels if place in texts],
    }  # fmt: skip
    return study_page(request, seat, "guidelines", shown, 422 if form.errors else 200)


def warn_of_pictures(request: HttpRequest, study: Study, texts: Iterable[str]) -> None:
    """Name the pictures that texts refer to and the study does not have."""
    if missing := study_documents.missing_pictures(study, texts):
        text = _("These pictures are not among those of the study, so their descriptions are shown: %(names)s.")
        messages.warning(request, text % {"names": ", ".join(missing)})


def preview(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Return a text as it will be shown; htmx names the box that was typed in."""
    text = request.POST.get(request.headers.get("HX-Trigger-Name", "text"), "")[:LONGEST_TEXT]
    return HttpResponse(rendered(seat.study, text))


def pictures(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Add a picture, or remove one that no version shows; texts that came along are shown again, and not saved."""
    file = request.FILES.get("picture")
    try:
        if "remove" in request.POST:
            study_documents.remove_picture(seat.study, request.POST["remove"][:100], seat.user)
            messages.success(request, _("The picture was removed."))
        elif isinstance(file, UploadedFile):
            kept = study_documents.add_picture(seat.study, file, seat.user)
            text = _("The picture was added. Write ![What it shows](%(name)s) where it belongs.")
            messages.success(request, text % {"name": kept.name})
        else:
            messages.error(request, _("Choose the file of a picture."))
    except CliometerError as error:
        messages.error(request, translated(error))
    form = GuidelinesForm(seat.study, request.POST)
    if not any(name in request.POST for name in form.fields):
        return redirect("guidelines", study=seat.study.slug)
    form.is_valid()
    return _page(request, seat, form, unsaved=form.has_changed())


def picture(request: HttpRequest, seat: Seat, name: str) -> HttpResponseBase:
    """Send a picture of the study, as nothing but a picture."""
    return _sent(seat.study, name)


def join_picture(request: HttpRequest, token: str, name: str) -> HttpResponseBase:
    """Send an invited person, who has no seat yet, a picture of the consent that the page of the invitation shows."""
    invited = invitation(token)
    asked = current(invited.study, "consent") if invited.role in WORKING else None
    if asked is None or name not in picture_names(asked.document[WHOLE]):
        raise Http404
    return _sent(invited.study, name)


def _sent(study: Study, name: str) -> HttpResponse:
    picture = get_object_or_404(study.pictures, name=name)
    headers = {
        "Content-Disposition": f'inline; filename="{picture.name}"',
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, max-age=86400, immutable",  # another picture has another name
    }
    return HttpResponse(base64.b64decode(picture.content), content_type=picture.kind, headers=headers)
