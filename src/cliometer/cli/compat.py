"""Replace an older tool: take its options and files, and print its output."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TextIO

from cliometer.cli.parser import CommandParser, shown_example
from cliometer.errors import unknown

HELP = "replace an older tool: crisisfacts, dtels, nuggetizer, pyramid, rouge155, rouge-score, simetrix, tilse, trec-ts"
EXAMPLE = (
    "cliometer compat tilse -p {demo}/runs/lead/apollo-13.txt -r {demo}/references/apollo-13/almanac.txt -m agreement"
)
TOOLS = {
    "crisisfacts": "the CrisisFACTS notebooks: cliometer compat crisisfacts manual POOL LABELS",
    "dtels": "evaluate_timeline.py: cliometer compat dtels --reference_file GOLD --test_file SUBMISSION",
    "nuggetizer": "AutoNuggetizer's metrics: cliometer compat nuggetizer ASSIGNMENTS.jsonl",
    "pyramid": "DucView's scores: cliometer compat pyramid FILE.pan...",
    "rouge155": "ROUGE-1.5.5.pl: cliometer compat rouge155 -n 2 -m -a settings.xml",
    "rouge-score": "rouge-score's command: cliometer compat rouge-score --target_filepattern=... --use_stemmer",
    "simetrix": "SIMetrix: cliometer compat simetrix MAPPING CONFIG",
    "tilse": "evaluate-timelines: cliometer compat tilse -p FILE -r FILE... -m METRIC",
    "trec-ts": "tseval.py: cliometer compat trec-ts -n NUGGETS -m MATCHES -u UPDATES RUN...",
}
PARSED = {  # examples of the tools whose options argparse reads
    "crisisfacts": "cliometer compat crisisfacts manual {demo}/facts",
    "dtels": "cliometer compat dtels --reference_file reference.jsonl --test_file submission.jsonl",
    "nuggetizer": "cliometer compat nuggetizer {demo}/banks/assignments.jsonl",
    "pyramid": "cliometer compat pyramid {demo}/pyramids/APOLLO.M.50.A.1.pan",
    "rouge-score": (
        "cliometer compat rouge-score --target_filepattern=references.txt --prediction_filepattern=summaries.txt "
        "--use_stemmer"
    ),
    "simetrix": "cliometer compat simetrix mappings.txt config.txt",
    "tilse": EXAMPLE,
    "trec-ts": (
        "cliometer compat trec-ts -n {demo}/nuggets/nuggets.tsv -m {demo}/nuggets/matches.tsv "
        "-u {demo}/nuggets/updates.tsv {demo}/nuggets/runs.txt"
    ),
}


def main(argv: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Run a tool with everything that follows its name."""
    if not argv or argv[0] in ("-h", "--help"):
        (out if argv else err).write(overview())
        return 0 if argv else 2
    if argv[0] not in TOOLS:
        raise unknown("tool", argv[0], TOOLS)
    tool = importlib.import_module(module_of(argv[0]))
    if argv[0] in PARSED:
        parser = CommandParser(f"cliometer compat {argv[0]}", tool.__doc__, PARSED[argv[0]])
        tool.configure(parser)
        return int(tool.run(parser.parse_args(argv[1:]), out, err))
    return int(tool.main(argv[1:], out, err))


def module_of(tool: str) -> str:
    """Return the name of the module of a tool."""
    return f"cliometer.compat.{tool.replace('-', '_')}"


def overview() -> str:
    """Return what `cliometer compat --help` prints."""
    lines = [f"  {name:<12} {text}" for name, text in TOOLS.items()]
    usage = ["usage: cliometer compat TOOL ...", "", __doc__ or "", ""]
    return "\n".join([*usage, *lines, "", "example:", shown_example(EXAMPLE), ""])
