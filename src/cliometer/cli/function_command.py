"""Commands that call one public function and print its result: what differs between them is declared in tables.

The table of a command is the file beside its module, such as `vote.toml`; those of subcommands are tables of one file.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, TextIO, cast

import cliometer
from cliometer.api.front import settings_of
from cliometer.cli.main import table_of
from cliometer.cli.output import Forms, print_result, watched
from cliometer.cli.parser import CommandParser, given_settings


@dataclass(frozen=True)
class CommandCard:
    """What the table of a command says: its texts, the function of `cliometer` that it calls, and its arguments.

    The settings of the function are its options. `paths` describes the paths of a command that takes references as
    well, `switches` are what only the printed form depends on, and `counted` is what a progress bar counts.
    """

    help: str
    example: str
    text: str
    function: str
    arguments: Sequence[Sequence[Any]] = ()  # each what `CommandParser.add` takes
    paths: str = ""
    switches: Sequence[Sequence[Any]] = ()
    output: Sequence[str] = ("json", "csv", "latex", "digits")
    counted: str = "topics"
    signed: bool = False  # whether the signature of the result is printed


class FunctionCommand:
    """The command of a name, such as `vote` or `agree scores`, as its table says."""

    def __init__(self, name: str) -> None:
        self.card = CommandCard(**table_of(name))

    @property
    def function(self) -> Callable[..., Any]:
        """The public function, whose module is loaded here."""
        return cast("Callable[..., Any]", getattr(cliometer, self.card.function))

    def configure(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        for spelling, help, *settings in self.card.arguments:
            parser.add(spelling, help, **dict(*settings))
        if self.card.paths:
            parser.add_references(self.card.paths)
        parser.add_function(self.function)
        for spelling, help, *settings in self.card.switches:
            parser.add(spelling, help, **dict(*settings))
        parser.add_output(*self.card.output)

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Call the function, and print its result."""
        settings = given_settings(args, self.function)
        names = [spelling.split()[0].strip("-") for spelling, *_ in self.card.arguments]
        if self.card.paths:
            names, settings = ["paths"], settings | ({"references": args.references} if args.references else {})
        with watched(args, err, self.card.counted) as watching:
            given = {name: getattr(args, name) for name in names}
            named = given.keys() & signature(self.function).parameters.keys()  # others come first in the function
            settings |= {name: given.pop(name) for name in named}
            settings |= {name: value for name, value in watching.items() if name in settings_of(self.function)}
            result = self.function(*given.values(), **settings)
        return self.show(result, args, out, err)

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the result, and return the exit status."""
        signed = result.signature if self.card.signed else None
        return print_result(result, args, out, err, self.forms(result, args), signed)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        """Return the forms in which the result differs from what it has by default."""
        return {}
