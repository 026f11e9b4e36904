"""Every command and its Python function with every metric of every kind of gold; a new one enters by existing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from cliometer.metrics.base import GOLD_KINDS, GoldKind
from tests.unit.cli.cliometer_command import DEMO, cliometer


class Files(NamedTuple):
    """Runs of two systems, or one file of two runs; the gold of two topics; one system and topic to explain."""

    runs: list[Path]
    gold: Path
    system: str
    topic: str


def _copies(gold: Path, answers: dict[str, list[str]], of: str, folder: Path) -> Files:
    """The one topic of the demo under two names, and what each system selected of both."""
    document = json.loads(gold.read_text(encoding="utf-8"))
    (topic,) = document["topics"]
    document["topics"] = [{**topic, "id": id} for id in ("first", "second")]
    (folder / "gold.json").write_text(json.dumps(document), encoding="utf-8")
    for system, chosen in answers.items():
        items = [{"id": id, "text": f"Apollo {id}", "date": "1970-04-11"} for id in chosen]
        extracts = [
            {"system": system, "topic": "first", "of": of, "items": items},
            {"system": system, "topic": "second", "of": of, "items": items[1:]},
        ]
        run = {"format": "cliometer-extracts", "version": 1, "extracts": extracts}
        (folder / f"{system}.json").write_text(json.dumps(run), encoding="utf-8")
    return Files([folder / f"{system}.json" for system in answers], folder / "gold.json", "good", "first")


def _units(folder: Path) -> Files:
    answers = {"good": ["launch", "swap", "engine", "splashdown"], "poor": ["duke-ill", "launch"]}
    return _copies(DEMO / "units/apollo-13.json", answers, "units", folder)


def _events(folder: Path) -> Files:
    sentences = [f"berlin-wall/{n:02}/s1" for n in range(1, 5)]
    answers = {"good": sentences, "poor": ["berlin-wall/01/s2", *sentences[:2]]}
    return _copies(DEMO / "events/berlin-wall.json", answers, "sentences", folder)


RUNS = [DEMO / "runs/lead", DEMO / "runs/mentions"]
FILES: dict[str, Callable[[Path], Files]] = {
    "references": lambda _: Files(RUNS, DEMO / "references", "lead", "apollo-13"),
    "sources": lambda _: Files(RUNS, DEMO / "articles", "lead", "apollo-13"),
    "units": _units,
    "events": _events,
    "nuggets": lambda _: Files([DEMO / "nuggets/runs.txt"], DEMO / "nuggets", "demo/brief", "TS21.1"),
    "banks": lambda _: Files([DEMO / "banks/assignments.jsonl"], DEMO / "banks/nuggets.jsonl", "lead", "apollo-13"),
    "facts": lambda _: Files(
        [DEMO / "facts/runs/alder.json", DEMO / "facts/runs/birch.json"], DEMO / "facts", "alder", "CrisisFACTS-901"
    ),
}
SETTINGS = {"events": ["nu(kind=u)"]}  # the kind has one metric only
every_kind = pytest.mark.parametrize("kind", GOLD_KINDS.values(), ids=lambda kind: kind.name)


def options(kind: GoldKind) -> list[str]:
    """Two metrics of a kind that are fast, and others where it has no two: an agreement needs them."""
    own = [cls() for cls in kind.metrics]
    fast = [metric.name for metric in own if not metric.is_slow]
    names = dict.fromkeys([kind.usual[0], *fast, *kind.usual[1:2], *SETTINGS.get(kind.name, ())])
    return [word for metric in list(names)[:2] for word in ("-m", metric)]


COMMANDS: dict[str, Callable[[Files, GoldKind, Path], list[object]]] = {
    "score": lambda files, kind, _: [*files.runs, "-r", files.gold, *options(kind)],
    "compare": lambda files, kind, _: [*files.runs, "-r", files.gold, *options(kind), "--resamples", 100],
    "explain": lambda files, kind, _: [
        files.runs[0], files.gold, "-m", kind.usual[0], "--topic", files.topic, "--system", files.system,
    ],
    "court metrics": lambda files, kind, _: [files.gold, "--systems", files.runs[0], *options(kind), "-t", "remove"],
    "agree metrics": lambda files, kind, _: [*files.runs, "-r", files.gold, *options(kind)],
    "report": lambda files, kind, folder: [*files.runs, "-r", files.gold, *options(kind), "-o", folder / "report.html"],
}  # fmt: skip


@every_kind
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_takes_the_metrics_of_any_gold(command: str, kind: GoldKind, tmp_path: Path) -> None:
    files = FILES[kind.name](tmp_path)
    done = cliometer(*command.split(), *COMMANDS[command](files, kind, tmp_path))
    assert (done.status, [line for line in done.err.splitlines() if not line.startswith("note: ")]) == (0, [])
    named = kind.usual[0].partition("(")[0]
    assert named in done.out or (command == "report" and named in (tmp_path / "report.html").read_text("utf-8"))


@every_kind
@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "explain"])
def test_a_metric_of_other_gold_is_refused_in_a_line(command: str, kind: GoldKind, tmp_path: Path) -> None:
    files = FILES[kind.name](tmp_path)
    others = GOLD_KINDS["units" if kind.name == "references" else "references"]
    done = cliometer(*command.split(), *COMMANDS[command](files, kind, tmp_path), "-m", others.usual[0])
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"{others.usual[0]} is measured against {others.meaning}" in done.err


@every_kind
def test_a_summariser_is_tuned_by_what_posts_have_and_refuses_the_rest_in_a_line(kind: GoldKind) -> None:
    words = ["tune", DEMO / "posts", "-s", "centroid", "--grid", "threshold=0:1:0.5", "--folds", 2, "--loss"]
    done = cliometer(*words, kind.usual[0])
    if kind.name == "sources":
        assert (done.status, "mean held-out loss" in done.out) == (0, True)
    else:
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert kind.name in done.err
