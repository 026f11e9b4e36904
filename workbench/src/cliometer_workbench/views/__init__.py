"""The pages of the workbench: each view reads a request, calls a service and renders a template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from cliometer_workbench.access import Seat
from cliometer_workbench.languages import translated

MOST_NOTES = 20


def study_page(
    request: HttpRequest, seat: Seat, tab: str, shown: Mapping[str, Any], status: int = 200, template: str = ""
) -> HttpResponse:
    """Render a page of a study, whose template is named after its tab unless another is given."""
    whole = {"study": seat.study, "seat": seat, "tab": tab, **shown}
    return render(request, template or f"workbench/{tab}.html", whole, status=status)


def go_to(request: HttpRequest, seat: Seat, page: str, done: str, notes: Sequence[str] = ()) -> HttpResponse:
    """Redirect to a page of the study, which shows what was done and the first notes on it."""
    messages.success(request, done)
    for note in notes[:MOST_NOTES]:
        messages.warning(request, translated(note))
    if len(notes) > MOST_NOTES:
        text = gettext("There are more notes (%(count)s); the audit has them.")
        messages.warning(request, text % {"count": len(notes) - MOST_NOTES})
    return redirect(page, study=seat.study.slug)
