"""Score timelines against references: one pair, several references, or whole folders of systems and topics."""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.api.front import settings_of
from cliometer.cli.output import Forms, expect_parquet, expect_shares, print_result, progress_bar, write_parquet
from cliometer.cli.parser import CommandParser, Exclusion
from cliometer.cli.shared_arguments import (
    add_function,
    add_output,
    add_references,
    given_settings,
    opened_cache,
    scored_paths,
)
from cliometer.errors import SettingName, UsageError


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.scoring import curve, score

    paths = (
        "systems: timeline files, run folders RUN/<topic>.txt, extracts, assignments of nuggets, or runs of updates; "
        "- is standard input"
    )
    add_references(parser, paths)
    add_function(parser, score)
    parser.add("--per-topic", "show every topic, not only the means")
    drawn = parser.add("--curve", "draw nu-precision over nu-recall along rankings (extracts with ranked: true)")
    checked = parser.add(
        "--online", "check that logs (ranked: false) rank each story before they see the next; exit status 1 if not"
    )
    parser.exclusions.append(Exclusion([drawn, checked], required=False))
    parser.add_settings([settings_of(curve)["ties"]])
    add_output(parser, "json", "csv", "latex", "digits", "percent", "parquet")


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
    systems, references = scored_paths(args)
    what = "pieces" if args.output else "topics"
    with progress_bar(args, err, what) as bar, opened_cache(args, err) as cache:
        settings = given_settings(args, score) | cache
        results = score(systems, references, progress=bar, **settings)
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


def _draw(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Draw curves along rankings, or check logs; the status is 1 where a log is not online."""
    from cliometer.api.scoring import check_online, curve, score

    option = "--curve" if args.curve else "--online"
    known = settings_of(score)
    idle = [name for name, value in given_settings(args, score).items() if not known[name].is_default(value)]
    idle += [name for name in ("per_topic", "latex", "percent", "parquet") if vars(args)[name]]
    for name in set(idle) - ({"metrics", "missing"} if args.curve else set()):
        raise UsageError("setting-idle-with-option", setting=SettingName(name), option=option)
    systems, references = scored_paths(args)
    if args.online:
        check = check_online(systems, references)
        print_result(check, args, out, err, {"text": lambda: f"{check}\n"})
        return 0 if check.online else 1
    metric, *others = args.metrics or ["nu"]
    if others:
        raise UsageError("curve-several-metrics")
    curves = curve(systems, references, metric, **given_settings(args, curve))
    return print_result(curves, args, out, err)
