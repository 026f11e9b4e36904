"""Several criteria: a choice by each, graded by the first, released in the column that models write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cliometer import agree_votes, vote
from cliometer.errors import CliometerError, Refused, UsageError
from cliometer.model.judgements import ScoreTable
from cliometer.study.contests import LEFT
from cliometer.study.criteria import READY_QUESTIONS, parse_criteria
from cliometer_workbench.study.preferences.answer_records import judge_quality
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings
from cliometer_workbench.study.preferences.comparison_items import spelled_criteria
from cliometer_workbench.study.preferences.preference_release import pack_study, release_ballots
from workbench.tests.unit.study.preferences.studies import TOPICS, answer, ballot, grade, reopened, right, wrong

CRITERIA = [
    {"name": "overall", "text": "Which do you prefer?"},
    {"name": "faithful", "text": "Which is true?"},
    {"name": "dates", "text": "Whose dates are right?"},
]


def judged(number: int = 0, leave: int = 0, **settings: Any) -> PreferenceBallot:
    """All answered: overall as `right` says, faithful the other way round, dates always left."""
    work = ballot(number, criteria=CRITERIA, **settings)
    if work.phase == "quiz":
        for item in work.questions:
            work = answer(work, item.id, item.expected)
        work = grade(work)
    for item in work.questions:
        for name, choice in (("dates", LEFT), ("overall", right(item)), ("faithful", wrong(item))):
            if name != "faithful" or item not in work.questions[:leave]:
                work = answer(work, item.id, choice, criterion=name, reason="short", seconds=5, early=name == "dates")
    return work


def test_a_pair_is_answered_when_every_question_is() -> None:
    work = ballot(quiz=0, criteria=CRITERIA)
    item = work.next
    for name in ("faithful", "overall", "dates"):
        assert work.next == item and work.progress[0] == 0
        assert work.cast == ()
        work = answer(work, item, LEFT, criterion=name)
    assert item not in work.pending and work.progress[0] == 1
    assert list(work.given[item].choices) == ["overall", "faithful", "dates"]


def test_an_unknown_criterion_is_refused() -> None:
    work = ballot(quiz=0, criteria=CRITERIA)
    with pytest.raises(Refused, match="unknown criterion"):
        answer(work, work.next, LEFT, criterion="long")


def test_hidden_tests_are_graded_by_the_first_criterion() -> None:
    work = judged(tests=0.5)
    assert not work.aside  # although every test is answered wrong by `faithful`
    tests = [one for one in work.answers if one.kind == "test"]
    assert {one.criterion for one in tests if one.expected} == {"overall"}


def test_vote_and_agree_go_by_criterion(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text(release_ballots([judged(n) for n in range(3)]).files()["votes.csv"], encoding="utf-8", newline="")
    tallies = vote(path, ["borda"])
    orders = {name: tallies[f"votes ({name})"].rankings["borda"].order or () for name in ("overall", "faithful")}
    assert orders["overall"][0] == ("centroid",) and orders["faithful"][0] == ("sumbasic",)
    names = enumerate(sorted(TOPICS[0].summaries))
    scores = ScoreTable({("m", name, topic.id): place for place, name in names for topic in TOPICS}, {}, "s")
    found: dict[str, Any] = {name: agree_votes(scores, path, criterion=name) for name in ("overall", "faithful")}
    accuracy = {name: one.accuracy[0].accuracy for name, one in found.items()}
    assert accuracy == {"overall": 0.0, "faithful": 1.0}
    assert any("count together" in note for note in agree_votes(scores, path).notes)
    with pytest.raises(CliometerError, match="unknown criterion of the votes"):
        agree_votes(scores, path, criterion="long")


@pytest.mark.parametrize("leave", [0, 2])
def test_a_study_of_criteria_opens_again_and_freezes_to_the_same_bytes(leave: int) -> None:
    settings = PreferenceStudySettings(criteria=CRITERIA, quiz=4, quiz_mark=0.75, tests=0.15)  # type: ignore[arg-type]
    files = pack_study(TOPICS, settings, [judged(0, leave), judged(1)])
    found, opened = reopened(files)
    assert pack_study(found.topics, settings, opened) == files
    for answers in (judged(0, leave).answers, opened[0].answers):
        assert {record.criterion for record in answers if record.early} == {"dates"}
    assert judge_quality(judged(1).answers, settings)[0].early == len(judged(1).plan.items)


def test_criteria_are_typed_one_a_line_and_a_ready_name_has_its_question() -> None:
    found = parse_criteria("faithful\n\n dates:  Whose dates are right? \nreadable:\nlong: Which is longer?")
    assert [one.name for one in found] == ["faithful", "dates", "readable", "long"]
    assert found[0].text == READY_QUESTIONS["faithful"] and found[1].text == "Whose dates are right?"
    assert parse_criteria(spelled_criteria(found)) == found
    with pytest.raises(UsageError, match=r"'bogus' has no question; add its question, .* overall, faithful"):
        parse_criteria("bogus")
