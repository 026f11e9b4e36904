"""A served workbench and a real browser, both for all files of this folder; pages and studies belong to one test.

    def test_something(live: Live, visit: Visit) -> None:
        sheet = live.call("workbench.tests.browser.stages:wall", judges=["ann", "bo"])  # in the server
        page = visit("ann", f"/sheets/{sheet}/")                              # signed in, 1280 x 800
        page.get_by_role("button", name="Link").click()

`live.call` imports the named module in another process: write what sets a study up into a module of its own,
where models can be imported at the top, and return what JSON can hold. `live.link` signs the owner in, once.
At the end of a test every page is checked: an error in a script, or anything that the policy of the page
(CSP) forbade, fails the test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pytest

from tests.browser.conftest import PATIENCE, browser, pytest_collection_modifyitems
from tests.unit.cli.cliometer_command import cliometer
from workbench.tests.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

__all__ = ["PATIENCE", "browser", "pytest_collection_modifyitems"]
Live: TypeAlias = Served


@pytest.fixture(scope="package")
def live(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A workbench, served until the folder is through."""
    served = Served(tmp_path_factory.mktemp("live"))
    served.start()
    yield served
    served.close()


def signed_in(browser: Browser, live: Live, name: str, **looks: Any) -> BrowserContext:
    """A window in which somebody is signed in, who is a stranger without a name."""
    context = browser.new_context(**looks)
    if name:
        cookie = live.call("workbench.tests.backstage:sign_in", name=name)
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live.url}])
    return context


class Visit:
    """Opens pages as somebody; `""` is a stranger."""

    def __init__(self, browser: Browser, live: Live) -> None:
        self._browser, self._live = browser, live
        self._contexts: dict[tuple[str, int, int, str], BrowserContext] = {}
        self.faults: list[str] = []  # of scripts and of the policy; clear what a test expects

    def __call__(
        self,
        name: str,
        path: str = "/",
        width: int = 1280,
        height: int = 800,
        scheme: Literal["light", "dark"] = "light",
    ) -> Page:
        """A page; the same person with the same screen has one session in a test."""
        page = self._context(name, width, height, scheme).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._heard(page, message))
        page.goto(path if path.startswith("http") else self._live.url + path)
        return page

    def _context(self, name: str, width: int, height: int, scheme: Literal["light", "dark"]) -> BrowserContext:
        key = (name, width, height, scheme)
        if key not in self._contexts:
            looks = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
            self._contexts[key] = signed_in(self._browser, self._live, name, **looks)
        return self._contexts[key]

    def _heard(self, page: Page, message: ConsoleMessage) -> None:
        """A refused action is no fault of a script, though the console notes its status."""
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(f"{page.url}: {message.text}")

    def close(self) -> None:
        """Close all pages."""
        for context in self._contexts.values():
            context.close()


@pytest.fixture
def visit(browser: Browser, live: Live) -> Iterator[Visit]:
    """Pages of one test."""
    visits = Visit(browser, live)
    yield visits
    faults = list(visits.faults)  # before requests under way are cut off
    visits.close()
    assert faults == []


class Inspection:
    """Pages into which the checker of accessibility can put its script; one window for each person."""

    def __init__(self, browser: Browser, live: Live) -> None:
        self._browser, self._live = browser, live
        self._pages: dict[str, Page] = {}

    def __call__(self, name: str, path: str, width: int = 1280, scheme: Literal["light", "dark"] = "light") -> Page:
        """The page of somebody, which shows another address now."""
        if name not in self._pages:
            self._pages[name] = signed_in(self._browser, self._live, name, bypass_csp=True).new_page()
        page = self._pages[name]
        self.resize(page, width, scheme)
        page.goto(self._live.url + path)
        return page

    def resize(self, page: Page, width: int, scheme: Literal["light", "dark"]) -> None:
        """Show the same on another screen: styles alone depend on it."""
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)

    def close(self) -> None:
        """Close all windows."""
        for page in self._pages.values():
            page.context.close()


@pytest.fixture(scope="module")
def inspect(browser: Browser, live: Live) -> Iterator[Inspection]:
    """Pages for the checker."""
    found = Inspection(browser, live)
    yield found
    found.close()


def press(page: Page, *keys: str) -> None:
    """Keys one after the other, faster than any judge."""
    for key in keys:
        page.keyboard.press(key)


def saved(page: Page) -> None:
    """Wait until the server has all of it."""
    page.locator("#saved", has_text="All changes saved").wait_for()


def run(*words: str) -> str:
    """Run a command of the package; what it prints."""
    done = cliometer(*words)
    assert done.status == 0, done.err
    return done.out


def hand_in(page: Page) -> None:
    """Hand the sheet in, and wait for the judge's own page, which the server shows when it is handed in."""
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Hand in").click()
    page.wait_for_url(re.compile(r"^http://[^/]+/$"))


def begin_study(owner: Page) -> str:
    """Send the form of a new study; its slug, which has a number where a test is tried again."""
    owner.get_by_role("button", name="Create the study").click()
    owner.wait_for_url(re.compile(r"/studies/(?!new)[^/]+/$"))
    return owner.url.rstrip("/").rpartition("/")[2]


def start_study(owner: Page) -> None:
    """Start the study whose page is shown, once its judges have seats, and wait until it runs."""
    owner.reload()
    start = owner.get_by_role("button", name="Start")
    start.click()
    start.wait_for(state="detached")
