"""A frozen study opens again, and freezes to the same bytes."""

from __future__ import annotations

import pytest

from cliometer.errors import CliometerError
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings, deal
from cliometer_workbench.study.preferences.preference_release import pack_study, unpack_study
from workbench.tests.unit.study.preferences.studies import (
    TOPICS,
    answer_all,
    ballot,
    finished,
    grade,
    reopened,
    right,
    wrong,
)

SETTINGS = PreferenceStudySettings(ties=True, seed=4, quiz=4, quiz_mark=0.75, tests=0.15)


def study() -> list[PreferenceBallot]:
    """Judges of all sorts: some pass, one fails, one has not begun."""
    hand = deal(TOPICS, SETTINGS, 2)[:4]
    sheets = [ballot(n, ties=True, seed=4) for n in (0, 1)]
    late = ballot(17, ties=True, seed=4, hand=hand)
    return [
        finished(sheets[0], reason="clear,\n“short”", seconds=4.25),
        finished(grade(answer_all(sheets[1], wrong))),
        finished(late, lambda item: item.expected or "tie"),
        grade(answer_all(grade(answer_all(ballot(3, ties=True, seed=4), wrong)), wrong)),
        ballot(4, ties=True, seed=4),
        answer_all(ballot(5, ties=True, seed=4), right),  # the quiz answered, but not handed in
    ]


FILES = pack_study(TOPICS, SETTINGS, study())


@pytest.mark.parametrize("salt", ["", "secret"])
def test_a_frozen_study_opens_again_and_freezes_to_the_same_bytes(salt: str) -> None:
    files = pack_study(TOPICS, SETTINGS, study(), salt)
    found, opened = reopened(files)
    assert [(one.phase, one.aside) for one in opened] == [(one.phase, one.aside) for one in study()]
    assert pack_study(found.topics, SETTINGS, opened) == files


def test_with_a_salt_no_file_names_a_judge() -> None:
    assert "judge 0" not in "".join(pack_study(TOPICS, SETTINGS, study(), "secret").values())


def test_two_sheets_of_one_judge_are_refused() -> None:
    with pytest.raises(CliometerError, match="two sheets belong to one judge"):
        pack_study(TOPICS, SETTINGS, [ballot(), ballot()])


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("sheets.json", None, "the study lacks sheets.json"),
        ("sheets.json", "", "expected one JSON object"),
        ("sheets.json", "[]", "sheets.json: expected the sheets as an object"),
        ("sheets.json", '{"settings": {"votes": 0}, "judges": {}}', "sheets.json: settings: the setting votes"),
        ("sheets.json", '{"settings": {}, "judges": []}', "judges: expected the judges as an object"),
        ("sheets.json", '{"settings": {}, "judges": {"a": {"number": "x"}}}', "judges.a.number: expected a whole"),
        ("sheets.json", '{"settings": {}, "judges": {}}', '"judge 0" answers, but has no sheet'),
        ("topics.jsonl", '{"id": "t"}\n{"id": 3}', "topics.jsonl line 2: id: expected a text"),
        ("answers.jsonl", "{", "answers.jsonl:1: not valid JSON"),
    ],
)
def test_a_study_that_was_tampered_with_names_the_place(name: str, text: str | None, complaint: str) -> None:
    files = {key: value for key, value in FILES.items() if key != name} | ({name: text} if text is not None else {})
    with pytest.raises(CliometerError) as caught:
        unpack_study(files)
    assert complaint in str(caught.value)
