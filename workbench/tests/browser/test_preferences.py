"""A preference study from import to freeze in real browsers: three judges by keys, one is set aside."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import serious
from tests.unit.cli.cliometer_command import ROOT
from workbench.tests.browser.conftest import Inspection, Live, Visit, begin_study, press, run, saved

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

BEHIND = "workbench.tests.browser.preference_stages"
KEYS = {"left": "1", "right": "2"}
SUMMARIES = """system,topic,text
alpha,flood,The river rose at night and boats took people from the roofs of the old town.
beta,flood,Water. Many people. The mayor spoke of a bridge that is gone since Monday.
gamma,flood,A bridge fell; forty were saved by helicopter before dawn.
alpha,quake,The ground shook for a minute and two schools fell down.
beta,quake,Rescuers with dogs searched houses while tents were put up in the park.
gamma,quake,A strong aftershock closed the road to the hospital in the valley.
"""


def shown(page: Page) -> str:
    """The id of the pair on the page."""
    return page.get_attribute("#pair", "data-item") or ""


def answer(page: Page, key: str, why: str = "") -> None:
    """Choose by key, say why, and go on."""
    item = shown(page)
    page.keyboard.press(key)
    if why:
        page.keyboard.press("w")
        page.keyboard.type(why)
    page.keyboard.press("Enter")
    left(page, item)


def left(page: Page, item: str) -> None:
    """Wait until another pair, or the end, is on the page and has the focus."""
    page.locator(f"#pair[data-item='{item}']").wait_for(state="detached")
    page.locator("#question:focus").wait_for()


def says(page: Page, why: str) -> None:
    """Wait until the box holds these words."""
    from playwright.sync_api import expect

    expect(page.locator("#why")).to_have_value(why)


def vote(page: Page, live: Live, sheet: int, way: Callable[[list[str]], str], why: str = "") -> None:
    """Everything that the phase asks."""
    hidden = live.call(f"{BEHIND}:hidden", sheet=sheet)
    while page.locator("#pair").count():
        answer(page, KEYS[way(hidden[shown(page)])], why)
    saved(page)


def careful(secret: list[str]) -> str:
    """Passes tests, prefers the alphabetically first."""
    _, expected, first, second = secret
    return expected or ("left" if first < second else "right")


def careless(secret: list[str]) -> str:
    """Passes the quiz, fails the tests behind it."""
    kind, expected, _, _ = secret
    if kind == "quiz":
        return expected
    return "left" if expected == "right" else "right"


def hand_in(page: Page) -> None:
    """From the last page of the sheet."""
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Hand in my votes").click()
    page.get_by_role("heading", name="Thank you").wait_for()


def begin(visit: Visit) -> tuple[Page, str, str]:
    """The owner makes the study from a table, and a link for judges; the owner's page, the slug and the link."""
    page = visit("owner", "/studies/new?kind=preferences")
    page.get_by_label("Title").fill("Which summary?")
    page.get_by_label("Instructions").fill("Read both, then choose.")
    table = {"name": "summaries.csv", "mimeType": "text/csv", "buffer": SUMMARIES.encode()}
    page.set_input_files("input[type=file]", table)  # type: ignore[arg-type]  # a dict of the right shape
    for name, value in {"votes": "2", "quiz": "2", "tests": "0.2", "repeats": "0.2", "seconds": "0"}.items():
        page.fill(f"[name=settings-{name}]", value)
    slug = begin_study(page)
    page.goto(page.url.rstrip("/") + "/people")
    page.fill("[name=uses]", "3")
    page.get_by_role("button", name="Make a link").click()
    return page, slug, page.input_value("#link")


def join(visit: Visit, name: str, link: str) -> Page:
    """Somebody follows the invitation."""
    page = visit(name, link)
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(re.compile("/studies/[^/]+/$"))
    return page


def through_the_quiz(page: Page, live: Live, sheet: int, way: Callable[[list[str]], str]) -> None:
    """Answer the quiz and hand it in."""
    vote(page, live, sheet, way)
    page.locator("#work").get_by_role("button", name="Hand in the quiz").click()
    page.get_by_role("heading", name=re.compile("You passed the quiz")).wait_for()


def cells(page: Page, heading: str) -> list[list[str]]:
    """The rows of the table under a heading."""
    table = page.get_by_role("region", name=heading).locator("tbody tr")
    return [[cell.strip() for cell in row.locator("th, td").all_inner_texts()] for row in table.all()]


