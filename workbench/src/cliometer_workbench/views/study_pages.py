"""Pages of studies: the home page, new studies, and the overview, topics and settings of a study."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext

from cliometer.errors import CliometerError, Refused, unknown
from cliometer.io.sheets import json_text
from cliometer.study.topics import ClearPair
from cliometer_workbench.access import Seat, roles_in
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.preferences.coding import unsettled
from cliometer_workbench.languages import translated
from cliometer_workbench.models import Study, StudyTopic
from cliometer_workbench.services import imports, study_lifecycle
from cliometer_workbench.services import overview as standings
from cliometer_workbench.services.admission import next_gate
from cliometer_workbench.services.crowd_links import next_place, open_links, takes_workers, worker_of
from cliometer_workbench.services.row_imports import change_clear_pairs
from cliometer_workbench.services.sheet_lifecycle import reopen
from cliometer_workbench.services.study_documents import rendered
from cliometer_workbench.services.study_releases import finished_part, readiness
from cliometer_workbench.services.worksheets import topic_of
from cliometer_workbench.views import forms, go_to, study_page
from cliometer_workbench.views.result_pages import saved_file


def home(request: HttpRequest) -> HttpResponseBase:
    """Show the person's open tasks and studies; staff can begin a study here."""
    assert isinstance(request.user, User)
    worker = worker_of(request.user)
    if worker is not None:
        return redirect(next_place(worker))
    mine = Study.objects.filter(members__user=request.user).distinct()
    tasks = standings.open_tasks(request.user)
    busy = {task.sheet.study_id for task in tasks}
    studies = [(study, roles_in(request.user, study)) for study in mine.filter(archived=False)]
    seats = [(study, Seat(request.user, study, roles)) for study, roles in studies]
    shown = {
        "tasks": tasks,
        "busy": busy,
        "studies": [{"study": study, "standing": standings.standing(seat)} for study, seat in seats],
        "archived": mine.filter(archived=True),
        "deleted": study_lifecycle.records_for(request.user),
        "may_create": request.user.is_staff,
        "kinds": KINDS,
    }
    return render(request, "workbench/home.html", shown)


def new(request: HttpRequest) -> HttpResponseBase:
    """Ask for the kind of a new study, then for its title, settings and files."""
    assert isinstance(request.user, User)
    kind = KINDS.get(request.GET.get("kind", ""))
    if kind is None:
        return render(request, "workbench/studies/kinds.html", {"kinds": KINDS})
    posted = request.method == "POST"
    form = forms.NewStudyForm(request.POST if posted else None, request.FILES if posted else None)
    asked = kind.settings_form(request.POST if posted else None, prefix="settings")
    if posted and form.is_valid() and asked.is_valid():
        try:
            return _create_study(request, request.user, kind.protocol.kind, form.cleaned_data, asked.cleaned_data)
        except CliometerError as error:
            form.add_error("files", translated(error))
    shown = {"form": form, "asked": asked, "kind": kind}
    return render(request, "workbench/studies/new.html", shown, status=422 if posted else 200)


def _create_study(
    request: HttpRequest, user: User, kind: str, words: dict[str, Any], settings: dict[str, Any]
) -> HttpResponseBase:
    """Create the study together with its files, or refuse both."""
    with transaction.atomic():
        study = study_lifecycle.create(kind, words["title"], user, words["instructions"], settings, words["coded"])
        notes = imports.import_files(study, words["files"], user) if words["files"] else ()
    seat, page = Seat(user, study, frozenset({"owner"})), "study" if words["files"] else "topics"
    return go_to(request, seat, page, gettext("The study was created."), notes)


def demo(request: HttpRequest) -> HttpResponseBase:
    """Create a demo study for the person."""
    assert isinstance(request.user, User)
    kind = request.POST.get("kind", "")
    if kind not in KINDS:
        raise Refused.like(unknown("kind of study", kind[:40], KINDS))
    return redirect("study", study=imports.create_demo(kind, request.user).slug)


