"""What axe, the checker of accessibility, holds against a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

_OPTIONS: dict[str, Any] = {"resultTypes": ["violations"]}  # what passed need not be told, which takes long


def serious(page: Page, *rules: str) -> list[str]:
    """Violations that are serious or critical, with the first places; of all rules or of some."""
    options = _OPTIONS | ({"runOnly": {"type": "rule", "values": [*rules]}} if rules else {})
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    return [
        f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in axe.run(page, options=options).response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
