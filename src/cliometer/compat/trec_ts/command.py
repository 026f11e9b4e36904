"""`cliometer compat trec-ts -n NUGGETS -m MATCHES -u UPDATES RUN...`: the track's tseval.py.

Prints its table: a line for each topic and run, then mean, deviation, lowest and highest of each topic, of
each run, and over all. Files may be packed with gzip. Each defect of the script can be mended with --set.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any, TextIO

from cliometer.compat.trec_ts.columns import COLUMNS
from cliometer.compat.trec_ts.evaluation import Evaluation, evaluate
from cliometer.compat.trec_ts.table import lines
from cliometer.errors import UsageError, unknown
from cliometer.io.trec_ts import read_judgements, read_runs
from cliometer.metrics.nuggets import TS2013, TS2014, TemporalSummarization
from cliometer.metrics.settings import choices_of, settings_of
from cliometer.version import __version__

_YEARS = {2013: TS2013, 2014: TS2014}


def configure(parser: argparse.ArgumentParser) -> None:
    """The script's own options, and ours."""
    parser.add_argument(
        "runs", nargs="+", metavar="RUN", help="topic team run document sentence time confidence"
    )
    parser.add_argument("-n", "--nuggets", required=True, metavar="FILE", help="nuggets of all topics")
    parser.add_argument(
        "-m", "--matches", required=True, metavar="FILE", help="which update tells which nugget"
    )
    parser.add_argument("-u", "--updates", required=True, metavar="FILE", help="the pooled updates")
    parser.add_argument("-b", "--binaryrel", action="store_true", help="every nugget is worth 1")
    parser.add_argument("-i", "--ignore", action="store_true", help="leave out updates that nobody judged")
    parser.add_argument(
        "--year", type=int, choices=_YEARS, help="whose script; default: by the topics (TS13.*)"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="RULE=VALUE", help=f"mend a defect: {_spelled_rules()}"
    )
    parser.add_argument(
        "--absent", choices=("skip", "zero"), default="skip", help="topics a run does not answer"
    )
    parser.add_argument("--json", action="store_true", help="one document, all digits")


def _spelled_rules() -> str:
    """The rules with the values that each may take."""
    return ", ".join(f"{f.name}={'|'.join(choices_of(f)) or 'SECONDS'}" for f in settings_of(TS2014))


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, score, print."""
    gold = read_judgements(args.nuggets, args.matches, args.updates)
    submitted = read_runs(args.runs, gold.topics)
    year = args.year or _year(gold.topics)
    rules = _rules(args, year)
    found = evaluate(rules, gold.topics, submitted.runs, args.absent)
    notes = (*gold.notes, *submitted.notes, *found.notes)
    err.writelines(f"note: {note}\n" for note in notes)
    if args.json:
        out.write(json.dumps(_document(found, rules, year, notes), indent=2) + "\n")
    else:
        out.writelines(f"{line}\n" for line in lines(found.rows, year))
    return 0


def _year(topics: Iterable[str]) -> int:
    return 2013 if all(topic.startswith("TS13.") for topic in topics) else 2014


def _rules(args: argparse.Namespace, year: int) -> TemporalSummarization:
    """The script's rules with what the options change."""
    changed: dict[str, Any] = dict(map(_setting, args.set))
    if args.binaryrel:
        changed["gain"] = "binary"
    if args.ignore:
        changed["unsampled"] = "skip"
    return replace(_YEARS[year], **changed)


def _setting(spelled: str) -> tuple[str, object]:
    fields = {field.name: field for field in settings_of(TS2014)}
    name, equals, value = (part.strip() for part in spelled.partition("="))
    if not equals:
        raise UsageError(f"--set {spelled}: expected RULE=VALUE, such as confidence=given")
    if name not in fields:
        raise unknown("rule", name, fields)
    try:
        return name, fields[name].metadata["parse"](value)
    except UsageError as error:
        raise UsageError(f"--set {spelled}: {error}") from None


def _document(
    found: Evaluation, rules: TemporalSummarization, year: int, notes: Sequence[str]
) -> dict[str, object]:
    rows = [asdict(row) for row in found.rows]
    names = COLUMNS[year]
    for row in rows:
        row["values"] = {name: value for name, value in row["values"].items() if name in names}
    return {"cliometer": __version__, "rules": str(rules), "year": year, "notes": list(notes), "scores": rows}


def main(argv: Sequence[str], parser: argparse.ArgumentParser, out: TextIO, err: TextIO) -> int:
    """Parse and run."""
    configure(parser)
    return run(parser.parse_args(argv), out, err)
