"""Score timelines against references: one pair, several references, or whole folders of systems and topics."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from cliometer.api.front import settings_of
from cliometer.cli.output import Forms, expect_parquet, expect_shares, print_result, watched, write_parquet
from cliometer.cli.parser import CommandParser, Exclusion, given_settings
from cliometer.errors import InputError, SettingName, UsageError


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.scoring import curve, score

    paths = (
        "systems: timeline files, run folders RUN/<topic>.txt, extracts, assignments of nuggets, or runs of updates; "
        "- is standard input"
    )
    parser.add_references(paths)
    parser.add_function(score)
    parser.add("--per-topic", "show every topic, not only the means")
    drawn = parser.add("--curve", "draw nu-precision over nu-recall along rankings (extracts with ranked: true)")
    checked = parser.add(
        "--online", "check that logs (ranked: false) rank each story before they see the next; exit status 1 if not"
    )
    parser.exclusions.append(Exclusion([drawn, checked], required=False))
    parser.add_settings([settings_of(curve)["ties"]])
    parser.add_output("json", "csv", "latex", "digits", "percent", "parquet")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Evaluate the files and print the results."""
    from cliometer.api.scoring import score
    from cliometer.metrics.catalogue import lower_is_better
    from cliometer.reporting.chapters.scores import full_table, score_table, scores_section, summary
    from cliometer.reporting.document import Listing

    if args.curve or args.online:
        return _draw(args, out, err)
    for option in ("per_topic", "chance", "csv", "latex", "parquet") if args.output else ():
        if getattr(args, option):
            raise UsageError("rows-with-output", option=option.replace("_", "-"))
    if args.parquet is not None:
        expect_parquet(args)
    systems, references = split_paths(args)
    with watched(args, err, "pieces" if args.output else "topics") as watching:
        results = score(systems, references, **given_settings(args, score) | watching)
        results = getattr(results, "results", results)  # those of one answer are printed as those of several
    if args.parquet is not None:
        write_parquet(results, args, err)
    if args.percent:
        expect_shares((row.metric, value) for row in results.rows for value in results.numbers(row).values())
    lower = ", ".join(filter(lower_is_better, results.metrics))
    comment = f"lower is better: {lower}" if lower else ""
    forms: Forms = {
        "csv": lambda: full_table(results),
        "latex": lambda: [Listing(comment, score_table(results) if args.per_topic else summary(results))],
        "text": lambda: scores_section(results, per_topic=args.per_topic),
    }
    return print_result(results, args, out, err, forms, results.signature)


def split_paths(args: argparse.Namespace) -> tuple[list[Path], list[Path]]:
    """Return the systems and the gold: without --references a system and its references, or systems and other gold."""
    paths: list[Path] = args.paths
    if args.references:
        return paths, args.references
    if len(paths) < 2:
        raise UsageError("reference-missing", path=paths[0])
    others = list(map(_kind, paths[1:])) if len(paths) > 2 else []
    if others and others[-1] not in ("references", *others[:-1]):  # the last path alone is other gold
        return paths[:-1], paths[-1:]
    folders = [path for path in paths[1:] if path.is_dir()]
    if folders and len(paths) > 2:
        raise UsageError("references-with-folder", folder=folders[0], last=paths[-1])
    return paths[:1], paths[1:]


def _kind(path: Path) -> str:
    """Return the kind of gold that a path holds; extracts, which are refused as gold, count as references."""
    from cliometer.engine.file_evaluation import kind_of_gold

    try:
        return kind_of_gold([path])
    except InputError:
        return "references"


def _draw(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Draw curves along rankings, or check logs; the status is 1 where a log is not online."""
    from cliometer.api.scoring import check_online, curve, score

    option = "--curve" if args.curve else "--online"
    known = settings_of(score)
    idle = [name for name, value in given_settings(args, score).items() if not known[name].is_default(value)]
    idle += [name for name in ("per_topic", "latex", "percent", "parquet") if vars(args)[name]]
    for name in set(idle) - ({"metrics", "missing"} if args.curve else set()):
        raise UsageError("setting-idle-with-option", setting=SettingName(name), option=option)
    systems, references = split_paths(args)
    if args.online:
        check = check_online(systems, references)
        print_result(check, args, out, err, {"text": lambda: f"{check}\n"})
        return 0 if check.online else 1
    metric, *others = args.metrics or ["nu"]
    if others:
        raise UsageError("curve-several-metrics")
    curves = curve(systems, references, metric, **given_settings(args, curve))
    return print_result(curves, args, out, err)
