"""Annotate dated articles: mark their sentences, times and events, and write JSON lines or TimeML.

cliometer annotate ARTICLES -o OUT                   write OUT/<topic>.jsonl
cliometer annotate ARTICLES -o OUT --to timeml       write OUT/<topic>/<article>.tml
cliometer annotate bp.jsonl                          print the lines of one topic
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_notes, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.errors import UsageError
from cliometer.spelling import listed, many

HELP = "mark times and events in dated articles"
EXAMPLE = "cliometer annotate {demo}/articles/rosetta.jsonl --no-events"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "articles ARTICLES",
        "dated articles: <topic>.jsonl or .csv, folders of texts, web pages or TimeML; a folder of topics or one topic",
    )
    parser.add(
        "-o --output OUT",
        "a folder to which the topics are written, or for one topic a .jsonl or .jsonl.gz file (default: standard "
        "output)",
    )
    parser.add("--to jsonl|timeml", "what is written: JSON lines (default), or a TimeML file for each article")
    parser.add(
        "--anchor document|previous",
        "what 'Friday' or 'a year later' starts from: the date of the article (default), or the date named last",
    )
    parser.add("--no-events", "mark no events, which is three to four times faster")
    parser.add("--force", "replace files that exist in OUT")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Mark the articles one after the other, and write or print them."""
    from cliometer.io.annotated_articles import ArticleAnnotator
    from cliometer.io.articles import CorpusFiles

    if args.output is None and args.to == "timeml":
        raise UsageError("--to timeml writes a file for each article; name a folder with -o")
    files = CorpusFiles.find(args.articles)
    work = ArticleAnnotator(files, args.to, args.anchor, events=not args.no_events)
    if args.output is None:
        out.writelines(work.lines(work.only_topic()))
    else:
        with progress_bar(args, err, "topics") as bar:
            work.write(args.output, args.force, bar)
    print_notes([*files.notes, *work.notes], args, err)
    if args.output is not None and not args.quiet:
        counts = [many(count, name.removesuffix("s")) for name, count in work.counts.items()]
        err.write(f"wrote {args.output}: {listed(counts)}\n")
    return 0
