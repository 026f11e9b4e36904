"""What a study can find on its page of settings, and the live ranking with its chart and its warning."""

from __future__ import annotations

import cliometer
from cliometer.study.contests import LEFT
from cliometer_workbench.models import Study
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import study_of, vote


def test_the_page_of_settings_says_what_the_design_would_find(town: Town) -> None:
    study = study_of(town, "ann")
    page = town.client("owner").get(f"/studies/{study.slug}/settings").content.decode()
    found = cliometer.study_power([0.9], topics=2, votes=2, systems=3).rows[0]
    assert "Systems: 3; topics for every two of them: 2; votes on each pair: 2." in page
    assert "found with a probability of less than 80" in page and found.power is not None
    assert f'<td class="number">{100 * found.power:.0f}' in page
    assert "What this study can find" not in town.client("ann").get(f"/studies/{study.slug}/").content.decode()


def test_without_topics_it_says_how_many_are_needed(town: Town) -> None:
    study = town.study("preferences", [])
    Study.objects.filter(pk=study.pk).update(settings={"votes": 3})
    page = town.client("owner").get(f"/studies/{study.slug}/settings").content.decode()
    needed = cliometer.study_power([0.6]).rows[0]
    assert f'<td class="number">{needed.topics}</td><td class="number">{needed.judges}</td>' in page


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
