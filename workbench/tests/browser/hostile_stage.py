"""A study full of script, for the browser."""

from __future__ import annotations

from django.contrib.auth.models import User

from cliometer.study.topics import Topic
from workbench.tests.app.hostile.test_scripts import SCRIPT, STORY
from workbench.tests.app.people import Town


def study(slug: str) -> list[str]:
    """Make the study; return the pages to look at, the owner's and a judge's."""
    town = Town()
    made = town.study("events", [Topic("wall", SCRIPT, (STORY,))], slug, ann="judge")
    made.title, made.instructions = SCRIPT, SCRIPT
    made.save()
    town.hand_in("owner", town.sheet(made, "split"))
    sheet = town.sheet(made, "list", "ann")
    assert town.act("ann", sheet, "add", text=SCRIPT, note=SCRIPT).status_code == 200
    assert User.objects.filter(username="ann").exists()
    owners = ["", "topics", "people", "agreement", "releases", "audit", "settings"]
    return [f"/sheets/{sheet.pk}/", "/", *(f"/studies/{slug}/{page}" for page in owners)]
