"""Replace an older tool: take its options and files, and print its output."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from cliometer.cli.main import table_of, texts_of
from cliometer.cli.parser import CommandParser, shown_example, whole
from cliometer.errors import unknown
from cliometer.expressions import truth

_TOOLS = table_of("compat")["tools"]
TOOLS = {name: tool["purpose"] for name, tool in _TOOLS.items()}
_TYPES = {"int": int, "float": float, "text": str, "path": Path, "truth": truth, "count": whole(1)}
PARSED = {name: tool["example"] for name, tool in _TOOLS.items() if "example" in tool}  # by argparse


def main(argv: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Run a tool with everything that follows its name."""
    if not argv or argv[0] in ("-h", "--help"):
        (out if argv else err).write(overview())
        return 0 if argv else 2
    if argv[0] not in TOOLS:
        raise unknown("tool", argv[0], TOOLS)
    tool = importlib.import_module(module_of(argv[0]))
    if argv[0] in PARSED:
        parser = CommandParser(f"cliometer compat {argv[0]}", lambda: ("", PARSED[argv[0]], tool.__doc__ or ""))
        declare_arguments(argv[0], parser)
        return int(tool.run(parser.parse_args(argv[1:]), out, err))
    return int(tool.main(argv[1:], out, err))


def declare_arguments(tool: str, parser: CommandParser) -> None:
    """Declare the arguments of a tool, as its table says."""
    for spelling, help, *settings in _TOOLS[tool]["arguments"]:
        given = dict(*settings)
        if "type" in given:
            given["type"] = _TYPES[given["type"]]
        if "{rules}" in help:
            help = help.replace("{rules}", importlib.import_module(module_of(tool)).spelled_rules())
        parser.add(spelling, help, **given)


def module_of(tool: str) -> str:
    """Return the name of the module of a tool."""
    return f"cliometer.compat.{tool.replace('-', '_')}"


def overview() -> str:
    """Return what `cliometer compat --help` prints."""
    lines, texts = [f"  {name:<12} {purpose}" for name, purpose in TOOLS.items()], texts_of("compat")
    usage = ["usage: cliometer compat TOOL ...", "", texts.text, ""]
    return "\n".join([*usage, *lines, "", "example:", shown_example(texts.example), ""])
