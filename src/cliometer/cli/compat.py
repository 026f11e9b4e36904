"""Drop-in replacements that take the old tools' own options and files and print their lines."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TextIO

from cliometer.cli.places import filled
from cliometer.errors import unknown

HELP = "drop-in replacements for old tools: rouge155, tilse"
EXAMPLE = (
    "cliometer compat tilse -p {demo}/runs/lead/apollo-13.txt "
    "-r {demo}/references/apollo-13/almanac.txt -m agreement"
)
TOOLS = {
    "rouge155": "ROUGE-1.5.5.pl: cliometer compat rouge155 -n 2 -m -a settings.xml",
    "tilse": "evaluate-timelines: cliometer compat tilse -p FILE -r FILE... -m METRIC",
}


def main(argv: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Hand everything after the tool's name to the tool."""
    if not argv or argv[0] in ("-h", "--help"):
        (out if argv else err).write(overview())
        return 0 if argv else 2
    if argv[0] not in TOOLS:
        raise unknown("tool", argv[0], TOOLS)
    if argv[0] == "tilse":
        from cliometer.cli.main import parser_for
        from cliometer.compat.tilse import command

        return command.main(argv[1:], parser_for("compat tilse", command.__doc__, EXAMPLE), out, err)
    tool = importlib.import_module(f"cliometer.compat.{argv[0]}")
    return int(tool.main(argv[1:], out, err))


def overview() -> str:
    """What `cliometer compat --help` prints."""
    lines = [f"  {name:<9} {text}" for name, text in TOOLS.items()]
    usage = ["usage: cliometer compat TOOL ...", "", __doc__ or "", ""]
    return "\n".join([*usage, *lines, "", "example:", f"  {filled(EXAMPLE)}", ""])
