"""`python -m tools.people_table [SHARED]`: hold every metric of timelines against people, and write docs/people.md.

The table of the page is made from the data beside the repository: agreement (tau of F) with assessors of TREC Temporal
Summarization and CrisisFACTS, agreement of recall with people on REALSumm, and the accuracy on damaged timelines.
Metrics that read words in their own way are computed once, as no preset changes them. What is done is printed.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from time import process_time

import numpy as np

import cliometer
from cliometer.api.people import PoolBed
from cliometer.court.perturbation import kind_of_trial
from cliometer.court.trials import all_trials
from cliometer.stats.correlation import kendall_b_rows
from tools.realsumm import tables

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "people.md"
START, END = "<!-- written by python -m tools.people_table -->", "<!-- end -->"
FAMILIES = ("concat", "agreement", "align", "align+", "align+m1")
METRICS = ("date", *(f"{name}(rouge={n})" for name in FAMILIES for n in (1, 2)), "rougeSU4", "ledger", "tally")
FIXED = ("date", "ledger", "tally")  # by every preset the same
PRESETS = ("modern", "tilse")
HEADING = (
    "metric",
    "2013, dates ignored", "2013, latency", "2014, dates ignored", "2014, latency",
    "CrisisFACTS, simulated", "CrisisFACTS, runs", "REALSumm", "damage",
)  # fmt: skip
Column = Mapping[str, float]


def people(
    folders: Sequence[Path], metrics: Sequence[str], preset: str, beds: Sequence[PoolBed]
) -> Mapping[str, Column]:
    """Return tau of F of each metric, by pool, bed and human score."""
    result = cliometer.agree_people(folders, metrics, preset, beds=beds, resamples=100)
    columns = defaultdict[str, dict[str, float]](dict)
    for row in result.agreement:
        if row.side == "f":
            columns[f"{row.pool} {row.bed} {row.human}"][row.metric] = row.tau
    return columns


def summaries(folder: Path, metrics: Sequence[str], preset: str) -> Column:
    """Return tau of recall with people within texts; on one date, metrics of dates alone have none."""
    scores, recall = tables(folder, {name: name for name in metrics if name != "date"}, preset)
    taus = {name: kendall_b_rows(table.T, scores.T) for name, table in recall.items()}
    return {name: float(np.nanmean(values)) for name, values in taus.items() if name in metrics}


def damage(data: Path, metrics: Sequence[str], preset: str) -> Column:
    """Return the share of damaged timelines of systems that score less than the whole ones."""
    gold, runs = data / "timeline17" / "references", data / "system_outputs" / "TL17_bestsumm"
    trials = [trial for trial in all_trials() if kind_of_trial(trial) == "sensitivity"]
    document = cliometer.court_metrics(gold, metrics, trials, preset=preset, systems=runs).to_dict()
    cards = ((card["metric"], card["kinds"]["sensitivity"].get("accuracy")) for card in document["metrics"])
    return {metric: accuracy["value"] for metric, accuracy in cards if accuracy}


def columns(data: Path, metrics: Sequence[str], preset: str, with_damage: bool = True) -> list[Column]:
    """Return the columns of the table for a preset, in the order of the heading."""
    track = people([data / "trec-ts" / "2013", data / "trec-ts" / "2014"], metrics, preset, ["mixed"])
    _done(f"{preset}: TREC-TS")
    events = people([data / "crisisfacts"], metrics, preset, ["mixed", "runs"])
    _done(f"{preset}: CrisisFACTS")
    recall = summaries(data / "realsumm" / "scores_dicts", metrics, preset)
    _done(f"{preset}: REALSumm")
    damaged = damage(data, metrics, preset) if with_damage else {}
    _done(f"{preset}: damage")
    return [
        *(track[f"{year} mixed {score}"] for year in (2013, 2014) for score in ("new", "latency")),
        *(events[f"crisisfacts {bed} labels"] for bed in ("mixed", "runs")),
        recall,
        damaged,
    ]


def _done(what: str) -> None:
    print(f"{what} done, {process_time():.0f} s of CPU so far", file=sys.stderr, flush=True)


def table(names: Iterable[str], cells: Sequence[Column]) -> list[str]:
    """Return the rows of a Markdown table."""
    lines = ["|".join(("", *HEADING, "")), "|".join(("", *("---" for _ in HEADING), ""))]
    for name in names:
        values = [f"{column[name]:.3f}" if name in column else "-" for column in cells]
        lines.append("|".join(("", name, *values, "")))
    return lines


def main(shared: Path) -> None:
    """Write the tables into the page."""
    blocks = list[str]()
    cells: list[Column] = [{} for _ in HEADING[1:]]
    for preset in PRESETS:
        metrics = [metric for metric in METRICS if not blocks or metric not in FIXED]
        fresh = columns(shared / "data", metrics, preset)
        cells = [{**known, **column} for known, column in zip(cells, fresh, strict=True)]
        names = [name for name in cells[0] if name not in METRICS]  # ceilings and floors
        blocks.append("\n".join([f"Preset {preset}:", "", *table([*METRICS, *names], cells)]))
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(START)
    PAGE.write_text("\n\n".join([before + START, *blocks, END]) + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared")
