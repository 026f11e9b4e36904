"""Pages of what owners write for the people of a study: guidelines with pictures, and the pages before the work, with
consent, questions on the person and a quiz.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from cliometer.errors import CliometerError, InputError
from cliometer_workbench.access import Seat
from cliometer_workbench.kinds.described_fields import described, described_form
from cliometer_workbench.languages import translated
from cliometer_workbench.models import Entry, Study
from cliometer_workbench.services import admission as gates
from cliometer_workbench.services import persons, study_documents
from cliometer_workbench.services.crowd_links import exit_address, next_place, worker_of
from cliometer_workbench.services.markdown import picture_names
from cliometer_workbench.services.overview import open_tasks
from cliometer_workbench.services.seats import invitation
from cliometer_workbench.services.study_documents import (
    WHOLE,
    current,
    current_document,
    questionnaire,
    rendered,
)
from cliometer_workbench.study.persons import LEADERS, MOST_QUESTIONS, PersonQuestion, Questionnaire
from cliometer_workbench.views import go_to, study_page
from cliometer_workbench.views.account_pages import member
from cliometer_workbench.views.forms import AdmitForm, form_values
from cliometer_workbench.views.result_pages import saved_file


class GuidelinesForm(forms.Form):
    """The guidelines of a study: a text for all of it, and for each step a text and examples."""

    def __init__(self, study: Study, data: object = None) -> None:
        texts = {_field(place): text for place, text in study_documents.guideline_texts(study).items()}
        super().__init__(data, initial=texts)  # type: ignore[arg-type]
        self.places = {WHOLE: _("For the whole study")}
        for step in study.protocol.steps:
            self.places |= {
                step.name: _(step.title),
                step.name + study_documents.EXAMPLES: _("Examples: %s") % _(step.title),
            }
        for place, label in self.places.items():
            self.fields[_field(place)] = forms.CharField(
                required=False, max_length=study_documents.LONGEST_TEXT, strip=False, label=label,
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
    text = request.POST.get(request.headers.get("HX-Trigger-Name", "text"), "")[: study_documents.LONGEST_TEXT]
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
    asked = current(invited.study, "consent") if invited.role in gates.WORKING else None
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


ANSWER = "answer-"  # before the name of a question, in forms


def admission(request: HttpRequest, seat: Seat, part: str) -> HttpResponseBase:
    """Show a page that people pass before they work, or keep what they answer; others see it as it will be."""
    study, user = seat.study, seat.user
    document = current(study, part) if part in gates.GATES else None
    if document is None:
        raise Http404
    problems: Mapping[str, InputError] = {}
    if request.method == "POST":
        if part == "consent":
            agreed, version = request.POST.get("agreed") == "yes", request.POST.get("version", "")
            persons.answer_consent(
                study, user, agreed, int(version) if version.isdecimal() and len(version) < 10 else 0
            )
        else:
            given = {name.removeprefix(ANSWER): texts for name, texts in request.POST.lists()}
            problems = persons.answer_questions(study, user, part, given)
        if not problems:
            return redirect(onward(study, user))
    shown = {
        "study": study, "seat": seat, "part": part, "version": document, "problems": problems,
        "answer": gates.latest_answers(study, user).get(part), "asked": bool(seat.roles & {*gates.WORKING}),
        "worked": Entry.objects.filter(sheet__study=study, by=user).exists(),
    }  # fmt: skip
    if part == "consent":
        shown["text"] = rendered(study, document.document[WHOLE])
    else:
        shown["questions"] = [_row(item, request, problems) for item in questionnaire(document.document).questions]
    return render(request, "workbench/admission.html", shown, status=422 if problems else 200)


def _row(question: PersonQuestion, request: HttpRequest, problems: Mapping[str, InputError]) -> dict[str, Any]:
    name = ANSWER + question.id
    problem = translated(problems[question.id]) if question.id in problems else ""
    return {"question": question, "name": name, "given": request.POST.getlist(name), "problem": problem}


_WHY_OUT = {  # in the payment list
    "consent": "declined the consent",
    "questions": "kept out by the questions on the person",
    "knowledge": "failed the quiz before the work",
}


def onward(study: Study, user: User) -> str:
    """Return the page on which a member goes on: the next gate, a sheet, the study, or the end for crowd workers."""
    worker = worker_of(user)
    if worker is not None:
        why = _WHY_OUT[gates.next_part(study, user) or ""] if gates.screened_out(study, user) else ""
        return (exit_address(study, user, "screened out", why) if why else None) or next_place(worker)
    gate = gates.next_gate(study, user)
    tasks = [] if gate else open_tasks(user, study)
    return gate or reverse(*(("sheet", None, [tasks[0].sheet.pk]) if tasks else ("study", None, [study.slug])))


class QuestionForm(forms.Form):
    """A question; without a text it is left out."""

    lists: ClassVar[tuple[str, ...]] = ("options",)

    def question(self, place: int) -> PersonQuestion | None:
        """Return the question, or None for an empty row; a name that is left out is made of the text."""
        given = dict(self.cleaned_data)
        if not given.get("text"):
            return None
        for name in self.lists:
            given[name] = tuple(line.strip() for line in given[name].splitlines() if line.strip())
        words = "_".join(slugify(given["text"]).split("-")[:4]).lstrip("_0123456789")[:40]
        given["id"] = given["id"] or words.rstrip("_") or f"q{place}"
        return PersonQuestion(**given)


@described("person-question", "text kind id options required excluded least most")
class PersonQuestionForm(QuestionForm):
    """A question on the person, with the answers that end their part in the study."""

    lists = ("options", "excluded")


@described("person-question", "text kind id options right")
class QuizQuestionForm(QuestionForm):
    """A question of the quiz with its right answers."""

    lists = ("options", "right")


ConsentForm, NeededForm = described_form("admission", "consent"), described_form("admission", "needed")
COUNTRY = PersonQuestion("country", "In which country do you live?")
OFFERS = {"country": ("questions", (COUNTRY,)), "leaders": ("knowledge", LEADERS)}
"""Questions that a button of the page adds to what is there."""


def admission_settings(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Let the owner write the consent, the questions and the quiz, and show how people stand."""
    study, posted = seat.study, request.POST if request.method == "POST" else None
    status = 200
    rows = {part: _formset(study, part, posted) for part in ("questions", "knowledge")}
    consent = ConsentForm(posted, initial={"consent": current_document(study, "consent").get(WHOLE, "")})
    needed = NeededForm(posted, initial={"needed": current_document(study, "knowledge").get("needed", 0)})
    adding = posted is not None and "add" in posted
    if adding:  # shown again with what was typed, and not saved
        typed = posted.dict() if posted is not None else {}
        consent, needed = ConsentForm(initial=typed), NeededForm(initial=typed)
    elif posted is not None:
        status = 422
        if consent.is_valid() and needed.is_valid() and all(formset.is_valid() for formset in rows.values()):
            try:
                _save(seat, consent.cleaned_data["consent"], rows, needed.cleaned_data["needed"])
            except CliometerError as error:
                consent.add_error(None, translated(error))
            else:
                answer = go_to(request, seat, "admission_settings", _("The changes were saved."))
                warn_of_pictures(request, study, [consent.cleaned_data["consent"]])
                return answer
    shown = {
        "consent": consent, "needed": needed, **rows, "unsaved": posted is not None, "versions": study.versions,
        "preview": rendered(study, consent["consent"].value() or ""), "people": persons.standings(study),
        "gates": [(part, gates.gate_address(study, part)) for part in gates.GATES if part in study.versions],
    }  # fmt: skip
    return study_page(request, seat, "admission", shown, status, "workbench/admission_settings.html")