def test_from_import_to_freeze_with_three_judges(live: Live, visit: Visit, tmp_path: Path) -> None:
    owner, slug, link = begin(visit)
    ann, bo = (join(visit, name, link) for name in ("ann", "bo"))
    owner.goto(f"{live.url}/studies/{slug}/")
    owner.get_by_role("button", name="Start the study").click()
    owner.get_by_text("2 sheets were given out").wait_for()

    for page, name, way in ((ann, "ann", careful), (bo, "bo", careless)):
        sheet = live.call(f"{BEHIND}:sheet_of", study=slug, judge=name)
        page.goto(f"{live.url}/sheets/{sheet}/")
        through_the_quiz(page, live, sheet, way)
        vote(page, live, sheet, way, "tells more" if name == "ann" else "")
        assert "set aside" not in page.content() and "not be counted" not in page.content()
        hand_in(page)
    assert "will not be counted" in bo.inner_text("main")
    assert "will not be counted" not in ann.inner_text("main")

    cy = join(visit, "cy", link)  # and is dealt what bo's votes were to bring
    sheet = live.call(f"{BEHIND}:sheet_of", study=slug, judge="cy")
    cy.goto(f"{live.url}/sheets/{sheet}/")
    through_the_quiz(cy, live, sheet, careful)
    vote(cy, live, sheet, careful)
    hand_in(cy)

    owner.goto(f"{live.url}/studies/{slug}/agreement")
    owner.locator("summary", has_text="Votes by pair and topic").click()
    ranking, judges, pairs = (cells(owner, name) for name in ("Ranking", "Judges", "Votes by pair and topic"))
    words = owner.inner_text("main")
    owner.goto(f"{live.url}/studies/{slug}/releases")
    owner.get_by_role("button", name="Freeze", exact=True).click()
    with owner.expect_download() as download:
        owner.get_by_role("link", name="Download").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        archive.extractall(tmp_path)

    told = json.loads(run("vote", str(tmp_path / "votes.csv"), "--json"))
    assert [row[0] for row in ranking] == [
        name for group in told["rankings"]["ranked-pairs"]["order"] for name in group
    ]
    firsts = told["rankings"]["plurality"]["points"]
    assert {row[0]: float(row[2]) for row in ranking} == firsts
    assert {row[0]: float(row[4]) for row in ranking} == told["rankings"]["borda"]["points"]
    place = told["position"]["first"]
    assert f"preferred in {place['part']} of {place['whole']} decided votes" in words
    assert f"{100 * place['low']:.1f} % to {100 * place['high']:.1f} %, p = {place['p']:.3f}" in words
    assert f"{100 * told['agreement']['pairwise']['share']:.1f} % of pairs of judges agree" in words
    assert {row[0]: row[-1].split("\n")[0] for row in judges}["bo"].startswith("set aside")
    assert all(row[5:7] == ["2", "1"] for row in pairs)  # two votes a pair, the first once on the left

    votes = list(csv.DictReader(io.StringIO((tmp_path / "votes.csv").read_text(encoding="utf-8"))))
    aside = list(csv.DictReader(io.StringIO((tmp_path / "aside.csv").read_text(encoding="utf-8"))))
    assert {vote["judge"] for vote in votes} == {"J1", "J3"} and {vote["judge"] for vote in aside} == {"J2"}
    assert (len(votes), len(aside)) == (12, 6)
    codebook = str(ROOT / "src/cliometer/demo/codebook.toml")
    assert "tells more" in run("study", "reasons", str(tmp_path / "reasons.csv"), "--codebook", codebook, "--json")


