"""A study of units from import to freeze in real browsers: four writers, two of whom match, by keys."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.tests.browser.conftest import Live, Visit, begin_study, hand_in, press, run, saved, start_study

if TYPE_CHECKING:
    from playwright.sync_api import Page

BEHIND, SEATS = "workbench.tests.browser.unit_stages", "workbench.tests.browser.event_stages"
TEXT = (
    "The ship left Southampton on 10 April 1912. It struck an iceberg at night and sank on 15 April 1912.\n"
    "A steamer rescued 705 people. An inquiry blamed the speed of the ship."
)
WRITTEN = {
    "ann": (("1912-04-10", "The ship sets sail."), ("1912-04-15", "The ship sinks.")),
    "bo": (("1912-04", "The ship sets sail for America."), ("1912-04-15", "The big ship sinks.")),
    "cy": (("1912-04-15", "The ship sinks at night."), ("1912", "Lifeboats are few.")),
    "di": (("1912-04-10", "The ship sets sail."),),
}


def write(page: Page, *lines: tuple[str, str]) -> None:
    """Add lines by keys alone."""
    page.keyboard.press("a")
    for number, (date, text) in enumerate(lines, start=1):
        page.keyboard.type(date)
        page.keyboard.press("Tab")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        page.locator(".un-count", has_text=f"{number} of 3 lines").wait_for()
        page.locator("#un-date:focus").wait_for()
    page.keyboard.press("Escape")


def to_mark(page: Page, words: str) -> None:
    """Mark a mention, as a pointer does."""
    page.locator(".un-mark", has_text=re.compile(f"^{words}$")).click()


def test_from_import_to_freeze(live: Live, visit: Visit, tmp_path: Path) -> None:
    story = tmp_path / "titanic.txt"
    story.write_text(TEXT, encoding="utf-8")
    owner = visit("owner", "/studies/new?kind=units")
    owner.get_by_label("Title").fill("Titanic")
    owner.get_by_label("Lines of a timeline, at most").fill("3")
    owner.get_by_label("Units that a second person matches again").fill("2")
    owner.locator("input[type=file]").set_input_files(story)
    owner.get_by_label("Judges stand as codes in releases").uncheck()  # the names are compared below
    study = begin_study(owner)
    live.call(f"{SEATS}:take_seats", study=study, ann="judge", bo="judge", cy="judge", di="judge")
    start_study(owner)
    sheets = live.call(f"{SEATS}:sheets", study=study)

    writes(visit, sheets)
    builds(visit("ann", f"/sheets/{sheets['build']}/"))
    live.call(f"{BEHIND}:match_again", study=study, judge="bo")
    sheets = live.call(f"{SEATS}:sheets", study=study)
    matches(visit("ann", f"/sheets/{sheets['match ann']}/"))
    matches_again(visit, sheets)

    owner.goto(f"{live.url}/studies/{study}/agreement")
    shown = figures(owner)
    owner.goto(f"{live.url}/studies/{study}/releases")
    owner.get_by_role("button", name="Freeze").click()
    with owner.expect_download() as download:
        owner.get_by_role("link", name=re.compile("[Dd]ownload")).first.click()
    folder = tmp_path / "release"
    zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes())).extractall(folder)
    compare(folder, shown)


def writes(visit: Visit, sheets: dict[str, int]) -> None:
    """Blind timelines; dates are looked at while they are written, and undo outlives a reload."""
    for writer, lines in WRITTEN.items():
        page = visit(writer, f"/sheets/{sheets[f'write {writer}']}/")
        for other in WRITTEN:
            if other != writer:
                answer = page.request.get(f"{page.url.rsplit('/', 2)[0]}/{sheets[f'write {other}']}/")
                assert answer.status == 403
        write(page, *lines)
        if writer == "ann":
            looks_at_dates(page)
            undoes_across_a_reload(page)
        hand_in(page)


def looks_at_dates(page: Page) -> None:
    page.keyboard.press("a")
    page.keyboard.type("1912-02-30")
    page.keyboard.press("Tab")
    page.get_by_text("No such date: 1912-02 has 29 days.").wait_for()
    page.locator("#un-date").fill("April 15th")
    page.keyboard.press("Tab")
    page.get_by_text("Expected a date such as").wait_for()
    page.locator("#un-date").fill("")
    page.keyboard.press("Escape")


def undoes_across_a_reload(page: Page) -> None:
    press(page, "x")
    page.locator(".un-count", has_text="1 of 3 lines").wait_for()
    page.reload()
    press(page, "u")
    page.locator(".un-count", has_text="2 of 3 lines").wait_for()


def builds(page: Page) -> None:
    """Suggestions by one key, roles and a reason by dialogs."""
    assert page.locator(".un-card").count() == 7
    while page.locator(".un-suggest").count():
        before = page.locator(".un-suggest").count()
        press(page, "y")
        page.locator(".un-suggest").nth(before - 1).wait_for(state="detached")
    saved(page)
    names = page.locator(".un-unit .un-name strong").all_inner_texts()
    weights = [text.split()[0] for text in page.locator(".un-unit .un-weight").all_inner_texts()]
    assert (sorted(weights), len(names)) == (["3", "3"], 2)
    page.locator(".un-card", has_text="Lifeboats").click()
    press(page, "o")
    page.get_by_role("button", name="not an event").click()
    page.locator(".ev-lead", has_text="Every line is in a unit or omitted").wait_for()
    page.locator(".un-unit", has_text="sinks").first.click()
    press(page, "e")
    page.get_by_label("Action").fill("sink")
    page.get_by_label("Name", exact=True).fill("cause")
    page.get_by_label("Value", exact=True).fill("an iceberg")
    page.locator("#un-roles").get_by_role("button", name="Save").click()
    page.locator(".un-roles", has_text="an iceberg").wait_for()
    page.locator(".un-unit", has_text="sinks").first.click()
    press(page, "t")
    page.locator("#un-trim-line").select_option("cy/l1")
    page.get_by_label("What belongs to the unit").fill("The ship sinks.")
    page.get_by_label("What was discarded").fill("at night")
    page.locator("#un-trim").get_by_role("button", name="Save").click()
    page.get_by_text("trimmed, without: at night").wait_for()
    hand_in(page)


def matches(page: Page) -> None:
    """Links with contributions, a group, an anchor, an examined mention; a unit of each kind."""
    page.locator(".un-unit", has_text="sets sail").click()
    to_mark(page, "left")
    press(page, "l")
    page.locator(".un-tree:visible", has_text="S = min(1, 1 × “left”)").wait_for()
    to_mark(page, "struck")
    press(page, "e")
    page.locator(".un-tree:visible", has_text="Examined, and does not say it").wait_for()
    press(page, "d")
    page.locator(".un-unit[aria-current]", has_text="sink").wait_for()
    to_mark(page, "sank")
    press(page, "5")
    to_mark(page, "struck")
    press(page, "5")
    page.locator(".un-tree:visible", has_text="A system that selects all of them earns S = 1").wait_for()
    press(page, "Space")
    to_mark(page, "sank")
    press(page, "Space", "g")
    page.locator(".un-tree:visible", has_text="G1 = min(1, 0.5 × “").wait_for()
    selects_words(page)
    saved(page)
    press(page, "d")
    page.locator(".progress", has_text="2 of 2").wait_for()
    page.reload()
    press(page, "u")
    page.locator(".progress", has_text="1 of 2").wait_for()
    press(page, "r")
    page.locator(".progress", has_text="2 of 2").wait_for()
    hand_in(page)


def selects_words(page: Page) -> None:
    """An anchor at words that the keys choose: 'A steamer', then 'steamer' alone."""
    page.locator(".un-sentence", has_text="steamer").click(position={"x": 3, "y": 12})
    press(page, "J", "K", "ArrowRight", "ArrowRight")
    assert page.evaluate("getSelection().toString()") == "steamer"
    press(page, "s")
    page.locator(".un-mark", has_text=re.compile("^steamer$")).wait_for()
    page.locator(".un-mark:focus", has_text="steamer").wait_for()
    press(page, "0")
    page.locator(".un-tree:visible", has_text="0 × “steamer”").wait_for()


def matches_again(visit: Visit, sheets: dict[str, int]) -> None:
    """Blind of the first, on the sample."""
    page = visit("bo", f"/sheets/{sheets['rematch bo']}/")
    answer = page.request.get(f"{page.url.rsplit('/', 2)[0]}/{sheets['match ann']}/")
    assert (answer.status, page.locator(".un-node").count(), page.locator(".un-unit").count()) == (403, 0, 2)
    page.locator(".un-unit", has_text="sets sail").click()
    to_mark(page, "left")
    press(page, "l", "d")
    to_mark(page, "sank")
    press(page, "l")
    page.locator(".un-tree:visible", has_text="S = min(1, 1 × “sank”)").wait_for()
    press(page, "d")
    page.locator(".progress", has_text="2 of 2").wait_for()
    hand_in(page)


def figures(page: Page) -> dict[str, object]:
    """What the owner's page says."""
    matching = page.locator(".un-matching tbody tr td").all_inner_texts()
    return {
        "grey": page.locator(".un-mean-grey").inner_text(),
        "alphas": page.locator(".un-alpha tbody td:last-child").all_inner_texts(),
        "sizes": sorted(page.locator(".chart").first.locator(".mark-text.role-mark text").all_text_contents()),
        "matching": matching,
    }


