"""A real browser for all files of this folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENCE = 30_000  # milliseconds that a page may take on two cores that other tests share
_FLAGS = (
    *("--no-sandbox", "--disable-gpu"),
    *("--renderer-process-limit=1", "--disable-features=SpareRendererForSitePerProcess"),  # which cost most of a page
)
# The shell costs half of what the whole browser costs, which draws its own window even where nobody sees it.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "/usr/bin/chromium"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser that shares two cores with other tests is late at times: what fails once is tried again."""
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The Chromium of the system; its event loop ends with the folder: Django refuses to work beside one."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not Path(CHROMIUM).exists():
        pytest.skip("there is no chromium here: apt-get install chromium-headless-shell")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=[*_FLAGS])
        yield found
        found.close()
