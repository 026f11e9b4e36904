"""The health page: for people and for whatever watches the server."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponseBase, JsonResponse

from cliometer.version import __version__


def health(request: HttpRequest) -> HttpResponseBase:
    """200 where the database answers and has the right shape, 503 otherwise."""
    try:
        executor = MigrationExecutor(connection)
        behind = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        database = "behind: run cliometer workbench migrate" if behind else "ok"
    except DatabaseError:
        database, behind = "unreachable", True
    return JsonResponse({"cliometer": __version__, "database": database}, status=503 if behind else 200)
