"""Check the submissions to a shared task, score the valid ones, and write a leaderboard.

cliometer submissions FOLDER -r GOLD -o BOARD    check, score, write BOARD/leaderboard.html and tables (CSV)
cliometer submissions check FOLDER -r GOLD       only check: exit status 1 if a submission is not valid
cliometer submissions check RUN... --track crisisfacts --requests FILE

FOLDER holds a folder (or a file) for each run; several paths are the runs themselves. A run that is not valid is
reported and not scored; all others are. GOLD is a benchmark folder GOLD/<topic>/<reference>.txt.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import print_notes, print_result, progress_bar
from cliometer.cli.parser import CommandParser, whole
from cliometer.cli.shared_arguments import add_shared, keywords
from cliometer.errors import UsageError
from cliometer.spelling import many

if TYPE_CHECKING:
    from cliometer.engine.leaderboard import Leaderboard

HELP = "check and score the runs of a shared task"
EXAMPLE = "cliometer submissions {demo}/runs -r {demo}/references -m align+m1 -m date"
CHECK = "check"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "paths PATH",
        "the folder of submissions, or the submissions; the word check before them stops before scoring",
        nargs="+",
    )
    add_shared(parser, ["references", "metric", "preset", "duplicates", "per-reference"])
    parser.add(
        "--missing error|zero",
        "what to do with topics that a run lacks: refuse the run (default), or score them as empty (mostly 0)",
    )
    add_shared(parser, ["import", "cache"])
    parser.add(
        "--track timelines|crisisfacts",
        "what the runs are: timelines (default), or with check runs of TREC CrisisFACTS",
    )
    parser.add("--requests FILE", "the requests of CrisisFACTS, against which requests and times are checked")
    parser.add("--as-official", "give the verdict of the official checker of CrisisFACTS: its first fault")
    parser.add("--first DATE", "the first day of the task; a run with an earlier one is refused")
    parser.add("--last DATE", "the last day of the task; a run with a later one is refused")
    parser.add("--dates N", "the largest number of dates that a timeline may have", type=whole(1))
    parser.add("--sentences N", "the largest number of sentences that a date may have", type=whole(1))
    parser.add("--gold-limits", "take the limits that are not given from the references of each topic")
    parser.add(
        "--correction holm|bh|none", "the correction for all pairs of runs: Holm (default), Benjamini-Hochberg, or none"
    )
    parser.add("--level", "the confidence level of intervals and tests (default: 0.95)", type=float, default=0.95)
    parser.add(
        "-o --output FOLDER", "write leaderboard.html, leaderboard.csv, topics.csv and faults.csv to this folder"
    )
    parser.add("--title", "the title of the page", type=str)
    parser.add("--force", "replace files in FOLDER that are not of a leaderboard, too")
    parser.add("--json", "print one JSON document: faults, comparison, notes, signature")
    parser.add("--csv", "print the leaderboard, or with check the faults, with all digits")
    add_shared(parser, ["digits"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Check, score and print; the exit status of check is 1 where a submission is not valid."""
    from cliometer.api.tasks import check_submissions, submissions
    from cliometer.report.chapters.submissions import check_section, leaderboard_section

    only_check = args.paths[0] == Path(CHECK)
    paths = args.paths[only_check:]
    if not paths:
        raise UsageError("no submission was given; write cliometer submissions check FOLDER -r GOLD")
    if not (args.references or only_check):
        raise UsageError("no references were given; write cliometer submissions FOLDER -r GOLD")
    limits = keywords(
        args, "first", "last", "dates", "sentences", "gold_limits", "missing", "per_reference", "duplicates"
    )
    track = keywords(args, "track", "requests", "as_official")
    if only_check:
        if args.output:
            raise UsageError("check writes no leaderboard; leave -o out, or leave the word check out")
        with progress_bar(args, err, "submissions") as bar:
            check = check_submissions(paths, args.references, progress=bar, **track, **limits)
        print_result(check, args, out, err, {"text": lambda: check_section(check)})
        return 0 if check.passed() else 1
    if track != {"track": "timelines", "requests": None, "as_official": False}:
        raise UsageError(
            "runs of CrisisFACTS are only checked here; write cliometer submissions check RUN... --track ..."
        )
    settings = keywords(args, "preset", "correction", "level", "output", "title", "force", "cache")
    with progress_bar(args, err, "done") as bar:
        board = submissions(paths, args.references, args.metric, progress=bar, **settings, **limits)
    print_notes([board.cache_note] if board.cache_note else (), args, err)
    print_result(board, args, out, err, {"text": lambda: leaderboard_section(board)}, board.signature)
    return _warned(board, args, err)


def _warned(board: Leaderboard, args: argparse.Namespace, err: TextIO) -> int:
    """Say how many submissions were not scored; the status is 2 where that is all of them."""
    check = board.check
    refused = len(check.submissions) - len(check.valid)
    if refused:
        said = f"{refused} of {many(len(check.submissions), 'submission')} "
        print_notes([f"{said}{'is' if refused == 1 else 'are'} not valid and not scored"], args, err, "warning")
    if args.output and not args.quiet and board.comparison:
        err.write(f"wrote {args.output / 'leaderboard.html'}, with leaderboard.csv, topics.csv and faults.csv\n")
    return 0 if board.comparison else 2
