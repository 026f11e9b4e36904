"""Every command as its own parser declares it: usage, arguments, options with values and defaults."""

from __future__ import annotations

import argparse
import importlib
import inspect
from collections.abc import Iterable, Iterator
from typing import Any

from cliometer.cli import compat
from cliometer.cli.main import PURPOSES, CommandTexts, every_command, load, parser_of, texts_of
from cliometer.cli.parser import CommandParser
from cliometer.compat.rouge155 import options as rouge155
from tools.reference.markdown import code, codes, document, escaped, fenced, prose, table

OPENING = """Written from the commands themselves. [Commands, with examples](../commands.md) shows what they
print and what to look at. Data goes to standard output, all else to standard error; the exit status is 0
when done, 1 when a gate failed, 2 on bad usage or input ([errors](errors.md)). The examples read `demo`, a copy of
the bundled example that `cliometer demo -o demo` writes."""
ADDED = ("workbench",)  # commands of the other package of this repository
_DEMO = "demo"


def page() -> str:
    """The whole page, an overview first."""
    purposes = {name: purpose for purpose, names in PURPOSES.items() for name in names}
    commands = every_command()
    rows = [
        [
            purposes.get(name.partition(" ")[0], "the package cliometer-workbench"),
            f"[`{name}`](#cliometer-{name.replace(' ', '-')})",
            _texts(name).help,
        ]
        for name in (*commands, *ADDED)
    ]
    sections = [table(["to", "command", "does"], rows), *map(_command, (*commands, *ADDED)), *_tools()]
    return document("Commands", OPENING, sections)


def _module(name: str) -> Any:
    """The module of a command, of the other package too where that is not installed."""
    return importlib.import_module(f"cliometer_{name}.command") if name in ADDED else load(name)


def _texts(name: str) -> CommandTexts:
    if name not in ADDED:
        return texts_of(name)
    module = _module(name)
    return CommandTexts(module.HELP, module.EXAMPLE, inspect.cleandoc(module.__doc__))


def _command(name: str) -> str:
    module, texts = _module(name), _texts(name)
    if hasattr(module, "main"):
        return _family(name, texts.text, texts.example)
    return _section(name, parser_of(name, module), texts.text, texts.example)


def _family(name: str, description: str | None, example: str) -> str:
    rows = [[f"[`{tool}`](#cliometer-{name}-{tool})", escaped(text)] for tool, text in compat.TOOLS.items()]
    return "\n\n".join(
        [f"## `cliometer {name}`", prose(description), table(["tool", "replaces"], rows), _example(example)]
    )


def _tools() -> Iterator[str]:
    for tool, example in compat.PARSED.items():
        parser = CommandParser(f"cliometer compat {tool}")
        compat.declare_arguments(tool, parser)
        yield _section(f"compat {tool}", parser, importlib.import_module(compat.module_of(tool)).__doc__, example)
    yield "## `cliometer compat rouge155`\n\n" + fenced(rouge155.HELP)


def _section(name: str, parser: CommandParser, description: str | None, example: str) -> str:
    shown = f"\ncliometer {name} " in (description or "")
    usage = [] if shown else [fenced(_usage(name, parser))]
    parts = [f"## `cliometer {name}`", prose(description), *usage, *_actions(parser)]
    return "\n\n".join([*parts, *_exclusions(parser), _example(example)])


def _usage(name: str, parser: CommandParser) -> str:
    words = [f"cliometer {name}", *(_placeholder(action) for action in _positional(parser))]
    return " ".join([*words, *_required(parser), *(["[options]"] if _optional(parser) else [])])


def _required(parser: CommandParser) -> list[str]:
    required = [action for action in _optional(parser) if action.required]
    return [f"{action.option_strings[0]} {_placeholder(action)}" for action in required]


def _placeholder(action: argparse.Action) -> str:
    name = _value(action)
    several = f"{name}..." if action.nargs in ("+", "*") else name
    return f"[{several}]" if action.nargs in ("?", "*") else several


def _value(action: argparse.Action) -> str:
    """What stands for the value: a list of choices, the declared name, or the name of the option."""
    if action.choices is not None and action.metavar is None:
        return "|".join(map(str, action.choices))
    metavar = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    return " ".join(metavar) if isinstance(metavar, tuple) else metavar


def _actions(parser: CommandParser) -> Iterator[str]:
    if _positional(parser):
        rows = [[code(_placeholder(action)), _meaning(parser, action)] for action in _positional(parser)]
        yield table(["argument", "meaning"], rows)
    if _optional(parser):
        rows = [_option(parser, action) for action in _optional(parser)]
        yield table(["option", "value", "default", "meaning"], rows)


def _option(parser: CommandParser, action: argparse.Action) -> list[str]:
    takes = "" if action.nargs == 0 else _choices(action) or code(_placeholder(action))
    return [codes(action.option_strings), takes, _default(action), _meaning(parser, action)]


def _choices(action: argparse.Action) -> str:
    return codes(map(str, action.choices or ()))


def _default(action: argparse.Action) -> str:
    if action.required:
        return "required"
    shown = action.default not in (None, False, argparse.SUPPRESS, "", [], ())
    return code(_spelled(action.default)) if shown else ""


def _spelled(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _meaning(parser: CommandParser, action: argparse.Action) -> str:
    return escaped((action.help or "") % {**vars(action), "prog": parser.prog})


def _exclusions(parser: CommandParser) -> Iterator[str]:
    for group in parser.exclusions:
        if len(group.options) > 1:
            yield f"At most one of {codes(_longest(group.options))}."


def _longest(actions: Iterable[argparse.Action]) -> list[str]:
    return [action.option_strings[-1] if action.option_strings else _value(action) for action in actions]


def _positional(parser: CommandParser) -> list[argparse.Action]:
    return [action for action in parser.described() if not action.option_strings]


def _optional(parser: CommandParser) -> list[argparse.Action]:
    return [action for action in parser.described() if action.option_strings]


def _example(example: str) -> str:
    return fenced(example.replace("{demo}", _DEMO), "bash")
