"""The page of votes, the release and the command line tell the same."""

from __future__ import annotations

import pytest

from cliometer.study.contests import LEFT
from cliometer_workbench.kinds.preferences.vote_figures import figures, release
from cliometer_workbench.models import Study
from cliometer_workbench.services.imports import import_files
from cliometer_workbench.services.study_releases import freeze
from cliometer_workbench.study.preferences.answer_records import passing
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import careless, hopeless, study_of, uploads, vote


@pytest.fixture
def study(town: Town) -> Study:
    """Ann and cy vote, bo is set aside."""
    found = study_of(town, "ann", "bo", "cy")
    vote(town, found, "ann", lambda item: item.expected or "left")
    vote(town, found, "bo", careless)
    vote(town, found, "cy")
    return found


def test_the_page_says_why_alpha_and_agreement_differ(town: Town, study: Study) -> None:
    said = town.client("owner").get(f"/studies/{study.slug}/agreement").content.decode()
    assert f"{passing(figures(study)['settings'])}." in said and "probability 0.0" in passing(PreferenceStudySettings())
    assert "alpha" in said and "The two can differ widely" in said


def test_judges_set_aside_are_named_with_the_reason_and_their_votes_kept(study: Study) -> None:
    rows = {row.judge: row for row in figures(study)["judges"]}
    files = release(study)
    assert "hidden tests" in rows["bo"].aside and not rows["ann"].aside
    assert any(note.startswith("bo is set aside, and the votes are in aside.csv: ") for note in files.notes)
    assert files.texts["aside.csv"].count("bo,") == 6 and "bo," not in files.texts["votes.csv"]


def test_the_note_on_somebody_who_never_came_to_vote_promises_no_votes(town: Town) -> None:
    study = study_of(town, "ann", "bo")
    vote(town, study, "ann")
    vote(town, study, "bo", hopeless)
    assert [note for note in release(study).notes if note.startswith("bo is set aside: ")]
    assert "bo," not in release(study).texts["aside.csv"]


def test_votes_are_counted_by_pair_and_topic(study: Study) -> None:
    rows = figures(study)["pairs"]
    assert len(rows) == 6
    assert all((row.votes, row.aside, row.lacking) == (2, 1, 0) for row in rows)
    assert all(row.first_left == 1 for row in rows)


def test_the_winner_of_a_pair_has_its_votes(town: Town) -> None:
    study = study_of(town, "ann")
    vote(town, study, "ann")  # who prefers the alphabetically first
    assert all((row.for_first, row.for_second, row.ties) == (1, 0, 0) for row in figures(study)["pairs"])


def test_the_page_is_there_before_any_vote(town: Town) -> None:
    study = study_of(town, "ann")
    answer = town.client("owner").get(f"/studies/{study.slug}/agreement")
    assert answer.status_code == 200 and "no answer yet" in answer.content.decode()


def test_lacking_votes_are_noted_in_the_release(town: Town) -> None:
    study = study_of(town, "ann")
    vote(town, study, "ann")
    assert "6 of 12 votes that the design asks for are lacking" in release(study).notes


def test_a_study_without_an_answer_releases_nothing(town: Town) -> None:
    assert release(study_of(town, "ann")).texts == {}


def test_a_release_opens_again_and_freezes_to_the_same_digest(town: Town, study: Study) -> None:
    owner = town.person("owner")
    first, _ = freeze(study, owner)
    again = Study.objects.create(slug="again", kind="preferences", title="Again", created_by=owner)
    import_files(again, uploads(first), owner)
    second, new = freeze(again, owner)
    assert new and second.digest == first.digest


def test_an_owner_who_judges_sees_no_votes_before_hers_are_in(town: Town) -> None:
    study = study_of(town, "ann", "owner")
    vote(town, study, "ann")
    path = f"/studies/{study.slug}/agreement"
    assert "Not yet" in town.client("owner").get(path).content.decode()
    vote(town, study, "owner")
    assert "Ranked Pairs" in town.client("owner").get(path).content.decode()


def test_the_release_has_these_files(study: Study) -> None:
    names = ["aside.csv", "answers.jsonl", "checks.csv", "design.json", "sheets.json", "topics.jsonl"]
    assert sorted(release(study).texts) == sorted([*names, "votes.csv", "votes.jsonl"])


def test_the_live_ranking_has_a_chart_of_intervals_and_warns_of_stopping_early(town: Town) -> None:
    study = study_of(town, "ann", "bo")
    vote(town, study, "ann", lambda item: item.expected or LEFT)
    address = f"/studies/{study.slug}/agreement"
    page = town.client("owner").get(address).content.decode()
    assert "Votes are still coming in" in page and "<svg" in page and "Bradley and Terry" in page
    vote(town, study, "bo", lambda item: item.expected or LEFT)
    page = town.client("owner").get(address).content.decode()
    assert "Votes are still coming in" not in page and "<svg" in page
    assert town.client("ann").get(address).status_code == 403
