"""`cliometer`: find the command, run it, and turn errors into one line and an exit status.

0 done, 1 a gate failed, 2 bad usage or bad input. Data goes to standard output, all else to standard error.
A command's module is imported only when it is asked for, so that `--version` costs no more than Python.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NoReturn, TextIO

from cliometer.errors import CliometerError, UsageError, unknown
from cliometer.version import __version__

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


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line, with the way to help."""

    given: Sequence[str] = ()

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Remembers what was typed, of which an error may have to speak."""
        self.given = tuple(args or ())
        return super().parse_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        from cliometer.cli.help_pages import complaint

        said = _one_line(complaint(self, message, self.given))
        self.exit(2, f"{self.prog}: {said}; see {self.prog} --help\n")


def run() -> NoReturn:
    """Entry point of the console script."""
    for library in ("OPENBLAS", "MKL", "OMP"):  # our products are small: waiting threads double the cost
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    if isinstance(sys.stdout, io.TextIOWrapper):
        _prepare(sys.stdout)
    sys.exit(main(sys.argv[1:], sys.stdout, sys.stderr))


def _prepare(out: io.TextIOWrapper) -> None:
    """Files and pipes are UTF-8 whatever the locale; a terminal that lacks a letter shows its number."""
    if out.isatty():
        out.reconfigure(errors="backslashreplace")
    else:
        out.reconfigure(encoding="utf-8", errors="strict", newline="\n")


def main(argv: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Run one command; returns the exit status."""
    try:
        return _run(list(argv), out, err)
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
        said = _blame(error)
        if said is None:
            raise
        err.write(f"cliometer: {_one_line(said)}\n")
        return 2


def _blame(error: Exception) -> str | None:
    """One line on an error in the user's own code, which --import brought in."""
    from cliometer.cli.plugins import blame

    return blame(error)


def _run(argv: list[str], out: TextIO, err: TextIO) -> int:
    """Dispatch, and flush: what cannot be written must come to light here, not when the interpreter ends."""
    try:
        return _dispatch(argv, out, err)
    finally:
        out.flush()


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
        raise UsageError(
            f"{name} stands before a command; write cliometer COMMAND {name}, or cliometer --help"
        )
    if name not in COMMANDS:
        raise unknown("command", name, COMMANDS)
    command = load(name)
    if hasattr(command, "main"):  # drop-in commands take the old tools' options as they are
        return int(command.main(rest, out, err))
    return int(command.run(parser_of(name, command).parse_args(rest), out, err))


def load(name: str) -> ModuleType:
    """The module of a command."""
    return importlib.import_module(f"cliometer.cli.{name}")


def parser_of(name: str, command: ModuleType) -> argparse.ArgumentParser:
    """The parser of a command, with its example under the options."""
    from cliometer.cli.help_pages import lay_out

    parser = parser_for(name, command.__doc__, command.EXAMPLE)
    command.configure(parser)
    lay_out(parser)
    return parser


def parser_for(name: str, description: str | None, example: str) -> argparse.ArgumentParser:
    """An empty parser in our manner."""
    from cliometer.cli.help_pages import filled

    return _Parser(
        prog=f"cliometer {name}",
        description=description,
        epilog=f"example:\n  {filled(example)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


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
