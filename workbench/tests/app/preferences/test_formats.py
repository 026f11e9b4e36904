"""Scales and best-worst sets in the workbench: the page, the figures, and a release that opens again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cliometer_workbench.kinds.preferences.vote_figures import figures
from cliometer_workbench.models import Study
from cliometer_workbench.services.imports import import_files
from cliometer_workbench.services.study_releases import freeze
from cliometer_workbench.study.preferences.comparison_items import LETTERS
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.test_screen import HIDDEN, page
from workbench.tests.app.preferences.voters import ballot_of, later, study_of, uploads

FORMATS: dict[str, dict[str, Any]] = {
    "alone": {"format": "scales"},
    "side by side": {"format": "scales", "size": 2},
    "sets": {"format": "best-worst", "size": 3},
}


def judged(town: Town, form: str) -> Study:
    """A study of one vote on each item, all by Ann, who likes the alphabetically first best and decoys least."""
    study = study_of(town, "ann", votes=1, quiz=0, **FORMATS[form])
    sheet = town.sheet(study, "vote", "ann")
    for item in ballot_of(sheet).questions:
        ranked = sorted(item.systems, key=lambda name: (name == item.loser, name))
        letters = dict(zip(item.systems, LETTERS, strict=False))
        said = {"best": letters[ranked[0]], "worst": letters[ranked[-1]]}
        if ballot_of(sheet).settings.format == "scales":
            said = {letters[one]: str(1 if one == item.loser else 5 - "abg".index(one[0])) for one in ranked}
        for part, choice in said.items():
            with later(9.0):
                done = town.act("ann", sheet, "answer", item=item.id, choice=choice, part=part, seconds=9.0)
            assert done.status_code == 200, done.content
    assert town.hand_in("ann", sheet).status_code == 302
    return study


@pytest.mark.parametrize("form", FORMATS)
def test_no_page_and_no_answer_of_the_api_tells_what_is_hidden(town: Town, form: str) -> None:
    sheet = town.sheet(study_of(town, "ann", quiz=0, **FORMATS[form]), "vote", "ann")
    told = town.client("ann").get(f"/api/sheets/{sheet.pk}").json()
    seen = [page(town, "ann", sheet, item) for item in ballot_of(sheet).ids]
    seen.append(json.dumps(told["work"]) + json.dumps(told["unsettled"]))
    for text in seen:
        assert [word for word in HIDDEN if word in text.casefold()] == []
    first = told["work"]["questions"][0]
    assert len(first["texts"]) == ballot_of(sheet).settings.together and first["blanks"]


@pytest.mark.parametrize("form", FORMATS)
def test_the_page_of_votes_ranks_by_marks_and_by_the_votes_they_imply(town: Town, form: str) -> None:
    study = judged(town, form)
    found = figures(study)
    assert [row["system"] for row in found["ratings"]] == ["alpha", "beta", "gamma"]
    assert found["tallies"][0]["ranks"][0]["system"] == "alpha"
    assert found["cast"] == found["wanted"] and found["lacking"] == 0
    said = town.client("owner").get(f"/studies/{study.slug}/agreement").content.decode()
    assert ("Mean marks" if "scales" in FORMATS[form].values() else "Best minus worst") in said
    assert "Ask a crowd" not in said


@pytest.mark.parametrize("form", FORMATS)
def test_a_release_opens_again_with_the_same_bytes(town: Town, form: str) -> None:
    study = judged(town, form)
    owner = town.person("owner")
    first, _ = freeze(study, owner)
    assert {"marks.jsonl", "ratings.csv", "votes.csv"} <= set(first.files)
    again = Study.objects.create(slug="again", kind="preferences", title="Again", created_by=owner)
    import_files(again, uploads(first), owner)
    second, new = freeze(again, owner)
    assert new and second.digest == first.digest
