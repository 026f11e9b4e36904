"""The workbench as a Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class WorkbenchConfig(AppConfig):
    """Its name and label."""

    name = "cliometer.workbench"
    label = "workbench"
    verbose_name = "Cliometer workbench"


class AdministrationConfig(AdminConfig):
    """Django's administration behind our own door."""

    default_site = "cliometer.workbench.middleware.WorkbenchAdmin"
