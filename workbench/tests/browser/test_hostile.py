"""Script that people wrote is text in a real browser, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.tests.browser.conftest import Live, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Dialog


def test_no_stored_script_runs(live: Live, visit: Visit) -> None:
    pages = live.call("workbench.tests.browser.hostile_stage:study", slug="hostile")
    ran: list[str] = []

    def heard(dialog: Dialog) -> None:
        ran.append(dialog.message)
        dialog.dismiss()

    for name in ("owner", "ann"):
        page = visit(name)
        page.on("dialog", heard)
        for path in pages:
            page.goto(live.url + path)
            assert page.locator("img[src=x]").count() == 0
    assert ran == []
