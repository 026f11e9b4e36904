"""The screen for a judge's own list: the stories beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from cliometer.study.protocol.events.listing import Listing
from cliometer.workbench.bench import Bench
from cliometer.workbench.kinds.events.story_rows import plain_sentences


def context(bench: Bench) -> dict[str, Any]:
    """All stories, and the list."""
    work = cast("Listing", bench.work)
    return {"stories": list(plain_sentences(work.stories)), **_list(work)}


def pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """The list alone: stories never change here."""
    return "workbench/events/list_pieces.html", _list(cast("Listing", bench.work))


def _list(work: Listing) -> dict[str, Any]:
    return {"candidates": work.candidates, "remarks": work.remarks}
