"""A gallery of the pictures in reports, each with the command that draws it."""

from __future__ import annotations

import io
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cliometer import demo
from cliometer.cli.main import main
from tools.reference.markdown import document

OPENING = """Every picture comes from `cliometer report` on the bundled example, which `cliometer demo -o demo` writes.
`--figures FOLDER` keeps all pictures of a report as SVG, PDF or PNG files; the page shows the numbers behind
each of them. [Reports](../report.md) describes the rest."""
FOLDER = "gallery"


class Picture(NamedTuple):
    """One figure of a report: what it answers, the commands that lead to it, and the name of its file."""

    question: str
    answer: str
    commands: tuple[str, ...]
    figure: str


_RUNS = "demo/runs/lead demo/runs/mentions demo/runs/random -r demo/references"
_COMPARED = (f"cliometer report {_RUNS} -m 'align+m1(rouge=1)' --figures figures -o report.html",)
_SAVED = "cliometer report result.json --figures figures -o report.html"


def _saved(command: str) -> tuple[str, str]:
    return f"{command} --json > result.json", _SAVED


PICTURES = (
    Picture(
        "Where does the score of a timeline come from?",
        "The references stand above the system. Links join paired dates, and the filled part of a bar earned credit.",
        _COMPARED,
        "timelines-apollo-13-lead",
    ),
    Picture(
        "Which system is best, and how certain is it?",
        "Means with 95 % intervals. Systems that share a letter do not differ significantly.",
        _COMPARED,
        "means-align-m1-rouge-1",
    ),
    Picture(
        "On which topics does one system win?",
        "The difference on each topic, with the mean and its interval.",
        _COMPARED,
        "differences-align-m1-rouge-1",
    ),
    Picture(
        "Does the ranking depend on the protocol?",
        "The scores of the same runs under the protocols of six published projects.",
        _saved(f"cliometer protocols compare {_RUNS}"),
        "protocols-date",
    ),
    Picture(
        "What does a metric notice?",
        "The response of two metrics to merged and shifted dates of growing strength.",
        _saved("cliometer court metrics demo/references -m concat -m align+m1 -t merge -t shift"),
        "ladders-f",
    ),
    Picture(
        "Does a metric agree with people?",
        "Each point is a system on a topic: the metric against the human score.",
        _saved("cliometer agree scores demo/scores.csv -m date --human demo/human.csv"),
        "metric-human",
    ),
    Picture(
        "Which summary do people prefer?",
        "Who beats whom, in votes on pairs.",
        _saved("cliometer vote demo/votes.csv"),
        "pairs-votes",
    ),
    Picture(
        "How many judged events does a ranking find?",
        "Novel and useful sentences: precision over recall.",
        ("cliometer report demo/rankings/first.json -r demo/events/berlin-wall.json --figures figures -o report.html",),
        "curve-nu",
    ),
    Picture(
        "How late does a stream of updates report?",
        "The share of nuggets found, by the hours since they were first known.",
        ("cliometer report demo/nuggets/runs.txt -r demo/nuggets --figures figures -o report.html",),
        "latency",
    ),
)


def pictures(folder: Path) -> list[Path]:
    """Where the pictures of the page go."""
    return [folder / FOLDER / f"{picture.figure}.svg" for picture in PICTURES]


def page() -> str:
    """The whole page."""
    return document("Gallery", OPENING, list(_parts()))


def _parts() -> Iterator[str]:
    for picture in PICTURES:
        typed = "\n".join(f"$ {command}" for command in picture.commands)
        yield f"## {picture.question}"
        yield f"![{picture.answer}]({FOLDER}/{picture.figure}.svg)"
        yield picture.answer
        yield f"```console\n{typed}\n```"


def draw(folder: Path) -> None:
    """Run the commands of the page in a folder of their own, and copy the pictures."""
    (folder / FOLDER).mkdir()
    target = (folder / FOLDER).resolve()
    with TemporaryDirectory() as place, chdir(place):
        demo("demo")
        for commands in dict.fromkeys(picture.commands for picture in PICTURES):
            for command in commands:
                _run(command)
            for picture in PICTURES:
                if picture.commands == commands:
                    shutil.copy(Path("figures", f"{picture.figure}.svg"), target)
            shutil.rmtree("figures")


def _run(command: str) -> None:
    typed, _, kept = command.partition(" > ")
    printed = io.StringIO()
    if status := main(shlex.split(typed)[1:], printed, sys.stderr):
        raise SystemExit(status)
    if kept:
        Path(kept).write_text(printed.getvalue(), encoding="utf-8")
