"""A page followed as a reader would: its files saved, its commands typed in order, in one folder.

The folder holds a copy of the bundled example (`demo`), which the page may write itself. "Save this as
`name`:" before a block makes a file. `> FILE` keeps what a command prints. A command must end with status 0
unless `$ echo $?` follows and shows another. Commands of others (pip, python) and servers are not run, and no
browser is opened.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from cliometer import demo
from cliometer.cli.main import main
from tests.documents import arguments, entries, matches

BLOCK = re.compile(
    r"^(?:Save this as `(?P<name>[^`]+)`:\n\n)?```(?P<kind>\w*)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE
)
SERVER = "cliometer workbench"


@dataclass
class Reader:
    """Somebody in a folder, who knows how the last command ended."""

    folder: Path
    status: int = 0

    def follow(self, page: Path) -> None:
        """Do everything that a page says."""
        text = page.read_text(encoding="utf-8")
        if "$ cliometer demo -o demo" not in text:
            demo(self.folder / "demo")
        for block in BLOCK.finditer(text):
            if block["name"]:
                (self.folder / block["name"]).write_text(block["body"], encoding="utf-8")
            elif block["kind"] == "console":
                self._type(list(entries(block["body"])))

    def _type(self, commands: list[tuple[str, str]]) -> None:
        followers = [command for command, _ in commands[1:]] + [""]
        for (command, shown), follower in zip(commands, followers, strict=True):
            if command == "echo $?":
                assert shown.split() == [str(self.status)]
            elif command.startswith("cliometer ") and command != SERVER:
                printed = self._run(command)
                assert self.status == 0 or follower == "echo $?", printed
                assert not shown or matches(shown.rstrip().splitlines(), printed.rstrip().splitlines()), (
                    f"{command}\n{printed}"
                )

    def _run(self, command: str) -> str:
        """What a terminal shows; where the output goes into a file, what is left to see."""
        said, _, kept = command.partition(" > ")
        terminal, file = io.StringIO(), io.StringIO()
        with patch("webbrowser.open"):
            self.status = main(arguments(said, self.folder), file if kept else terminal, terminal)
        if kept:
            (self.folder / kept).write_text(file.getvalue(), encoding="utf-8")
        return terminal.getvalue()
