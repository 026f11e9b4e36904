"""Preference studies behind the stage: what a page hides from judges, and studies at a certain point."""

from __future__ import annotations

from cliometer.workbench.models import Sheet
from tests.workbench.people import Town
from tests.workbench.preferences.voters import answer_all, ballot_of, careless, study_of, vote


def sheet_of(study: str, judge: str) -> int:
    """The judge's sheet."""
    return Sheet.objects.get(study__slug=study, judge__username=judge, superseded=False).pk


def hidden(sheet: int) -> dict[str, list[str]]:
    """Kind, right answer, left and right system of every question of the present phase."""
    questions = ballot_of(Sheet.objects.get(pk=sheet)).questions
    return {item.id: [item.kind, item.expected, item.first, item.second] for item in questions}


def answers(sheet: int) -> dict[str, list[str]]:
    """Choice and reason of every answer so far."""
    given = ballot_of(Sheet.objects.get(pk=sheet)).given
    return {item: [one.choice, one.reason] for item, one in given.items()}


def fresh(slug: str) -> int:
    """The sheet of Ann, who has not begun."""
    town = Town()
    return town.sheet(study_of(town, "ann", slug=slug, seconds=0.0), "vote", "ann").pk


def asking(slug: str, **settings: object) -> int:
    """The sheet of Ann, who has passed the quiz of a study with these settings."""
    town = Town()
    study = study_of(town, "ann", slug=slug, **{"seconds": 0.0, "quiz": 0} | settings)
    return town.sheet(study, "vote", "ann").pk


def choices(sheet: int) -> dict[str, dict[str, str]]:
    """The choices of every answer so far, by criterion."""
    return {item: dict(one.choices) for item, one in ballot_of(Sheet.objects.get(pk=sheet)).given.items()}


def nearly(slug: str) -> int:
    """The sheet of Ann, who has one pair left."""
    town = Town()
    sheet = town.sheet(study_of(town, "ann", slug=slug, seconds=0.0), "vote", "ann")
    answer_all(town, "ann", sheet, spare=1)
    return sheet.pk


def short(slug: str) -> None:
    """Ann has handed in, and every pair lacks a second vote."""
    town = Town()
    vote(town, study_of(town, "ann", slug=slug), "ann")


def stages(slug: str) -> dict[str, int]:
    """Ann is at the quiz, bo has answered all pairs, cy was set aside, dee is done."""
    town = Town()
    study = study_of(town, "ann", "bo", "cy", "dee", slug=slug, votes=4, ties=True, seconds=0.0)
    answer_all(town, "bo", town.sheet(study, "vote", "bo"))
    vote(town, study, "cy", careless)
    vote(town, study, "dee")
    return {name: town.sheet(study, "vote", name).pk for name in ("ann", "bo", "cy", "dee")}
