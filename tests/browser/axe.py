"""What axe, the checker of accessibility, holds against a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

_RUN = "options => axe.run({resultTypes: ['violations'], ...options})"  # what passed need not be told, which takes long
_MILD = (  # rules that find nothing worse than moderate
    *("region", "heading-order", "page-has-heading-one", "skip-link", "empty-heading", "empty-table-header"),
    *("image-redundant-alt", "presentation-role-conflict", "aria-allowed-role"),
    *("landmark-banner-is-top-level", "landmark-complementary-is-top-level", "landmark-contentinfo-is-top-level"),
    *("landmark-main-is-top-level", "landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo"),
    *("landmark-no-duplicate-main", "landmark-one-main", "landmark-unique"),
)
_ALL = {"rules": {rule: {"enabled": False} for rule in _MILD}}


def serious(page: Page, *rules: str) -> list[str]:
    """Violations that are serious or critical, with the first places; of all rules or of some."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    if not page.evaluate("'axe' in window"):  # else this page was looked at before
        page.evaluate(axe.axe_script)
    found = page.evaluate(_RUN, {"runOnly": {"type": "rule", "values": [*rules]}} if rules else _ALL)
    return [
        f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
