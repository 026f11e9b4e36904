"""Preference studies behind the stage: what a page hides from judges, and studies at a certain point."""

from __future__ import annotations

from dataclasses import replace

from cliometer.model.judgements import Vote
from cliometer.model.sources import Annotation, Source
from cliometer.study.topics import Topic, write_topic
from cliometer_workbench.kinds.preferences.coding import open_coding
from cliometer_workbench.kinds.study_kind import DEMO_FOLDER
from cliometer_workbench.models import Sheet
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.sheet_lifecycle import lay_out
from cliometer_workbench.services.worksheets import load, topic_of
from cliometer_workbench.study.preferences.reason_sheets import CodingSheet
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import SETTINGS, answer_all, ballot_of, careless, study_of, vote


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


def reading(slug: str) -> int:
    """The sheet of Ann, who may read three documents on each topic."""
    town = Town()
    study = Sheet.objects.get(pk=asking(slug, sources="beside")).study
    for row in study.topics.all():
        texts = (f"The {number} document, with words of its own." for number in ("first", "second", "third"))
        sources = tuple(Source(f"d{place}", Annotation(text)) for place, text in enumerate(texts))
        row.document = write_topic(replace(topic_of(row), sources=sources))
        row.save()
    return town.sheet(study, "vote", "ann").pk


def early(sheet: int) -> list[bool]:
    """Of each record of an answer, whether it was given before the ends of the timelines were on screen."""
    return [answer.early for answer in ballot_of(Sheet.objects.get(pk=sheet)).answers]


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


def timelines(slug: str, **settings: object) -> int:
    """The sheet of Ann on timelines of 20 and 14 dates, 6 of them shared; the second runs from right to left."""
    town = Town()
    days = [f"2010-05-{day:02}" for day in range(1, 29)]
    texts = {
        "alpha": "\n".join(f"{day}\nThe well leaks, and engineers try to close it." for day in days[:20]),
        "beta": "\n".join(f"{day}\nيحاول المهندسون إغلاق البئر." for day in days[14:]),
    }
    study = town.study("preferences", [Topic("oil", "Oil", summaries=texts)], slug=slug)
    study.settings = SETTINGS | {"quiz": 0, "tests": 0.0, "repeats": 0.0, "seconds": 0.0} | settings
    study.save()
    seat(study, town.person("ann"), "judge")
    lay_out(study)
    return town.sheet(study, "vote", "ann").pk


def timeline_sets(slug: str) -> int:
    """The sheet of Ann on two sets of timelines, of four and of three."""
    town = Town()
    topics = [
        Topic(id, id, summaries={name: f"2010-05-0{day}\nNews of {id} by {name}." for day, name in enumerate(names, 1)})
        for id, names in (("oil", ("alpha", "beta", "delta", "gamma")), ("ash", ("alpha", "beta", "gamma")))
    ]
    study = town.study("preferences", topics, slug=slug)
    bare = {"quiz": 0, "tests": 0.0, "repeats": 0.0, "seconds": 0.0}
    study.settings = SETTINGS | bare | {"format": "best-worst", "size": 4}
    study.save()
    seat(study, town.person("ann"), "judge")
    lay_out(study)
    return town.sheet(study, "vote", "ann").pk


def tied(slug: str, lines: int = 60) -> int:
    """The sheet of Ann on texts of so many lines, where neither may be better."""
    town = Town()
    texts = {name: "\n".join([f"The {name} river rose and the bridge fell."] * lines) for name in ("alpha", "beta")}
    study = town.study("preferences", [Topic("flood", "Flood", summaries=texts)], slug=slug)
    study.settings = SETTINGS | {"quiz": 0, "tests": 0.0, "repeats": 0.0, "seconds": 0.0, "ties": True}
    study.save()
    seat(study, town.person("ann"), "judge")
    lay_out(study)
    return town.sheet(study, "vote", "ann").pk


def coding(slug: str) -> int:
    """The sheet of Cy, who codes the reasons of votes."""
    town = Town()
    study = study_of(town, "ann", "bo", slug=slug)
    for name in ("ann", "bo"):
        vote(town, study, name)
    people = [town.person(name) for name in ("cy", "dee")]
    for person in people:
        seat(study, person, "verifier")
    votes = [Vote("alpha", "beta", "alpha", "flood", "ann", reason) for reason in ("easy to read", "shorter", "dates")]
    book = (DEMO_FOLDER / "codebook.toml").read_text(encoding="utf-8")
    open_coding(study, town.person("owner"), book, people, votes)
    return town.sheet(study, "code", "cy").pk


def codes(sheet: int) -> list[str | None]:
    """The categories so far, in the order of the reasons."""
    work = load(Sheet.objects.select_related("study", "topic", "judge").get(pk=sheet)).work
    assert isinstance(work, CodingSheet)
    return list(work.coder.codes)