def _formset(study: Study, part: str, posted: Any) -> Any:
    """Return the rows of the questions of a part; a button that adds ready ones keeps what was typed."""
    form = PersonQuestionForm if part == "questions" else QuizQuestionForm
    kind = forms.formset_factory(form, extra=1, max_num=MOST_QUESTIONS, absolute_max=MOST_QUESTIONS + 10)
    rows = [_initial(question) for question in questionnaire(current_document(study, part)).questions]
    if posted is None or "add" not in posted:
        return kind(posted, initial=rows, prefix=part)
    typed = [{field.name: field.value() for field in row} for row in kind(posted, initial=rows, prefix=part)]
    rows = [row for row in typed if row["text"]]
    to, offered = OFFERS.get(posted["add"], ("", ()))
    there = {row["id"] for row in rows}
    rows += [_initial(question) for question in offered if to == part and question.id not in there]
    return kind(initial=rows, prefix=part)


def _initial(question: PersonQuestion) -> dict[str, Any]:
    return {name: "\n".join(value) if isinstance(value, tuple) else value for name, value in vars(question).items()}


def _save(seat: Seat, consent: str, rows: Mapping[str, Any], needed: int) -> None:
    documents = {part: _questions(formset) for part, formset in rows.items()}
    quiz = Questionnaire(documents["knowledge"], needed)
    asked = {"questions": asdict(Questionnaire(documents["questions"])), "knowledge": asdict(quiz)}
    study_documents.keep_documents(seat.study, asked | {"consent": {WHOLE: consent}}, seat.user)


def _questions(formset: Any) -> tuple[PersonQuestion, ...]:
    questions = []
    for place, form in enumerate(formset.forms, start=1):
        try:
            question = form.question(place)
        except InputError as error:
            form.add_error(None, translated(error))
            raise
        if question:
            questions.append(question)
    return tuple(questions)


def admit(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Let somebody work whom the questions or the quiz kept out."""
    asked = form_values(AdmitForm(request.POST))
    user = member(seat.study, asked["person"])
    persons.admit(seat.study, user, asked["part"], seat.user)
    return go_to(request, seat, "admission_settings", _("%(name)s can work now.") % {"name": user.username})


def judge_key(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Send the owner the names behind the codes of the releases."""
    return saved_file(f"{seat.study.slug}-key.csv", persons.key_csv(seat.study))
