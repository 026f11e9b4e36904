"""A study of events from import to freeze in real browsers: two judges, a verifier and the owner, by keys."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.unit.cli.cliometer_command import ROOT
from workbench.tests.browser.conftest import Live, Visit, begin_study, hand_in, press, run, saved, start_study

if TYPE_CHECKING:
    from playwright.sync_api import Page

ARTICLES = ROOT / "src/cliometer/demo/articles/berlin-wall.jsonl"
BEHIND = "workbench.tests.browser.event_stages"


def add(page: Page, *events: str) -> None:
    """List events, one after the other."""
    page.keyboard.press("a")
    for text in events:
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.locator(".ev-candidate").nth(len(events) - 1).wait_for()
    saved(page)


def imported(live: Live, visit: Visit) -> tuple[str, dict[str, int]]:
    """The owner uploads the stories and starts the study; its slug and its sheets."""
    owner = visit("owner", "/studies/new?kind=events")
    owner.get_by_label("Title").fill("Berlin")
    owner.locator("input[type=file]").set_input_files(ARTICLES)
    study = begin_study(owner)
    live.call(f"{BEHIND}:take_seats", study=study, ann="judge", bo="judge", cy="verifier")
    start_study(owner)
    return study, live.call(f"{BEHIND}:sheets", study=study)


def split(page: Page) -> None:
    """Cut a sentence before its fourth word, and take that back."""
    press(page, "l", "l", "l", "c")
    page.locator(".ev-cut").nth(1).get_by_text("East Germans fled").wait_for()
    press(page, "u")
    saved(page)
    hand_in(page)


def list_with_second_thoughts(page: Page) -> None:
    """Add, remove, undo and redo over a reload, move, and edit in place."""
    add(page, "A picnic at the border is used to flee", "Hungary opens its border", "Something vague")
    press(page, "x")
    saved(page)
    page.reload()
    assert page.locator(".ev-candidate").count() == 2
    press(page, "u")
    saved(page)
    assert page.locator(".ev-candidate").count() == 3
    press(page, "r")
    saved(page)
    press(page, "k", "J", "e")
    page.keyboard.type("East Germans flee at a picnic")
    press(page, "Enter")
    saved(page)
    texts = page.locator(".ev-candidate .ev-text").all_inner_texts()
    assert texts == ["Hungary opens its border", "East Germans flee at a picnic"]


def merge(page: Page) -> None:
    """Two suggestions are accepted, a third event is made and moved up."""
    for _ in range(2):
        press(page, "y")
        saved(page)
    page.locator(".ev-card", has_text="Leipzig").click()
    press(page, " ", "m")
    page.locator(".ev-merged").nth(2).wait_for()
    press(page, "K")
    saved(page)
    assert "Leipzig" in page.locator(".ev-merged").nth(1).inner_text()
    hand_in(page)


def link(page: Page, keys: str) -> None:
    """Keys as a judge presses them, then every story is read; the last link is taken back after a reload."""
    press(page, *keys.split())
    saved(page)
    before = page.locator(".ev-chip").count()
    press(page, "1")
    saved(page)
    page.reload()
    press(page, "u")
    saved(page)
    assert page.locator(".ev-chip").count() == before
    for _ in range(page.locator(".ev-story").count()):
        press(page, "d")
    saved(page)
    assert page.locator(".ev-read").count() == 15


def verify(page: Page) -> None:
    """The first disagreement is rejected with a reason, all others are accepted, and a link is added."""
    waiting = page.locator('.ev-case[data-verdict="undecided"]').count()
    assert waiting > 3
    press(page, "e")
    page.keyboard.type("says nothing of it")
    press(page, "Escape", "x", *["a"] * (waiting - 1))
    saved(page)
    assert page.locator('.ev-case[data-verdict="undecided"]').count() == 0
    press(page, "+")
    page.locator("#ev-add-filter").fill("Leipzig")
    page.locator("#ev-add-sentences").select_option(index=25)
    page.locator("#ev-add-form").get_by_role("button", name="Add").click()
    page.locator('.ev-case[data-added="yes"]').wait_for()
    saved(page)
    hand_in(page)


def cells(page: Page, table: int) -> list[list[str]]:
    """What a table of the page says."""
    rows = page.locator("table").nth(table).locator("tbody tr").all()
    return [row.inner_text().split("\t") for row in rows]


def frozen(page: Page, folder: Path) -> Path:
    """Freeze, download, unpack."""
    page.get_by_role("button", name="Freeze").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes())).extractall(folder)
    return folder


def same_figures(topics: list[list[str]], events: list[list[str]], pairs: list[list[str]], gold: Path) -> None:
    """The page and `cliometer study agreement` tell the same."""
    told = json.loads(run("study", "agreement", str(gold), "--json"))
    topic, judged = told["topics"][0], told["judges"][0]
    hours = "–" if topic["hours"] is None else f"{topic['hours']:.2f}"
    assert topics[0][2:] == ["15", "3", hours, f"{topic['agreement']:.3f}"]
    expected = {
        row["event"]: [*(str(row[name]) for name in ("sentences", "union", "added")), f"{row['agreement']:.3f}"]
        for row in judged["events"]
    }
    assert {row[0].split()[-1]: row[1:5] for row in events} == expected
    pair = judged["pairs"][0]
    assert pairs[0][4:] == [f"{pair['dice']:.3f}", f"{pair['jaccard']:.3f}"]


def test_from_import_to_freeze(live: Live, visit: Visit, tmp_path: Path) -> None:
    study, sheets = imported(live, visit)
    split(visit("owner", f"/sheets/{sheets['split']}/"))

    ann, bo = (visit(name, f"/sheets/{sheets[f'list {name}']}/") for name in ("ann", "bo"))
    list_with_second_thoughts(ann)
    assert bo.request.get(f"{live.url}/sheets/{sheets['list ann']}/").status == 403
    add(bo, "Flight of East Germans at a picnic", "Hungary opens the border", "Leipzig marches")
    hand_in(ann)
    hand_in(bo)
    merge(visit("ann", f"/sheets/{sheets['merge']}/"))

    keys = {"ann": "1 j j 3 j 2 2 n 1 p x j x g 2", "bo": "1 j 1 j j j n 3 j j 2"}
    for name, other in (("ann", "bo"), ("bo", "ann")):
        page = visit(name, f"/sheets/{sheets[f'link {name}']}/")
        link(page, keys[name])
        assert page.request.get(f"{live.url}/sheets/{sheets[f'link {other}']}/").status == 403
        hand_in(page)
    done = [verb for verb, _ in live.call(f"{BEHIND}:journal", sheet=sheets["link ann"])]
    assert done == ["link"] * 3 + ["unlink", "link", "group", "link", "undo"] + ["read"] * 15
    verify(visit("cy", f"/sheets/{sheets['verify']}/"))

    page = visit("owner", f"/studies/{study}/agreement")
    topics, events, pairs = (cells(page, table) for table in range(3))
    worst = [float(row[4]) for row in events]
    assert worst == sorted(worst)
    page.get_by_role("link", name="its links").first.click()
    page.locator(".ev-case[aria-current]").wait_for()
    assert 0 < page.locator(".ev-case:visible").count() < page.locator(".ev-case").count()

    gold = frozen(visit("owner", f"/studies/{study}/releases"), tmp_path / "gold")
    same_figures(topics, events, pairs, gold)
    ranking = ROOT / "src/cliometer/demo/rankings/first.json"
    assert "nu" in run("score", str(ranking), str(gold / "events.json"))
    assert "of your links were kept" in visit("ann", f"/studies/{study}/").inner_text("main")
