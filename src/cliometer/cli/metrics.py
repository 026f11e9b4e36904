"""List the metrics, or describe one: formula, citation, settings; also kernels, similarities, presets."""

from __future__ import annotations

import argparse
import json
from typing import TextIO

HELP = "list and describe the metrics"
EXAMPLE = "cliometer metrics align+m1"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "name",
        nargs="?",
        help="a metric, kernel, similarity or preset, or one of the lists kernels, similarities, presets; "
        "without it all metrics are listed",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read the registry and print it."""
    from cliometer.report.catalogue import as_text, describe

    document = describe(args.name)
    out.write(json.dumps(document, indent=1, ensure_ascii=False) + "\n" if args.json else as_text(document))
    return 0
