"""`cliometer`: find the command, run it, and turn errors into one line and an exit status.

0 done, 1 a gate failed, 2 bad usage or bad input, 70 a fault of Cliometer itself, 130 interrupted. Data goes to
standard output, all else to standard error.
A command's module is imported only when it is asked for, so that `--version` costs no more than Python.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import importlib
import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TextIO

from cliometer.errors import CliometerError, SettingName, UsageError, one_line, unknown
from cliometer.version import __version__

if TYPE_CHECKING:
    from argparse import Namespace
    from contextlib import AbstractContextManager
    from importlib.metadata import EntryPoint

    from cliometer.cli.parser import CommandParser

PURPOSES = {
    "measure": ("score", "explain", "check", "protocols"),
    "compare systems": ("compare", "submissions", "experiment", "verify"),
    "judge the metrics": ("court", "agree", "metrics"),
    "people": ("study", "vote", "judge"),
    "make summaries": ("timelines", "summarise", "tune"),
    "show": ("report",),
    "files": ("data", "convert", "annotate", "compat"),
    "start and finish": ("demo", "completion"),
}
MODULES = ("score", "protocols", "compare", "metrics", "report", "annotate", "compat", "demo", "completion")
READS = (  # commands that read tables, in which columns may have other names
    *("score", "explain", "check", "court", "report", "compare", "agree", "vote", "judge", "convert", "submissions"),
    *("study plan", "study reasons", "study draft"),
    *("annotate", "timelines", "summarise", "tune", "experiment", "protocols compare", "data"),
)
ENCODED = ("study agreement",)  # commands that read other files
TRACEBACK = "CLIOMETER_TRACEBACK"  # an environment variable: show where a fault of ours was raised
COMMANDS = tuple(name for names in PURPOSES.values() for name in names)
GROUP = "cliometer.commands"  # of entry points: commands that other packages add


def run() -> NoReturn:
    """Run the command line of the console script."""
    for library in ("OPENBLAS", "MKL", "OMP"):  # our products are small: waiting threads double the cost
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    gc.set_threshold(100_000)  # values that do not change hardly ever form circles, and looking for these costs a tenth
    if isinstance(sys.stdout, io.TextIOWrapper):
        if sys.stdout.isatty():  # a terminal that lacks a letter shows its number
            sys.stdout.reconfigure(errors="backslashreplace")
        else:  # files and pipes are UTF-8 whatever the locale
            sys.stdout.reconfigure(encoding="utf-8", errors="strict", newline="\n")
    # Python has None in place of a stream that was closed before it started.
    out: Any = sys.stdout or _ClosedStream()
    sys.exit(main(sys.argv[1:], out, sys.stderr or io.StringIO()))


class _ClosedStream(io.StringIO):
    """Stands for a closed standard output: a command that prints fails, any other does its work."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")


