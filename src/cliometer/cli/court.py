"""Put metrics on trial: change good answers in known ways, and see how each metric reacts.

cliometer court GOLD                             every metric, every trial
cliometer court GOLD -m align+m1 -t shuffle      one metric, one trial, in detail
cliometer court GOLD --systems RUN               change the answers of a system instead of the references
cliometer court GOLD --judge EXPR                a card for a model: does it prefer timelines to damaged ones?

GOLD may also be sources, content units, judged events or nuggets; then --systems RUN is required.
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import Forms, print_result, progress_bar
from cliometer.cli.parser import CommandParser, whole
from cliometer.cli.shared_arguments import add_asking, add_shared, keywords
from cliometer.errors import UsageError

HELP = "put metrics on trial: show which changes of a timeline they notice"
EXAMPLE = "cliometer court {demo}/references -m align+m1 -m concat -t merge -t 'shift(days=1)'"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("gold GOLD", "a benchmark folder GOLD/<topic>/<reference>.txt, or other gold")
    parser.add("-m --metric EXPR", "a metric; repeatable (default: all but the slowest)")
    parser.add("-t --trial EXPR", "a perturbation such as 'shift(days=5)'; repeatable (default: all)")
    _add_answers(parser)
    parser.add(
        "--corpus DIR",
        "articles <topic>.jsonl[.gz] for the trial `add` (default: corpora or articles beside GOLD); none: no articles",
    )
    add_shared(parser, ("preset", "duplicates"))
    parser.add("--seed", "the seed of trials that draw at random (default: 0)", type=int, default=0)
    parser.add(
        "--draws N",
        "the number of seeds, from --seed on, of trials that draw at random (default: 1)",
        type=whole(1, 1000),
        default=1,
    )
    add_shared(parser, ["import"])
    parser.add("--judge EXPR", "put a model on trial in place of metrics, as for cliometer judge")
    parser.add(
        "--most N", "with --judge: pairs of a trial that are asked about (default: 10)", type=whole(1), default=10
    )
    add_asking(parser)
    parser.add("--verdicts", "print a line for every trial and metric")
    parser.add("--ladders", "print the effect of each perturbation from weak to strong")
    parser.add("--time", "measure the milliseconds that each metric takes for a pair of timelines")
    parser.add("--json", "print one JSON document: rows, ladders, criteria, metrics, notes, signature")
    parser.add("--csv", "print a line for every trial and metric, with all digits")
    parser.add("--latex", "print the card, or with -t the changes, as a table for a paper (booktabs)")
    add_shared(parser, ["digits"])


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _add_answers(parser: CommandParser) -> None:
    """Declare whose timelines are changed, beside whom, on which topics, and what people say of them."""
    parser.add("--systems RUN", "a run whose timelines, extracts or updates are changed and scored against the gold")
    parser.add(
        "--missing error|skip",
        "what to do with references for which RUN has no timeline: report an error (default), or skip them",
    )
    parser.add(
        "--extra error|skip",
        "what to do with timelines of RUN that have no reference: report an error (default), or skip them",
    )
    parser.add(
        "--rival RUN",
        "another run, whose timelines writers should beat at equal length; repeatable (--systems is one of them)",
    )
    parser.add(
        "--development TOPICS",
        "topics that a metric was made on, with commas between them, which get a card of their own",
        type=_names,
    )
    parser.add(
        "--held-out TOPICS", "topics that it has not seen, likewise; topics of neither list are left out", type=_names
    )
    parser.add(
        "--human FILE[:COLUMN,...]",
        "human scores of --systems and --rival, with which each metric is correlated; several columns are averaged",
    )
    parser.add("--without REF", "a reference such as syria/tl2.3 to leave out; repeatable")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the trials and print the findings."""
    if args.judge is not None:
        return _try_judge(args, out, err)
    from cliometer.api import court
    from cliometer.report.chapters.court import card_table, change_table, court_section, full_table

    asked = keywords(args, "corpus", "preset", "seed", "duplicates", "missing", "extra", "development", "held_out")
    more = {"rivals": args.rival or (), "without": args.without or (), "timed": args.time}
    more |= {"draws": args.draws, "human": args.human}
    with progress_bar(args, err, "timelines") as bar:
        findings = court(args.gold, args.metric, args.trial, args.systems, progress=bar, **asked, **more)
    verdicts = bool(args.verdicts or args.trial)
    forms: Forms = {
        "csv": lambda: full_table(findings),
        "latex": lambda: (change_table if verdicts else card_table)(findings),
        "text": lambda: court_section(findings, verdicts=verdicts, ladders=args.ladders),
    }
    return print_result(findings, args, out, err, forms, findings.signature)


def _try_judge(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Put a model on trial: good timelines against changed ones, in both orders."""
    from cliometer.api import judge_card
    from cliometer.report.chapters.judged import trial_table

    if args.metric or args.systems or args.rival or args.human:
        raise UsageError("--judge puts a model on trial with the references alone; leave out metrics and runs")
    asked = keywords(args, "corpus", "most", "seed", "prompt", "offline", "calls", "tokens")
    with progress_bar(args, err, "questions") as bar:
        card = judge_card(args.gold, args.judge, args.trial, store=args.store or True, progress=bar, **asked)
    return print_result(card, args, out, err, {"latex": lambda: trial_table(card)})
