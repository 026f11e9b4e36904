"""Releases and the record: freeze, download, who did what when."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render

from cliometer.workbench.access import Seat, refuse_while_blind
from cliometer.workbench.models import Release
from cliometer.workbench.services import records, releasing
from cliometer.workbench.services.usage import FOLDER, commands
from cliometer.workbench.views.forms import AuditForm, checked


def releases(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """What was frozen, newest first; owners see what is still open."""
    shown = {
        "study": seat.study, "seat": seat, "tab": "releases",
        "releases": [_shown(release) for release in seat.study.releases.select_related("created_by")],
        "unpacked": FOLDER, "ready": releasing.readiness(seat.study) if seat.owner else None,
    }  # fmt: skip
    return render(request, "workbench/releases.html", shown)


def _shown(release: Release) -> dict[str, Any]:
    files = [
        {"name": name, "size": len(text.encode()), "digest": releasing.file_digest(text)}
        for name, text in releasing.in_order(release.files)
    ]
    return {"release": release, "files": files, "commands": commands(release.files)}


def freeze(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """A release of the present state; the same state is never released twice."""
    release, new = releasing.freeze(seat.study, seat.user, partial=request.POST.get("partial") == "on")
    if new:
        messages.success(request, f"Frozen: {release.digest[:12]}.")
    else:
        messages.warning(
            request, f"Nothing has changed: this state is release {release.digest[:12]} already."
        )
    return redirect("releases", study=seat.study.slug)


def download(request: HttpRequest, seat: Seat, digest: str) -> HttpResponseBase:
    """The files of a release in one archive."""
    release = seat.study.releases.filter(digest=digest).first()
    if release is None:
        raise Http404
    refuse_while_blind(seat)
    name = f'attachment; filename="{seat.study.slug}-{release.digest[:12]}.zip"'
    return HttpResponse(
        releasing.archive(release), content_type="application/zip", headers={"Content-Disposition": name}
    )


def audit(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Who did what when, beside the journals."""
    asked = checked(AuditForm(request.GET))
    page = records.audit_page(seat, asked["what"], asked["by"], asked["page"] or 1)
    shown = {
        "study": seat.study, "seat": seat, "tab": "audit", "page": page,
        "what": asked["what"], "by": asked["by"], **records.choices(seat),
    }  # fmt: skip
    return render(request, "workbench/audit.html", shown)


def journal(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Every row of every journal."""
    name = f'attachment; filename="{seat.study.slug}-journal.jsonl"'
    return StreamingHttpResponse(
        records.journal_lines(seat),
        content_type="application/x-ndjson; charset=utf-8",
        headers={"Content-Disposition": name},
    )