def main(argv: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Run one command and return the exit status."""
    try:
        try:
            return _dispatch(list(argv), out, err)
        finally:
            out.flush()  # what cannot be written must come to light here, not when the interpreter ends
    except CliometerError as error:
        _complain(err, error.render(lambda name: _option_of(name, argv)))
        return 2
    except BrokenPipeError:  # the reader, such as head, has seen enough
        silence(out)
        return 0
    except KeyboardInterrupt:
        _complain(err, "interrupted; nothing was written")
        return 130
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        reason = f"{place}{error.strerror or error}"
        _complain(err, f"{reason}; check the path, its permissions and the space left")
        silence(out)
        return 2
    except MemoryError:
        _complain(err, "not enough memory; ask for fewer --resamples, or give fewer files at a time")
        return 2
    except UnicodeEncodeError as error:
        letters = error.object[error.start : error.end].encode("ascii", "backslashreplace").decode()
        _complain(err, f"a name or text holds {letters}, which is not a character; rename the file, or remove it there")
        return 2
    except Exception as error:
        from cliometer.cli.plugins import blame

        fault = blame(error)
        if fault is not None:
            _complain(err, fault)
            return 2
        if os.environ.get(TRACEBACK):
            import traceback

            traceback.print_exception(error, file=err)
        _complain(err, _own_fault(error, argv[0] if argv else ""))
        return 70


def _option_of(name: SettingName, argv: Sequence[str]) -> str:
    """Return the option of a setting as the command declares it, such as --metric for `metrics`."""
    with contextlib.suppress(CliometerError):
        command_name, _ = split_command(list(argv))
        command = load(command_name)
        arguments = [] if hasattr(command, "main") else parser_of(command_name, command).arguments
        options = (action.option_strings for action in arguments if action.dest == name)
        return next((words[-1] for words in options if words), name.option)
    return name.option


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
    if argv[0].startswith("-"):
        raise UsageError("option-before-command", option=argv[0])
    if argv[1:] in (["-h"], ["--help"]) and argv[0] in COMMANDS and subcommands_of(argv[0])[:1] not in ([], [""]):
        out.write(group_overview(argv[0]))
        return 0
    name, rest = split_command(argv)
    command = load(name)
    if hasattr(command, "main"):  # drop-in commands take the old tools' options as they are
        return int(command.main(rest, out, err))
    from cliometer.io.input_form import InputForm, form_of, using

    args = parser_of(name, command).parse_args(rest)
    if getattr(args, "modules", None):
        from cliometer.cli.plugins import import_modules

        import_modules(args.modules, io.StringIO() if args.quiet else err)
    given = [getattr(args, name, None) for name in ("columns", "date_format", "encoding")]
    form = form_of(*given) if any(value is not None for value in given) else InputForm()
    with using(form), contextlib.ExitStack() as stack:
        if getattr(args, "jobs", 1) != 1 or getattr(args, "cluster", None):
            stack.enter_context(_open_backend(args))
        return int(command.run(args, out, err))


def _open_backend(args: Namespace) -> AbstractContextManager[object]:
    """Return the context in which the work of a command is spread as its arguments say."""
    from functools import partial
    from pathlib import Path

    from cliometer.cli.plugins import import_modules, is_file
    from cliometer.engine.backends import backend_of, using_backend

    modules = [str(Path(name).resolve()) if is_file(name) else name for name in vars(args).get("modules") or ()]
    prepare = partial(import_modules, modules) if modules else None
    return using_backend(backend_of(args.jobs, vars(args).get("cluster"), prepare))


def load(name: str) -> Any:
    """Return the module of a command, ours or of another package, or what its table makes of its class."""
    group, _, subcommand = name.partition(" ")
    if group in COMMANDS:
        home: Any
        if group in MODULES:
            home = importlib.import_module(f"cliometer.cli.{group}")
        else:
            from cliometer.cli.function_command import FUNCTION_COMMANDS

            home = FUNCTION_COMMANDS[group]
        if subcommand:
            return home.COMMANDS[subcommand](name)
        return home(name) if isinstance(home, type) else home
    from cliometer.entry_points import load_point, place_of

    others = added_commands()
    if name not in others:
        if name == "workbench":
            raise UsageError("workbench-not-installed")
        raise unknown("command", name, [*COMMANDS, *others])
    module = load_point(others[name])
    lacking = [part for part in ("HELP", "EXAMPLE", "configure", "run") if not hasattr(module, part)]
    if lacking:
        raise UsageError("command-incomplete", place=place_of(others[name]), lacking=", ".join(lacking))
    return module


class CommandTexts(NamedTuple):
    """What help says of a command: a line in an overview, an example, and the text above its options."""

    help: str
    example: str
    text: str


def table_of(name: str) -> Mapping[str, Any]:
    """Return what the file beside the module of a command, or the table of a subcommand in it, says."""
    import tomllib
    from pathlib import Path

    command, _, subcommand = name.partition(" ")
    table = tomllib.loads(Path(__file__).with_name(f"{command}.toml").read_text("utf-8"))
    return table[subcommand] if subcommand else table


def texts_of(name: str) -> CommandTexts:
    """Return the texts of a command of ours from its table, and of another package from its module."""
    if name.partition(" ")[0] in COMMANDS:
        table = table_of(name)
        return CommandTexts(table["help"], table.get("example", ""), table["text"].strip())
    module = load(name)
    return CommandTexts(module.HELP, module.EXAMPLE, module.__doc__)


def added_commands() -> Mapping[str, EntryPoint]:
    """Return the commands that other packages add, by name."""
    from cliometer.entry_points import entry_points_of, place_of

    others = entry_points_of(GROUP)
    for name, point in others.items():
        if name in COMMANDS:
            raise UsageError("command-name-taken", place=place_of(point), name=name)
    return others


def subcommands_of(name: str) -> list[str]:
    """Return the subcommands of a command, first an empty one where the command can do without; none where it has none.

    A module with `COMMANDS` and a `run` of its own can do without.
    """
    module = load(name)
    return [*[""] * hasattr(module, "run"), *module.COMMANDS] if hasattr(module, "COMMANDS") else []


def every_command() -> list[str]:
    """Return the name of each command that can be run, such as `score` and `agree scores`."""
    return [f"{name} {subcommand}".rstrip() for name in COMMANDS for subcommand in subcommands_of(name) or [""]]


def split_command(words: list[str]) -> tuple[str, list[str]]:
    """Return the name of a command, with that of its subcommand where it has some, and the words after it."""
    name, *rest = words
    module = load(name)
    known = getattr(module, "COMMANDS", {})
    if not known or (hasattr(module, "run") and (not rest or rest[0].startswith("-"))):
        return name, rest
    if not rest:
        raise UsageError("subcommand-missing", name=name, known=", ".join(known))
    if rest[0] not in known:
        raise unknown(f"subcommand of {name}", rest[0], known)
    return f"{name} {rest[0]}", rest[1:]


def parser_of(name: str, command: Any, parser: CommandParser | None = None) -> CommandParser:
    """Return the parser of a command, with the options of every command, and its example under the options."""
    from functools import partial

    from cliometer.cli.parser import CommandParser, Exclusion
    from cliometer.settings import declared
    from cliometer.settings.groups import FileForm, Running

    parser = parser or CommandParser(f"cliometer {name}", partial(texts_of, name))
    command.configure(parser)
    parser.common = [
        parser.add("-q --quiet", "print no notes and no progress bar; errors are always printed"),
        parser.add("-v --verbose", "print all notes, however many there are, and the signature with every setting"),
    ]
    parser.exclusions.append(Exclusion(list(parser.common), required=False))
    names = {name, name.partition(" ")[0]}
    written = declared(FileForm) if names.intersection(READS) else {"encoding"} if names.intersection(ENCODED) else ()
    parser.common += parser.add_settings(declared(FileForm)[each] for each in written)
    parser.common += parser.add_settings(declared(Running).values() if parser.is_spread else ())
    return parser


def overview() -> str:
    """Return what `cliometer --help` prints, read off the commands themselves."""
    lines = ["usage: cliometer COMMAND ...", "", "Evaluates timelines and other summaries of events."]
    others = sorted(added_commands())
    width = max(map(len, [*COMMANDS, *others]))
    purposes = {**PURPOSES, **({"from other packages": others} if others else {})}
    for purpose, names in purposes.items():
        lines += ["", f"{purpose}:", *(f"  {name:<{width}}  {texts_of(name).help}" for name in names)]
    lines += [
        "",
        "New here? cliometer demo scores bundled timelines and lists commands to try next.",
        "cliometer COMMAND --help explains a command; cliometer --version prints the version.",
        "",
    ]
    return "\n".join(lines)


def group_overview(name: str) -> str:
    """Return what `--help` prints for a command that has subcommands."""
    subcommands = load(name).COMMANDS
    width = max(map(len, subcommands))
    lines = [f"  {subcommand:<{width}}  {texts_of(f'{name} {subcommand}').help}" for subcommand in subcommands]
    heading = [f"usage: cliometer {name} SUBCOMMAND ...", "", texts_of(name).text, "", "subcommands:"]
    return "\n".join([*heading, *lines, "", f"cliometer {name} SUBCOMMAND --help explains a subcommand.", ""])


def silence(out: TextIO) -> None:
    """Discard what is still in the buffer, so that the interpreter's own flush stays quiet."""
    if out is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


def _complain(err: TextIO, message: str) -> None:
    """Write one line, whatever the message holds."""
    with contextlib.suppress(OSError):  # nobody can be told that standard error is closed
        err.write(f"cliometer: {one_line(message)}\n")


def _own_fault(error: Exception, command: str) -> str:
    """Return what to tell the user of an error that nobody raised on purpose."""
    import traceback  # costs as much as the rest of `--version`

    steps = traceback.extract_tb(error.__traceback__)
    ours = [step for step in steps if f"{os.sep}cliometer{os.sep}" in step.filename] or steps
    place = f"{os.path.basename(ours[-1].filename)}:{ours[-1].lineno}"
    whose = "Cliometer"
    if command not in COMMANDS and command in (others := added_commands()):
        from cliometer.entry_points import package_of

        whose = f"the package {package_of(others[command])}"
    return (
        f"this is a fault of {whose}, not of your files or options: {type(error).__name__} in {place}: {error}; "
        f"please report it with the command, its files and what it prints with {TRACEBACK}=1 set (CONTRIBUTING.md)"
    )
