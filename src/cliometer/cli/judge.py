"""Ask a model what people are asked: which of two texts is better, or which content units a text expresses.

cliometer judge RUN RUN -j 'endpoint(url=http://localhost:8080/v1, model=qwen)' -o votes.csv
cliometer judge RUN RUN -j 'gguf(file=model.gguf)' --pairs people.csv -o votes.csv      the pairs that people judged
cliometer judge RUN RUN -j 'function(file=mine.py, call=judge)' -o votes.csv            a function of your own
cliometer judge RUN... --units UNITS -j EXPR -o extracts.json       the units that each text expresses, for score
cliometer judge --units UNITS -j EXPR -o linked.json                units or events linked to sentences of their sources
cliometer judge RUN.json --units FACTS -j EXPR -o POOL              facts of runs linked to a pool of CrisisFACTS
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result, progress_bar
from cliometer.cli.parser import CommandParser, whole
from cliometer.cli.shared_arguments import add_asking, keywords
from cliometer.errors import UsageError
from cliometer.spelling import many, quoted

HELP = "ask a model what people are asked"
EXAMPLE = "cliometer judge {demo}/runs/lead {demo}/runs/mentions -j words"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "runs RUN",
        "systems: folders with <topic>.txt, timelines or texts; or the topics.jsonl of a frozen preference study",
        nargs="*",
    )
    parser.add(
        "-j --judge EXPR",
        "who answers: endpoint(url=..., model=...), gguf(file=...), function(file=..., call=...), or words, a rule "
        "that counts them",
        required=True,
    )
    _add_units(parser)
    parser.add("--pairs VOTES", "ask only about the pairs and topics of these votes of people")
    parser.add("--most N", "ask about so many pairs, drawn by --seed (default: all)", type=whole(1))
    parser.add("--seed", "the seed of what is drawn (default: 0)", type=int, default=0)
    parser.add(
        "--criterion TEXT",
        "what to judge by: overall, faithful, complete, readable, dates, or your own such as "
        "'coverage: Which tells more of what matters?'; repeatable (default: the whole)",
        default=[],
    )
    parser.add("--ties", "allow the answer that both are as good")
    parser.add("--repeats N", "how often each question is asked (default: 1)", type=whole(1, 1000), default=1)
    parser.add("--sources ARTICLES", "documents that the judge reads, as for score")
    parser.add(
        "--source-words N", "words of the documents of a topic (default: 1500)", type=whole(1, 1_000_000), default=1500
    )
    add_asking(parser)
    parser.add(
        "-o --output FILE",
        "the file to which votes (CSV), extracts or linked units (JSON) are written; for facts, a folder",
    )
    parser.add("--force", "replace the file if it exists")
    parser.add("--json", "print one JSON document: every question with its answer, cost, signature")
    parser.add("--csv", "print a row for each question")


def _add_units(parser: CommandParser) -> None:
    """Declare what is asked of content units and events, and how people check it."""
    parser.add(
        "--units UNITS",
        "content units or events, as for score: ask which of them each text expresses or, without RUN, which sentences "
        "of the sources do; or pool and labels of CrisisFACTS: which facts of runs are in the pool",
    )
    parser.add("--partly yes|no", "whether a unit that is partly expressed counts (default: no)", default="no")
    parser.add(
        "--candidates N",
        "without RUN: the sentences compared with each unit, those that share most words (default: 20)",
        type=whole(1),
        default=20,
    )
    parser.add("--audit N", "draw so many decisions on units for people to check, into --sheet", type=whole(1))
    parser.add("--sheet FILE", "the CSV file for them: fill in its last column with yes, partly or no")
    parser.add("--audited FILE", "that file, filled in: correct the scores of the systems by it")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Ask, write what was asked for, and print what the judge said."""
    from cliometer.api import judge

    if not args.runs and args.units is None:
        raise UsageError("no system was given; name two runs or more, or units with --units")
    if args.runs and (first := str(args.runs[0])) in ("preferences", "coverage", "units") and not args.runs[0].exists():
        raise UsageError(
            f"judge has no subcommand {quoted(first)}; leave it out: RUN RUN asks which is better, --units which units"
        )
    asked = keywords(
        args, "units", "partly", "candidates", "audit", "sheet", "audited", "pairs", "most", "seed", "ties", "repeats",
        "sources", "source_words", "prompt", "offline", "calls", "tokens", "output", "force",
    )  # fmt: skip
    try:
        with progress_bar(args, err, "questions") as bar:
            result = judge(
                args.runs, args.judge, criteria=args.criterion, store=args.store or True, progress=bar, **asked
            )
    except KeyboardInterrupt:
        err.write("cliometer: interrupted; the answers so far are in the store: run the same command to go on\n")
        return 130
    for file in filter(None, (args.output, args.sheet)):
        rest = f"; {many(result.failed, 'question')} failed: to go on, run the same command with --force"
        rest = rest if result.failed else ""
        err.write(f"wrote {file}{rest}\n")
    return print_result(result, args, out, err)
