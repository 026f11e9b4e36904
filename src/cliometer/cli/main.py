"""`cliometer`: find the command, run it, and turn errors into one line and an exit status.

0 done, 1 a gate failed, 2 bad usage or bad input. Data goes to standard output, all else to standard error.
A command's module is imported only when it is asked for, so that `--version` costs no more than Python.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn, TextIO

from cliometer.errors import CliometerError, UsageError, unknown
from cliometer.version import __version__

if TYPE_CHECKING:
    from cliometer.cli.parser import CommandParser

PURPOSES = {
    "measure": ("score", "explain", "curve"),
    "compare systems": ("compare", "baselines", "experiment"),
    "judge the metrics": ("court", "agree", "metrics"),
    "people": ("vote", "agreement", "reasons", "draft", "workbench"),
    "make summaries": ("summarise", "tune"),
    "show": ("report",),
    "files": ("convert", "background", "compat"),
    "start and finish": ("demo", "cite", "completion"),
}
COMMANDS = tuple(name for names in PURPOSES.values() for name in names)


def run() -> NoReturn:
    """Entry point of the console script."""
    for library in ("OPENBLAS", "MKL", "OMP"):  # our products are small: waiting threads double the cost
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    if isinstance(sys.stdout, io.TextIOWrapper):
        if sys.stdout.isatty():  # a terminal that lacks a letter shows its number
            sys.stdout.reconfigure(errors="backslashreplace")
        else:  # files and pipes are UTF-8 whatever the locale
            sys.stdout.reconfigure(encoding="utf-8", errors="strict", newline="\n")
    sys.exit(main(sys.argv[1:], sys.stdout, sys.stderr))


def main(argv: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Run one command; returns the exit status."""
    try:
        try:
            return _dispatch(list(argv), out, err)
        finally:
            out.flush()  # what cannot be written must come to light here, not when the interpreter ends
    except CliometerError as error:
        err.write(f"cliometer: {_one_line(str(error))}\n")
        return 2
    except BrokenPipeError:  # the reader, such as head, has seen enough
        _silence(out)
        return 0
    except KeyboardInterrupt:
        err.write("cliometer: interrupted; nothing was written\n")
        return 130
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        reason = _one_line(f"{place}{error.strerror or error}")
        err.write(f"cliometer: {reason}; check the path, its permissions and the space left\n")
        _silence(out)
        return 2
    except MemoryError:
        err.write("cliometer: not enough memory; ask for fewer --resamples, or give fewer files at a time\n")
        return 2
    except Exception as error:
        from cliometer.cli.plugins import blame

        fault = blame(error)
        if fault is None:
            raise
        err.write(f"cliometer: {_one_line(fault)}\n")
        return 2


def _dispatch(argv: list[str], out: TextIO, err: TextIO) -> int:
    if argv and argv[0] in ("--version", "-V"):
        out.write(f"cliometer {__version__}\n")
        return 0
    if not argv:
        err.write(overview())
        return 2
    if argv[0] in ("-h", "--help", "help"):
        out.write(overview())
        return 0
    name, rest = argv[0], argv[1:]
    if name.startswith("-"):
        raise UsageError(f"{name} stands before a command; write cliometer COMMAND {name}, or cliometer --help")
    if name not in COMMANDS:
        raise unknown("command", name, COMMANDS)
    command = load(name)
    if hasattr(command, "main"):  # drop-in commands take the old tools' options as they are
        return int(command.main(rest, out, err))
    return int(command.run(parser_of(name, command).parse_args(rest), out, err))


def load(name: str) -> ModuleType:
    """The module of a command."""
    return importlib.import_module(f"cliometer.cli.{name}")


def parser_of(name: str, command: ModuleType) -> CommandParser:
    """The parser of a command, with its example under the options."""
    from cliometer.cli.parser import CommandParser

    parser = CommandParser(f"cliometer {name}", command.__doc__, command.EXAMPLE)
    command.configure(parser)
    return parser


def overview() -> str:
    """What `cliometer --help` prints, read off the commands themselves."""
    lines = ["usage: cliometer COMMAND ...", "", "Measures timelines and other summaries of events."]
    width = max(map(len, COMMANDS))
    for purpose, names in PURPOSES.items():
        lines += ["", f"{purpose}:", *(f"  {name:<{width}}  {load(name).HELP}" for name in names)]
    lines += [
        "",
        "New here? cliometer demo shows all of it on bundled timelines.",
        "cliometer COMMAND --help tells more; cliometer --version prints the version.",
        "",
    ]
    return "\n".join(lines)


def _silence(out: TextIO) -> None:
    """What is still in the buffer goes nowhere, so that the interpreter's own flush stays quiet."""
    if out is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


def _one_line(message: str) -> str:
    return " ".join(message.split())
