"""The screens of a study of units: what they say, and what an action sends back."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer.model.sources import Annotation, EventMention, Sentence, Source
from cliometer_workbench.kinds.units.unit_screens import document, passage
from cliometer_workbench.models import Sheet, Study
from cliometer_workbench.services.sheet_lifecycle import assign
from cliometer_workbench.services.worksheets import load
from workbench.tests.app.people import Town
from workbench.tests.app.units import stages

NASTY = '<script>alert("x")</script>'


def page(town: Town, name: str, sheet: Sheet) -> str:
    answer = town.client(name).get(f"/sheets/{sheet.pk}/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def asked(town: Town, who: str, sheet: Sheet, verb: str, **details: Any) -> str:
    """What a page is answered."""
    form = {"verb": verb, "op": f"op-{verb}-{abs(hash(json.dumps(details, default=str)))}", **details}
    answer = town.client(who).post(f"/sheets/{sheet.pk}/do", form, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.content
    return str(answer.content.decode())


def test_a_writer_sees_the_documents_and_how_many_lines_there_may_be(town: Town) -> None:
    shown = page(town, "ann", town.sheet(stages.begun(town), "write", "ann"))
    assert ("0 of 3 lines" in shown, "The day after" in shown) == (True, True)
    assert 'data-mark="1912-04-10@29"' in shown


def test_a_line_that_looks_like_two_events_is_pointed_out(town: Town) -> None:
    sheet = town.sheet(stages.begun(town), "write", "ann")
    answer = asked(town, "ann", sheet, "add", date="1912-04-15", text="The ship sank and a steamer came.")
    assert ("1 of 3 lines" in answer, "This looks like two events" in answer) == (True, True)
    assert "Southampton" not in answer


def test_a_line_too_many_is_told_at_once(town: Town) -> None:
    sheet = town.sheet(stages.begun(town), "write", "ann")
    for number in range(4):
        answer = asked(town, "ann", sheet, "add", date="1912", text=f"Event {number}.")
    assert "4 of 3 lines: 1 too many" in answer


@pytest.mark.parametrize("date", ["April 15th", "1912-13", "1912-02-30", "1912/1911"])
def test_what_is_no_date_is_refused_with_an_example(date: str, town: Town) -> None:
    sheet = town.sheet(stages.begun(town), "write", "ann")
    answer = town.act("ann", sheet, "add", date=date, text="The ship sinks.")
    told = answer.json()["error"]
    assert (answer.status_code, told.startswith(("expected a date such as", "there is no", "an interval"))) == (
        409,
        True,
    )


def test_the_board_shows_who_wrote_what_and_what_may_be_one_unit(town: Town) -> None:
    shown = page(town, "ann", town.sheet(stages.building(town), "build"))
    assert re.findall(r'<h2 id="col-\d">(\w+)</h2>', shown) == ["ann", "bo", "cy", "di"]
    assert '<span class="ev-open">2</span> suggestions' in shown


def test_dates_that_exclude_each_other_are_pointed_out_at_their_unit(town: Town) -> None:
    sheet = town.sheet(stages.building(town), "build")
    answer = asked(town, "ann", sheet, "make", lines=["ann/l1", "cy/l2"], id="odd")
    assert "unit odd has conflicting dates: ann says 1912-04-10, cy says 1914" in answer


def test_a_line_that_is_a_unit_alone_says_which(town: Town) -> None:
    study = stages.begun(town)
    Study.objects.update(settings={"draft": False})
    for writer, lines in stages.WRITTEN.items():
        sheet = town.sheet(study, "write", writer)
        town.act(writer, sheet, "add", date=lines[0][0], text=lines[0][1])
        town.hand_in(writer, sheet)
    shown = page(town, "ann", town.sheet(study, "build"))
    assert re.findall(r'data-alone="(\w*)"', shown) == ["c2", "c1", "c4", "c3"]
    joined = asked(town, "ann", town.sheet(study, "build"), "join", unit="c1", into="c2")
    assert re.findall(r'data-alone="(\w*)"', joined) == ["", "", "c4", "c3"]


def test_a_unit_keeps_what_was_trimmed_in_sight(town: Town) -> None:
    shown = page(town, "owner", town.sheet(stages.matching(town), "build"))
    assert "without: <s>705 people are rescued</s>" in shown
    assert "omitted: not an event" in shown


def test_formulas_spell_out_what_is_earned(town: Town) -> None:
    shown = html.unescape(page(town, "owner", town.sheet(stages.rematching(town), "match", "ann")))
    assert "<var>S</var> = min(1, 1 × G1)" in shown
    assert "<var>G1</var> = min(1, 0.5 × “sank” + 0.5 × “struck”)" in shown
    assert ("these together" in shown, "any of these" in shown, "any one is enough" in shown) == (True, False, False)
    assert "cannot be earned in full" in shown  # the rules, of which .8 is linked


def test_a_group_of_which_any_will_do_says_so(town: Town) -> None:
    sheet, mark = town.sheet(stages.matching(town), "match", "ann"), stages.marks()
    answer = asked(town, "ann", sheet, "group", unit="sink", members=[mark["sank"], mark["struck"]])
    assert ("any of these" in answer, "any one is enough" in answer) == (True, True)


def test_a_link_is_answered_with_its_unit_alone(town: Town) -> None:
    sheet, mark = town.sheet(stages.matching(town), "match", "ann"), stages.marks()
    answer = asked(town, "ann", sheet, "link", unit="sail", mark=mark["left"], v="0.5")
    assert ('id="tree-1"' in answer, 'id="tree-2"' in answer, "un-text" in answer) == (True, False, False)
    undone = asked(town, "ann", sheet, "undo")
    assert ('id="tree-1"' in undone, "Nothing is linked yet" in undone) == (True, True)


def test_an_anchor_is_answered_with_its_document_alone(town: Town) -> None:
    sheet = town.sheet(stages.matching(town), "match", "ann")
    answer = asked(town, "ann", sheet, "anchor", source="day", start="103", end="110")
    assert ('id="doc-1"' in answer, 'id="doc-2"' in answer, ">steamer</span>" in answer) == (True, False, True)
    lifted = asked(town, "ann", sheet, "lift", mention="day/m103-110")
    assert ('id="doc-1"' in lifted, 'id="doc-2"' in lifted, ">steamer</span>" in lifted) == (True, False, False)


def test_the_page_has_every_letter_of_a_document_and_no_other(town: Town) -> None:
    sheet = town.sheet(stages.rematching(town), "match", "ann")
    work: Any = load(sheet).work
    for number, text in ((1, stages.FIRST), (2, stages.SECOND)):
        assert "".join(piece.text for run in document(work, number).runs for piece in run.pieces) == text


def test_letters_go_to_the_shortest_mark_and_each_mark_has_one_place() -> None:
    text = "They set sail at once.\r\nGood."
    marks = {
        "long": EventMention(5, 21, text[5:21]),
        "sail": EventMention(9, 13, "sail"),
        "over": EventMention(14, 26, text[14:26]),
    }
    source = Source("a", Annotation(text, (Sentence("s1", 0, 22, text[:22]), Sentence("s2", 24, 29, text[24:]))))
    pieces = [piece for run in passage(source, 1, marks).runs for piece in run.pieces]
    assert "".join(piece.text for piece in pieces) == text.replace("\r", " ")
    assert [(piece.text, piece.mark) for piece in pieces[:4]] == [
        ("They ", ""),
        ("set ", "long"),
        ("sail", "sail"),
        (" ", "long"),
    ]
    assert sorted(piece.dom for piece in pieces if piece.dom) == ["k1-14-26", "k1-5-21", "k1-9-13"]


def test_the_second_matcher_sees_the_sample_and_nothing_of_the_first(town: Town) -> None:
    study = stages.rematching(town)
    shown = page(town, "bo", town.sheet(study, "rematch", "bo"))
    assert (len(re.findall('class="un-tree"', shown)), "un-node" in shown, "steamer</span>" in shown) == (
        3,
        False,
        False,
    )
    assert town.client("bo").get(f"/sheets/{town.sheet(study, 'match', 'ann').pk}/").status_code == 403


def test_nobody_matches_what_they_have_matched_already(town: Town) -> None:
    study = stages.matching(town)
    topic = town.sheet(study, "match", "ann").topic
    with pytest.raises(Refused, match="ann has 'Match units' already; give 'Match again' to somebody else"):
        assign(study, topic, "rematch", town.person("ann"), town.person("owner"))
    assign(study, topic, "rematch", town.person("bo"), town.person("owner"))
    with pytest.raises(Refused, match="bo has 'Match again' already"):
        assign(study, topic, "match", town.person("bo"), town.person("owner"))


def test_one_person_matches_unless_the_owner_says_otherwise(town: Town) -> None:
    study = stages.begun(town)
    assert [sheet.judge_name for sheet in study.sheets.filter(step__in=("match", "rematch"))] == ["ann"]


def test_what_people_write_is_never_markup(town: Town) -> None:
    study = stages.begun(town)
    for writer in stages.WRITTEN:
        sheet = town.sheet(study, "write", writer)
        answer = asked(town, writer, sheet, "add", date="1912-04-15", text=f"The ship sinks {NASTY}")
        assert (NASTY in answer, html.escape(NASTY, quote=False) in answer.replace("&quot;", '"')) == (False, True)
        town.hand_in(writer, sheet)
    board = town.sheet(study, "build")
    town.act("ann", board, "make", lines=[f"{writer}/l1" for writer in stages.WRITTEN], label=NASTY, id="x")
    asked(town, "ann", board, "role", unit="x", value=NASTY, name=NASTY)
    town.act("ann", board, "trim", unit="x", line="bo/l1", text=NASTY, discarded=NASTY)
    assert NASTY not in page(town, "ann", board)
    town.hand_in("ann", board)
    assert NASTY not in page(town, "ann", town.sheet(study, "match", "ann"))
    assert NASTY not in town.client("owner").get("/studies/study/agreement").content.decode()


def test_suggested_sentences_stand_beside_a_unit_until_they_are_decided_on(town: Town) -> None:
    sheet = town.sheet(stages.matching(town, suggest=1.0), "match", "ann")
    shown = html.unescape(page(town, "ann", sheet))
    (one,) = load(sheet).work.suggestions_of("sink")  # type: ignore[attr-defined]
    assert f'data-suggestion="{one.id}" data-about="{one.about[0]}"' in shown and "by a machine" in shown
    refused = asked(town, "ann", sheet, "decline", suggestion=one.id)
    assert one.id not in refused and 'data-unit="sink"' in refused and "Southampton" not in refused
    assert one.id in asked(town, "ann", sheet, "undo")
    ((verb, details),) = one.actions
    accepted = asked(town, "ann", sheet, verb, **details, suggestion=one.id)
    assert one.id not in accepted and f'data-member="{one.about[0]}"' in accepted
    shown = town.client("owner").get("/studies/study/agreement").content.decode()
    assert "<td>Match units</td><td>similarity</td>" in shown


def test_the_page_of_agreement_compares_matchers_with_and_without_suggestions(town: Town) -> None:
    stages.through(town, suggest=0.5)
    shown = town.client("owner").get("/studies/study/agreement").content.decode()
    table = shown.partition('<table class="suggested">')[2].partition("</table>")[0]
    assert re.findall("<td>(shown|held back)</td>", table) == ["shown", "held back"]
