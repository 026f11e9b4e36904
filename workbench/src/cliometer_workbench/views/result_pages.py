"""Pages of results: figures of agreement, crowd tables, releases, the audit and journals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.forms import ChoiceField
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext

from cliometer.errors import CliometerError, Refused
from cliometer.io.archives import in_order, packed
from cliometer_workbench.access import Seat, has_blind_work, note_figures, refuse_while_blind
from cliometer_workbench.formats.archives import file_digest
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.described_fields import SettingsForm
from cliometer_workbench.kinds.machine_work import machine_figures
from cliometer_workbench.kinds.preferences import coding
from cliometer_workbench.kinds.preferences.coding import coders_of
from cliometer_workbench.kinds.preferences.vote_collection import collect_votes, export_csv, import_csv
from cliometer_workbench.languages import translated
from cliometer_workbench.models import Audit
from cliometer_workbench.services import study_releases
from cliometer_workbench.services.imports import uploaded_text
from cliometer_workbench.services.overview import hidden_sheets
from cliometer_workbench.services.study_releases import FOLDER, placeholders, release_commands
from cliometer_workbench.views import MOST_NOTES, go_to, study_page
from cliometer_workbench.views.forms import AuditForm, CodingForm, form_values


def agreement(request: HttpRequest, seat: Seat, problem: CliometerError | None = None) -> HttpResponseBase:
    """Show the figures of a study, except to an owner whose own blind work is not handed in.

    `problem` is what is wrong with the form of the coding.
    """
    kind = KINDS[seat.study.kind]
    blind = hidden_sheets(seat)
    if problem and blind:
        raise Refused.like(problem)
    if blind:
        return study_page(request, seat, "agreement", {"blind": blind})
    try:
        figures = kind.figures(seat.study)
    except CliometerError as error:
        return study_page(request, seat, "agreement", {"reason": error})
    note_figures(seat.user, seat.study)
    if problem:
        if figures["coding"]["state"] != "none":  # there is no form
            raise Refused.like(problem)
        chosen = [int(number) for number in request.POST.getlist("coders") if number.isdecimal() and len(number) < 16]
        figures["coding"] |= {"problem": problem, "codebook": request.POST.get("codebook", ""), "chosen": chosen}
    figures["machines"] = [] if has_blind_work(seat) else machine_figures(seat.study)
    return study_page(request, seat, "agreement", figures, 422 if problem else 200, kind.figures_template)


def crowd_export(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Send the table for a crowd platform."""
    _require_preferences(seat)
    return saved_file(f"{seat.study.slug}-crowd.csv", export_csv(seat.study))


