"""Who gets which pairs: each vote is asked for once, and lost or lacking votes are named and dealt anew."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from cliometer.errors import Refused
from cliometer_workbench.kinds.preferences import vote_collection
from cliometer_workbench.models import Release, Sheet, Study
from cliometer_workbench.services.imports import create_demo
from cliometer_workbench.services.seats import accept, invite
from cliometer_workbench.services.sheet_lifecycle import assign, withdraw
from cliometer_workbench.services.study_releases import freeze
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import Way, answer_all, careless, hopeless, run, study_of, vote


def hands(*sheets: Sheet) -> Counter[str]:
    """How often each slot was dealt."""
    return Counter(slot for sheet in sheets for slot in sheet.facts["hand"])


def test_every_vote_that_is_wanted_is_dealt_once(town: Town) -> None:
    dealt = hands(*study_of(town, "ann", "bo", "cy", "dee", cap=3).sheets.all())
    assert (len(dealt), set(dealt.values())) == (12, {1})


def test_each_pair_is_shown_as_often_one_way_as_the_other(town: Town) -> None:
    study = study_of(town, "ann", "bo")
    ways = Counter(slot.partition(":")[2] for slot in hands(*study.sheets.all()))
    assert ways["ab"] == ways["ba"]


@pytest.mark.parametrize("way", [careless, hopeless])
def test_votes_lost_through_a_judge_set_aside_go_to_one_without_a_sheet(way: Way, town: Town) -> None:
    study = study_of(town, "ann", "bo", "cy")
    lost = vote(town, study, "bo", way)
    assert hands(town.sheet(study, "vote", "cy")) == hands(lost)


def test_a_good_judge_leaves_nothing_to_others(town: Town) -> None:
    study = study_of(town, "ann", "bo", "cy")
    vote(town, study, "ann")
    vote(town, study, "bo")
    assert not study.sheets.filter(judge__username="cy").exists()


def test_an_untouched_sheet_that_is_given_back_is_dealt_anew(town: Town) -> None:
    study = study_of(town, "ann", "bo")
    withdraw(town.sheet(study, "vote", "bo"), town.person("owner"))
    accept(invite(study, "judge", town.person("owner")), town.person("eve"))
    with pytest.raises(Refused, match="nothing is left"):
        assign(study, None, "vote", town.person("bo"), town.person("owner"))


def words(town: Town, study: Study, page: str = "") -> str:
    """A page of the owner."""
    found: str = town.client("owner").get(f"/studies/{study.slug}/{page}").content.decode()
    return found


def counted(frozen: Release, folder: Path) -> int:
    """How many votes `cliometer vote` finds in a release."""
    path = folder / "votes.csv"
    path.write_text(frozen.files["votes.csv"], encoding="utf-8", newline="")
    found: int = json.loads(run("vote", str(path), "--json"))["votes"]
    return found


def one_of_two(town: Town) -> Study:
    """Ann has voted on all pairs, which want two votes each."""
    study = study_of(town, "ann")
    vote(town, study, "ann")
    return study


def test_pages_name_the_votes_that_are_lacking_by_pair(town: Town) -> None:
    study = one_of_two(town)
    for page in ("", "releases"):
        said = words(town, study, page)
        assert "6 of 12 votes that the design asks for are lacking" in said
        assert "Flood: alpha – beta lacks 1 vote<" in said
        assert 'badge good">finished' not in said and 'badge good">ready' not in said


def test_a_long_list_of_pairs_is_cut_with_a_count(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vote_collection, "MOST_PAIRS", 2)
    assert vote_collection.gaps(one_of_two(town)).missing[3:] == ("and 4 more pairs, which the page Votes lists",)


def test_one_person_finishes_the_demo_in_haste_and_freezes_what_the_command_reads(town: Town, tmp_path: Path) -> None:
    owner = town.person("owner")
    owner.is_staff = True
    owner.save()
    study = create_demo("preferences", owner)
    sheet = town.sheet(study, "vote", "owner")
    answer_all(town, "owner", sheet, careless, seconds=0.0)
    assert town.hand_in("owner", sheet).status_code == 302
    frozen, _ = freeze(study, owner)
    assert counted(frozen, tmp_path) == 6
    assert "one person can finish" in study.instructions
