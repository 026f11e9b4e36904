"""List the metrics, or describe one: formula, gold, citation, settings; also kernels, similarities, presets."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, TextIO

from cliometer.cli.output import print_json, print_notes
from cliometer.cli.parser import CommandParser
from cliometer.errors import UsageError
from cliometer.model.records import head
from cliometer.spelling import listed

if TYPE_CHECKING:
    from collections.abc import Sequence


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "words NAME",
        "a metric, kernel, similarity or preset, or one of the lists kernels, similarities, presets; "
        "after show one of their entries; after cite results, texts with signatures in them, folders of experiments, "
        "releases of studies, signatures, metrics or - for standard input; without a name all metrics are listed",
        nargs="*",
    )
    parser.add("--bibtex", "print only the BibTeX entries")
    parser.add_output("json")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read the registry and print it."""
    from cliometer.reporting.registry_text import registry_text

    if args.words[:1] == ["cite"]:
        return _cite(args, out, err)
    document = _document(args.words, args.bibtex)
    if args.bibtex:
        if not document["works"]:
            raise UsageError("cites-nothing", name=document["name"])
        out.write(document["bibtex"])
        return 0
    if args.json:
        print_json({**head("metrics"), **document}, out)
    else:
        out.write(registry_text(document))
    return 0


def _cite(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    from cliometer.api.reports import cite

    citations = cite(*args.words[1:])
    if args.json:
        print_json(citations.to_dict(), out)
        return 0
    if args.bibtex:
        components = (component for run in citations.runs for component in run.uncited)
        print_notes((f"{component.name} names no work of our list" for component in components), args, err)
    out.write(citations.bibtex if args.bibtex else f"{citations}\n")
    return 0


def _document(words: Sequence[str], with_works: bool) -> dict[str, Any]:
    from cliometer.reporting.registry_text import describe, describe_with_works

    showing = words[:1] == ["show"]
    names = words[1:] if showing else words
    if len(names) > 1:
        raise UsageError("one-name-expected", names=listed(names))
    if not names and (showing or with_works):
        raise UsageError("name-missing")
    if showing or with_works:
        return describe_with_works(names[0])
    return describe(names[0] if names else None)
