"""Print a script that makes a shell complete commands, options, metrics and presets when you press TAB."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable, Iterable
from operator import attrgetter
from pathlib import Path
from typing import TextIO

from cliometer.cli import compat
from cliometer.cli import main as front
from cliometer.cli.parser import CommandParser

SHELLS = ("bash", "zsh", "fish")


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("shell", "the shell that will read the script", choices=SHELLS)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the script."""
    out.write(script(args.shell))
    return 0


def script(shell: str) -> str:
    """Return the script that shtab writes from the parsers of all commands."""
    import shtab

    written = shtab.complete(whole_parser(shell), shell)
    if shell == "zsh":  # where several words may follow, shtab 1.13 completes the first alone
        written = written.replace('"(*)::', '"*:').replace('"(*):', '"*:')
    equals = Path(__file__).with_suffix(".bash").read_text("utf-8") if shell == "bash" else ""
    return f"{written}\n{equals}"


def whole_parser(shell: str) -> CommandParser:
    """Return one parser with every command and every tool of `compat` below it."""
    parser = CommandParser("cliometer")
    parser.add("--version", "print the version")
    _add_commands(parser, [*front.COMMANDS, *front.added_commands()], shell)
    return parser


def _add_commands(parser: CommandParser, names: Iterable[str], shell: str) -> None:
    commands = parser.add_subparsers()
    for name in names:
        module = front.load(name)
        help = front.texts_of(name).help
        command = commands.add_parser(name.rpartition(" ")[2], description=help, help=help)
        if name == "compat":
            _add_tools(command, shell)
        elif hasattr(module, "COMMANDS"):
            _add_commands(command, [f"{name} {subcommand}" for subcommand in module.COMMANDS], shell)
        else:
            _complete(front.parser_of(name, module, command), name, shell)


def _add_tools(parser: CommandParser, shell: str) -> None:
    tools = parser.add_subparsers()
    for name, purpose in compat.TOOLS.items():
        help = purpose.partition(":")[0]
        tool = tools.add_parser(name, description=help, help=help)
        if name in compat.PARSED:
            compat.declare_arguments(name, tool)
        else:  # reads its switches as Perl did
            tool.add("files FILE", "files and switches of ROUGE-1.5.5.pl", nargs="*", type=str)
        _complete(tool, name, shell)


def _complete(parser: CommandParser, command: str, shell: str) -> None:
    """Give each argument what shtab reads: `choices`, or `complete` where files may stand."""
    for action in parser.described():
        action.help = re.split(r"; |: ", re.sub(r" \([^()]*\)", "", action.help or ""))[0]  # the first clause
        names = action.option_strings or [action.dest]
        keys = [key for name in names for key in (f"{command} {name}", name) if key in WORDS]
        if keys:
            action.choices = tuple(WORDS[keys[0]]())
        if f"{command} {names[0]}" in _OR_FILES:
            vars(action)["complete"] = _words_or_files(command, action.choices or ())
        elif action.choices is None and action.nargs != 0 and _takes_files(action):
            vars(action)["complete"] = "file"
        if shell == "zsh" and action.option_strings and action.nargs != 0:  # its mark of --option=value
            action.option_strings = [f"{name}=" if name[:2] == "--" else name for name in names]


def _takes_files(action: argparse.Action) -> bool:
    """Return whether an argument takes files, by its reader or its placeholder."""
    reader = getattr(action.type, "read", action.type)
    by_placeholder = re.search(r"FILE|FOLDER|DIR|PATH|OUT|MODULE|RUN", str(action.metavar or ""))
    return "path" in getattr(reader, "__name__", "").lower() or by_placeholder is not None


def _words_or_files(command: str, words: Iterable[str]) -> dict[str, object]:
    """Return the completion of an argument that is a word or a file, in the language of each shell."""
    spelled = " ".join(words)
    function = f"_cliometer_{command.replace(' ', '_')}_or_files"
    bash = f'{function}() {{ compgen -W "{spelled}" -- "$1"; compgen -f -- "$1"; }}'
    return {
        "bash": function,
        "zsh": f"{{_alternative 'words:word:({spelled})' 'files:file:_files'}}",
        "fish": f"{spelled} (__fish_complete_path (commandline -ct))",
        "preamble": {"bash": bash},
    }


def _names(module: str, attribute: str) -> Callable[[], Iterable[str]]:
    """Return a function that loads a module and gives the names in a list or registry of it."""
    return lambda: attrgetter(attribute)(importlib.import_module(f"cliometer.{module}"))


def _trials() -> Iterable[str]:
    from cliometer.court import perturbations as _  # noqa: F401  # so that all of them are registered
    from cliometer.court.perturbation import perturbations

    return sorted(perturbations.names)


def _formats() -> Iterable[str]:
    from cliometer.api.making import BACKGROUND
    from cliometer.io import formats

    return [*(format.name for format in formats()), BACKGROUND]


def _described() -> Iterable[str]:
    from cliometer.metrics.similarity import kernels, similarities

    lists = ("kernels", "similarities", "presets")
    return ("show", "cite", *_METRICS(), *kernels.names, *similarities.names, *_PRESETS(), *lists)


_METRICS, _PRESETS = _names("metrics.base", "metrics.names"), _names("metrics.catalogue", "PRESETS")
WORDS: dict[str, Callable[[], Iterable[str]]] = {  # by option, or by command and argument
    "--metric": _METRICS,
    "--loss": _METRICS,
    "--preset": _PRESETS,
    "--system": _names("systems.summarisers", "summarisers.names"),
    "--trial": _trials,
    "vote --rule": _names("court.votes.voting_rules", "RULES"),
    "convert --to": _formats,
    "convert --from": _formats,
    "tilse -m": _names("io.scores", "METRICS"),
    "metrics words": _described,
    "experiment plan": lambda: ("microblog",),
}
_OR_FILES = ("metrics words", "experiment plan")
