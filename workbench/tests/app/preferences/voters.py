"""Judges of a preference study in tests: they answer as they are, through the same requests as pages send."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import SimpleNamespace
from unittest.mock import patch

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from cliometer.cli.main import main
from cliometer.study.contests import LEFT, RIGHT
from cliometer.study.topics import Topic
from cliometer_workbench.models import Release, Sheet, Study
from cliometer_workbench.services import sheet_lifecycle
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.sheet_lifecycle import lay_out
from cliometer_workbench.services.worksheets import load
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.comparison_items import ComparisonItem
from workbench.tests.app.people import Town

Way = Callable[[ComparisonItem], str]
"""How somebody answers; in tests we know what a page hides."""
SYSTEMS = ("alpha", "beta", "gamma")
SETTINGS = {"votes": 2, "cap": 12, "quiz": 2, "tests": 0.2, "repeats": 0.2, "seed": 7}
_WORDS = {
    "flood": "river town bridge water rescue boats night rain people roof helicopter mayor",
    "quake": "ground shook houses fell dawn rescuers dogs hospital aftershock road minister tents",
}


def topics() -> list[Topic]:
    """Two topics, each summarised by three systems in words of its own."""
    found = []
    for name, words in _WORDS.items():
        said = words.split()
        texts = {
            system: f"{system[::-1]} {' '.join(said[place:])}\n{' '.join(said[:place])} end"
            for place, system in enumerate(SYSTEMS, start=3)
        }
        found.append(Topic(name, name.title(), summaries=texts))
    return found


def study_of(town: Town, *judges: str, slug: str = "votes", **settings: object) -> Study:
    """A started study with these judges."""
    study = town.study("preferences", topics(), slug=slug)
    study.settings = SETTINGS | settings
    study.started = timezone.now()
    study.save()
    for name in judges:
        seat(study, town.person(name), "judge")
    lay_out(study)
    return study


def careful(item: ComparisonItem) -> str:
    """Passes every test, and prefers the alphabetically first system."""
    return item.expected or (LEFT if item.first < item.second else RIGHT)


def careless(item: ComparisonItem) -> str:
    """Passes the quiz, and then fails every test."""
    if item.kind == "quiz":
        return item.expected
    return LEFT if item.expected == RIGHT else RIGHT


def hopeless(item: ComparisonItem) -> str:
    """Fails the quiz."""
    return LEFT if item.expected == RIGHT else RIGHT


def ballot_of(sheet: Sheet) -> PreferenceBallot:
    """What stands on a sheet."""
    work = load(Sheet.objects.select_related("study", "topic", "judge").get(pk=sheet.pk)).work
    assert isinstance(work, PreferenceBallot)
    return work


_AHEAD = [timedelta()]


@contextmanager
def later(seconds: float) -> Iterator[None]:
    """What is done in here is done so many seconds after what was done in here before, for the journal."""
    _AHEAD[0] += timedelta(seconds=seconds)
    ahead = SimpleNamespace(now=lambda: timezone.now() + _AHEAD[0])
    with patch.object(sheet_lifecycle, "timezone", ahead):
        yield


def answer_all(town: Town, name: str, sheet: Sheet, way: Way = careful, seconds: float = 9.0, spare: int = 0) -> None:
    """Answer what the phase asks, but for `spare` pairs; the quiz is handed in, as often as it takes."""
    while (ballot := ballot_of(sheet)).phase in ("quiz", "vote"):
        asked = len(ballot.questions) - (spare if ballot.phase == "vote" else 0)
        for item in ballot.questions[:asked]:
            if ballot.given.get(item.id) is None:
                with later(seconds):
                    done = town.act(name, sheet, "answer", item=item.id, choice=way(item), seconds=seconds)
                assert done.status_code == 200, done.content
        if ballot.phase == "vote":
            return
        assert town.act(name, sheet, "grade").status_code == 200


def vote(town: Town, study: Study, name: str, way: Way = careful, seconds: float = 9.0) -> Sheet:
    """The whole sheet, handed in."""
    sheet = town.sheet(study, "vote", name)
    answer_all(town, name, sheet, way, seconds)
    assert town.hand_in(name, sheet).status_code == 302
    return sheet


def run(*words: str) -> str:
    """What a command prints."""
    out, err = io.StringIO(), io.StringIO()
    assert main(list(words), out, err) == 0, err.getvalue()
    return out.getvalue()


def uploads(frozen: Release) -> list[SimpleUploadedFile]:
    """The files of a release as somebody uploads them."""
    return [SimpleUploadedFile(name, text.encode()) for name, text in frozen.files.items()]
