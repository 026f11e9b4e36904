"""Measure how far metrics agree with people, or with each other.

cliometer agree SCORES... --human FILE           human scores: system, topic and a column for each judge
cliometer agree SCORES... --human-metric NAME    human scores that are a column of the same files
cliometer agree SCORES... --votes FILE           preferences between two systems on a topic
cliometer agree SCORES... --matrix               metric against metric
cliometer agree VOTES... --judges                votes of models (cliometer judge) against those of people
cliometer agree RUN... -r GOLD --human FILE      score the runs first, as cliometer score does

SCORES are the output of cliometer score --csv or --json, or any table of system, topic and scores.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from cliometer.cli.output import Forms, print_notes, print_result, progress_bar
from cliometer.cli.parser import CommandParser, Exclusion
from cliometer.cli.shared_arguments import READING, add_shared, keywords
from cliometer.errors import UsageError

_COEFFICIENTS = ("pearson", "spearman", "kendall-b", "kendall-c")
_LEVELS = ("system", "text", "global")
_TESTS = ("williams", "perm-both", "perm-sys")
_IDLE = {  # what an answer makes no use of; to ignore it silently would mislead
    "matrix": ("at", "over", "test", "level", "pair", "criterion", "beside", "epsilon"),
    "votes": ("coefficient", "at", "over", "test", "holm", "beside", "epsilon"),
    "human": ("holm", "pair", "criterion", "beside", "epsilon"),
    "human_metric": ("holm", "pair", "criterion", "beside", "epsilon"),
    "judges": (
        "coefficient",
        "at",
        "over",
        "test",
        "holm",
        "references",
        "seed",
        "resamples",
        "system_columns",
        "criterion",
    ),
}


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    add_shared(parser, READING, "tables of scores; with --references: systems to be scored first")
    parser.add("-m --metric NAME", "a metric, or its .precision, .recall or .f; repeatable (default: all, by their F)")
    people = [
        parser.add("--human FILE[:COLUMN,...]", "human scores; several columns are judges and are averaged"),
        parser.add("--human-metric NAME", "the column of SCORES that holds the human scores"),
        parser.add("--votes FILE", "votes between two systems on a topic", type=str),
        parser.add("--matrix", "compare the metrics with each other, without people"),
        parser.add("--judges", "compare judges with each other: the paths are votes of people and of models"),
    ]
    parser.exclusions.append(Exclusion(people, required=True))
    parser.add("--pair A B", "the two systems that every row of --votes compares, as for cliometer vote", nargs=2)
    parser.add("--criterion NAME", "with --votes, the criterion whose votes count (default: all together)")
    parser.add("--beside SCORES", "with --judges, scores whose metrics vote as well; repeatable")
    parser.add("--epsilon", "with --judges, what a model is granted for its low cost (default: 0.1)", type=float)
    _add_statistics(parser)
    parser.add(
        "--system-columns",
        "read tables topic,a,b that have a column for each system; the metric is named after the file",
    )
    add_shared(parser, ["import"])
    parser.add("--lower NAME", "a column for which lower is better; repeatable", default=[])
    parser.add(
        "--missing error|skip", "what to do where a score is missing: report an error (default), or skip the topic"
    )
    parser.add("--json", "print one JSON document with everything")
    parser.add("--csv", "print one line for each correlation, or for each accuracy with --votes")
    parser.add("--latex", "print the tables for a paper (booktabs)")
    add_shared(parser, ["digits"])


def _add_statistics(parser: CommandParser) -> None:
    parser.add(
        "--coefficient",
        "a coefficient; repeatable (default: pearson and kendall-b, or spearman with --matrix)",
        choices=_COEFFICIENTS,
    )
    parser.add("--at", "a level of the correlation; repeatable (default: all three)", choices=_LEVELS)
    parser.add("--test", "test whether one metric is better than another; repeatable", choices=_TESTS)
    parser.add("--holm", "correct the stars of --matrix for many pairs")
    parser.add(
        "--over systems|topics|both", "what the resamples of intervals are drawn from (default: both)", default=None
    )
    parser.add("--seed", "the seed of the resamples (default: 0)", type=int)
    parser.add(
        "--resamples", "the number of resamples, at least 100 (default: 1000, down to 200 for large tables)", type=int
    )
    parser.add("--level", "the confidence level of intervals (default: 0.95)", type=float)


def refuse_idle_options(args: argparse.Namespace) -> None:
    """Refuse an option that the answer would make no use of."""
    answer = next(name for name in _IDLE if _is_set(args, name))
    for name in _IDLE[answer]:
        if _is_set(args, name):
            raise UsageError(
                f"--{name.replace('_', '-')} has no meaning with --{answer.replace('_', '-')}; leave it out"
            )
    for name in ("preset", "duplicates"):
        if _is_set(args, name) and not args.references:
            raise UsageError(f"--{name} has no meaning without --references: the scores are computed already")


def _is_set(args: argparse.Namespace, name: str) -> bool:
    value = getattr(args, name)
    return value is not None and value is not False


HELP = "compare metrics with human scores, votes, or each other, and models that judge with people"
EXAMPLE = "cliometer agree {demo}/scores.csv --human {demo}/human.csv"


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Compare the scores with those of people, and print."""
    from cliometer.api import agree
    from cliometer.stats.samples import FEWEST_RESAMPLES_TO_REPORT, checked_resamples

    refuse_idle_options(args)
    if args.resamples is not None:
        checked_resamples(args.resamples, FEWEST_RESAMPLES_TO_REPORT)
    for path in () if args.references else filter(Path.is_dir, args.paths):
        raise UsageError(f"{path} is a folder; to score runs first, give their --references")
    if args.matrix and len(args.coefficient or ()) > 1:
        raise UsageError("--matrix takes one --coefficient")
    asked = {"levels": args.at, "over": args.over, "level": args.level, "seed": args.seed, "epsilon": args.epsilon}
    given = {name: value for name, value in asked.items() if value is not None}
    given |= keywords(
        args, "human_metric", "votes", "matrix", "judges", "references", "holm", "resamples", "lower", "missing"
    )
    given |= keywords(args, "pair", "criterion", "system_columns", "preset", "duplicates", "beside")
    given |= {"metrics": args.metric, "coefficients": args.coefficient or (), "tests": args.test or ()}
    with progress_bar(args, err, "topics" if args.references else "correlations") as bar:
        found = agree(args.paths, args.human, progress=bar, **given)
    from cliometer.report.chapters import result_section
    from cliometer.report.document import Listing

    section = result_section(found)
    forms: Forms = {
        "latex": lambda: [Listing(title, table) for title, table in section.tables()],
        "text": lambda: section,
    }
    if not args.json:
        print_notes(found.warnings, args, err, "warning")
    return print_result(found, args, out, err, forms)
