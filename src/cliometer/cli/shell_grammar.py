"""What can be typed after `cliometer`: commands, options and the words they take, read off the parsers."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cliometer.cli import compat
from cliometer.cli.main import COMMANDS, load, parser_for, parser_of

Words = tuple[str, ...]


def _metrics() -> Words:
    from cliometer.metrics.catalogue import all_names

    return all_names()


def _presets() -> Words:
    from cliometer.metrics.presets import PRESETS

    return tuple(PRESETS)


def _summarisers() -> Words:
    from cliometer.systems.summarisers import summarisers

    return tuple(summarisers.names)


def _trials() -> Words:
    from cliometer.court import perturbations as _  # noqa: F401  # so that all of them are registered
    from cliometer.court.perturbation import perturbations

    return tuple(sorted(perturbations.names))


def _rules() -> Words:
    from cliometer.court.votes.voting_rules import RULES

    return tuple(RULES)


def _formats() -> Words:
    from cliometer.io import formats

    return tuple(format.name for format in formats())


def _baselines() -> Words:
    from cliometer.systems.baselines import BASELINES

    return tuple(BASELINES)


def _tokenisers() -> Words:
    from cliometer.text.source_words import SOURCE_TOKENS

    return tuple(SOURCE_TOKENS)


def _tilse_metrics() -> Words:
    from cliometer.io.scores import METRICS

    return tuple(METRICS)


def _described() -> Words:
    from cliometer.metrics.kernels import kernels
    from cliometer.metrics.similarity import similarities

    lists = ("kernels", "similarities", "presets")
    return ("show", *_metrics(), *kernels.names, *similarities.names, *_presets(), *lists)


NAMED: dict[str, dict[str, Callable[[], Words]]] = {
    "any": {"--metric": _metrics, "--loss": _metrics, "--preset": _presets, "--system": _summarisers},
    "curve": {"--metric": lambda: ("nu",)},
    "court": {"--trial": _trials},
    "vote": {"--rule": _rules},
    "convert": {"--to": _formats, "--from": _formats},
    "baselines": {"--baseline": _baselines},
    "background": {"--tokens": _tokenisers},
    "tilse": {"-m": _tilse_metrics},
}
_FIRST: dict[str, tuple[Callable[[], Words], bool]] = {
    "metrics": (_described, False),
    "cite": (_metrics, True),
    "experiment": (lambda: ("microblog",), True),
}


def of_command(name: str) -> tuple[Words, bool] | None:
    """Words that may stand right after a command, and whether files may, too; None: as its parser says."""
    if name not in _FIRST:
        return None
    words, files = _FIRST[name]
    return words(), files


_NUMBERS = (int, float)


@dataclass(frozen=True)
class Values:
    """What may stand in a place: words, files, both, or, where there is neither, anything at all."""

    words: tuple[str, ...] = ()
    files: bool = False


@dataclass(frozen=True)
class Option:
    """One option; `values` has a place for each of its arguments."""

    names: tuple[str, ...]
    help: str
    values: tuple[Values, ...] = ()
    repeatable: bool = False


@dataclass(frozen=True)
class CommandGrammar:
    """A command, or a tool of `compat`: `first` may stand right after it, `rest` further on."""

    path: tuple[str, ...]
    help: str
    options: tuple[Option, ...] = ()
    first: Values = Values(files=True)
    rest: Values = Values(files=True)


def grammar() -> list[CommandGrammar]:
    """All commands in the order of the help, each tool of `compat` after it."""
    return [command for name in COMMANDS for command in _commands(name)]


def _commands(name: str) -> Iterator[CommandGrammar]:
    module = load(name)
    if name != "compat":
        yield _command((name,), module.HELP, parser_of(name, module))
        return
    tools = Values(tuple(compat.TOOLS))
    yield CommandGrammar(("compat",), module.HELP, first=tools, rest=Values())
    for tool, said in compat.TOOLS.items():
        help = said.partition(":")[0]
        if tool in compat.PARSED:
            parser = parser_for(f"compat {tool}", "", "")
            importlib.import_module(compat.module_of(tool)).configure(parser)
            yield _command(("compat", tool), help, parser)
        else:  # reads its switches as Perl did
            yield CommandGrammar(("compat", tool), help)


def _command(path: tuple[str, ...], help: str, parser: argparse.ArgumentParser) -> CommandGrammar:
    options = tuple(_option(path, action) for action in parser._actions if action.option_strings)
    places = [action for action in parser._actions if not action.option_strings]
    named = of_command(path[0])
    if named is not None:
        words, files = named
        return CommandGrammar(
            path, help, options, Values(words, files), Values((), True) if files else Values(words)
        )
    first = _values(path, places[0]) if places else Values()
    rest = Values(files=True) if len(places) > 1 or (places and places[0].nargs in ("*", "+")) else Values()
    return CommandGrammar(path, help, options, first, rest)


def _option(path: tuple[str, ...], action: argparse.Action) -> Option:
    many = {None: 1, "+": 1, "*": 1, "?": 1}
    arguments = action.nargs if isinstance(action.nargs, int) else many[action.nargs]
    repeatable = type(action).__name__ in ("_AppendAction", "_ExtendAction")
    values = (_values(path, action),) * arguments
    return Option(tuple(action.option_strings), _short(action.help or ""), values, repeatable)


def _values(path: tuple[str, ...], action: argparse.Action) -> Values:
    """By the name of an option, by its choices, or files; no more than one number fits a number."""
    if action.choices:
        return Values(tuple(map(str, action.choices)))
    for name in action.option_strings:
        if name in NAMED.get(path[-1], {}):
            return Values(NAMED[path[-1]][name]())
        if name in NAMED["any"]:
            return Values(NAMED["any"][name]())
    return Values(files=_takes_files(action))


def _takes_files(action: argparse.Action) -> bool:
    """A reader of paths, a placeholder that says so, or a place of its own that takes no number."""
    if not action.option_strings:
        return action.type not in _NUMBERS
    reader = getattr(action.type, "__name__", "")
    said = re.search(r"FILE|FOLDER|DIR|PATH|OUT|MODULE", str(action.metavar or ""))
    return "path" in reader.lower() or reader == "_output" or said is not None


def _short(help: str) -> str:
    """The first clause of a help text, without what stands in brackets."""
    said = re.sub(r" \([^()]*\)", "", help % {"default": ""} if "%(" in help else help)
    return re.split(r"; |: ", said)[0]
