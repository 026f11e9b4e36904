"""Replace the notebooks of TREC CrisisFACTS: scores by assessors (manual), and ROUGE against summaries.

cliometer compat crisisfacts manual POOL LABELS [--runs RUN...]
cliometer compat crisisfacts rouge RUN... --topics TOPICS --labels LABELS             as in 2023
cliometer compat crisisfacts rouge RUN... --topics TOPICS --facts FACTS --year 2022   as in 2022

Prints CSV with all digits as the track published it, by request or by event; --by chooses other tables. In rouge a RUN
may also be the name of a summary in TOPICS (nist, wiki, ics). Each oddity of the notebooks is a rule for --set.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TextIO

from cliometer.compat import changed_rules, spelled_settings
from cliometer.compat.rouge_score.rouge_scorer import RougeScorer
from cliometer.errors import InputError, UsageError, unknown
from cliometer.expressions import choice, number, setting, whole
from cliometer.grouping import by_key
from cliometer.io.crisisfacts import (
    MOST_A_DAY,
    FactRun,
    read_crisis_topics,
    read_event_facts,
    read_fact_gold,
    read_fact_run,
    read_labels,
)
from cliometer.metrics.facts import DayScore, Facts, LabelWorth
from cliometer.model.facts import CrisisTopic, FactTopic, ReportedFact, runs_in_pool, split_request
from cliometer.model.records import JsonDocument
from cliometer.model.score import f_measure

Row = dict[str, str | int | float | None]
_OF_2023 = range(9, 19)  # events 001 to 008 are of 2022


@dataclass(frozen=True)
class NotebookScores(JsonDocument):
    """What `cliometer compat crisisfacts` prints: the numbers of a notebook of a year by its rules."""

    kind: ClassVar[str] = "crisisfacts-scores"
    tool: str
    year: int
    rules: Mapping[str, str | float]
    notes: Sequence[str]
    scores: Sequence[Mapping[str, str | float | None]]


def _or_word(parse: Callable[[str], int], *words: str) -> Callable[[str], int | str]:
    return lambda text: text if text in words else parse(text)


@dataclass(frozen=True)
class ManualRules:
    """How the notebook of 2023 scores by labels; the overview of 2022 differs in what `MANUAL_2022` changes."""

    pool: int | str = setting(64, parse=_or_word(whole(1), "all"), doc="facts of a pool that count; all: November 2023")
    redundant: float = setting(0.5, parse=number(0, 1), doc="what a REDUNDANT_FACT is worth")
    repeats: str = choice("value", "graded", "ratio2022", "site2023", doc="which of the three redundancies")
    unjudged: str = choice("value", "zero", "skip", doc="pooled facts without a label: worth 0, or left out")
    top: int | str = setting("all", parse=_or_word(whole(1), "all", "gold"), doc="the run's facts of a day")
    day: str = choice("value", "isolated", "accumulated", doc="each day alone, or with all days before it")
    silent: str = choice("value", "missing", "zero", doc="a run without facts in the pool of a request")
    events: str = choice("value", "2023", "all", doc="events of the ranking of runs: 009 to 018, or all")

    @property
    def metric(self) -> Facts:
        """The metric under these rules."""
        labels = LabelWorth((("USEFUL", 1.0), ("REDUNDANT", self.redundant)))
        return Facts(None, self.repeats, labels, self.pool, self.unjudged, self.day, top=self.top)


MANUAL_2022 = ManualRules(pool="all", redundant=1.0, repeats="ratio2022", top="gold", events="all")


@dataclass(frozen=True)
class RougeRules:
    """How the notebook of 2023 makes a text of a run's facts, and what it does without one."""

    k: int | str = setting(32, parse=_or_word(whole(1, MOST_A_DAY), "gold"), doc="facts a day, or as many as the gold")
    days: str = choice(
        "value", "annotated", "all", doc="the days of the file of labels or facts, or all that the run has"
    )
    order: str = choice("value", "file", "number", doc="days in the order of that file, or by number")
    join: str = choice("value", "stop", "blank", doc="what joins facts: a full stop and a blank, or a blank")
    dots: str = choice("value", "once", "keep", doc="two full stops become one, once from left to right, or stay")
    empty: str = choice("value", "skip", "zero", "missing", doc="an event without facts of the run")
    noreference: str = choice("value", "zero", "missing", doc="an event without the reference")


ROUGE_2022 = RougeRules("gold", join="blank", dots="keep", empty="zero")
RULES: Mapping[str, Mapping[int, ManualRules | RougeRules]] = {
    "manual": {2023: ManualRules(), 2022: MANUAL_2022},
    "rouge": {2023: RougeRules(), 2022: ROUGE_2022},
}
_TABLES = {"manual": ("request", "run", "ranking"), "rouge": ("event", "run", "cell")}


