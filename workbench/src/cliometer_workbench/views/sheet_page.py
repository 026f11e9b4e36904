"""The page of a sheet: showing it, acting on it, handing it in, and counting active time."""

from __future__ import annotations

import json
from typing import Any, cast
from urllib.parse import quote

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from cliometer.errors import Missing, Overtaken, Refused, shown
from cliometer.model.notes import Note, joined
from cliometer.spelling import is_whole
from cliometer_workbench.access import SheetSeat
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.preferences.vote_collection import documents_beside
from cliometer_workbench.kinds.study_kind import Bench, Screen, action_to_redraw
from cliometer_workbench.languages import translated
from cliometer_workbench.services import overview
from cliometer_workbench.services.crowd_links import dealt, exit_address, next_place, screen_out, worker_of
from cliometer_workbench.services.sheet_lifecycle import act, submit
from cliometer_workbench.services.storage import count_time, people_at
from cliometer_workbench.services.study_documents import guidelines_for
from cliometer_workbench.services.worksheets import cached_history, load
from cliometer_workbench.study.journal import Detail, Worksheet, verbs


def show(request: HttpRequest, seat: SheetSeat) -> HttpResponseBase:
    """Show a sheet; a crowd worker whose sheet is closed sees the page with the code."""
    worker = None if seat.may_write and not seat.sheet.submitted else worker_of(seat.user)
    if worker is not None:
        return redirect(next_place(worker))
    history = load(seat.sheet)
    if seat.may_write:
        history = dealt(seat.sheet, history)
        end = screen_out(seat.sheet, seat.user, history.work)
        if end is not None:
            return redirect(end)
    bench = Bench(seat, history, request.GET.dict())
    guidelines = guidelines_for(seat.study, seat.sheet.step)
    return render(request, "workbench/sheet.html", _context(bench) | {"guidelines": guidelines})


def do(request: HttpRequest, seat: SheetSeat) -> HttpResponseBase:
    """Carry out one action, sent as a form or JSON, and answer with the pieces that it changed."""
    verb, details, op, seen = _read_action(request, type(cached_history(seat.sheet).start))
    try:
        outcome = act(seat.sheet, seat.user, verb, details, op, seen)
    except Missing as reason:
        if not request.headers.get("HX-Request"):
            raise
        # the page is out of date, so it gets the present state of the sheet, with pairs for a worker who has none left
        bench = Bench(seat, dealt(seat.sheet, load(seat.sheet)))
        answer = render(request, "workbench/sheet/answer.html", _context(bench), status=410)
        why = reason if isinstance(reason, Overtaken) else Missing("sheet-changed-elsewhere")
        answer["X-Refused"] = quote(translated(Note.of("not-done", why=why)))
        return answer
    bench = Bench(seat, dealt(seat.sheet, outcome.history))
    end = screen_out(seat.sheet, seat.user, bench.work)
    if end is not None and request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": end})
    skipped = [action.verb for action in outcome.skipped]
    if "application/json" in request.headers.get("Accept", ""):
        progress = dict(zip(("done", "of"), bench.work.progress, strict=True))
        document = {"seq": outcome.seq, "repeated": outcome.repeated, "progress": progress, "skipped": skipped}
        return JsonResponse(document)
    if not request.headers.get("HX-Request"):
        return redirect("sheet", sheet=seat.sheet.pk)
    shown = outcome.seq if seen is None else seen
    others = any(action.seq > shown and action.by != seat.user.username for action in bench.history.journal)
    pieces = None if others else _screen(bench).pieces(bench, bench.work, action_to_redraw(bench, verb, details))
    if pieces is None:
        answer = render(request, "workbench/sheet/answer.html", _context(bench))
    else:
        template, context = pieces
        answer = render(request, template, _context(bench, whole=False) | context)
        answer["HX-Reswap"] = "none settle:0ms"  # the pieces carry the ids of the elements that they replace
    if skipped:
        answer["X-Notice"] = quote(translated(Note.of("undo-skipped", verbs=joined(skipped))))
    return answer


