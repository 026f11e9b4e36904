"""The administration pages, for whoever runs the workbench; they show records and never edit people's work."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

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


_TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

for _model in apps.get_app_config("workbench").get_models():
    _name = _model.__name__
    _settings = {
        "list_display": _TABLE["columns"].get(_name, ("__str__",)),
        "list_select_related": _TABLE["related"].get(_name, True),
        "exclude": _TABLE["hidden"],
    }
    _kind = Removable if _name in _TABLE["removable"] else ReadOnly
    admin.site.register(_model, type(f"{_name}Admin", (_kind,), _settings))
