"""Draft content units, the facts that several writers report, from their timelines; a person confirms them later.

cliometer draft GOLD -o units.json               GOLD/<topic>/<writer>.txt, as for score
cliometer draft GOLD --judge EXPR -o units.json  a model takes each sentence apart into facts first
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_json, print_notes, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_asking, keywords
from cliometer.io.text_files import refuse_existing

HELP = "draft content units from several writers' timelines"
EXAMPLE = "cliometer draft {demo}/references"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("gold GOLD", "a benchmark folder, or one file with several timelines")
    parser.add("-o --output FILE", "the file to which the drafts are written")
    parser.add("--force", "replace the file if it exists")
    parser.add(
        "--threshold X", "how similar two lines must be to make a unit, 0 to 1 (default: 0.1)", type=float, default=0.1
    )
    parser.add("--days N", "how many days apart their dates may be (default: 0)", type=int, default=0)
    parser.add("--entry sentence|day", "what counts as a line of a timeline (default: sentence)")
    parser.add("--vectors EXPR", "vectors by which lines are alike, too: static or encoder (default: none)", default="")
    parser.add("--judge EXPR", "a model that takes sentences apart into facts, as for cliometer judge")
    add_asking(parser)
    parser.add("--json", "print one JSON document: the counts of each topic")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Draft, write, and say how many units of how many writers there are."""
    from cliometer.io import read_references
    from cliometer.io.units import write_units
    from cliometer.report.chapters.unit_scores import drafts_section
    from cliometer.report.render.terminal import terminal
    from cliometer.study.unit_drafts import DraftOptions, count_drafts, draft_topic, lines_of

    rule = DraftOptions(args.threshold, args.days, args.entry, args.vectors)
    gold, notes = read_references(args.gold, "append")
    lone = [topic for topic, own in gold.items() if len({line.writer for line in lines_of(own)}) < 2]
    if 0 < len(lone) < len(gold):
        notes += (f"not drafted, because they have one writer only: {', '.join(lone)}",)
        gold = {topic: own for topic, own in gold.items() if topic not in lone}
    if args.output:
        refuse_existing(args.output, args.force)
    signature = ""
    if args.judge is None:
        topics = [draft_topic(topic, references, rule) for topic, references in gold.items()]
    else:
        from cliometer.api.judging import inquiry_of
        from cliometer.judges.unit_proposals import propose_lines

        lines = {topic: lines_of(references, args.entry) for topic, references in gold.items()}
        with progress_bar(args, err, "sentences") as bar:
            asked = keywords(args, "judge", "prompt", "calls", "tokens", "offline")
            found = propose_lines(lines, inquiry_of(store=args.store or True, progress=bar, **asked))
        topics = [draft_topic(topic, own, rule, found.lines[topic], found.judge_model) for topic, own in gold.items()]
        notes, signature = (*notes, *found.notes), found.signature
    result = count_drafts(topics, rule, notes, signature)
    if args.output:
        write_units(args.output, units=topics, force=args.force)
    if args.json:
        print_json(result.to_dict(), out)
    else:
        unwritten = () if args.output else ("nothing was written; name a file with -o to keep the drafts",)
        print_notes((*notes, *unwritten), args, err)
        out.write(terminal(drafts_section(result)))
    return 0
