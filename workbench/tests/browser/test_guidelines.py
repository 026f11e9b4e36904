"""Guidelines beside the work: they open by a key, the work stays where it is, and the browser remembers."""

from __future__ import annotations

from workbench.tests.browser.conftest import Live, Visit


def test_guidelines_open_beside_the_work_and_nothing_typed_is_lost(live: Live, visit: Visit) -> None:
    sheet = live.call("workbench.tests.browser.guideline_stages:guided", slug="guided")
    page = visit("ann", f"/sheets/{sheet}/")
    guide, button = page.locator("#guide"), page.get_by_role("button", name="Guidelines")
    assert not guide.is_visible()
    assert button.locator(".badge").is_visible()  # she has not seen this version
    page.keyboard.press("a")
    page.keyboard.type("The wall. ")  # a point in a box is a point
    assert not guide.is_visible()
    button.click()
    guide.get_by_text("List each event once.").wait_for()
    box = guide.bounding_box()
    work = page.locator("#work").bounding_box()
    assert box and work and work["x"] + work["width"] <= box["x"] + 1
    assert (
        page.evaluate(
            "document.querySelector('#guide img').complete && document.querySelector('#guide img').naturalWidth"
        )
        == 1
    )
    page.keyboard.press(".")
    assert not guide.is_visible()
    assert not button.locator(".badge").is_visible()
    assert "The wall. " in page.locator("#work").evaluate(
        "e => [...e.querySelectorAll('input, textarea')].map(f => f.value).join('|')"
    )
    page.keyboard.press(".")
    page.reload()
    guide.wait_for()