def news(request: HttpRequest, seat: SheetSeat) -> HttpResponseBase:
    """Return the number of the last action and who else works on the sheet; to htmx, the present state."""
    history = load(seat.sheet)
    if request.headers.get("HX-Request"):
        return render(request, "workbench/sheet/answer.html", _context(Bench(seat, history, request.GET.dict())))
    sheet = seat.sheet
    here = [name for name in people_at(sheet) if name != seat.user.username]
    return JsonResponse({"seq": history.last, "open": not (sheet.submitted or sheet.superseded), "here": here})


def sources(request: HttpRequest, seat: SheetSeat) -> HttpResponseBase:
    """Show the documents that a judge may read beside an item; none where the study shows none."""
    shown = {"documents": documents_beside(seat.sheet, request.GET.get("item", ""))}
    return render(request, "workbench/preferences/documents.html", shown)


def hand_in(request: HttpRequest, seat: SheetSeat) -> HttpResponseBase:
    """Hand the sheet in, and redirect to the next page."""
    before = seat.sheet.submitted
    submit(seat.sheet.pk, seat.user)
    worker_exit = exit_address(seat.study, seat.user, "finished")
    if worker_exit is None:
        messages.success(request, translated(overview.handed_in_message(seat, already=before is not None)))
    screen = KINDS[seat.study.kind].screens.get(seat.sheet.step)
    if worker_exit is not None:
        target = worker_exit
    elif screen and screen.shows_result:
        target = reverse("sheet", args=[seat.sheet.pk])
    elif overview.can_freeze(seat):
        target = reverse("releases", args=[seat.study.slug])
    else:
        target = reverse("home")
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": target})
    return redirect(target)


def time(request: HttpRequest, seat: SheetSeat) -> HttpResponseBase:
    """Count the active seconds since the page last reported."""
    count_time(seat.sheet, seat.user, request.POST.get("seconds", ""))
    return HttpResponse(status=204)


def _context(bench: Bench, whole: bool = True) -> dict[str, Any]:
    screen = _screen(bench)
    done, of = bench.work.progress
    common = {
        "bench": bench, "seat": bench.seat, "sheet": bench.seat.sheet, "study": bench.seat.study,
        "work": bench.work, "screen": screen, "writable": bench.writable,
        "keys": screen.keys_for(bench.writable),
        "done": done, "of": of,
    }  # fmt: skip
    return common | (screen.context(bench, bench.work) if whole else {})


def _screen(bench: Bench) -> Screen:
    return KINDS[bench.seat.study.kind].screens[bench.seat.sheet.step]


RequestedAction = tuple[str, dict[str, object], str, int | None]
"""Verb, details, op, and the number of the last action that the person had seen."""


def _read_action(request: HttpRequest, kind: type[Worksheet]) -> RequestedAction:
    if request.content_type == "application/json":
        return _read_json_action(request)
    verb = request.POST.get("verb", "")
    details = {
        detail.name: _value(request, detail)
        for detail in verbs(kind).get(verb, ())
        if detail.name in request.POST or (detail.kind == "texts" and detail.needed)  # forms cannot send empty lists
    }
    seen = request.POST.get("seen", "")
    return verb, details, request.POST.get("op", ""), int(seen) if seen.isdecimal() and len(seen) < 10 else None


def _read_json_action(request: HttpRequest) -> RequestedAction:
    try:
        given = json.loads(request.body)
    except (ValueError, RecursionError):
        raise Refused("request-not-json") from None
    if not isinstance(given, dict) or not isinstance(given.get("details", {}), dict):
        raise Refused("request-shape")
    verb, op = given.get("verb", ""), given.get("op", "")
    if not isinstance(verb, str) or not isinstance(op, str):
        raise Refused("request-texts")
    seen = given.get("seen")
    if seen is not None and not is_whole(seen, 0):
        raise Refused("request-seen")
    return verb, cast("dict[str, object]", given.get("details", {})), op, seen


def _value(request: HttpRequest, detail: Detail) -> object:
    """Return a form field in the type of the detail; the protocol checks the value."""
    if detail.kind == "texts":
        return request.POST.getlist(detail.name)
    value = request.POST[detail.name]
    if detail.kind == "yes":
        return value in ("true", "on", "1")
    if detail.kind in ("whole", "number"):
        try:
            return int(value) if detail.kind == "whole" else float(value)
        except ValueError:
            raise Refused("detail-number", name=detail.name, value=shown(value)) from None
    return value
