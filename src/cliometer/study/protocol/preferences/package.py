"""A whole study in files, which opens again: beside the release, its topics, settings and sheets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cliometer.errors import InputError
from cliometer.io.json_values import json_values
from cliometer.io.notes import Notebook, quoted
from cliometer.io.units.nodes import Node, ObjectNode
from cliometer.study.protocol.preferences.answers import Answer
from cliometer.study.protocol.preferences.ballot import Ballot
from cliometer.study.protocol.preferences.items import LEFT, RIGHT, TIE
from cliometer.study.protocol.preferences.release import Release, pseudonym, read_release, release
from cliometer.study.protocol.preferences.settings import HAND, SEATS, Settings, read_settings
from cliometer.study.protocol.topics import Topic, read_topic, write_topic
from cliometer.study.protocol.work import Action

TOPICS, SHEETS, ANSWERS = "topics.jsonl", "sheets.json", "answers.jsonl"


@dataclass(frozen=True)
class Package:
    """A study as it was frozen.

    `settings` are for the desk of each judge: with them, and her actions, her sheet comes out as it was.
    """

    topics: tuple[Topic, ...]
    settings: Mapping[str, Any]
    actions: Mapping[str, tuple[Action, ...]]  # by judge, in the order of the release
    release: Release


def pack(
    topics: Sequence[Topic], settings: Settings, ballots: Iterable[Ballot], salt: str = ""
) -> dict[str, str]:
    """The text of each file by its name: those of the release, the topics and the sheets."""
    sheets = list(ballots)
    judges = {pseudonym(one.judge, salt): _seat(one) for one in sheets}
    if len(judges) < len(sheets):
        raise InputError("two sheets belong to one judge; a judge has one sheet in a preference study")
    written = {"settings": asdict(settings), "judges": judges}
    return {
        **release(sheets, salt).files(),
        TOPICS: "".join(write_topic(topic) + "\n" for topic in topics),
        SHEETS: json.dumps(written, ensure_ascii=False, indent=1) + "\n",
    }


def unpack(files: Mapping[str, str]) -> Package:
    """What `pack` packed; only topics, sheets and answers are read, for the rest follows from them."""
    lacking = [name for name in (TOPICS, SHEETS, ANSWERS) if name not in files]
    if lacking:
        raise InputError(f"the study lacks {' and '.join(lacking)}; give all files of the release")
    topics = tuple(_topics(files[TOPICS]))
    settings, seats = _sheets(files[SHEETS])
    answers = read_release(files[ANSWERS], Path(ANSWERS)) if files[ANSWERS].strip() else Release(())
    strange = next((one.judge for one in answers.answers if one.judge not in seats), None)
    if strange is not None:
        raise InputError(f"{quoted(strange)} answers, but has no sheet in {SHEETS}", ANSWERS)
    actions = {
        judge: _actions(judge, [one for one in answers.answers if one.judge == judge], settings, attempts)
        for judge, (_, attempts) in seats.items()
    }
    beside = {judge: seat for judge, (seat, _) in seats.items()}
    return Package(topics, {**asdict(settings), SEATS: beside}, actions, answers)


def _seat(ballot: Ballot) -> dict[str, object]:
    plan = ballot.plan
    return {"number": plan.number, HAND: sorted(plan.slots), "attempts": len(ballot.grades)}


def _topics(text: str) -> Iterable[Topic]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield read_topic(line, f"{TOPICS} line {number}")


def _sheets(text: str) -> tuple[Settings, dict[str, tuple[dict[str, object], int]]]:
    values = list(json_values(text, Path(SHEETS)))
    if len(values) != 1:
        raise InputError("expected one JSON object with settings and judges", SHEETS)
    node = Node(values[0][1], "", Notebook(Path(SHEETS)))
    found = node.as_object("the sheets", ("settings", "judges"))
    settings = found.at("settings").as_object("the settings", Settings.__dataclass_fields__)
    judges = found.at("judges")
    seats = judges.as_object("the judges", judges.value if isinstance(judges.value, dict) else ())
    chosen = settings.build(lambda: read_settings(settings.members))
    return chosen, {name: _read_seat(seats.at(name)) for name in seats.members}


def _read_seat(node: Node) -> tuple[dict[str, object], int]:
    found: ObjectNode = node.as_object("a judge", ("number", HAND, "attempts"))
    return {"number": found.whole("number"), HAND: list(found.texts(HAND))}, found.whole("attempts")


def _actions(judge: str, answers: Sequence[Answer], settings: Settings, attempts: int) -> tuple[Action, ...]:
    """Her answers as she might have given them: the quiz, handed in as often as it was, then the pairs."""
    steps: list[tuple[str, dict[str, object]]] = []
    quiz = 0
    for one in answers:
        steps.append(("answer", _details(one)))
        quiz += one.kind == "quiz"
        if one.kind == "quiz" and quiz % settings.quiz == 0 and quiz // settings.quiz <= attempts:
            steps.append(("grade", {}))
    return tuple(Action(seq, judge, verb, details) for seq, (verb, details) in enumerate(steps, start=1))


def _details(one: Answer) -> dict[str, object]:
    choice = {one.first: LEFT, one.second: RIGHT}.get(one.preferred, TIE)
    return {"item": one.item, "choice": choice, "reason": one.reason, "seconds": one.seconds}
