"""Commands that call one public function and print its result: what differs between them is declared."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from inspect import signature
from typing import Any, ClassVar, TextIO

import cliometer
from cliometer.api.front import settings_of
from cliometer.cli.output import Forms, print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, add_references, given_settings, opened_cache

Argument = tuple[str, str] | tuple[str, str, Mapping[str, Any]]  # what `CommandParser.add` takes
SEVERAL = {"nargs": "+"}
SYSTEMS = "systems: folders with <topic>.txt, timelines or texts"


class FunctionCommand:
    """A command that calls the function of `cliometer` that FUNCTION names, with the settings of that as its options.

    ARGUMENTS are positional; PATHS describes the paths of a command that takes references as well. SWITCHES are what
    only the printed form depends on, OUTPUT the forms, and COUNTED is what a progress bar counts.
    """

    HELP: ClassVar[str]
    EXAMPLE: ClassVar[str]
    FUNCTION: ClassVar[str]
    ARGUMENTS: ClassVar[tuple[Argument, ...]] = ()
    PATHS: ClassVar[str] = ""
    SWITCHES: ClassVar[tuple[Argument, ...]] = ()
    OUTPUT: ClassVar[tuple[str, ...]] = ("json", "csv", "latex", "digits")
    COUNTED: ClassVar[str] = "topics"
    SIGNED: ClassVar[bool] = False  # whether the signature of the result is printed

    @classmethod
    def configure(cls, parser: CommandParser) -> None:
        """Declare the arguments."""
        for argument in cls.ARGUMENTS:
            parser.add(*argument[:2], **dict(*argument[2:]))
        if cls.PATHS:
            add_references(parser, cls.PATHS)
        add_function(parser, getattr(cliometer, cls.FUNCTION))
        for switch in cls.SWITCHES:
            parser.add(*switch[:2], **dict(*switch[2:]))
        add_output(parser, *cls.OUTPUT)

    @classmethod
    def run(cls, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Call the function, and print its result."""
        return cls.show(cls.call(args, err), args, out, err)

    @classmethod
    def call(cls, args: argparse.Namespace, err: TextIO) -> Any:
        """Return the result of the function."""
        function = getattr(cliometer, cls.FUNCTION)
        settings, names = given_settings(args, function), [each[0].split()[0].strip("-") for each in cls.ARGUMENTS]
        if cls.PATHS:
            names, settings = ["paths"], settings | ({"references": args.references} if args.references else {})
        with progress_bar(args, err, cls.COUNTED) as bar, opened_cache(args, err) as cache:
            watched = {"progress": bar} if "progress" in settings_of(function) else {}
            given = {name: getattr(args, name) for name in names}
            named = given.keys() & signature(function).parameters.keys()  # others come first in the function
            settings |= watched | cache | {name: given.pop(name) for name in named}
            return function(*given.values(), **settings)

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the result, and return the exit status."""
        signed = result.signature if cls.SIGNED else None
        return print_result(result, args, out, err, cls.forms(result, args), signed)

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        """Return the forms in which the result differs from what it has by default."""
        return {}
