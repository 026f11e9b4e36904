"""Who gets which pairs: each vote is asked for once, and what is lost goes to those who come later."""

from __future__ import annotations

from collections import Counter

import pytest

from cliometer.errors import Refused
from cliometer_workbench.models import Sheet
from cliometer_workbench.services.seats import accept, invite
from cliometer_workbench.services.sheet_lifecycle import assign, withdraw
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import Way, careless, hopeless, study_of, vote


def hands(*sheets: Sheet) -> Counter[str]:
    """How often each slot was dealt."""
    return Counter(slot for sheet in sheets for slot in sheet.facts["hand"])


def test_every_vote_that_is_wanted_is_dealt_once(town: Town) -> None:
    study = study_of(town, "ann", "bo", "cy", "dee", cap=3)
    dealt = hands(*study.sheets.all())
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