def test_undo_and_a_changed_mind_outlive_a_reload(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:fresh", slug="undo")
    page = visit("ann", f"/sheets/{sheet}/")
    item = shown(page)
    page.keyboard.press("1")
    page.locator("#pair[data-choice=left]").wait_for()
    page.locator("#why").fill("first thought")
    page.keyboard.press("Enter")
    left(page, item)
    page.reload()
    page.keyboard.press("p")
    page.locator(f"#pair[data-item='{item}']").wait_for()
    page.locator("#question:focus").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator("#pair[data-choice=right]").wait_for()
    saved(page)
    assert live.call(f"{BEHIND}:answers", sheet=sheet)[item] == ["right", "first thought"]
    page.reload()
    page.locator("#question").focus()
    for expected in (["left", "first thought"], ["left", ""]):
        page.get_by_role("button", name="Undo").click()
        page.locator(f"#pair[data-choice={expected[0]}] label").wait_for()
        says(page, expected[1])
        assert live.call(f"{BEHIND}:answers", sheet=sheet)[item] == expected
    page.reload()
    page.get_by_role("button", name="Redo").click()
    says(page, "first thought")


def test_letters_do_not_vote_while_somebody_writes(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:fresh", slug="typing")
    page = visit("ann", f"/sheets/{sheet}/")
    page.keyboard.press("w")
    page.keyboard.type("12tun")
    assert page.input_value("#why") == "12tun"
    assert live.call(f"{BEHIND}:answers", sheet=sheet) == {}
    page.get_by_role("button", name="I prefer the right").click()
    page.locator("#pair[data-choice=right]").wait_for()
    saved(page)
    assert list(live.call(f"{BEHIND}:answers", sheet=sheet).values()) == [["right", "12tun"]]


def test_keys_work_after_a_choice_and_no_letter_becomes_a_reason(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:fresh", slug="keys")
    page = visit("ann", f"/sheets/{sheet}/")
    item = shown(page)
    page.keyboard.press("1")
    page.locator("#pair[data-choice=left]").wait_for()
    page.keyboard.press("2")
    page.locator("#pair[data-choice=right]").wait_for()
    page.keyboard.press("n")
    left(page, item)
    assert live.call(f"{BEHIND}:answers", sheet=sheet) == {item: ["right", ""]}
    item = shown(page)
    page.get_by_role("button", name="I prefer the left").click()
    page.locator("button[data-choice=left][aria-pressed=true]:focus").wait_for()
    page.keyboard.press("Enter")
    page.locator(f"#pair[data-item='{item}']").wait_for(state="detached")


def test_words_typed_while_an_answer_is_on_its_way_are_kept(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:fresh", slug="slow")
    page = visit("ann", f"/sheets/{sheet}/")
    item = shown(page)
    slowly(page)
    page.keyboard.press("1")
    page.keyboard.press("w")
    page.keyboard.type("shorter")
    page.locator("#pair[data-choice=left]").wait_for()
    page.keyboard.type(" by far")
    says(page, "shorter by far")
    page.keyboard.press("Enter")
    left(page, item)
    assert live.call(f"{BEHIND}:answers", sheet=sheet) == {item: ["left", "shorter by far"]}


CRITERIA = [{"name": name, "text": f"Which is more {name}?"} for name in ("overall", "faithful", "readable")]


def test_keys_pressed_before_the_server_answers_fill_in_one_question_after_the_other(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:asking", slug="criteria", criteria=CRITERIA, ties=True)
    page = visit("ann", f"/sheets/{sheet}/", width=390, height=844)
    item = shown(page)
    page.get_by_role("button", name="2: Which is more faithful?").click()
    assert page.locator(".asked-question:visible").all_inner_texts() == ["Which is more faithful?"]  # one at a time
    page.locator(".asked-at").first.click()
    slowly(page)
    press(page, "1", "2", "t", "ArrowUp", "1")  # and then changes the last
    page.locator("#next.primary").wait_for()
    saved(page)
    told = {"overall": "left", "faithful": "right", "readable": "left"}
    assert live.call(f"{BEHIND}:choices", sheet=sheet) == {item: told}
    assert serious(page) == []
    page.keyboard.press("Enter")
    left(page, item)


SEEN = """() => [document.querySelector(".axis-top").getBoundingClientRect().bottom,
  document.querySelector(".answer-bar").getBoundingClientRect().top, innerHeight]"""
SCREENS = pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])


@SCREENS
def test_two_timelines_take_the_window_above_all_answers(width: int, height: int, live: Live, visit: Visit) -> None:
    asked = {"criteria": CRITERIA, "ties": True} if width > 640 else {"ties": True}
    page = visit("ann", f"/sheets/{live.call(f'{BEHIND}:timelines', slug=f'oil-{width}', **asked)}/", width, height)
    counts, at = page.locator(".axis-top p").inner_text().split(" shared")
    assert counts in ("20 and 14 dates, 6", "14 and 20 dates, 6") and at.strip() == "2010-05-01, 1 of 28"
    folded = page.locator("td.axis-none").evaluate_all("cells => cells.map(cell => cell.rowSpan)")
    assert sorted(folded) == [8, 14] and page.locator(".axis tbody tr").count() == 28
    arabic = page.locator(".axis td p", has_text="البئر").first
    assert arabic.evaluate("one => getComputedStyle(one).direction") == "rtl"
    for part in (0.5, 1.0):
        page.evaluate("part => scrollTo(0, part * (document.querySelector('.axis').offsetHeight - innerHeight))", part)
        page.locator("#axis-at", has_text=at.strip()).wait_for(state="detached")
        at = page.locator("#axis-at").inner_text()
        top, bottom, window = page.evaluate(SEEN)
        assert bottom - top > 0.6 * window, "most of the window shows the timelines"
        asked_now = page.locator("button[data-choice]:visible").all()
        assert len(asked_now) == (9 if width > 640 else 3)
        for one in asked_now:
            box = one.bounding_box()
            assert box and bottom <= box["y"] and box["y"] + box["height"] <= window
    void = "scrollY + document.querySelector('.places').getBoundingClientRect().bottom"
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height - page.evaluate(void) < 120, "and the page ends where they end"
    assert page.evaluate("document.documentElement.scrollWidth") <= width and serious(page) == []


def test_a_phone_shows_either_timeline_or_both_on_two_sides(live: Live, visit: Visit) -> None:
    page = visit("ann", f"/sheets/{live.call(f'{BEHIND}:timelines', slug='sides')}/", width=390, height=844)
    cells = "[...document.querySelectorAll(`td.side-${side}:not(.axis-none)`)].filter(one => one.offsetParent)"
    count = f"side => {cells}.length"
    edge = "one => { const { left, right } = one.getBoundingClientRect(); return `${left} ${right}`; }"
    edges = f"side => [...new Set({cells}.map({edge}))]"
    left, right = (page.evaluate(edges, side) for side in (1, 2))
    assert len(left) == len(right) == 1 and left != right  # a column each, though both take most of the screen
    counts = [int(page.evaluate(count, side)) for side in (1, 2)]
    assert sorted(counts) == [14, 20]
    for side, name in ((1, "Left"), (2, "Right")):
        page.get_by_role("button", name=name, exact=True).click()
        assert [page.evaluate(count, one) for one in (1, 2)] == [counts[side - 1] * (one == side) for one in (1, 2)]
        assert f"of {counts[side - 1]}" in page.locator("#axis-at").inner_text()
        assert page.locator(".axis tbody tr:visible").count() == counts[side - 1]
        assert serious(page) == []
    page.get_by_role("button", name="Both").click()
    assert page.locator(".axis tbody tr:visible").count() == 28


def test_a_phone_shows_a_set_of_fewer_timelines_than_the_one_before(live: Live, visit: Visit) -> None:
    page = visit("ann", f"/sheets/{live.call(f'{BEHIND}:timeline_sets', slug='sets')}/", width=390, height=844)
    if not page.locator("[data-view='4']").count():
        page.keyboard.press("n")
    page.locator("[data-view='4']").click()
    assert page.locator(".axis tbody tr:visible").count() == 1
    page.locator(".places a:not([aria-current])").first.click()
    page.locator("[data-view='4']").wait_for(state="detached")
    assert page.locator(".axis tbody tr:visible").count() == 3


@SCREENS
def test_a_vote_before_the_ends_were_on_screen_counts_and_is_marked(
    width: int, height: int, live: Live, visit: Visit
) -> None:
    sheet = live.call(f"{BEHIND}:timelines", slug=f"early-{width}")
    page = visit("ann", f"/sheets/{sheet}/", width, height)
    page.evaluate("scrollTo(0, 300)")
    page.keyboard.press("1")
    page.locator("#pair[data-choice=left]").wait_for()
    saved(page)
    assert live.call(f"{BEHIND}:early", sheet=sheet) == [True]
    assert page.evaluate("scrollY") == 300  # and one reads on where one was
    if width < 640:
        page.get_by_role("button", name="Left", exact=True).click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_timeout(200)
    if width < 640:  # the other one was not read yet
        page.keyboard.press("2")
        page.locator("#pair[data-choice=right]").wait_for()
        saved(page)
        assert live.call(f"{BEHIND}:early", sheet=sheet) == [True]
        page.get_by_role("button", name="Right", exact=True).click()
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.wait_for_timeout(200)
    page.keyboard.press("2")
    page.locator("button[data-choice=right][aria-pressed=true]").wait_for()
    saved(page)
    assert live.call(f"{BEHIND}:early", sheet=sheet) == [False]
    page.goto(f"{live.url}/sheets/{sheet}/?item={shown(page)}")  # what was read once was read
    page.keyboard.press("1")
    page.locator("#pair[data-choice=left]").wait_for()
    saved(page)
    assert live.call(f"{BEHIND}:early", sheet=sheet) == [False]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 768)])
