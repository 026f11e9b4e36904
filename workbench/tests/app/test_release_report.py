"""What the workbench freezes, `cliometer report` shows: the archive as it is downloaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.template import Context, Variable

from cliometer.court.votes.tally import Tally
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.document import Code, Figure, Paragraph, Section
from cliometer_workbench.models import Study
from cliometer_workbench.releases import is_release, read_release, release_section
from cliometer_workbench.services.study_releases import freeze, release_archive
from tests.unit.cli.cliometer_command import DEMO, cliometer
from workbench.tests.app.events import stages as events
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import careless, study_of, vote
from workbench.tests.app.units import stages as units


def preferences(town: Town) -> Study:
    study = study_of(town, "ann", "bo", "cy")
    vote(town, study, "ann")
    vote(town, study, "bo", careless)
    vote(town, study, "cy")
    return study


KINDS = {"events": events.through, "units": units.through, "preferences": preferences}


def shown(section: Section, kind: type) -> list[object]:
    return [block for _, one in section.walk() for block in one.blocks if isinstance(block, kind)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_downloaded_archive_becomes_a_report(kind: str, town: Town, tmp_path: Path) -> None:
    make: Callable[[Town], Study] = KINDS[kind]
    release, _ = freeze(make(town), town.person("owner"), partial=True)
    path = tmp_path / f"{kind}.zip"
    path.write_bytes(release_archive(release))
    assert is_release(path)
    section = release_section(read_release(path), FigureNames())
    assert next(block for block in section.blocks if isinstance(block, Code)).text == release.digest
    assert "not those that were frozen" not in str(section.blocks)
    assert all(note in str(section.blocks) for note in release.notes)
    assert shown(section, Figure) and shown(section, Paragraph)


def test_a_dot_of_a_template_falls_back_on_the_attribute_of_a_result() -> None:
    tally = Tally.from_dict(json.loads(cliometer("vote", DEMO / "votes.csv", "--resamples", 100, "--json").out))
    assert Variable("tally.notes").resolve(Context({"tally": tally})) == tally.notes
