"""What a study gives away, through the files and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.court.votes.tally import tally
from cliometer.errors import InputError
from cliometer.io.votes import read_votes
from cliometer.model.judgements import Poll
from cliometer.study.reason_coding import Category, Codebook, Reason, coding_sheet, read_coding_sheet, reasons_of
from cliometer_workbench.study.preferences.answer_records import QualityCount, judge_quality, study_position_bias
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings, judges_needed
from cliometer_workbench.study.preferences.comparison_items import ComparisonItem
from cliometer_workbench.study.preferences.preference_release import pseudonym, read_preference_release, release_ballots
from workbench.tests.unit.study.preferences.studies import TOPICS, ballot, finished, right, wrong

SETTINGS = PreferenceStudySettings(ties=True)
PATH = Path("answers.jsonl")


def some_way(item: ComparisonItem) -> str:
    """Passes the tests; else now this, now that."""
    return item.expected or ("left", "right", "tie")[int(item.id, 16) % 3]


def study() -> list[PreferenceBallot]:
    """All judges the design needs; the second fails the hidden tests."""
    ballots = [ballot(n, ties=True) for n in range(judges_needed(TOPICS, SETTINGS))]
    done = [finished(one, some_way, reason='"shorter",\nand =clear', seconds=20 + n) for n, one in enumerate(ballots)]
    done[1] = finished(ballots[1], lambda item: wrong(item) if item.kind == "test" else "left")
    return done


FROZEN = release_ballots(study())


def test_no_pair_has_more_votes_than_the_study_asked_for() -> None:
    counts: dict[object, int] = {}
    for vote in (*FROZEN.votes, *(one.vote for one in FROZEN.aside)):
        counts[vote.topic, vote.pair] = counts.get((vote.topic, vote.pair), 0) + 1
    assert set(counts.values()) == {3} and len(counts) == 18


def test_every_answer_comes_back_to_the_byte() -> None:
    again = read_preference_release(FROZEN.files()["answers.jsonl"], PATH)
    assert again == FROZEN
    assert again.files() == FROZEN.files()


def test_with_a_salt_no_name_is_given_away() -> None:
    hidden = release_ballots(study(), "long secret")
    assert "judge 1" not in "".join(hidden.files().values())
    assert len({one.judge for one in hidden.answers}) == len({one.judge for one in FROZEN.answers})
    assert pseudonym("ann", "a") == pseudonym("ann", "a") != pseudonym("ann", "b")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"kind": "quiz"', '"kind": "joke"', "answers.jsonl:1: kind: expected vote, repeat, test or quiz"),
        ('"seconds": 20', '"seconds": -1', "expected 0 or more"),
        ('"judge": "judge 0"', '"judge": 7', "answers.jsonl:1: judge: expected a text"),
        ('"expected": "', '"expected": "x', "expected one of the two, or nothing"),
        ('"topic"', '"tropic"', "expected a member 'topic', found none"),
    ],
)
def test_a_release_that_was_tampered_with_names_its_line(old: str, new: str, complaint: str) -> None:
    text = FROZEN.files()["answers.jsonl"].replace(old, new, 1)
    with pytest.raises(InputError) as caught:
        read_preference_release(text, PATH)
    assert complaint in str(caught.value)


def test_an_answer_that_stands_twice_is_refused() -> None:
    line = FROZEN.files()["answers.jsonl"].splitlines()[0]
    with pytest.raises(InputError, match=r"answers.jsonl:2: .* already"):
        read_preference_release(f"{line}\n{line}\n", PATH)
    with pytest.raises(InputError, match="is empty"):
        read_preference_release("", PATH)


def test_consistent_judges_repeat_themselves() -> None:
    (row,) = judge_quality(finished(ballot(), right).answers, SETTINGS)
    assert row.repeats == QualityCount(2, 2)


def test_position_bias_is_that_of_the_votes_file() -> None:
    assert study_position_bias(FROZEN.answers) == tally(Poll("votes", FROZEN.votes)).position
    biased = release_ballots([finished(ballot(n), lambda item: item.expected or "left") for n in range(6)])
    found = study_position_bias(biased.answers)
    assert found.first is not None and found.first.share == 1 and found.balanced == 1


def test_reasons_go_on_to_the_coders_and_come_back(tmp_path: Path) -> None:
    book = Codebook((Category("length", "", ("short*",)), Category("readability", "", ("clear",))))
    (tmp_path / "votes.csv").write_text(FROZEN.files()["votes.csv"], newline="")
    reasons, silent = reasons_of([Poll("votes", FROZEN.votes)])
    assert (reasons, silent) == reasons_of(read_votes(tmp_path / "votes.csv"))
    assert reasons == (Reason('"shorter", and =clear', len(FROZEN.votes)),)
    (tmp_path / "anna.csv").write_text(coding_sheet(reasons, book))
    assert read_coding_sheet(tmp_path / "anna.csv", reasons, book).codes == (None,)
