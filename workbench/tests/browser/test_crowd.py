"""A crowd worker on a phone: from the link of the service to the code, and what the owner sees of it."""

from __future__ import annotations

from tests.browser.axe import serious
from workbench.tests.browser.conftest import Live, Visit, saved


def test_a_worker_on_a_phone_gets_the_code(live: Live, visit: Visit) -> None:
    path = live.call("workbench.tests.browser.crowd_stages:linked", slug="phone")
    page = visit("", path, width=390, height=844)
    assert serious(page) == []
    page.get_by_role("button", name="Begin").click()
    for _ in range(2):
        item = page.locator("#pair").get_attribute("data-item")
        page.get_by_role("button", name="I prefer the first").click()
        saved(page)
        page.locator("#next").click()
        page.locator(f"#pair[data-item='{item}']").wait_for(state="detached")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.wait_for_url("**/take-part/done")
    assert page.get_by_label("Your completion code").input_value() == "C1A2B3"
    back = page.get_by_role("link", name="Return to Prolific").get_attribute("href")
    assert back == "https://app.prolific.com/submissions/complete?cc=C1A2B3"
    assert serious(page) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    owner = visit("owner", "/studies/phone/people", width=390, height=844)
    owner.get_by_text("Make a study link").click()
    assert serious(owner) == [] and owner.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ids = owner.eval_on_selector_all("[id]", "all => all.map(one => one.id)")
    assert not {one for one in ids if one.startswith("crowd") and ids.count(one) > 1}
