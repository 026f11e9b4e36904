"""What a study can find on its page of settings, and the live ranking with its chart and its warning."""

from __future__ import annotations

from cliometer.study.contests import LEFT
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import study_of, vote


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