def compare(folder: Path, shown: dict[str, object]) -> None:
    """The commands say of the release what the page said of the study."""
    second = folder / "second/titanic/rematch-bo.json"
    told = json.loads(run("study", "agreement", str(folder / "units"), "--second", str(second), "--json"))
    (splits,), (matching,), (units,) = told["splits"], told["matching"], told["units"]
    assert shown["grey"] == f"{100 * splits['mean_grey']:.1f} %"
    assert shown["alphas"] == [f"{row['alpha']:.3f}" for row in splits["pooled_alpha"]]
    assert shown["sizes"] == sorted(str(size) for size in units["levels"])
    share = [f"{100 * matching[name]:.1f} %" for name in ("agreement", "exact")]
    rows = ["rematch-bo", str(matching["units"]), str(matching["decisions"]), *share]
    assert shown["matching"] == [*rows, f"{matching['alpha']:.3f}"]
    extract = folder / "one.jsonl"
    item = {"system": "one", "topic": "titanic", "of": "mentions", "items": [{"id": "titanic/e1"}]}
    extract.write_text(json.dumps(item), encoding="utf-8")
    assert "0.5" in run("score", str(extract), str(folder / "units"))  # one of two units of weight 3
    assert sorted(path.stem for path in (folder / "timelines/titanic").iterdir()) == sorted(WRITTEN)


