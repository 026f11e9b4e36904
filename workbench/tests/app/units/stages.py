"""A study of units brought to any of its steps, by the same actions that pages send."""

from __future__ import annotations

from typing import Any

from cliometer.model.sources import Annotation, Source
from cliometer.model.when import When
from cliometer.study.topics import Topic
from cliometer_workbench.models import Study
from cliometer_workbench.services.sheet_lifecycle import assign
from cliometer_workbench.study.units.unit_matching import annotate_topic
from workbench.tests.app.people import Town

FIRST = (
    "The ship left Southampton on 10 April 1912. It struck an iceberg at night and sank on 15 April 1912.\n"
    "A steamer rescued 705 people."
)
SECOND = "An inquiry blamed the speed of the ship. New rules for lifeboats followed in 1914."
TOPIC = annotate_topic(
    Topic(
        "titanic",
        "The sinking of the Titanic",
        (
            Source("day", Annotation(FIRST), When.of("1912-04-16"), "The day after"),
            Source("year", Annotation(SECOND), When.of("1914-01-20"), "Two years on"),
        ),
        length=3,
    )
)
WRITTEN = {
    "ann": (("1912-04-10", "The ship sets sail."), ("1912-04-15", "The ship sinks and 705 people are rescued.")),
    "bo": (("1912-04", "The ship leaves Southampton."), ("1912-04-15", "The ship sinks.")),
    "cy": (("1912-04-15", "The ship sinks after striking an iceberg."), ("1914", "New rules for lifeboats.")),
    "di": (("1912-04-10", "The ship sets sail."), ("1912", "It was a sad year.")),
}
STEAMER = FIRST.index("steamer")  # no mention of an event: an anchor
SECOND_MATCHER = "bo"
BUILT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("make", {"lines": ["ann/l1", "bo/l1", "di/l1"], "id": "sail"}),
    ("make", {"lines": ["ann/l2", "bo/l2", "cy/l1"], "id": "sink"}),
    ("trim", {"line": "ann/l2", "unit": "sink", "text": "The ship sinks.", "discarded": "705 people are rescued"}),
    ("make", {"lines": ["ann/l2"], "id": "rescue"}),
    ("make", {"lines": ["cy/l2"], "id": "rules"}),
    ("omit", {"line": "di/l2", "why": "not an event"}),
    ("describe", {"unit": "sink", "action": "sink", "patient": "the ship"}),
)


def begun(town: Town, **settings: object) -> Study:
    """Four writers, and a reader."""
    study = town.study("units", [TOPIC], ann="judge", bo="judge", cy="judge", di="judge", ed="reader")
    Study.objects.filter(pk=study.pk).update(settings={"draft": True, "sample": 3, "seed": 1, **settings})
    study.refresh_from_db()
    return study


def building(town: Town, **settings: object) -> Study:
    """All timelines are handed in."""
    study = begun(town, **settings)
    for writer, lines in WRITTEN.items():
        sheet = town.sheet(study, "write", writer)
        for date, text in lines:
            assert town.act(writer, sheet, "add", date=date, text=text).status_code == 200
        assert town.hand_in(writer, sheet).status_code == 302
    return study


def matching(town: Town, **settings: object) -> Study:
    """There are units: sail, sink, rescue, rules."""
    study = building(town, **settings)
    board = town.sheet(study, "build")
    for verb, details in BUILT:
        assert town.act("ann", board, verb, **details).status_code == 200
    assert town.hand_in("ann", board).status_code == 302
    return study


def rematching(town: Town, **settings: object) -> Study:
    """The first has matched; bo has three units to match again."""
    study = matching(town, **settings)
    sheet = town.sheet(study, "match", "ann")
    assign(study, sheet.topic, "rematch", town.person(SECOND_MATCHER), town.person("owner"))
    mark = marks()
    done: list[tuple[str, dict[str, Any]]] = [
        ("link", {"unit": "sail", "mark": mark["left"]}),
        ("look", {"unit": "sail", "mark": mark["struck"]}),
        ("link", {"unit": "sink", "mark": mark["sank"], "v": 0.5}),
        ("link", {"unit": "sink", "mark": mark["struck"], "v": 0.5}),
        ("group", {"unit": "sink", "members": [mark["sank"], mark["struck"]], "id": "both"}),
        ("anchor", {"source": "day", "start": STEAMER, "end": STEAMER + 7}),
        ("link", {"unit": "rescue", "mark": mark["rescued"]}),
        ("link", {"unit": "rescue", "mark": f"day/m{STEAMER}-{STEAMER + 7}", "v": 0}),
        ("link", {"unit": "rules", "mark": mark["followed"], "v": 0.8}),
        *(("done", {"unit": unit}) for unit in ("sail", "sink", "rescue", "rules")),
    ]
    for verb, details in done:
        answer = town.act("ann", sheet, verb, **details)
        assert answer.status_code == 200, answer.content
    assert town.hand_in("ann", sheet).status_code == 302
    return study


def through(town: Town, **settings: object) -> Study:
    """Bo differs in one decision, and in one contribution."""
    study = rematching(town, **settings)
    sheet, mark = town.sheet(study, "rematch", SECOND_MATCHER), marks()
    again = {"sail": {"left": 1.0, "struck": 0.5}, "sink": {"sank": 1.0}, "rescue": {"rescued": 1.0}, "rules": {}}
    for unit in sample(study):
        for word, v in again[unit].items():
            town.act(SECOND_MATCHER, sheet, "link", unit=unit, mark=mark[word], v=v)
        town.act(SECOND_MATCHER, sheet, "done", unit=unit)
    assert town.hand_in(SECOND_MATCHER, sheet).status_code == 302
    return study


def sample(study: Study) -> list[str]:
    """The units that are matched again."""
    from cliometer_workbench.services.worksheets import load

    return list(load(study.sheets.get(step="rematch")).work.units)  # type: ignore[attr-defined]


def marks() -> dict[str, str]:
    """Mentions by their words."""
    return {mention.text: id for id, mention in TOPIC.marks.mentions.items()}


STAGES = {"write": begun, "build": building, "match": matching, "rematch": rematching, "done": through}
