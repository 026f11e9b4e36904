"""The aligned timeline view in a real browser: a thousand dates on each side.

Timed until a day can be focused; then it is moved sideways as fast as the browser draws.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone
from benchmarks.texts import timeline
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.timeline_view.view_data import topic_view
from tests.browser.aligned_pages import write_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

_DATES, _REPEATS, _FRAMES = 1000, 5, 60
_CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "/usr/bin/chromium"
_PAN = """async frames => {
  const picture = document.querySelector(".aligned-picture"), times = [];
  document.querySelector('[title="Zoom in"]').click();
  for (let i = 0; i <= frames; i += 1) {
    const turned = { deltaY: i % 40 < 20 ? 40 : -40, shiftKey: true, cancelable: true };
    picture.dispatchEvent(new WheelEvent("wheel", turned));
    times.push(await new Promise(requestAnimationFrame));
  }
  return times.slice(1).map((time, i) => (time - times[i]) / 1000).sort((a, b) => a - b);
}"""


@case
def aligned(effort: Effort) -> Iterator[Row]:
    """From the first byte until the first day can be focused, and the slow frames while it is moved."""
    dates, frames, times = effort.of((_DATES, _FRAMES, _REPEATS), (100, 10, 1))
    name = f"aligned view: {dates:,} dates"
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield Row(name, note="not counted: playwright is not installed")
        return
    if not Path(_CHROMIUM).exists():
        yield Row(name, note="not counted: there is no chromium here")
        return
    gold = ReferenceSet([Timeline(timeline("gold", dates), name="writer")])
    view = topic_view("large", gold, {"system": Timeline(timeline("system", dates))}, ["align+(rouge=1)"])
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        address = write_page(Path(folder) / "page.html", [view])
        browser = driver.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        opened = sorted(_opened(page, address) for _ in range(times))
        yield alone(f"{name}, until a day can be focused", Quantity(opened[len(opened) // 2]), Bar("<=", 1))
        seconds = page.evaluate(_PAN, frames)
        middle, slow = seconds[len(seconds) // 2], seconds[int(0.95 * len(seconds))]
        note = f"p95 {Quantity(slow)}"
        yield alone(f"{name}, a frame while moved, median", Quantity(middle), Bar("<=", 0.034), note)
        browser.close()


def _opened(page: Page, address: str) -> float:
    """Seconds from navigation until the first day is there."""
    page.goto(address, wait_until="commit")
    page.wait_for_selector(".a-day", state="attached")
    return float(page.evaluate("performance.now()")) / 1000