@pytest.mark.parametrize("lines", [1, 60])
def test_neither_is_as_near_as_left_and_right(lines: int, width: int, height: int, live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:tied", slug=f"tied-{lines}-{width}", lines=lines)
    page = visit("ann", f"/sheets/{sheet}/", width=width, height=height)
    for part in (0.0, 0.5, 1.0):
        page.evaluate("part => scrollTo(0, part * document.body.scrollHeight)", part)
        boxes = [box for one in page.locator("button[data-choice]").all() if (box := one.bounding_box())]
        assert len(boxes) == 3 and len({(box["y"], box["height"]) for box in boxes}) == 1, "one row"
        assert max(box["width"] for box in boxes) - min(box["width"] for box in boxes) < 1
        assert boxes[0]["y"] >= 0 and boxes[0]["y"] + boxes[0]["height"] <= height, "on screen, wherever one reads"
        assert (
            page.evaluate(
                "([x, y]) => document.elementFromPoint(x, y).closest('button')?.dataset.choice",
                [boxes[1]["x"] + 9, boxes[1]["y"] + boxes[1]["height"] - 4],
            )
            == "tie"
        ), "covered by nothing"
    page.get_by_role("button", name="Neither is better").click()
    page.locator("#pair[data-choice=tie]").wait_for()
    assert serious(page) == []


@pytest.mark.parametrize("reasons", ["none", "optional"])
def test_back_returns_to_the_pair_before(reasons: str, live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:asking", slug=f"back-{reasons}", reasons=reasons)
    page = visit("ann", "/")
    page.goto(f"{live.url}/sheets/{sheet}/")
    seen = []
    for key in ("1", "2", "1"):
        seen.append(shown(page))
        page.keyboard.press(key)
        if reasons != "none":
            page.keyboard.press("n")
        left(page, seen[-1])
    saved(page)
    seen.append(shown(page))
    for back in (2, 1, 0):
        page.go_back()
        page.locator(f"#pair[data-item='{seen[back]}'][data-choice={'right' if back == 1 else 'left'}]").wait_for()
    page.go_forward()
    page.locator(f"#pair[data-item='{seen[1]}']").wait_for()
    page.reload()
    assert shown(page) == seen[1]
    page.keyboard.press("1")  # another answer to a pair that was looked at again
    if reasons == "none":
        left(page, seen[1])
    else:
        page.locator("#pair[data-choice=left]").wait_for()
        page.locator("#why").fill("easier")
        page.go_back()
        page.locator(f"#pair[data-item='{seen[0]}']").wait_for()
    reason = "" if reasons == "none" else "easier"
    assert live.call(f"{BEHIND}:answers", sheet=sheet)[seen[1]] == ["left", reason]
    assert set(live.call(f"{BEHIND}:answers", sheet=sheet)) == set(seen[:3])


def test_a_coder_puts_reasons_into_categories_by_keys(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:coding", slug="coding")
    page = visit("cy", f"/sheets/{sheet}/")
    page.locator(".code-row[aria-current]").wait_for()
    press(page, "2", "3", "1", "k", "x")
    saved(page)
    assert live.call(f"{BEHIND}:codes", sheet=sheet) == ["readability", None, "informativeness"]
    page.get_by_role("button", name="length").nth(1).click()
    saved(page)
    assert live.call(f"{BEHIND}:codes", sheet=sheet) == ["readability", "length", "informativeness"]
    assert serious(page) == []


def test_documents_stay_open_with_their_search_while_pairs_of_a_topic_are_shown(live: Live, visit: Visit) -> None:
    page = visit("ann", f"/sheets/{live.call(f'{BEHIND}:reading', slug='sources')}/")
    page.keyboard.press("s")
    page.get_by_text("3 documents").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("SECOND")
    page.get_by_text("1 document").wait_for()
    assert page.locator(".sources-list article:visible").count() == 1
    page.locator("#question").focus()
    page.keyboard.press("1")
    page.locator("#pair[data-choice=left]").wait_for()
    assert page.input_value("#sources-search") == "SECOND"
    assert page.locator(".sources-list article:visible").count() == 1
    assert serious(page) == []


def test_words_without_a_choice_are_not_left_behind(live: Live, visit: Visit) -> None:
    page = visit("ann", f"/sheets/{live.call(f'{BEHIND}:fresh', slug='wordy')}/")
    item = shown(page)
    page.locator("#why").fill("both are long")
    page.keyboard.press("Enter")
    page.get_by_text("Choose first, or empty the box").wait_for()
    assert shown(page) == item and page.input_value("#why") == "both are long"
    page.locator("#why").fill("")


def slowly(page: Page) -> None:
    """Every action takes a while to reach the server."""

    def late(route: Route) -> None:
        page.wait_for_timeout(400)
        route.continue_()

    page.route("**/do", late)


def at_the_last_pair(live: Live, visit: Visit, slug: str) -> tuple[Page, int]:
    """Ann has one pair left, which is before her."""
    sheet: int = live.call(f"{BEHIND}:nearly", slug=slug)
    page = visit("ann", f"/sheets/{sheet}/")
    page.on("dialog", lambda dialog: dialog.accept())
    return page, sheet


def test_hand_in_saves_a_reason_that_was_just_typed_and_hands_in(live: Live, visit: Visit) -> None:
    page, sheet = at_the_last_pair(live, visit, "typed")
    item = shown(page)
    page.keyboard.press("1")
    page.locator("#pair[data-choice=left]").wait_for()
    page.locator("#why").type("tells more")
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.get_by_role("heading", name="Thank you").wait_for()
    assert live.call(f"{BEHIND}:answers", sheet=sheet)[item] == ["left", "tells more"]


def test_hand_in_waits_for_an_answer_that_is_on_its_way(live: Live, visit: Visit) -> None:
    page, sheet = at_the_last_pair(live, visit, "waits")
    item = shown(page)
    slowly(page)
    page.keyboard.press("2")
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.get_by_role("heading", name="Thank you").wait_for()
    assert live.call(f"{BEHIND}:answers", sheet=sheet)[item][0] == "right"


def test_the_quiz_is_handed_in_where_the_sheet_is_later(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:fresh", slug="quiz")
    page = visit("ann", f"/sheets/{sheet}/")
    status = page.locator("#status")
    assert status.get_by_role("button", name="Hand in", exact=True).count() == 0
    vote(page, live, sheet, careful)
    page.locator(".places a").last.click()
    page.locator("#pair[data-choice]").wait_for()
    page.locator("#why").type("easy")
    status.get_by_role("button", name="Hand in the quiz").click()
    page.get_by_role("heading", name=re.compile("You passed the quiz")).wait_for()
    status.get_by_role("button", name="Hand in", exact=True).wait_for()
    assert "easy" in [why for _, why in live.call(f"{BEHIND}:answers", sheet=sheet).values()]


@pytest.fixture(scope="module")
def staged(live: Live) -> dict[str, int]:
    """Sheets at every point of a study."""
    found: dict[str, int] = live.call(f"{BEHIND}:stages", slug="staged")
    return found


def test_the_page_tells_nothing_of_systems_tests_and_repeats(live: Live, visit: Visit, staged: dict[str, int]) -> None:
    sheet = staged["bo"]
    page = visit("bo", f"/sheets/{sheet}/")
    links = [one.get_attribute("href") for one in page.locator(".places a").all()]
    assert links
    for link in links:
        page.goto(f"{live.url}/sheets/{sheet}/{link}")
        source = page.content().casefold()
        for word in ("alpha", "beta", "gamma", "repeat", "(filler)", "(shuffled)", "(foreign)", "expected"):
            assert word not in source


def test_axe_finds_no_serious_fault(live: Live, inspect: Inspection, staged: dict[str, int]) -> None:
    pair = next(iter(live.call(f"{BEHIND}:hidden", sheet=staged["bo"])))
    pages = [(name, f"/sheets/{sheet}/") for name, sheet in staged.items()]
    pages += [("bo", f"/sheets/{staged['bo']}/?item={pair}"), ("owner", "/studies/new?kind=preferences")]
    pages += [("owner", f"/studies/staged/{page}") for page in ("agreement", "settings", "topics")]
    live.call(f"{BEHIND}:short", slug="short")
    pages += [("owner", f"/studies/short/{page}") for page in ("", "releases")]
    for name, path in pages:
        page = inspect(name, path)
        assert serious(page) == [], path
        page.emulate_media(color_scheme="dark")
        assert serious(page, "color-contrast") == [], path