def overview(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Show a study: tasks to everybody, the grid to owners, and feedback to judges after a release."""
    study = seat.study
    shown = {
        "kind": KINDS[study.kind], "tasks": standings.open_tasks(seat.user, study),
        "handed_in": standings.finished_sheets(seat.user, study),
        "instructions": rendered(study, study.instructions), "gate": next_gate(study, seat.user),
        "released": study.releases.exists(), **_feedback(seat), "standing": standings.standing(seat),
        "readable": [] if seat.owner else standings.readable_sheets(seat),
    }  # fmt: skip
    if seat.owner:
        shown |= {
            "grid": standings.study_grid(seat), "topics": study.topics.count(),
            "judges": standings.judge_count(study), "by_link": open_links(study).exists(),
            "started": study.started is not None, "ready": readiness(study), "takes_workers": takes_workers(study),
            "unsettled": unsettled(study),
        }  # fmt: skip
        if not shown["started"]:
            texts, kind = [topic_of(row) for row in study.topics.all()], KINDS[study.kind]
            counted = sum(len(topic.summaries) + (0 if kind.compares else len(topic.sources)) for topic in texts)
            shown["texts"] = kind.counted_texts % {"counter": counted}
    return study_page(request, seat, "overview", shown)


def _feedback(seat: Seat) -> dict[str, Any]:
    kind = KINDS[seat.study.kind]
    if kind.feedback is None or "judge" not in seat.roles or not seat.study.releases.exists():
        return {}
    part = finished_part(seat.study)
    if not part.topics.all():
        return {}
    return {"feedback": kind.feedback(part, seat.user), "feedback_template": kind.feedback_template}


def settings(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Change the title and instructions at any time, and the settings while nobody has worked (some, later too)."""
    study, posted = seat.study, request.method == "POST"
    locked = study_lifecycle.has_work(study)
    words = {"title": study.title, "instructions": study.instructions, "coded": study.coded}
    form = forms.WordsForm(request.POST if posted else None, initial=words)
    kind = KINDS[study.kind].settings_form
    asked = kind(request.POST if posted else None, prefix="settings", initial=study.settings)
    for name, field in asked.fields.items():
        field.disabled = locked and name not in kind.unlocked
    if posted and form.is_valid() and asked.is_valid():
        changed = [name for name in asked.changed_data if name in kind.unlocked] if locked else asked.cleaned_data
        wanted = study.settings | {name: asked.cleaned_data[name] for name in changed}
        study_lifecycle.change(study, seat.user, **form.cleaned_data, settings=wanted)
        return go_to(request, seat, "settings", gettext("The changes were saved."))
    shown = {
        "form": form, "asked": asked, "locked": locked,
        "disposable": study_lifecycle.is_disposable(study, seat.user), **_forecast(study),
    }  # fmt: skip
    return study_page(request, seat, "settings", shown, 422 if posted else 200)


def _forecast(study: Study) -> dict[str, Any]:
    """Return what the study can find; nothing where its topics do not say yet."""
    kind = KINDS[study.kind]
    try:
        prediction = kind.forecast(study) if kind.forecast else None
    except CliometerError:
        prediction = None
    return {"forecast": prediction, "forecast_template": kind.forecast_template} if prediction else {}


def topics(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Show the topics of a study, add files, and remove topics."""
    form, status = forms.TopicsForm(), 200
    if request.method == "POST" and "remove" in request.POST:
        number = forms.form_values(forms.NumberForm({"number": request.POST["remove"]}))["number"]
        topic = _topic(seat, number)
        imports.remove_topic(seat.study, topic, seat.user)
        return go_to(request, seat, "topics", gettext("%(topic)s was removed.") % {"topic": topic})
    if request.method == "POST" and "better" in request.POST and KINDS[seat.study.kind].compares:
        asked = forms.form_values(forms.ClearPairForm(request.POST))
        pair = ClearPair(asked["better"], asked["worse"], asked["use"], asked["reason"])
        change_clear_pairs(seat.study, _topic(seat, asked["topic"]).pk, pair, seat.user, drop=asked["drop"])
        return go_to(request, seat, "topics", gettext("The changes were saved."))
    if request.method == "POST":
        form, status = forms.TopicsForm(request.POST, request.FILES), 422
        if form.is_valid():
            try:
                notes = imports.import_files(seat.study, form.cleaned_data["files"], seat.user)
            except CliometerError as error:
                form.add_error(None, gettext("Nothing was imported: %(error)s") % {"error": translated(error)})
            else:
                return go_to(request, seat, "topics", gettext("The files were imported."), notes)
    shown = {
        "form": form, "kind": KINDS[seat.study.kind], "rows": [_row(topic) for topic in seat.study.topics.all()],
        "closed": study_lifecycle.spans_topics(seat.study) and study_lifecycle.has_work(seat.study),
    }  # fmt: skip
    return study_page(request, seat, "topics", shown, status)


def _row(row: StudyTopic) -> dict[str, Any]:
    topic = topic_of(row)
    return {
        "topic": row,
        "stories": len(topic.sources),
        "sentences": sum(len(source.annotation.sentences) for source in topic.sources),
        "summaries": list(topic.summaries),
        "tests": topic.tests,
        "length": topic.length,
        "begun": study_lifecycle.has_work(row.study, None if study_lifecycle.spans_topics(row.study) else row),
    }


def start(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Start the study: give out the sheets."""
    made = study_lifecycle.start(seat.study, seat.user)
    message = ngettext("%(count)s sheet was given out.", "%(count)s sheets were given out.", made) % {"count": made}
    if not made:
        if not seat.study.sheets.exists() and open_links(seat.study).exists():
            message = gettext("The study is started. Workers who come by the link get their sheets when they begin.")
        else:
            message = gettext("Everybody has their sheets already, so no sheet was given out.")
    return go_to(request, seat, "study", message)


def archive(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Archive a study, or restore it."""
    aside = request.POST.get("aside") == "on"
    study_lifecycle.set_archived(seat.study, seat.user, aside)
    text = gettext("%(title)s is archived, and can be restored here.") if aside else gettext("%(title)s is restored.")
    return go_to(request, seat, "settings", text % {"title": seat.study.title})


def delete(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Delete a study for good, and show the record of it."""
    gone = study_lifecycle.delete_study(seat.study, seat.user, request.POST.get("address", ""))
    if gone is None:
        messages.success(request, gettext("%(title)s is deleted.") % {"title": seat.study.title})
        return redirect("home")
    return redirect("deletion", digest=gone.digest)


def deletion(request: HttpRequest, digest: str) -> HttpResponseBase:
    """Show the record of a deletion, or give it as a file."""
    assert isinstance(request.user, User)
    kept = study_lifecycle.records_for(request.user).get(digest)
    if kept is None:
        raise Http404
    if "file" not in request.GET:
        return render(request, "workbench/deleted.html", {"record": kept, "text": json_text(kept)})
    name = f"deleted-{kept['study']['address']}.json"
    return saved_file(name, json_text(kept), "application/json")


def reopen_step(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Reopen a step and all steps after it, as new revisions."""
    place = forms.form_values(forms.PlaceForm(request.POST))
    step = seat.study.protocol.step(place["step"])
    topic = None if step.spans else _topic(seat, place["topic"])
    names = reopen(seat.study, topic, step.name, seat.user)
    later = ", ".join(gettext(seat.study.protocol.step(name).title) for name in names[1:])
    notes = (gettext("These steps were reopened with it: %(steps)s.") % {"steps": later},) if later else ()
    message = gettext("The step '%(step)s' was reopened.")
    if topic:
        message = gettext("The step '%(step)s' of %(topic)s was reopened.")
    return go_to(request, seat, "study", message % {"step": gettext(step.title), "topic": topic}, notes)


def _topic(seat: Seat, number: int | None) -> StudyTopic:
    return get_object_or_404(seat.study.topics, pk=number)
