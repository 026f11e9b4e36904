"""Annotate dated articles: mark their sentences, times and events, and write JSON lines or TimeML."""

import argparse
from typing import Annotated, Literal, TextIO

from cliometer.cli.output import print_notes, watched
from cliometer.cli.parser import CommandParser
from cliometer.errors import UsageError
from cliometer.settings import Location, Setting, declared, group
from cliometer.settings.groups import Writing
from cliometer.spelling import listed, many


@group("marks")
class AnnotateSettings(Writing, total=False):
    """How articles are marked, and where the marks are written."""

    output: Annotated[
        Location | None,
        Setting(
            None,
            "a folder to which the topics are written, or for one topic a .jsonl or .jsonl.gz file",
            "-o --output OUT",
            usual="standard output",
            heading="output",
        ),
    ]
    to: Annotated[
        Literal["jsonl", "timeml"],
        Setting("jsonl", "what is written: JSON lines, or a TimeML file for each article", heading="output"),
    ]
    anchor: Annotated[
        Literal["document", "previous"],
        Setting(
            "document", "what 'Friday' or 'a year later' starts from: the date of the article, or the date named last"
        ),
    ]
    events: Annotated[bool, Setting(True, "mark events, too, which takes three to four times as long")]


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "articles ARTICLES",
        "dated articles: <topic>.jsonl or .csv, folders of texts, web pages or TimeML; a folder of topics or one topic",
    )
    parser.add_settings(declared(AnnotateSettings).values())
    parser.is_spread = True


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Mark the articles one after the other, and write or print them."""
    from cliometer.io.annotated_articles import ArticleAnnotator
    from cliometer.io.articles import CorpusFiles

    if args.output is None and args.to == "timeml":
        raise UsageError("timeml-without-folder")
    files = CorpusFiles.find(args.articles)
    work = ArticleAnnotator(files, args.to, args.anchor, events=args.events)
    if args.output is None:
        out.writelines(work.lines(work.only_topic()))
    else:
        with watched(args, err, "topics") as watching:
            work.write(args.output, args.force, watching["progress"])
    print_notes([*files.notes, *work.notes], args, err)
    if args.output is not None and not args.quiet:
        counts = [many(count, name.removesuffix("s")) for name, count in work.counts.items()]
        err.write(f"wrote {args.output}: {listed(counts)}\n")
    return 0
