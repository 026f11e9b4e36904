"""What every template knows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from cliometer.version import __version__


def workbench(request: HttpRequest) -> dict[str, Any]:
    """The version, for the foot of the page."""
    return {"cliometer_version": __version__}
