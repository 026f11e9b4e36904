"""Pages before the work: consent, questions on the person and a quiz, and the page on which the owner writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from cliometer.errors import CliometerError, InputError
from cliometer_workbench.access import Seat
from cliometer_workbench.kinds.described_fields import described, described_form
from cliometer_workbench.languages import translated
from cliometer_workbench.models import Entry, Study
from cliometer_workbench.services import admission as gates
from cliometer_workbench.services import persons
from cliometer_workbench.services.crowd_links import exit_address, next_place, worker_of
from cliometer_workbench.services.overview import open_tasks
from cliometer_workbench.services.study_documents import WHOLE, current, keep_document, questionnaire, rendered
from cliometer_workbench.study.persons import LEADERS, MOST_QUESTIONS, PersonQuestion, Questionnaire
from cliometer_workbench.views import go_to, study_page
from cliometer_workbench.views.account_pages import member
from cliometer_workbench.views.forms import AdmitForm, form_values
from cliometer_workbench.views.guideline_pages import warn_of_pictures
from cliometer_workbench.views.result_pages import saved_file

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
    version, quiz = current(study, "consent"), current(study, "knowledge")
    consent = ConsentForm(posted, initial={"consent": version.document[WHOLE] if version else ""})
    needed = NeededForm(posted, initial={"needed": quiz.document["needed"] if quiz else 0})
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
    version = current(study, part)
    rows = [_initial(question) for question in questionnaire(version.document).questions] if version else []
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
    with transaction.atomic():  # all or nothing
        keep_document(seat.study, "questions", asdict(Questionnaire(documents["questions"])), seat.user)
        keep_document(seat.study, "knowledge", asdict(quiz), seat.user)
        keep_document(seat.study, "consent", {WHOLE: consent}, seat.user)


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
