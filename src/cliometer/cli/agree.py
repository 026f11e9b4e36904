"""Do metrics agree with people, or with each other?

cliometer agree SCORES... --human FILE           human scores: system, topic and a column for each judge
cliometer agree SCORES... --human-metric NAME    human scores that are a column of the same files
cliometer agree SCORES... --votes FILE           preferences between two systems on a topic
cliometer agree SCORES... --matrix               metric against metric
cliometer agree RUN... -r GOLD --human FILE      score the runs first, as cliometer score does

SCORES are what cliometer score --csv or --json prints, or any table of system, topic and scores.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import print_json, print_notes, progress_bar
from cliometer.cli.parser import CommandParser, Exclusion
from cliometer.cli.plugins import import_modules
from cliometer.cli.shared_arguments import READING, add_shared
from cliometer.errors import UsageError

if TYPE_CHECKING:
    from cliometer.court.meta_evaluation.plan import MetaEvaluation


_COEFFICIENTS = ("pearson", "spearman", "kendall-b", "kendall-c")
_LEVELS = ("system", "text", "global")
_TESTS = ("williams", "perm-both")
_STRANGERS = {  # what an answer makes no use of; to ignore it silently would mislead
    "matrix": ("at", "over", "test", "seed", "resamples", "level", "columns", "pair"),
    "votes": ("coefficient", "at", "over", "test", "holm"),
    "human": ("holm", "columns", "pair"),
    "human_metric": ("holm", "columns", "pair"),
}


def configure(parser: CommandParser) -> None:
    """All of them."""
    add_shared(parser, READING, "tables of scores; with --references: systems to be scored first")
    parser.add(
        "-m --metric NAME",
        "a metric, or its .precision, .recall or .f; repeatable (default: all, by their F)",
        action="append",
    )
    people = [
        parser.add("--human FILE[:COLUMN,...]", "human scores; several columns are judges and are averaged"),
        parser.add("--human-metric NAME", "the column of SCORES that people gave"),
        parser.add("--votes FILE", "votes between two systems on a topic"),
        parser.add("--matrix", "no people: metric against metric"),
    ]
    parser.exclusions.append(Exclusion(people, required=True))
    parser.add("--columns ROLE=COLUMN,...", "columns of --votes, as for cliometer vote; repeatable", action="append")
    parser.add("--pair A B", "the two systems that every row of --votes compares, as for cliometer vote", nargs=2)
    parser.add(
        "--coefficient",
        "repeatable; default pearson and kendall-b, for --matrix spearman",
        action="append",
        choices=_COEFFICIENTS,
    )
    parser.add(
        "--at",
        "the level of the correlation; repeatable (default: all three)",
        action="append",
        choices=_LEVELS,
    )
    parser.add("--test", "is one metric better than another? repeatable", action="append", choices=_TESTS)
    parser.add("--holm", "correct the stars of --matrix for many pairs")
    parser.add("--over systems|topics|both", "what intervals draw again (default: both)")
    parser.add("--seed", "of all that is drawn (default: 0)", type=int)
    parser.add(
        "--resamples",
        "how often to draw, at least 100 (default: 1000, down to 200 for large tables)",
        type=int,
    )
    parser.add("--level", "how much of the draws an interval holds (default: 0.95)", type=float)
    parser.add(
        "--system-columns",
        "tables may be topic,a,b with a column for each system; the metric is named after the file",
    )
    add_shared(parser, ["import"])
    parser.add("--lower NAME", "here lower is better", action="append", default=[])
    parser.add(
        "--missing error|skip",
        "scores that are missing: an error (default), or their topics left out",
        default="error",
    )
    parser.add("--json", "one JSON document with everything, all digits")
    parser.add("--csv", "one line for each correlation, or for each accuracy with --votes")
    parser.add("--latex", "the tables for a paper (booktabs)")


def refuse_strangers(args: argparse.Namespace) -> None:
    """An option that the answer would make no use of is an error."""
    answer = next(name for name in _STRANGERS if _given(args, name))
    for name in _STRANGERS[answer]:
        if _given(args, name):
            raise UsageError(f"--{name} has no meaning with --{answer.replace('_', '-')}; leave it out")
    for name in ("preset", "duplicates"):
        if _given(args, name) and not args.references:
            raise UsageError(f"--{name} has no meaning without --references: the scores are computed already")


def refuse_folders(paths: Sequence[Path]) -> None:
    """A folder is a run, whose scores we do not have yet."""
    for path in paths:
        if path.is_dir():
            raise UsageError(f"{path} is a folder; to score runs first, give their --references")


def _given(args: argparse.Namespace, name: str) -> bool:
    value = getattr(args, name)
    return value is not None and value is not False


HELP = "metrics against human scores, votes, or each other"
EXAMPLE = "cliometer agree {demo}/scores.csv --human {demo}/human.csv"


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Set the scores beside the people's, and print."""
    from cliometer.api import agree
    from cliometer.stats.samples import FEWEST_RESAMPLES_TO_REPORT, checked_resamples

    refuse_strangers(args)
    if args.resamples is not None:
        checked_resamples(args.resamples, FEWEST_RESAMPLES_TO_REPORT)
    if not args.references:
        refuse_folders(args.paths)
    if args.matrix and len(args.coefficient or ()) > 1:
        raise UsageError("--matrix takes one --coefficient")
    import_modules(args.modules, err)
    asked = {"levels": args.at, "over": args.over, "level": args.level, "seed": args.seed}
    with progress_bar(err, "topics" if args.references else "correlations") as bar:
        found = agree(
            args.paths,
            args.human,
            human_metric=args.human_metric,
            votes=args.votes,
            matrix=args.matrix,
            references=args.references,
            metrics=args.metric,
            coefficients=args.coefficient or (),
            tests=args.test or (),
            holm=args.holm,
            resamples=args.resamples,
            lower=args.lower,
            missing=args.missing,
            columns=args.columns or (),
            pair=args.pair,
            system_columns=args.system_columns,
            preset=args.preset,
            duplicates=args.duplicates,
            progress=bar,
            **{name: value for name, value in asked.items() if value is not None},
        )
    _print(args, found, out, err)
    return 0


def _print(args: argparse.Namespace, found: MetaEvaluation, out: TextIO, err: TextIO) -> None:
    """Print JSON with everything, or tables with warnings beside them; notes go to standard error."""
    if args.json:
        print_json(found.to_dict(), out)
        return
    from cliometer.report.chapters import result_section
    from cliometer.report.chapters.base import frame_table
    from cliometer.report.render.terminal import terminal

    print_notes(found.notes, err)
    section = result_section(found)
    if args.csv or args.latex:
        err.writelines(f"warning: {warning}\n" for warning in found.warnings)
        tables = (f"% {title}\n{table.latex()}" for title, table in section.tables())
        out.write(frame_table(found).csv() if args.csv else "\n".join(tables))
    else:
        out.write(terminal(section))
