"""Replace an older tool: take its options and files, and print its output."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from cliometer.cli.parser import CommandParser, shown_example
from cliometer.errors import unknown

HELP = "replace an older tool: crisisfacts, dtels, nuggetizer, pyramid, rouge155, rouge-score, simetrix, tilse, trec-ts"
_TOOLS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
TOOLS = {name: tool["purpose"] for name, tool in _TOOLS.items()}
PARSED = {name: tool["example"] for name, tool in _TOOLS.items() if "example" in tool}  # by argparse
EXAMPLE = PARSED["tilse"]


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
