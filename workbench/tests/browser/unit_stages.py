"""Studies of units for the browser, made behind the stage."""

from __future__ import annotations

from django.contrib.auth.models import User

from cliometer.model.sources import Annotation, Source
from cliometer.study.topics import Topic
from cliometer_workbench.models import Study
from cliometer_workbench.services.sheet_lifecycle import assign
from cliometer_workbench.study.units.unit_matching import annotate_topic
from workbench.tests.app.people import Town
from workbench.tests.app.units import stages
from workbench.tests.browser.event_stages import sheets


def at_step(step: str, slug: str, draft: bool = True, suggest: float = 0.0) -> dict[str, int]:
    """A small study that has come to a step (or through all of them)."""
    study = stages.STAGES[step](Town(), suggest=suggest)
    Study.objects.filter(pk=study.pk).update(slug=slug, settings=study.settings | {"draft": draft})
    return sheets(slug)


def many_lines(slug: str) -> int:
    """The board of three writers of twelve lines each, and no unit yet."""
    town = Town()
    story = Source("story", Annotation("The well leaks. Engineers try to close it."), title="A story")
    topic = annotate_topic(Topic("oil", sources=(story,)))
    study = town.study("units", [topic], slug=slug, ann="judge", bo="judge", cy="judge")
    Study.objects.filter(pk=study.pk).update(settings=study.settings | {"draft": False})
    for name in ("ann", "bo", "cy"):
        sheet = town.sheet(study, "write", name)
        for day in range(1, 13):
            text = f"On its day {day * 7919 % 1009} the well of {name} leaks, and engineers try to close it"
            town.act(name, sheet, "add", date=f"2010-05-{day:02}", text=text)
        town.hand_in(name, sheet)
    return town.sheet(study, "build").pk


def match_again(study: str, judge: str) -> None:
    """Assign the second matcher."""
    found = Study.objects.get(slug=study)
    owner = User.objects.get(username="owner")
    for topic in found.topics.all():
        assign(found, topic, "rematch", User.objects.get(username=judge), owner)


def large(slug: str, sentences: int = 500, units: int = 60) -> dict[str, int]:
    """A long document and many units, at the step of matching."""
    town = Town()
    text = " ".join(
        f"On day {n} the council of town {n % 37} voted on matter {n * 7919 % 1009}." for n in range(sentences)
    )
    topic = annotate_topic(Topic("big", sources=(Source("long", Annotation(text), title="A long story"),)))
    study = town.study("units", [topic], slug=slug, ann="judge")
    own = town.sheet(study, "write", "ann")
    for number in range(units):
        town.act("ann", own, "add", date="1912-04", text=f"The council votes on matter {number}")
    town.hand_in("ann", own)
    town.hand_in("ann", town.sheet(study, "build"))
    return sheets(slug)


def arabic(slug: str) -> dict[str, int]:
    """A study of texts that run from right to left, in which Ann has written a line."""
    town = Town()
    story = Source("سفينة", Annotation("غادرت السفينة الميناء يوم 10 أبريل. غرقت بعد خمسة أيام."), title="غرق السفينة")
    study = town.study("units", [annotate_topic(Topic("السفينة", "غرق السفينة", (story,)))], slug, ann="judge")
    Study.objects.filter(pk=study.pk).update(title="دراسة الخط الزمني", instructions="اقرأ النص كله.")
    town.act("ann", town.sheet(study, "write", "ann"), "add", date="1912-04-15", text="غرقت السفينة")
    return sheets(slug)