def request_rows(
    rules: ManualRules, topics: Mapping[str, FactTopic], runs: Mapping[str, Mapping[str, Sequence[ReportedFact]]]
) -> list[Row]:
    """Return a row for each request and run: redundancy, comprehensiveness, and the share assessed."""
    rows: list[Row] = []
    metric = rules.metric
    for event, topic in topics.items():
        for run, answers in runs.items():
            rows += [_request_row(run, day, rules) for day in metric.days(answers.get(event, ()), topic)]
    kept = [row for row in rows if row["comprehensiveness"] is not None]
    return sorted(kept, key=lambda row: (split_request(row["req_id"]), str(row["run"])))


def _request_row(run: str, day: DayScore, rules: ManualRules) -> Row:
    values: tuple[float | None, float | None] = (day.redundancy, day.comprehensiveness)
    if rules.silent == "zero" and not day.pooled:
        values = (0.0, 0.0)
    assessed = day.assessed / day.reported if day.reported else None
    names = ("redundancy", "comprehensiveness", "assessed")
    return {"req_id": day.request, "run": run, **dict(zip(names, (*values, assessed), strict=True))}


def request_means(rows: Sequence[Row]) -> list[Row]:
    """Return the mean over runs of each request, which the track published."""
    return [
        {"req_id": request, **_means(group, ("redundancy", "comprehensiveness"))}
        for request, group in by_key((str(row["req_id"]), row) for row in rows).items()
    ]


def ranking(rows: Sequence[Row], events: str) -> list[Row]:
    """Return the mean over requests, then over events, of each run, with F1 of the means, the best first."""
    ranked: list[Row] = []
    for run, group in by_key((str(row["run"]), row) for row in rows).items():
        by_event = by_key((split_request(row["req_id"])[0], row) for row in group)
        numbers = {event: event.rpartition("-")[2] for event in by_event}
        counted = [e for e, n in numbers.items() if events == "all" or (n.isdecimal() and int(n) in _OF_2023)]
        means = [_means(by_event[event], ("redundancy", "comprehensiveness", "assessed")) for event in counted]
        if means:
            mean = _means(means, ("redundancy", "comprehensiveness", "assessed"))
            p, r = mean["redundancy"], mean["comprehensiveness"]
            f1 = f_measure(p, r) if isinstance(p, float) and isinstance(r, float) else None
            line: Row = {"run": run, "redundancy": p, "comprehensiveness": r, "f1": f1}
            ranked.append({**line, "assessed": mean["assessed"], "events": len(counted)})
    return sorted(ranked, key=lambda row: -(row["f1"] if isinstance(row["f1"], float) else -1.0))


def _means(rows: Sequence[Row], names: Sequence[str]) -> Row:
    """Return the mean of each column over the rows that have it."""
    columns = {name: [v for row in rows if isinstance(v := row[name], float | int)] for name in names}
    return {name: math.fsum(values) / len(values) if values else None for name, values in columns.items()}


# ROUGE of a run's text, or of a summary, against the summaries of each event.


@dataclass(frozen=True)
class EventDays:
    """The requests of the file that says which days count, in its order, with the number of its facts of each."""

    facts: Mapping[str, int]

    def of(self, event: str, run: FactRun, rules: RougeRules) -> list[str]:
        """Return the days of an event that count."""
        known = self.facts if rules.days == "annotated" else run.days
        requests = [request for request in known if split_request(request)[0] == event]
        return sorted(requests, key=split_request) if rules.order == "number" or rules.days == "all" else requests


def run_text(run: FactRun, event: str, days: EventDays, rules: RougeRules) -> tuple[str, int]:
    """Return the most important facts of each day of an event as one text, and their number."""
    facts: list[str] = []
    for request in days.of(event, run, rules):
        ranked = sorted(run.days.get(request, ()), key=lambda fact: -(fact.importance or 0.0))  # ties keep their order
        count = days.facts.get(request, 0) if rules.k == "gold" else int(rules.k)
        facts += [fact.text for fact in ranked[:count]]
    text = (". " if rules.join == "stop" else " ").join(facts)
    return text.replace("..", ".") if rules.dots == "once" else text, len(facts)


def cell_rows(
    texts: Mapping[str, Mapping[str, tuple[str, int | None]]],
    topics: Sequence[CrisisTopic],
    references: Sequence[str],
    types: Sequence[str],
    rules: RougeRules,
) -> list[Row]:
    """Return a row for each run, event, reference and type; `texts` are by run and event, with their facts."""
    scorer = RougeScorer(types, use_stemmer=True)
    rows: list[Row] = []
    for run, texts_of_run in texts.items():
        for topic in topics:
            text, facts = texts_of_run.get(topic.id, ("", 0))
            if not text and rules.empty == "skip":
                continue
            for reference in references:
                target = topic.summary(reference) or ""
                is_missing = (not target and rules.noreference == "missing") or (not text and rules.empty == "missing")
                scores = None if is_missing else scorer.score(target, text)
                for name in types:
                    values = (None,) * 3 if scores is None else scores[name]
                    about: Row = {"run": run, "event": topic.id, "reference": reference, "type": name}
                    about |= {"facts": facts, "characters": len(text)}
                    rows.append({**about, **dict(zip(_MEASURES, values, strict=True))})
    return rows


