"""The documentation in a real browser, from the disk, with the network off: pages, search, both schemes."""

from __future__ import annotations

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


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    site.build(root)
    return root / site.SITE


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
