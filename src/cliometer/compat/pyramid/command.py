"""`cliometer compat pyramid FILE.pan...`: DucView's scores of peer annotations, original and modified.

Each .pan file carries its pyramid. Both scores divide the weight of the SCUs that the peer expresses by that
of the heaviest SCUs of the pyramid: as many as the peer expresses (original), or as an average model summary
holds (modified).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TextIO

from cliometer.compat.pyramid.evaluation import Row, evaluate
from cliometer.version import __version__

_COLUMNS = ("file", "peer", "original", "modified")


def configure(parser: argparse.ArgumentParser) -> None:
    """The files, and two options."""
    parser.add_argument("files", nargs="+", metavar="FILE.pan", help="peer annotations in DucView's XML")
    parser.add_argument(
        "--models",
        type=_at_least_one,
        metavar="N",
        help="number of model summaries; default: as many as startDocumentRegEx finds in the pyramid",
    )
    parser.add_argument("--json", action="store_true", help="one document, all digits")


def _at_least_one(spelled: str) -> int:
    if not (spelled.isascii() and spelled.isdigit() and int(spelled)):
        raise argparse.ArgumentTypeError(f"expected a number such as 4, found {spelled!r}")
    return int(spelled)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, score, print."""
    found = evaluate(args.files, args.models)
    err.writelines(f"note: {note}\n" for note in found.notes)
    if args.json:
        scores = [asdict(row) for row in found.rows]
        document = {"cliometer": __version__, "notes": list(found.notes), "scores": scores}
        out.write(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    else:
        out.writelines(f"{line}\n" for line in ("\t".join(_COLUMNS), *map(_line, found.rows)))
    return 0


def _line(row: Row) -> str:
    return "\t".join([row.file, row.peer, _shown(row.original), _shown(row.modified)])


def _shown(score: float | None) -> str:
    return "undefined" if score is None else f"{score:.4f}"


def main(argv: Sequence[str], parser: argparse.ArgumentParser, out: TextIO, err: TextIO) -> int:
    """Parse and run."""
    configure(parser)
    return run(parser.parse_args(argv), out, err)