_MEASURES = ("precision", "recall", "f1")


def averaged_cells(rows: Sequence[Row], by: str) -> list[Row]:
    """Return the mean of precision, recall and F over runs for each event, or over events for each run."""
    lines: list[Row] = []
    types = {row["type"] for row in rows}
    for name, group in by_key((str(row[by]), row) for row in rows).items():
        line: Row = {by: name}
        columns = (f"{row['type']}.{row['reference']}" if len(types) > 1 else str(row["reference"]) for row in group)
        for column, cells in by_key(zip(columns, group, strict=True)).items():
            means = _means(cells, _MEASURES)
            line |= {f"{column}.{measure}": means[measure] for measure in ("f1", "precision", "recall")}
        lines.append(line)
    return lines


def spelled_rules() -> str:
    """Return the rules of both tools."""
    return spelled_settings(*(years[2023] for years in RULES.values()))


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, score and print."""
    rules = changed_rules(RULES[args.tool][args.year], args.set, "set-pool-malformed")
    by = args.by or _TABLES[args.tool][0]
    if by not in _TABLES[args.tool]:
        raise unknown(f"table of {args.tool}", by, _TABLES[args.tool])
    if isinstance(rules, ManualRules):
        rows, notes = _manual(args, rules, by)
    else:
        rows, notes = _rouge(args, rules, by)
    err.writelines(f"note: {note}\n" for note in notes)
    if args.json:
        scores = NotebookScores(args.tool, args.year, vars(rules), notes, rows)
        out.write(json.dumps(scores.to_dict(), indent=2) + "\n")
    elif rows:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(rows[0])
        writer.writerows([["" if cell is None else cell for cell in row.values()] for row in rows])
    return 0


def _manual(args: argparse.Namespace, rules: ManualRules, by: str) -> tuple[list[Row], tuple[str, ...]]:
    gold = read_fact_gold([Path(path) for path in args.paths])
    notes = gold.notes
    runs: dict[str, Mapping[str, Sequence[ReportedFact]]] = {}
    for read in map(read_fact_run, map(Path, args.runs)):
        runs[read.tag] = read.events
        notes += read.notes
    rows = request_rows(rules, gold.topics, runs or runs_in_pool(gold.topics))
    if not rows:
        raise InputError("pool-without-facts")
    if by == "ranking" and not (rows := ranking(rows, rules.events)):
        raise InputError("ranked-events-missing")
    return (request_means(rows) if by == "request" else rows), notes


def _rouge(args: argparse.Namespace, rules: RougeRules, by: str) -> tuple[list[Row], tuple[str, ...]]:
    if not args.topics:
        raise UsageError("topic-summaries-needed")
    topics = read_crisis_topics(Path(args.topics))
    known = [name for name in ("nist", "wiki", "ics") if any(topic.summary(name) is not None for topic in topics)]
    for name in args.reference or ():
        if name not in known:
            raise unknown("reference", name, known)
    days = _event_days(args, rules)
    texts: dict[str, Mapping[str, tuple[str, int | None]]] = {}
    notes: tuple[str, ...] = ()
    for path in args.paths:
        if path in known and not Path(path).exists():
            texts[path] = {topic.id: (topic.summary(path) or "", None) for topic in topics}
            continue
        read = read_fact_run(Path(path), words=0)
        notes += read.notes
        if read.tag in texts:
            raise InputError("run-in-other-file", path, twice=read.tag)
        texts[read.tag] = {topic.id: run_text(read, topic.id, days, rules) for topic in topics}
    types = args.type or (["rouge1", "rouge2", "rougeL"] if args.year == 2022 else ["rouge2"])
    rows = cell_rows(texts, topics, args.reference or known, types, rules)
    if not rows:
        raise InputError("topic-events-missing")
    return (rows if by == "cell" else averaged_cells(rows, by)), notes


def _event_days(args: argparse.Namespace, rules: RougeRules) -> EventDays:
    """Return the days that count; files of runs need a file that says so, unless all their days do."""
    if args.facts:
        events = read_event_facts(Path(args.facts))
        return EventDays({id: len(facts) for event in events for id, facts in event.by_request.items()})
    if rules.k == "gold":
        raise UsageError("gold-facts-needed")
    if args.labels:
        return EventDays({day.request: 0 for day in read_labels(Path(args.labels))})
    if rules.days == "annotated" and any(Path(path).exists() for path in args.paths):
        raise UsageError("annotated-days-needed")
    return EventDays({})
