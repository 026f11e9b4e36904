"""The documentation as it is built, and in a real browser, from the disk, with the network off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser.conftest import PATIENCE
from tools import site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_OURS = ("file:", "data:", "blob:")
OPENED = ("index", "tutorial", "reference/metrics")


# What a browser fetches for a page on its own: every address but those of links for people.
FETCHED = re.compile(r"<(?!a\s)[a-z]+\s[^>]*?\b(?:src|srcset|href|data|poster)=[\"']?((?:https?:)?//[^\"'\s>]*)")


@pytest.fixture(scope="module")
def site_and_complaints(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The site, and what zensical had to say about it."""
    root = tmp_path_factory.mktemp("site")
    return root / site.SITE, site.build(root)


@pytest.fixture(scope="module")
def built(site_and_complaints: tuple[Path, str]) -> Path:
    return site_and_complaints[0]


def test_the_site_is_built_without_a_warning(site_and_complaints: tuple[Path, str]) -> None:
    assert site_and_complaints[1] == ""


def outside(text: str) -> list[str]:
    return FETCHED.findall(text)


def test_no_page_of_the_site_asks_anything_of_another_server(built: Path) -> None:
    pages = list(built.rglob("*.html"))
    assert len(pages) > len(site.documentation_pages())
    assert {address for page in pages for address in outside(page.read_text(encoding="utf-8"))} == set()
    for sheet in built.rglob("*.css"):
        assert re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//", sheet.read_text(encoding="utf-8")) == []


def test_a_script_from_outside_is_found_out() -> None:
    assert outside('<a href="https://a.example">a</a><script src="//b.example/c.js"></script>') == ["//b.example/c.js"]
    assert outside('<link rel="stylesheet" href="https://c.example/d.css">') == ["https://c.example/d.css"]


@pytest.fixture
def faults() -> list[str]:
    """What pages complain of, and whatever they ask of others."""
    return []


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser, faults: list[str]) -> Iterator[Page]:
    scheme: Literal["light", "dark"] = request.param
    context = browser.new_context(color_scheme=scheme, offline=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    page.on("request", lambda asked: None if asked.url.startswith(_OURS) else faults.append(asked.url))
    yield page
    context.close()


@pytest.mark.parametrize("page", ["light", "dark"], indirect=True)
def test_pages_open_from_the_disk_without_a_complaint(page: Page, built: Path, faults: list[str]) -> None:
    for name in OPENED:
        page.goto((built / f"{name}.html").as_uri())
        page.get_by_role("heading", level=1).wait_for()
    assert faults == []


@pytest.mark.parametrize("page", ["light"], indirect=True)
def test_search_works_without_a_server(page: Page, built: Path, faults: list[str]) -> None:
    page.goto((built / "decisions/0004-ties.html").as_uri())
    page.keyboard.press("/")
    page.get_by_role("combobox", name="Search").fill("kernel")
    page.get_by_role("option", name="Kernels").first.click()
    page.wait_for_url("**/metrics.html*")
    assert faults == []