def saved_file(name: str, content: str | bytes, kind: str = "text/csv; charset=utf-8") -> HttpResponse:
    """Send a file that the browser saves under a name."""
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def crowd_import(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Import the table of answers from a crowd platform."""
    _require_preferences(seat)
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        raise Refused("results-file-missing")
    notes = import_csv(seat.study, uploaded_text(file), seat.user)
    return go_to(request, seat, "agreement", gettext("The answers were imported."), notes[:MOST_NOTES])


def open_coding(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Give the reasons of all votes to two coders or more."""
    _require_preferences(seat)
    refuse_while_blind(seat)
    people = coders_of(seat.study)
    try:
        asked = form_values(CodingForm(request.POST, {user.pk: user.username for user in people}))
        chosen = [user for user in people if user.pk in asked["coders"]]
        coding.open_coding(seat.study, seat.user, asked["codebook"], chosen, collect_votes(seat.study).release.votes)
    except CliometerError as error:
        return agreement(request, seat, error)
    return go_to(request, seat, "agreement", gettext("The coders have their sheets."))


def _require_preferences(seat: Seat) -> None:
    if not KINDS[seat.study.kind].compares:
        raise Http404


def releases(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Show the releases, newest first, and to owners the steps that are still open."""
    rows = []
    for release in seat.study.releases.select_related("created_by"):
        texts = in_order(release.files)
        files = [{"name": name, "size": len(text.encode()), "digest": file_digest(text)} for name, text in texts]
        commands = release_commands(release.files)
        formats = study_releases.export_formats(seat.study, release)
        rows.append(
            {"release": release, "files": files, "commands": commands, "formats": formats}
            | {"stand": placeholders(commands)}
        )
    shown = {
        "releases": rows, "unpacked": FOLDER, "formats": study_releases.export_formats(seat.study),
        "ready": study_releases.readiness(seat.study) if seat.owner else None,
    }  # fmt: skip
    return study_page(request, seat, "releases", shown)


def freeze(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Freeze a release of the present state, unless this state is released already."""
    release, new = study_releases.freeze(seat.study, seat.user, partial=request.POST.get("partial") == "on")
    name = release.digest[:12]
    if new:
        return go_to(request, seat, "releases", gettext("The release %(name)s was frozen.") % {"name": name})
    message = gettext("Nothing has changed since the release %(name)s, so there is no new one.")
    messages.warning(request, message % {"name": name})
    return redirect("releases", study=seat.study.slug)


def download(request: HttpRequest, seat: Seat, digest: str) -> HttpResponseBase:
    """Send the files of a release in one archive."""
    release = get_object_or_404(seat.study.releases, digest=digest)
    refuse_while_blind(seat)
    name = f"{seat.study.slug}-{release.digest[:12]}.zip"
    return saved_file(name, study_releases.release_archive(release), "application/zip")


def export_release(request: HttpRequest, seat: Seat, digest: str, format: str) -> HttpResponseBase:
    """Send a release in the format of another tool."""
    release = get_object_or_404(seat.study.releases, digest=digest)
    refuse_while_blind(seat)
    return _exported(seat, format, digest[:12], study_releases.export(seat.study, format, release))


def export(request: HttpRequest, seat: Seat, format: str) -> HttpResponseBase:
    """Send the present state of a study in the format of another tool; an owner with blind work to do gets none."""
    refuse_while_blind(seat)
    files = study_releases.export(seat.study, format)
    note_figures(seat.user, seat.study)
    return _exported(seat, format, "now", files)


def _exported(seat: Seat, format: str, state: str, files: Mapping[str, str]) -> HttpResponse:
    return saved_file(f"{seat.study.slug}-{state}-{format}.zip", packed(files), "application/zip")


def audit(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Show a page of the audit."""
    asked = form_values(AuditForm(request.GET))
    page = study_releases.audit_page(seat, asked["what"], asked["by"], asked["page"] or 1)
    shown = {
        "page": page, "what": asked["what"], "by": asked["by"], **study_releases.audit_choices(seat),
        "lines": [(row, list(audit_facts(row, KINDS[seat.study.kind].settings_form))) for row in page],
    }  # fmt: skip
    return study_page(request, seat, "audit", shown)


_LONG = 120  # characters of a detail, above which it is folded


@dataclass(frozen=True)
class AuditFact:
    """A detail of a line of the audit: its name, its value in lines, and the value before where it was changed."""

    name: str
    lines: tuple[str, ...]
    before: str | None = None

    @property
    def long(self) -> bool:
        """Whether the value is folded, so that a line of the audit can be read at a glance."""
        return len(self.lines) > 1 or len(self.lines[0]) > _LONG


def audit_facts(row: Audit, form: type[SettingsForm]) -> Iterator[AuditFact]:
    """Yield the details of a line; of settings that were changed, those that differ, each with its old value."""
    was = row.details.get("was", {})
    for name, value in row.details.items():
        if name == "settings" and name in was:
            usual = {setting: field.initial for setting, field in form.base_fields.items()} | was[name]
            for setting, new in value.items():
                before, after = _setting(form, setting, usual[setting]), _setting(form, setting, new)
                if before != after:
                    yield AuditFact(str(form.base_fields[setting].label), (after,), before)
        elif name == "settings" and value:
            settings = (f"{form.base_fields[key].label}: {_setting(form, key, new)}" for key, new in value.items())
            yield AuditFact(translated(name), tuple(settings))
        elif name != "was" and value not in (None, "", [], {}):
            old = _line(was[name]) if name in was else None
            several = isinstance(value, list) and len(value) > 1 and old is None
            yield AuditFact(translated(name), tuple(map(_line, value)) if several else (_line(value),), old)


def _setting(form: type[SettingsForm], name: str, value: Any) -> str:
    """Return the value of a setting as the page of settings shows it."""
    field = form.base_fields[name]
    if isinstance(field, ChoiceField):
        value = dict(field.choices).get(value, value)  # type: ignore[arg-type]  # choices without groups are pairs
    return _line(field.prepare_value(value))


def _line(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_line(member)}" for name, member in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_line, value)) or "–"
    return translated(value if isinstance(value, str) else str(value)) if value not in (None, "") else "–"


def journal(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Send the journals of all sheets."""
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in study_releases.journal_rows(seat))
    headers = {"Content-Disposition": f'attachment; filename="{seat.study.slug}-journal.jsonl"'}
    return StreamingHttpResponse(lines, content_type="application/x-ndjson; charset=utf-8", headers=headers)
