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


def test_a_worker_votes_in_arabic_on_a_phone_and_the_left_stays_on_the_left(live: Live, visit: Visit) -> None:
    path = live.call("workbench.tests.browser.crowd_stages:linked", slug="arabic-phone", ties=True)
    page = visit("", path, width=390, height=844)
    page.locator("summary", has_text="Display").click()
    page.get_by_role("button", name="العربية").click()
    assert serious(page) == []
    page.get_by_role("button", name="ابدأ").click()
    boxes = [one.bounding_box() for one in page.locator("button[data-choice]").all()]
    assert [box["x"] for box in boxes if box] == sorted(box["x"] for box in boxes if box)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#question").evaluate("one => getComputedStyle(one).direction") == "rtl"
    page.get_by_role("button", name="لا أفضلية لأحدهما").click()
    page.locator("#saved", has_text="حُفظت جميع التغييرات").wait_for()
    assert serious(page) == []
