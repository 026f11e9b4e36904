"""Score timelines against references: one pair, several references, or whole folders of systems and topics.

cliometer score SYSTEM REFERENCE...              one system against the references of its topic
cliometer score RUN GOLD                         a run folder against a benchmark folder
cliometer score RUN... --references GOLD         several systems
cliometer score TABLE GOLD --output FOLDER       a Parquet table of many systems, piece by piece

A RUN holds a timeline for each topic, RUN/<topic>.txt; GOLD holds what people wrote, GOLD/<topic>/<name>.txt.
GOLD may also be content units or judged events (our JSON), a folder of nuggets, matches and updates, a pool of facts
with labels, or the documents of topics; it is recognised by its content. cliometer metrics shows which metric reads
what.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import (
    Forms,
    expect_parquet,
    expect_shares,
    print_notes,
    print_result,
    progress_bar,
    write_parquet,
)
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import EVALUATION, add_shared, file_evaluation
from cliometer.errors import UsageError

if TYPE_CHECKING:
    from cliometer.engine.file_evaluation import FileEvaluation
    from cliometer.engine.results import Results
    from cliometer.model.display import Progress

HELP = "score systems against references, content units, nuggets, facts or sources"
EXAMPLE = "cliometer score {demo}/runs/lead {demo}/references -m align+m1 -m date"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    paths = "systems: timeline files, run folders RUN/<topic>.txt, extracts, or runs of updates; - is standard input"
    add_shared(parser, [*EVALUATION, "cache"], paths)
    parser.add("--per-topic", "show every topic, not only the means")
    parser.add("--chance", "show what the same texts would earn on rotated dates")
    parser.add("--json", "print one JSON document: scores, means, notes, signature")
    parser.add("--csv", "print every score on a line, with all digits")
    parser.add("--latex", "print the table for a paper (booktabs)")
    add_shared(parser, ["digits", "percent"])
    parser.add("--parquet FILE", "also write every score to a Parquet file")
    parser.add(
        "-o --output FOLDER",
        "write the scores to this folder, in pieces (Parquet) with a manifest; given again, the command does the rest",
    )
    parser.add("--force", "replace the file of --parquet, or start again in the folder of --output")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Evaluate the files and print the results."""
    from cliometer.metrics.catalogue import lower_is_better
    from cliometer.report.chapters.scores import full_table, score_table, scores_section, summary
    from cliometer.report.document import Listing

    if args.parquet is not None:
        expect_parquet(args)
    evaluation = replace(file_evaluation(args), chance=args.chance)
    with progress_bar(args, err, "pieces" if args.output else "topics") as bar:
        results = _in_shards(evaluation, args, bar) if args.output else evaluation.run(bar)
    print_notes([evaluation.cache.note] if evaluation.cache else (), args, err)
    if args.parquet is not None:
        write_parquet(results, args, err)
    if args.percent:
        expect_shares((row.metric, score) for row in results.rows for score in results.numbers(row).values())
    lower = ", ".join(filter(lower_is_better, results.metrics))
    comment = f"lower is better: {lower}" if lower else ""
    forms: Forms = {
        "csv": lambda: full_table(results),
        "latex": lambda: [Listing(comment, score_table(results) if args.per_topic else summary(results))],
        "text": lambda: scores_section(results, per_topic=args.per_topic),
    }
    return print_result(results, args, out, err, forms, results.signature)


def _in_shards(evaluation: FileEvaluation, args: argparse.Namespace, bar: Progress) -> Results:
    """Score piece by piece into a folder, and return the means of the best systems, in JSON those of all."""
    from cliometer.engine.shard_writing import write_shards

    for option in ("per_topic", "chance", "csv", "latex", "parquet"):
        if getattr(args, option):
            spelled = option.replace("_", "-")
            raise UsageError(
                f"--{spelled} would hold every score at once, which --output is there to avoid; leave it out"
            )
    shards = write_shards(evaluation.plan(), args.output, args.force, bar)
    results = shards.results()
    return replace(results, recorded_means=shards.means) if args.json else results
