"""The options of `cliometer agree`, and which of them go together."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from cliometer.cli.files import add_files
from cliometer.cli.plugins import add_import
from cliometer.errors import UsageError

_COEFFICIENTS = ("pearson", "spearman", "kendall-b", "kendall-c")
_LEVELS = ("system", "text", "global")
_TESTS = ("williams", "perm-both")
_STRANGERS = {  # what an answer makes no use of; to ignore it silently would mislead
    "matrix": ("at", "over", "test", "seed", "resamples", "level", "columns", "pair"),
    "votes": ("coefficient", "at", "over", "test", "holm"),
    "human": ("holm", "columns", "pair"),
    "human_metric": ("holm", "columns", "pair"),
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """All of them."""
    add_files(parser, "tables of scores; with --references: systems to be scored first")
    parser.set_defaults(preset=None)  # so that one given for other gold is told from the usual one
    parser.add_argument(
        "-m",
        "--metric",
        action="append",
        metavar="NAME",
        help="a metric, or its .precision, .recall or .f; repeatable (default: all, by their F)",
    )
    _add_people(parser)
    _add_statistics(parser)
    _add_draws(parser)
    parser.add_argument(
        "--system-columns",
        action="store_true",
        help="tables may be topic,a,b with a column for each system; the metric is named after the file",
    )
    add_import(parser)
    parser.add_argument("--lower", action="append", default=[], metavar="NAME", help="here lower is better")
    parser.add_argument(
        "--missing",
        choices=("error", "skip"),
        default="error",
        help="scores that are missing: an error (default), or their topics left out",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON document with everything, all digits")
    form.add_argument("--csv", action="store_true", help="correlations, or what stands for them, a line each")
    form.add_argument("--latex", action="store_true", help="the tables for a paper (booktabs)")


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
    return value is not None and value is not False and (name, value) != ("preset", "tilse")


def _add_people(parser: argparse.ArgumentParser) -> None:
    people = parser.add_mutually_exclusive_group(required=True)
    people.add_argument(
        "--human",
        metavar="FILE[:COLUMN,...]",
        help="human scores; several columns are judges and are averaged",
    )
    people.add_argument("--human-metric", metavar="NAME", help="the column of SCORES that people gave")
    people.add_argument("--votes", metavar="FILE", help="votes between two systems on a topic")
    people.add_argument("--matrix", action="store_true", help="no people: metric against metric")
    parser.add_argument(
        "--columns",
        action="append",
        metavar="ROLE=COLUMN,...",
        help="columns of --votes, as for cliometer vote; repeatable",
    )
    parser.add_argument(
        "--pair",
        nargs=2,
        metavar=("A", "B"),
        help="the two systems that every row of --votes compares, as for cliometer vote",
    )


def _add_statistics(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--coefficient",
        action="append",
        choices=_COEFFICIENTS,
        help="repeatable; default pearson and kendall-b, for --matrix spearman",
    )
    parser.add_argument(
        "--at",
        action="append",
        choices=_LEVELS,
        help="the level of the correlation; repeatable (default: all three)",
    )
    parser.add_argument(
        "--test", action="append", choices=_TESTS, help="is one metric better than another? repeatable"
    )
    parser.add_argument("--holm", action="store_true", help="correct the stars of --matrix for many pairs")


def _add_draws(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--over", choices=("systems", "topics", "both"), help="what intervals draw again (default: both)"
    )
    parser.add_argument("--seed", type=int, help="of all that is drawn (default: 0)")
    parser.add_argument(
        "--resamples",
        type=int,
        help="how often to draw, at least 100 (default: 1000, down to 200 for large tables)",
    )
    parser.add_argument("--level", type=float, help="how much of the draws an interval holds (default: 0.95)")
