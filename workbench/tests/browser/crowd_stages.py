"""A crowd study behind the stage of the browser tests."""

from __future__ import annotations

from cliometer_workbench.services import crowd_links
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import study_of


def linked(slug: str, **settings: object) -> str:
    """The path of a link to a started study, as Prolific would open it."""
    town = Town()
    study = study_of(town, slug=slug, **{"seconds": 0.0, "quiz": 0, "tests": 0.0, "repeats": 0.0, "cap": 2} | settings)
    address = "https://app.prolific.com/submissions/complete?cc={code}"
    token = crowd_links.make_link(
        study, town.person("owner"), 30, service="prolific", parameters=["PROLIFIC_PID", "STUDY_ID", "SESSION_ID"],
        codes="fixed", code="C1A2B3", address=address, screen_code="OUT1", screen_address=address, places=9, idle=60,
        label="first batch",
    )  # fmt: skip
    return f"/take-part/{token}?PROLIFIC_PID=5f8c2a1b&STUDY_ID=60d1&SESSION_ID=60d9"
