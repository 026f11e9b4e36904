"""`cliometer compat simetrix MAPPING CONFIG`: SIMetrix's scores of summaries against their inputs.

Reads SIMetrix's mapping file (input, system, path of the input, path of the summary; a folder stands for all
its files) and config file, and writes MAPPING.ieval.micro and MAPPING.ieval.macro beside the mapping file, as
SIMetrix does. Paths are relative to the working folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from cliometer.compat.simetrix.config import read_config
from cliometer.compat.simetrix.evaluation import Evaluation
from cliometer.compat.simetrix.mapping import read_mapping
from cliometer.compat.simetrix.tables import lacking, macro, micro
from cliometer.io.atomic import refuse_existing, write_whole


def configure(parser: argparse.ArgumentParser) -> None:
    """The two arguments of SIMetrix."""
    parser.add_argument("mapping", type=Path, metavar="MAPPING", help="input system input-path summary-path")
    parser.add_argument(
        "config", type=Path, metavar="CONFIG", help="key = value, such as performStemming = Y"
    )


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, score, write the two files and name them."""
    config, notes = read_config(args.config)
    evaluation = Evaluation(read_mapping(args.mapping), config, args.mapping)
    scored = evaluation.run()
    err.writelines(f"note: {note}\n" for note in (*notes, *evaluation.notes, *lacking(scored)))
    texts = {"micro": micro(scored), "macro": macro(scored)}
    paths = {ending: Path(f"{args.mapping}.ieval.{ending}") for ending in texts}
    for path in paths.values():
        refuse_existing(path, force=True)  # both, before one is written
    for ending, path in paths.items():
        write_whole(path, texts[ending], force=True)
    out.writelines(f"{path}\n" for path in paths.values())
    return 0


def main(argv: Sequence[str], parser: argparse.ArgumentParser, out: TextIO, err: TextIO) -> int:
    """Parse and run."""
    configure(parser)
    return run(parser.parse_args(argv), out, err)
