"""The workbench as a Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class WorkbenchConfig(AppConfig):
    """The name and label of the application."""

    name = "cliometer_workbench"
    label = "workbench"
    verbose_name = "Cliometer workbench"


class AdministrationConfig(AdminConfig):
    """Django's administration with the workbench's own sign-in."""

    default_site = "cliometer_workbench.middleware.WorkbenchAdmin"
