"""The site of the administration: only for whoever runs the workbench, by the same door as all pages."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect


class WorkbenchAdmin(AdminSite):
    """Its own login page would know no brake on guessing, so there is none."""

    site_header = site_title = "Cliometer workbench: administration"
    index_title = "Records"

    def has_permission(self, request: HttpRequest) -> bool:
        """Superusers; staff may begin studies, and no more."""
        return bool(request.user.is_active and request.user.is_superuser)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:  # type: ignore[override]
        """By our own page."""
        if self.has_permission(request):
            return redirect("admin:index")
        if isinstance(request.user, User):
            raise PermissionDenied("the administration is for whoever runs the workbench")
        return redirect_to_login(request.GET.get("next") or request.get_full_path())
