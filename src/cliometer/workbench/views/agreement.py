"""The page of figures, and the way to crowd platforms and back."""

from __future__ import annotations

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from cliometer.errors import CliometerError, InputError, Refused
from cliometer.workbench.access import Seat
from cliometer.workbench.kinds import KINDS
from cliometer.workbench.kinds.preferences.crowd import export_csv, import_csv
from cliometer.workbench.services.blindness import note_figures
from cliometer.workbench.services.grid import hidden
from cliometer.workbench.services.unpacking import MOST_BYTES


def agreement(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """What the kind has to say; nothing to an owner whose own blind work is not handed in."""
    kind = KINDS[seat.study.kind]
    shown = {"study": seat.study, "seat": seat, "tab": "agreement"}
    blind = hidden(seat)
    if blind:
        return render(request, "workbench/agreement.html", shown | {"blind": blind})
    try:
        figures = kind.figures(seat.study)
    except CliometerError as error:
        return render(request, "workbench/agreement.html", shown | {"reason": str(error)})
    note_figures(seat.user, seat.study)
    return render(request, kind.figures_template, shown | figures)


def crowd_export(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """What a crowd platform is given."""
    _only_votes(seat)
    name = f'attachment; filename="{seat.study.slug}-crowd.csv"'
    return HttpResponse(
        export_csv(seat.study), content_type="text/csv; charset=utf-8", headers={"Content-Disposition": name}
    )


def crowd_import(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """What it gave back."""
    _only_votes(seat)
    notes = import_csv(seat.study, _text(request.FILES.get("file")), seat.user)
    messages.success(request, "The answers were imported.")
    for note in notes[:20]:
        messages.warning(request, note)
    return redirect("agreement", study=seat.study.slug)


def _only_votes(seat: Seat) -> None:
    if seat.study.kind != "preferences":
        raise Http404


def _text(file: object) -> str:
    if not isinstance(file, UploadedFile):
        raise Refused("choose the CSV file that the platform gave you")
    if (file.size or 0) > MOST_BYTES:
        raise InputError(f"is larger than {MOST_BYTES // 2**20} MB", file.name)
    try:
        text: str = file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("is not UTF-8; save it as CSV in UTF-8", file.name) from None
    if "\0" in text:
        raise InputError("is no text: it holds a zero byte", file.name)
    return text
