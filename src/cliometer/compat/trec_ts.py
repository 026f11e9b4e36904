"""`cliometer compat trec-ts -n NUGGETS -m MATCHES -u UPDATES RUN...`: the track's tseval.py.

Prints its table: a line for each topic and run, then mean, deviation, lowest and highest of each topic, of
each run, and over all. Files may be packed with gzip. Each defect of the script can be fixed with --set.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, TextIO

import numpy as np

from cliometer.compat import changed_rules, spelled_settings
from cliometer.errors import InputError
from cliometer.grouping import by_key
from cliometer.io.text_files import read_toml
from cliometer.io.trec_ts import read_judgements, read_runs
from cliometer.metrics.nuggets import TS2013, TS2014, TemporalSummarization
from cliometer.metrics.nuggets.temporal import unimportant_notes, unjudged_notes
from cliometer.model.nuggets import NuggetTopic, UpdateRun
from cliometer.model.records import JsonDocument

IDS = ("QueryID", "TeamID", "RunID")

COLUMNS = {int(year): columns for year, columns in read_toml(Path(__file__).with_suffix(".toml")).items()}


@dataclass(frozen=True)
class RunScores:
    """The measures of one run on one topic."""

    topic: str
    team: str
    run: str
    values: Mapping[str, float]


@dataclass(frozen=True)
class TrackScores(JsonDocument):
    """What `cliometer compat trec-ts` prints: the measures of a year by its rules."""

    kind: ClassVar[str] = "trec-ts-scores"
    rules: str
    year: int
    notes: tuple[str, ...]
    scores: tuple[RunScores, ...]


def evaluate(
    rules: TemporalSummarization, topics: Mapping[str, NuggetTopic], runs: Sequence[UpdateRun], missing: str = "skip"
) -> tuple[tuple[RunScores, ...], tuple[str, ...]]:
    """Score each run on the topics it answers, and with `missing="zero"` on the others too.

    Return rows by topic, team and run, and notes on what could not be scored or was taken as unjudged.
    """
    scored = sorted(id for id, topic in topics.items() if topic.updates)
    notes = [
        *unimportant_notes(rules, topics),
        *_uncovered(runs, scored, missing),
        *unjudged_notes(rules, topics, {f"{run.team} {run.name}": run.topics for run in runs}),
    ]
    rows = tuple(
        RunScores(topic, run.team, run.name, _values(rules, topics[topic], run))
        for topic in scored
        for run in runs
        if topic in run.topics or missing == "zero"
    )
    if not rows:
        answered = ", ".join(sorted({topic for run in runs for topic in run.topics})[:3])
        raise InputError("judged-topics-missing", found=answered, scored=", ".join(scored[:3]))
    return rows, tuple(notes)


def _values(rules: TemporalSummarization, topic: NuggetTopic, run: UpdateRun) -> dict[str, float]:
    sums = rules.sums(run.topics.get(topic.id, ()), topic)
    if sums.undefined:
        raise InputError("nugget-topic-undefined", topic=topic.id, undefined=sums.undefined)
    return {name: value or 0.0 for name, value in rules.values(sums).items()}


def _uncovered(runs: Sequence[UpdateRun], scored: Sequence[str], missing: str) -> Iterator[str]:
    for run in runs:
        if strange := {topic: updates for topic, updates in run.topics.items() if topic not in scored}:
            count = sum(map(len, strange.values()))
            names = ", ".join(strange)
            yield f"{run.team} {run.name}: topics that are not judged, left out: {names} (updates: {count})"
    verdict = "it scores 0 there" if missing == "zero" else "its averages leave them out"
    for run in runs:
        if unanswered := [topic for topic in scored if topic not in run.topics]:
            yield f"{run.team} {run.name}: no updates for {', '.join(unanswered)}; {verdict}"


_STATISTICS: Mapping[str, Callable[..., Any]] = {"AVG": np.mean, "STD": np.std, "MIN": np.amin, "MAX": np.amax}


def lines(rows: Sequence[RunScores], year: int) -> Iterator[str]:
    """Yield the whole table, tab-separated, with four decimals."""
    names = list(COLUMNS[year])
    yield "\t".join([*IDS, *COLUMNS[year].values()])
    for topic, group in groupby(rows, key=lambda row: row.topic):
        of_topic = list(group)
        yield from (_line((row.topic, row.team, row.run), _numbers(row, names)) for row in of_topic)
        yield from _statistics(of_topic, names, (topic, "", "-"))
    runs = by_key(((row.team, row.run), row) for row in rows)
    for rows_of_run in sorted(runs.values(), key=lambda rows_of_run: _rank(rows_of_run, year), reverse=True):
        yield from _statistics(rows_of_run, names, ("", rows_of_run[0].team, rows_of_run[0].run))
    yield from _statistics(rows, names, ("", "ALL", "-"))


def _rank(rows: Sequence[RunScores], year: int) -> list[float]:
    """Order runs by mean F; the script of 2013 takes the third topic where it means the third measure."""
    if year == 2013:
        return _numbers(rows[min(2, len(rows) - 1)], list(COLUMNS[2013]))
    return [float(np.mean([row.values["f"] for row in rows]))]


def _statistics(rows: Sequence[RunScores], names: Sequence[str], ids: Sequence[str]) -> Iterator[str]:
    """Yield a line for each statistic, whose name stands in the column of ids."""
    table = [_numbers(row, names) for row in rows]
    for label, statistic in _STATISTICS.items():
        yield _line([id or label for id in ids], statistic(table, axis=0).tolist())


def _numbers(row: RunScores, names: Sequence[str]) -> list[float]:
    return [row.values[name] for name in names]


def _line(ids: Sequence[str], numbers: Sequence[float]) -> str:
    return "\t".join([*ids, *(f"{number:.4f}" for number in numbers)])


_YEARS = {2013: TS2013, 2014: TS2014}


def spelled_rules() -> str:
    """Return the rules."""
    return spelled_settings(TS2014, other="SECONDS")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, score, print."""
    gold = read_judgements(args.nuggets, args.matches, args.updates)
    submitted = read_runs(args.runs, gold.topics)
    year = args.year or (2013 if all(topic.startswith("TS13.") for topic in gold.topics) else 2014)
    rules: TemporalSummarization = changed_rules(_YEARS[year], args.set, "confidence=given")
    if args.binaryrel:
        rules = replace(rules, gain="binary")
    if args.ignore:
        rules = replace(rules, unsampled="skip")
    rows, remarks = evaluate(rules, gold.topics, submitted.runs, args.missing)
    notes = (*gold.notes, *submitted.notes, *remarks)
    err.writelines(f"note: {note}\n" for note in notes)
    if args.json:
        printed = [{name: row.values[name] for name in row.values if name in COLUMNS[year]} for row in rows]
        scores = tuple(replace(row, values=values) for row, values in zip(rows, printed, strict=True))
        out.write(json.dumps(TrackScores(str(rules), year, notes, scores).to_dict(), indent=2) + "\n")
    else:
        out.writelines(f"{line}\n" for line in lines(rows, year))
    return 0
