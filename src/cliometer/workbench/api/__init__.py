"""The JSON API: the same actions as the pages, by key or session."""

from __future__ import annotations

from ninja import NinjaAPI

from cliometer.version import __version__
from cliometer.workbench.api import releases, sheets, studies
from cliometer.workbench.api.operations import OPERATIONS, StrictParser, answer_failures, router

__all__ = ["OPERATIONS", "api"]

_PARTS = (studies, sheets, releases)  # imported for what they register

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
