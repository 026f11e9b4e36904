"""The migrations make the tables that the models describe."""

from __future__ import annotations

from django.core.management import call_command

from cliometer_workbench.config import ServerConfig


def test_models_and_migrations_agree(workbench: ServerConfig) -> None:
    call_command("makemigrations", "workbench", check=True, dry_run=True, verbosity=0)