def test_a_board_that_begins_with_a_unit_of_each_line_joins_them(live: Live, visit: Visit) -> None:
    sheets = live.call(f"{BEHIND}:at_step", step="build", slug="undrafted", draft=False)
    page = visit("ann", f"/sheets/{sheets['build']}/")
    assert page.locator(".un-unit").count() == 8
    page.locator(".un-card", has_text="The ship leaves Southampton.").click()
    press(page, "Space")
    page.locator(".un-card", has_text="The ship sets sail.").first.click()
    press(page, "Space", "m")
    page.locator(".un-unit").nth(7).wait_for(state="detached")
    joined = page.locator(".un-unit", has=page.locator(".un-part", has_text="Southampton"))
    assert joined.locator(".un-part").count() == 2
    joined.click()
    page.locator(".un-card", has_text="The ship sets sail.").last.click()
    press(page, "p")
    page.locator(".un-unit").nth(6).wait_for(state="detached")
    assert joined.locator(".un-weight").inner_text().startswith("3")


def test_links_are_weighed_and_grouped_in_the_tree(live: Live, visit: Visit) -> None:
    sheets = live.call(f"{BEHIND}:at_step", step="match", slug="in-the-tree")
    page = visit("ann", f"/sheets/{sheets['match ann']}/")
    tree = page.locator(".un-tree:visible")
    for word, key in (("left", "3"), ("struck", "4"), ("sank", "5")):
        to_mark(page, word)
        press(page, key)
        tree.locator(".un-node", has_text=word).wait_for()
    press(page, "t", "Space", "j", "Space", "o")
    tree.locator(".un-formulas", has_text="G1 = min(1, 1 × “left” + 1 × “struck”) any one is enough").wait_for()
    tree.locator(".un-node[data-kind=group]").click()
    press(page, "5")
    tree.get_by_text("S = min(1, 0.5 × “sank” + 0.5 × G1)").or_(
        tree.get_by_text("S = min(1, 0.5 × G1 + 0.5 × “sank”)")
    ).wait_for()
    press(page, "x")
    tree.locator(".un-node[data-kind=group]").wait_for(state="detached")
    assert tree.locator(".un-node", has_text="left").get_attribute("data-v") == "0.5"
    press(page, "Escape", "J")
    assert "Sentence" in page.locator("#un-at").inner_text()


def test_words_that_a_pointer_selects_become_a_line_and_bring_their_date(live: Live, visit: Visit) -> None:
    sheets = live.call(f"{BEHIND}:at_step", step="write", slug="from-words")
    page = visit("ann", f"/sheets/{sheets['write ann']}/")
    page.locator(".un-sentence", has_text="Southampton").select_text()
    press(page, "a")
    assert page.locator("#un-date").input_value() == "1912-04-10"
    assert page.locator("#un-said").input_value().startswith("The ship left Southampton")
    press(page, "Enter")
    page.locator(".un-count", has_text="1 of 3 lines").wait_for()


def test_a_refused_line_stays_in_its_boxes(live: Live, visit: Visit) -> None:
    sheets = live.call(f"{BEHIND}:at_step", step="write", slug="refused")
    page = visit("ann", f"/sheets/{sheets['write ann']}/")
    page.locator("#un-date").fill("1912-05/1912-04")
    page.locator("#un-said").fill("The wrong way round.")
    press(page, "Enter")
    page.locator("#refusal", has_text="an interval must not end before it starts").wait_for()
    assert page.locator("#un-said").input_value() == "The wrong way round."
    assert ["409" in fault for fault in visit.faults] == [True]
    visit.faults.clear()
