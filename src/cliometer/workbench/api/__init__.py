"""The JSON API: the same actions as the pages, by key or session."""

from __future__ import annotations

from ninja import NinjaAPI

from cliometer.version import __version__
from cliometer.workbench.api import (
    crowd,
    kinds,
    people,
    records,
    releases,
    seats,
    settings,
    sheets,
    studies,
    topics,
)
from cliometer.workbench.api.door import OPERATIONS, router
from cliometer.workbench.api.failures import answer_failures
from cliometer.workbench.api.reading import StrictParser

__all__ = ["OPERATIONS", "api"]

_PARTS = (
    kinds,
    studies,
    settings,
    topics,
    people,
    seats,
    sheets,
    releases,
    crowd,
    records,
)  # imported for what they register

api = NinjaAPI(
    title="Cliometer workbench",
    version=__version__,
    description="Studies by script. Make a key on the account page; send it as `Authorization: Bearer KEY`.",
    urls_namespace="api",
    docs_url=None,  # ours is at api/docs: Ninja's loads scripts from elsewhere
    openapi_url=None,
    parser=StrictParser(),
)
api.add_router("", router)
answer_failures(api)
