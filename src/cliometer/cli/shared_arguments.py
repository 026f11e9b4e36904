"""Arguments that several commands share: systems, references, preset, repeated dates, choice of posts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cliometer.cli.parser import CommandParser
from cliometer.errors import InputError, UsageError
from cliometer.model.timeline import DUPLICATES

if TYPE_CHECKING:
    from cliometer.engine.file_evaluation import FileEvaluation


def add_files(parser: CommandParser, paths: str) -> None:
    """Positional paths, `--references`, and how they are read."""
    parser.add_argument("paths", nargs="+", type=given_path, metavar="PATH", help=paths)
    parser.add_argument(
        "-r",
        "--references",
        action="extend",
        nargs="+",
        type=given_path,
        metavar="REF",
        help="reference files of one topic, or one benchmark folder GOLD/<topic>/<reference>.txt",
    )
    add_reading(parser)


def add_reading(parser: CommandParser) -> None:
    """The preset, and what to do where a date stands twice."""
    parser.add_argument(
        "--preset",
        default="tilse",
        help="settings that a metric leaves open: tilse (default), paper2017 or modern; "
        "see cliometer metrics presets",
    )
    parser.add_argument(
        "--duplicates",
        choices=DUPLICATES,
        help="what to do where a date stands twice (default: the preset's way)",
    )


def add_evaluation(parser: CommandParser) -> None:
    """Metrics, tasks, and what to do with topics that are missing or extra."""
    parser.add_argument(
        "-m",
        "--metric",
        action="append",
        metavar="EXPR",
        help="a metric such as 'align+m1(rouge=2)'; repeatable (default: the usual ones for the gold; "
        "cliometer metrics lists all)",
    )
    parser.add_argument(
        "--per-reference",
        action="store_true",
        help="each reference is a task of its own, topic/reference, as is the custom of the field",
    )
    parser.add_argument(
        "--missing",
        choices=("error", "skip", "zero"),
        default="error",
        help="topics that a run lacks: an error (default), left out, or scored as silent (mostly 0)",
    )
    parser.add_argument(
        "--extra",
        choices=("error", "skip"),
        default="error",
        help="topics of a run without a reference: an error (default), or left out",
    )
    add_background(parser)


def add_background(parser: CommandParser) -> None:
    """What topics are held against by metrics such as fotw."""
    parser.add_argument(
        "--background",
        action="append",
        default=[],
        type=given_path,
        metavar="FILE",
        help="word counts for metrics that read sources (default: the other topics); or wordfreq; repeatable",
    )


def file_evaluation(args: argparse.Namespace) -> FileEvaluation:
    """What the arguments of `add_files` and `add_evaluation` ask for."""
    from cliometer.engine.evaluation import Allowance
    from cliometer.engine.file_evaluation import FileEvaluation

    systems, references = list(args.paths[:-1]), list(args.paths[-1:])
    others = [] if args.references or len(args.paths) < 3 else list(map(_kind, args.paths[1:]))
    if not others or others[-1] in ("references", *others[:-1]):  # the last path alone is not other gold
        systems, references = split_paths(args.paths, args.references)
    return FileEvaluation(
        systems,
        references,
        args.metric,
        args.preset,
        args.per_reference,
        args.duplicates,
        Allowance(args.missing, args.extra),
        args.background,
    )


def _kind(path: Path) -> str:
    """What kind of gold a path holds; extracts, which are refused as gold, count as none other."""
    from cliometer.engine.file_evaluation import kind_of_gold

    try:
        return kind_of_gold([path])
    except InputError:
        return "references"


def given_path(text: str) -> Path:
    """A path as it was typed; an empty one, such as an unset variable, would mean the working folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the path is empty; name a file or a folder")
    return Path(text)


def split_paths(paths: Sequence[Path], references: Sequence[Path] | None) -> tuple[list[Path], list[Path]]:
    """Systems and references: without --references the first path is the system, then its references."""
    if references:
        return list(paths), list(references)
    if len(paths) < 2:
        raise UsageError(
            f"no reference was given for {paths[0]}; write SYSTEM REFERENCE... or use --references"
        )
    folders = [path for path in paths[1:] if path.is_dir()]
    if folders and len(paths) > 2:
        raise UsageError(
            f"several references must all be files of one topic, but {folders[0]} is a folder; "
            f"with several systems use --references {paths[-1]}"
        )
    return [paths[0]], list(paths[1:])


def add_posts(parser: CommandParser) -> None:
    """Length of a summary, filters, words."""
    parser.add_argument("-k", type=int, default=5, metavar="N", help="posts of a summary (default: 5)")
    parser.add_argument(
        "--filters",
        default="same-user,retweets,near-duplicates",
        metavar="LIST",
        help="posts left out, joined by commas: same-user, retweets, near-duplicates (default: all three); "
        "none: keep them",
    )
    parser.add_argument(
        "--language",
        default="",
        metavar="CODE",
        help="leave out posts in other languages than this, such as en",
    )
    parser.add_argument(
        "--stop", choices=("yes", "no"), default="yes", help="leave out stop words (default: yes)"
    )
    parser.add_argument("--stem", choices=("yes", "no"), default="yes", help="compare stems (default: yes)")


def post_options(args: argparse.Namespace) -> dict[str, Any]:
    """What the arguments of `add_posts` ask for, as keywords of `summarise` and `tune`."""
    rules = [rule.strip() for rule in args.filters.split(",") if rule.strip() not in ("", "none")]
    words = {"stop": args.stop == "yes", "stem": args.stem == "yes"}
    return {"k": args.k, "filters": rules, "language": args.language.strip(), **words}
