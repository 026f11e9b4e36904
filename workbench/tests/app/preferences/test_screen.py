"""The judge's page: one pair, how the quiz went, and a last word; nothing of what must stay hidden."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cliometer_workbench.models import Sheet, Study
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import (
    SYSTEMS,
    answer_all,
    ballot_of,
    careful,
    careless,
    hopeless,
    study_of,
    vote,
)

HIDDEN = (
    *SYSTEMS,
    "(filler)",
    "(shuffled)",
    "(foreign)",
    "expected",
    "repeat",
    "slot",
    ":ab",
    ":ba",
    "aside",
)


def page(town: Town, name: str, sheet: Sheet, item: str = "") -> str:
    """The page as somebody sees it."""
    path = f"/sheets/{sheet.pk}/" + (f"?item={item}" if item else "")
    answer = town.client(name).get(path)
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


def at_work(town: Town) -> tuple[Study, Sheet]:
    """A study, and the sheet of Ann."""
    study = study_of(town, "ann", "bo")
    return study, town.sheet(study, "vote", "ann")


def test_no_page_and_no_answer_of_the_api_tells_what_is_hidden(town: Town) -> None:
    _, sheet = at_work(town)
    seen = []
    for way in (None, careful):
        if way:
            answer_all(town, "ann", sheet, way)
        seen += [page(town, "ann", sheet, item) for item in ballot_of(sheet).ids]
        told = town.client("ann").get(f"/api/sheets/{sheet.pk}").json()
        seen.append(json.dumps(told["work"]) + json.dumps(told["unsettled"]) + json.dumps(told["remarks"]))
    for text in seen:
        assert [word for word in HIDDEN if word in text.casefold()] == []


def test_the_page_shows_one_pair_and_no_other(town: Town) -> None:
    _, sheet = at_work(town)
    answer_all(town, "ann", sheet)
    ballot = ballot_of(sheet)
    one = ballot.shown(ballot.ids[0])
    text = page(town, "ann", sheet, one.item)
    mine = {line for text in one.texts for line in text.splitlines()}
    others = {line for item in ballot.ids for line in ballot.shown(item).texts[0].splitlines()} - mine
    assert all(line in text for line in mine)
    assert others and not any(line in text for line in others)


def test_in_the_quiz_only_the_quiz_can_be_handed_in(town: Town) -> None:
    _, sheet = at_work(town)
    during = page(town, "ann", sheet)
    answer_all(town, "ann", sheet)
    after = page(town, "ann", sheet)
    assert "Hand in the quiz" in during and "/hand-in" not in during
    assert "Hand in the quiz" not in after and "/hand-in" in after


def test_a_failed_attempt_is_told_with_a_count_and_other_questions_follow(town: Town) -> None:
    _, sheet = at_work(town)
    first = ballot_of(sheet)
    for item in first.questions:
        town.act("ann", sheet, "answer", item=item.id, choice=hopeless(item))
    town.act("ann", sheet, "grade")
    text = page(town, "ann", sheet)
    assert "Not quite: 0 of 2" in text and "This is your last attempt" in text
    assert set(ballot_of(sheet).ids).isdisjoint(first.ids)


def test_a_passed_quiz_is_told_until_the_first_vote(town: Town) -> None:
    _, sheet = at_work(town)
    for item in ballot_of(sheet).questions:
        town.act("ann", sheet, "answer", item=item.id, choice=item.expected)
    town.act("ann", sheet, "grade")
    assert "You passed the quiz: 2 of 2" in page(town, "ann", sheet)
    town.act("ann", sheet, "answer", item=ballot_of(sheet).next, choice="left")
    assert "You passed" not in page(town, "ann", sheet)


def test_a_failed_quiz_ends_kindly_and_can_be_handed_in(town: Town) -> None:
    _, sheet = at_work(town)
    answer_all(town, "ann", sheet, hopeless)
    assert "Thank you for trying" in page(town, "ann", sheet)
    assert town.hand_in("ann", sheet).status_code == 302


def test_a_judge_who_is_set_aside_learns_it_at_the_end_and_not_before(town: Town) -> None:
    study, sheet = at_work(town)
    answer_all(town, "ann", sheet, careless)
    assert ballot_of(sheet).aside
    assert "not be counted" not in page(town, "ann", sheet)
    assert town.hand_in("ann", sheet).url == f"/sheets/{sheet.pk}/"
    assert "will not be counted" in page(town, "ann", sheet)
    vote(town, study, "bo")
    assert "not be counted" not in page(town, "bo", town.sheet(study, "vote", "bo"))


def test_ties_are_offered_where_they_are_allowed(town: Town) -> None:
    _, sheet = at_work(town)
    assert "Neither is better" not in page(town, "ann", sheet)
    study = study_of(town, "cy", slug="ties", ties=True)
    assert "Neither is better" in page(town, "cy", town.sheet(study, "vote", "cy"))


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({"reasons": "none"}, ["1 ←", "2 →", "Enter", "n", "p"]),
        ({"ties": True}, ["1 ←", "2 →", "t", "w", "Enter", "n", "p"]),
        ({"format": "scales", "sources": "beside", "ties": True}, ["1 to 9", "w", "s", "Enter", "n", "p"]),
        ({"format": "best-worst", "size": 3}, ["1 to 9", "↑ ↓", "w", "Enter", "n", "p"]),
    ],
)
def test_the_keys_are_those_that_work(town: Town, settings: dict[str, Any], shown: list[str]) -> None:
    text = page(town, "cy", town.sheet(study_of(town, "cy", quiz=0, **settings), "vote", "cy"))
    keys = re.findall(r"<dt><kbd>(.*?)</kbd>", text)
    assert keys[: len(shown)] == shown and keys[len(shown)] == "u"


def test_the_box_for_reasons_follows_the_settings(town: Town) -> None:
    for reasons, said in (("none", False), ("optional", True), ("required", True)):
        study = study_of(town, "ann", slug=reasons, reasons=reasons)
        assert ('id="why"' in page(town, "ann", town.sheet(study, "vote", "ann"))) is said


def test_a_strange_item_in_the_address_leads_to_the_next_pair(town: Town) -> None:
    _, sheet = at_work(town)
    assert f'data-item="{ballot_of(sheet).next}"' in page(town, "ann", sheet, "<script>")


def test_summaries_and_reasons_are_escaped(town: Town) -> None:
    _, sheet = at_work(town)
    item = ballot_of(sheet).next
    town.act("ann", sheet, "answer", item=item, choice="left", reason="<script>alert(1)</script>")
    text = page(town, "ann", sheet, item)
    assert "&lt;script&gt;" in text and "<script>alert" not in text


def test_nobody_else_sees_the_sheet_while_votes_are_cast(town: Town) -> None:
    _, sheet = at_work(town)
    assert town.client("bo").get(f"/sheets/{sheet.pk}/").status_code == 403
    assert town.client("owner").get(f"/sheets/{sheet.pk}/").status_code == 200


def test_a_quiz_that_was_handed_in_cannot_be_undone(town: Town) -> None:
    _, sheet = at_work(town)
    for item in ballot_of(sheet).questions:
        town.act("ann", sheet, "answer", item=item.id, choice=hopeless(item))
    town.act("ann", sheet, "grade")
    assert town.act("ann", sheet, "undo").status_code == 409
