"""Every page that is no sheet: nothing serious stands in anybody's way, nothing is wider than the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser.axe import serious
from tests.browser.conftest import Live, signed_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

OWN = ("/", "/account", "/studies/new", "/studies/new?kind=units", "/api/docs", "/nowhere")
STUDY = ("", "people", "releases", "audit", "topics", "settings", "agreement")
STRANGERS = ("/login", "/join/nothing")


@pytest.fixture(scope="module")
def served(live: Live) -> Live:
    """With a study of texts that would like to be script."""
    live.call("tests.browser.hostile_stage:study", slug="hostile")
    return live


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 768)])
def test_pages_are_accessible(served: Live, browser: Browser, scheme: Literal["light", "dark"], width: int) -> None:
    looks = {"color_scheme": scheme, "viewport": {"width": width, "height": 800}, "bypass_csp": True}  # axe is injected
    owner, stranger = (signed_in(browser, served, name, **looks) for name in ("owner", ""))
    paths = [*OWN, *(f"/studies/hostile/{page}" for page in STUDY)]
    found = {path: faults(owner, served.url + path, width) for path in paths}
    found |= {path: faults(stranger, served.url + path, width) for path in STRANGERS}
    owner.close()
    stranger.close()
    assert {path: said for path, said in found.items() if said} == {}


def faults(context: BrowserContext, url: str, width: int) -> list[str]:
    """Serious violations that axe finds, and whether the page scrolls sideways."""
    page = context.new_page()
    page.goto(url)
    found = serious(page)
    if page.evaluate("document.documentElement.scrollWidth") > width:
        found.append("wider than the screen")
    page.close()
    return found
