"""Content units are built from the lines of all writers."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError, Refused
from workbench.tests.unit.study.units.unit_study import BUILT, Row, board

START: Row = ("make", {"lines": ["ann/l1", "bo/l1"]})
END: Row = ("make", {"lines": ["ann/l2"]})


def test_each_line_is_a_candidate_at_first() -> None:
    sheet = board(draft=False)
    assert [tuple(unit.parts) for unit in sheet.units.values()] == [(id,) for id in sheet.lines]
    assert list(sheet.units) == ["c1", "c2", "c3", "c4", "c5", "c6"]
    assert sheet.unsettled == ()


def test_lines_stand_by_date_and_have_their_writer_in_the_id() -> None:
    assert list(board().lines) == ["bo/l1", "di/l1", "ann/l1", "ann/l2", "bo/l2", "cy/l1"]


def test_with_drafts_there_is_no_unit_but_suggestions() -> None:
    sheet = board()
    assert not sheet.units
    assert ("ann/l2", "bo/l2", "cy/l1") in [one.about for one in sheet.suggestions]
    assert all(len({sheet.lines[line].writer for line in one.about}) > 1 for one in sheet.suggestions)


def test_a_suggestion_that_was_followed_or_turned_down_is_gone() -> None:
    first = board().suggestions[0]
    made = board(("make", {"lines": list(first.about)}))
    turned_down = board(("omit", {"line": first.about[0], "why": "vague"}))
    assert first.id not in [one.id for one in made.suggestions]
    assert first.id not in [one.id for one in turned_down.suggestions]


def test_a_unit_weighs_as_many_writers_as_have_it() -> None:
    sheet = board(("make", {"lines": ["ann/l1", "ann/l2", "bo/l1"]}))
    assert sheet.content[0].weight == 2
    assert "unit u1 has several lines of ann, who counts once" in sheet.remarks


def test_a_line_may_be_in_several_units() -> None:
    sheet = board(START, END, ("put", {"line": "bo/l1", "unit": "u2"}))
    assert sheet.units_of("bo/l1") == ("u1", "u2")


def test_putting_a_line_where_it_is_changes_nothing() -> None:
    trim: Row = ("trim", {"line": "bo/l1", "unit": "u1", "text": "War."})
    assert board(START, trim, ("put", {"line": "bo/l1", "unit": "u1"})) == board(START, trim)


def test_a_unit_without_lines_is_gone() -> None:
    sheet = board(END, ("take", {"line": "ann/l2", "unit": "u1"}))
    assert not sheet.units
    assert "ann/l2" in [line.id for line in sheet.loose]


def test_joined_units_keep_what_the_target_says_and_take_the_rest() -> None:
    sheet = board(
        START,
        END,
        ("describe", {"unit": "u1", "action": "starts", "agent": "North", "label": "start"}),
        ("describe", {"unit": "u2", "action": "ends", "time": "1953"}),
        ("role", {"unit": "u1", "name": "cause", "value": "x"}),
        ("trim", {"line": "bo/l1", "unit": "u1", "text": "War."}),
        ("join", {"unit": "u1", "into": "u2"}),
    )
    (unit,) = sheet.content
    assert (unit.id, unit.action, unit.agent, unit.label, str(unit.time)) == (
        "u2",
        "ends",
        "North",
        "start",
        "1953",
    )
    assert [one.text for one in unit.contributors] == ["The war ends.", "The war starts.", "War."]
    assert unit.roles == (("cause", "x"),)


def test_a_unit_takes_the_time_of_one_that_joins_it_where_it_has_none() -> None:
    told: Row = ("describe", {"unit": "u1", "time": "1950-06"})
    join: Row = ("join", {"unit": "u1", "into": "u2"})
    assert [str(unit.time) for unit in board(START, END, told, join).content] == ["1950-06"]


def test_a_unit_cannot_join_itself() -> None:
    with pytest.raises(Refused, match="u1 cannot join itself"):
        board(START, ("join", {"unit": "u1", "into": "u1"}))


def test_a_role_that_is_emptied_is_not_given() -> None:
    sheet = board(
        START,
        ("describe", {"unit": "u1", "agent": "North", "time": "1950"}),
        ("describe", {"unit": "u1", "agent": "", "time": ""}),
        ("role", {"unit": "u1", "name": "cause", "value": "x"}),
        ("role", {"unit": "u1", "name": "cause", "value": ""}),
    )
    unit = sheet.content[0]
    assert (unit.agent, unit.time, unit.roles) == (None, None, ())


def test_what_is_not_described_stays() -> None:
    sheet = board(START, ("describe", {"unit": "u1", "agent": "North"}), ("describe", {"unit": "u1", "label": "x"}))
    assert sheet.content[0].agent == "North"


def test_a_time_follows_from_the_most_exact_line() -> None:
    sheet = board(("make", {"lines": ["bo/l1", "di/l1", "ann/l1"]}))
    assert str(sheet.content[0].time) == "1950-06-25"


def test_a_year_and_a_month_in_it_are_compatible() -> None:
    sheet = board(("make", {"lines": ["bo/l1", "di/l1"]}), conflicts="refuse")
    assert sheet.remarks == ()


def test_dates_that_exclude_each_other_are_remarked_on_and_leave_no_time() -> None:
    sheet = board(("make", {"lines": ["ann/l1", "ann/l2"]}))
    assert sheet.content[0].time is None
    assert any("conflicting dates: ann says 1950-06-25, ann says 1953" in one for one in sheet.remarks)


def test_a_described_time_beside_the_lines_is_remarked_on() -> None:
    sheet = board(END, ("describe", {"unit": "u1", "time": "1954"}))
    assert sheet.remarks == ("unit u1 is set to 1954, but ann says 1953",)


@pytest.mark.parametrize(
    "row",
    [
        ("make", {"lines": ["ann/l1", "ann/l2"]}),
        ("put", {"line": "ann/l2", "unit": "u1"}),
        ("join", {"unit": "u2", "into": "u1"}),
    ],
)
def test_dates_that_exclude_each_other_can_be_refused(row: Row) -> None:
    with pytest.raises(Refused, match="dates that exclude each other"):
        board(START, END, row, conflicts="refuse")


def test_a_trimmed_line_keeps_its_words_elsewhere() -> None:
    sheet = board(*BUILT)
    bo = [one for unit in sheet.content for one in unit.contributors if one.writer == "bo"]
    assert [(one.text, one.discarded) for one in bo[1:]] == [
        ("An armistice ends the war.", "a border"),
        ("A border is drawn.", ""),
    ]


def test_an_omitted_line_leaves_its_units_and_can_come_back() -> None:
    omit: Row = ("omit", {"line": "bo/l1", "why": "an opinion"})
    sheet = board(START, omit)
    assert tuple(sheet.units["u1"].parts) == ("ann/l1",)
    assert sheet.omitted == {"bo/l1": "an opinion"}
    assert "bo/l1" not in [line.id for line in sheet.loose]
    with pytest.raises(Refused, match=r"bo/l1 was left out \(an opinion\); restore it first"):
        board(START, omit, ("put", {"line": "bo/l1", "unit": "u1"}))
    assert "bo/l1" in [line.id for line in board(START, omit, ("restore", {"line": "bo/l1"})).loose]


def test_units_can_be_put_in_order() -> None:
    assert list(board(START, END, ("move", {"unit": "u2", "to": 0})).units) == ["u2", "u1"]
    assert list(board(START, END, ("move", {"unit": "u1", "to": 99})).units) == ["u2", "u1"]
    assert list(board(START, END, END, ("move", {"unit": "u3", "to": -1})).units) == ["u3", "u1", "u2"]


def test_ids_of_ones_own_must_be_new() -> None:
    with pytest.raises(Refused, match="there is a unit 'x' already"):
        board(("make", {"lines": ["ann/l1"], "id": "x"}), ("make", {"lines": ["ann/l2"], "id": "x"}))


def test_an_id_of_ones_own_does_not_stand_in_the_way_of_a_number() -> None:
    sheet = board(("make", {"lines": ["ann/l1"], "id": "u2"}), END)
    assert list(sheet.units) == ["u2", "u2-2"]


def test_lines_that_nobody_dealt_with_must_be_settled() -> None:
    sheet = board(START)
    assert len(sheet.unsettled) == 4
    assert sheet.unsettled[0] == 'di\'s "1950-06 War begins." is in no unit; put it in one, or omit it'
    assert sheet.progress == (2, 6)


def test_a_board_without_units_cannot_be_handed_in() -> None:
    omit: list[Row] = [("omit", {"line": line, "why": "x"}) for line in board().lines]
    assert board(*omit).unsettled == ("there is no unit; make at least one",)


def test_a_unit_is_named_by_its_label_its_action_or_its_first_line() -> None:
    sheet = board(START)
    assert sheet.units["u1"].name(sheet.lines) == "The war starts."
    assert board(START, ("describe", {"unit": "u1", "action": "x"})).units["u1"].name(sheet.lines) == "x"


def test_the_pyramid_shows_while_it_grows() -> None:
    assert board(*BUILT).shape.levels == (1, 0, 2, 0)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("make", {"lines": []}), "a unit needs a line"),
        (("make", {"lines": ["ann/l9"]}), "there is no line 'ann/l9'; did you mean"),
        (("put", {"line": "ann/l1", "unit": "u9"}), "there is no unit 'u9'"),
        (("take", {"line": "x", "unit": "u1"}), "there is no line 'x'"),
        (("trim", {"line": "ann/l2", "unit": "u1", "text": "x"}), "ann/l2 is not in u1; put it there first"),
        (("trim", {"line": "ann/l1", "unit": "u1", "text": ""}), "what is kept is empty"),
        (("omit", {"line": "ann/l1", "why": ""}), "the reason is empty"),
        (("omit", {"line": "x", "why": "y"}), "there is no line 'x'"),
        (("restore", {"line": "x"}), "there is no line 'x'"),
        (("role", {"unit": "u1", "name": "agent", "value": "x"}), "agent is not a free role; use describe"),
        (("role", {"unit": "u1", "name": "", "value": "x"}), "without a name is not a free role"),
        (("describe", {"unit": "u1", "time": "soon"}), "expected a date"),
        (("move", {"unit": "x", "to": 0}), "there is no unit 'x'"),
    ],
)
def test_what_cannot_be_done_is_refused(row: Row, message: str) -> None:
    with pytest.raises(Refused, match=message):
        board(START, row)


@pytest.mark.parametrize(
    "settings", [{"draft": "no"}, {"conflicts": "x"}, {"seed": -1}, {"sample": 0}, {"sample": [1]}]
)
def test_settings_that_mean_nothing_are_named(settings: dict[str, object]) -> None:
    with pytest.raises(InputError, match=f"setting {next(iter(settings))}: expected"):
        board(**{"draft": True, **settings})  # type: ignore[arg-type]  # that is what is tried
