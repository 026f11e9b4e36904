"""The administration pages, for whoever runs the workbench; they show records and never edit people's work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from cliometer_workbench import models

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Model]
else:
    _Admin = admin.ModelAdmin  # generic for type checkers alone


class ReadOnly(_Admin):
    """An administration page that shows rows and cannot change them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Removable(ReadOnly):
    """An administration page for links and keys, which superusers may delete."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)


_COLUMNS: dict[type[Model], tuple[str, ...]] = {
    models.Study: ("title", "kind", "created_by", "created"),
    models.StudyTopic: ("name", "title", "study"),
    models.Member: ("user", "role", "study", "joined"),
    models.Sheet: ("study", "topic", "step", "judge", "revision", "superseded", "submitted"),
    models.Entry: ("sheet", "seq", "name", "verb", "at", "carried"),
    models.Stretch: ("sheet", "user", "began", "seconds"),
    models.Reading: ("user", "study", "step", "topic", "judge", "at"),
    models.MachineSeat: ("name", "study", "state", "done", "asked", "calls", "tokens"),
    models.Audit: ("at", "by", "what", "study"),
    models.Release: ("digest", "study", "created", "created_by"),
    models.Invitation: ("study", "role", "label", "uses_left", "expires"),
    models.Token: ("name", "user", "created", "used"),
    models.StartLink: ("user", "expires"),
    models.CrowdLink: ("study", "service", "label", "places", "expires", "closed"),
    models.CrowdWorker: ("user", "study", "began", "finished"),
    models.Throttle: ("failures", "until", "latest"),
}
_SHEETS = ("sheet__study", "sheet__topic", "sheet__judge")  # what names a sheet
_RELATED: dict[type[Model], tuple[str, ...]] = {models.Entry: _SHEETS, models.Stretch: (*_SHEETS, "user")}
_HIDDEN = (
    "digest",
    "key",
    "details",
    "record",
    "facts",
    "answers",
    "files",
    "salt",
    "content",
    "worker",
    "submission",
    "code",
)
"""Columns with digests of secrets, ids and codes of crowd workers, or judges' work: whoever runs the workbench may be
a blind judge too."""
_WAYS_IN = (models.Invitation, models.Token, models.StartLink, models.Throttle)


for _model in apps.get_app_config("workbench").get_models():
    _settings = {
        "list_display": _COLUMNS.get(_model, ("__str__",)),
        "list_select_related": _RELATED.get(_model, True),
        "exclude": _HIDDEN,
    }
    _kind = Removable if _model in _WAYS_IN else ReadOnly
    admin.site.register(_model, type(f"{_model.__name__}Admin", (_kind,), _settings))
