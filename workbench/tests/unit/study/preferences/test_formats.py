"""Scales and best-worst sets: what is shown, filled in, graded, released as marks and as the votes they imply."""

from __future__ import annotations

import csv
import io
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cliometer import agree_scores, vote
from cliometer.model.judgements import ScoreTable
from cliometer.study.topics import Topic
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.ballot_plan import read_preference_settings
from cliometer_workbench.study.preferences.comparison_items import LETTERS, ComparisonItem, balanced_sets, implied_votes
from cliometer_workbench.study.preferences.preference_release import (
    pack_study,
    release_ballots,
    system_ratings,
)
from workbench.tests.unit.study.preferences.studies import answer, ballot, grade, reopened, topics

SYSTEMS = ("alfa", "bravo", "charlie", "delta", "echo", "foxtrot")
TOPICS = topics(3, SYSTEMS)
FORMATS: dict[str, dict[str, Any]] = {
    "alone": {"format": "scales"},
    "side by side": {"format": "scales", "size": 2, "points": 7},
    "three": {"format": "scales", "size": 3},
    "sets": {"format": "best-worst"},
    "small sets": {"format": "best-worst", "size": 3},
}
BASE = {"quiz": 2, "quiz_mark": 1.0, "tests": 0.2, "repeats": 0.2, "cap": 20, "seconds": 0.0}


def points(name: str, item: ComparisonItem, most: int) -> int:
    """The mark by somebody who prefers what comes first in the alphabet, and a decoy least."""
    return 1 if name == item.loser else most - min(SYSTEMS.index(name), most - 2)


def fill(work: PreferenceBallot, item: ComparisonItem) -> PreferenceBallot:
    """Fill in everything about an item by the same taste."""
    ranked = sorted(item.systems, key=lambda name: (name == item.loser, name))
    letters = dict(zip(item.systems, LETTERS, strict=False))
    said = (
        {"best": letters[ranked[0]], "worst": letters[ranked[-1]]}
        if work.settings.format == "best-worst"
        else {letters[name]: str(points(name, item, work.settings.points)) for name in ranked}
    )
    for criterion in work.asked(item.id):
        for part, choice in said.items():
            work = answer(
                work, item.id, choice, part=part, criterion=criterion, reason="why", seconds=4, early=part == "worst"
            )
    return work


def judged(number: int = 0, subjects: tuple[Topic, ...] = TOPICS, **settings: Any) -> PreferenceBallot:
    """A sheet with the quiz passed and everything filled in."""
    work = ballot(number, "", subjects, **BASE | settings)
    if work.phase == "quiz":
        for item in work.questions:
            work = fill(work, item)
        work = grade(work)
    for item in work.questions:
        work = fill(work, item)
    return work


@pytest.mark.parametrize("name", FORMATS)
def test_a_careful_judge_passes_and_all_is_settled(name: str) -> None:
    work = judged(**FORMATS[name])
    assert work.passed and work.unsettled == () and not work.aside
    assert {len(item.systems) for item in work.plan.items} == {work.settings.together}
    assert sorted(work.cast) == sorted(work.promised) and work.cast


@pytest.mark.parametrize("name", FORMATS)
def test_votes_that_marks_imply_rank_systems_as_the_judges_do(name: str, tmp_path: Path) -> None:
    works = [judged(number, **FORMATS[name]) for number in range(4)]
    files = release_ballots(works).files()
    path = tmp_path / "votes.csv"
    path.write_text(files["votes.csv"], encoding="utf-8", newline="")
    order = vote(path, ["borda"])[0].rankings["borda"].order or ()
    assert order[0] == ("alfa",)
    assert "set" in files["votes.csv"].splitlines()[0]
    answers = [one for work in works for one in work.answers if not one.expected]
    assert all(one.preferred in (min(one.first, one.second), "") for one in answers)


@pytest.mark.parametrize("name", FORMATS)
def test_agree_reads_the_ratings_of_a_release(name: str, tmp_path: Path) -> None:
    files = release_ballots([judged(number, **FORMATS[name]) for number in range(8)]).files()
    path = tmp_path / "ratings.csv"
    path.write_text(files["ratings.csv"], encoding="utf-8", newline="")
    rows = list(csv.DictReader(io.StringIO(files["ratings.csv"])))
    assert {row["system"] for row in rows} == set(SYSTEMS) and len(rows) == len(SYSTEMS) * len(TOPICS)
    scores = {("m", system, topic.id): -float(place) for place, system in enumerate(SYSTEMS) for topic in TOPICS}
    found: Any = agree_scores(ScoreTable(scores, {}, "s"), f"{path}:overall", coefficients=["kendall-b"], resamples=100)
    assert found.correlations[0].value > 0.7


@pytest.mark.parametrize("name", FORMATS)
def test_a_study_opens_again_and_freezes_to_the_same_bytes(name: str) -> None:
    criteria = [{"name": "overall", "text": "How good?"}, {"name": "dates", "text": "How right are the dates?"}]
    works = [
        judged(0, criteria=criteria, **FORMATS[name]),
        ballot(1, "", TOPICS, **BASE, criteria=criteria, **FORMATS[name]),
    ]
    works[1] = fill(works[1], works[1].questions[0])
    settings = read_preference_settings(BASE | {"criteria": criteria} | FORMATS[name])
    files = pack_study(TOPICS, settings, works)
    found, opened = reopened(files)
    assert "answers.jsonl" not in files
    assert pack_study(found.topics, settings, opened) == files


def test_best_minus_worst_is_a_share_of_the_sets() -> None:
    marks = [judged(number, **FORMATS["sets"]).marks for number in range(6)]
    found = {(one.topic, one.system): one for one in system_ratings([one for own in marks for one in own])}
    assert found["t0", "alfa"].value == 1.0 and found["t0", "foxtrot"].value == -1.0
    assert all(-1 <= one.value <= 1 for one in found.values())


def test_marks_of_summaries_that_stand_alone_become_votes_on_pairs_of_one_topic() -> None:
    work = judged(**FORMATS["alone"], tests=0, repeats=0, cap=6)
    assert {one.topic for one in work.marks if one.kind == "vote"} == {work.plan.items[0].topic}  # a whole topic
    votes = [one for one in work.answers if one.kind == "vote"]
    assert len(votes) == len(list(combinations(SYSTEMS, 2)))


@pytest.mark.parametrize("count", range(5, 12))
@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_system_comes_up_equally_often_and_meets_every_other(count: int, size: int) -> None:
    systems = tuple(f"s{place:02}" for place in range(count))
    sets = balanced_sets(systems, size, 3) if count > size else (systems,)
    assert len(set(sets)) == len(sets) and {len(one) for one in sets} == {size}
    assert len(set(Counter(name for one in sets for name in one).values())) == 1
    met = Counter(pair for one in sets for pair in combinations(one, 2))
    assert set(met) == set(combinations(systems, 2))


def test_marks_that_are_lacking_imply_nothing() -> None:
    assert implied_votes("best-worst", "xyz", {"best": "a"}) == []
    assert implied_votes("scales", "xy", {"a": "3"}) == []
