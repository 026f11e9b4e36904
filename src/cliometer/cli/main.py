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
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from cliometer.errors import CliometerError, UsageError, one_line, unknown
from cliometer.version import __version__

if TYPE_CHECKING:
    from cliometer.cli.parser import CommandParser

PURPOSES = {
    "measure": ("score", "explain", "curve"),
    "compare systems": ("compare", "submissions", "baselines", "experiment"),
    "judge the metrics": ("court", "agree", "metrics"),
    "people": ("power", "plan", "vote", "agreement", "reasons", "draft", "judge", "workbench"),
    "make summaries": ("timelines", "summarise", "tune"),
    "show": ("report",),
    "files": ("convert", "annotate", "background", "compat"),
    "start and finish": ("demo", "cite", "completion"),
}
READS = {  # commands that read files, and the kinds of files whose columns may have other names
    **dict.fromkeys(("score", "explain", "court", "report"), ("timelines", "posts")),
    "compare": ("timelines", "posts", "scores"),
    "agree": ("scores", "votes", "timelines"),
    **dict.fromkeys(("vote", "reasons"), ("votes",)),
    "judge": ("timelines", "votes"),
    "plan": ("timelines",),
    **dict.fromkeys(("convert", "draft", "submissions"), ("timelines",)),
    "annotate": ("articles",),
    "timelines": ("articles", "timelines"),
    **dict.fromkeys(("summarise", "tune", "background"), ("posts",)),
    "experiment": ("posts", "votes"),
    **dict.fromkeys(("agreement", "baselines", "curve"), ()),
}
SPREAD = (  # commands whose work is made of pieces that other processes or a cluster can compute
    *("score", "compare", "court", "agree", "tune", "timelines", "summarise", "experiment", "annotate", "report"),
    "submissions",
)
TRACEBACK = "CLIOMETER_TRACEBACK"  # an environment variable: show where a fault of ours was raised
COMMANDS = tuple(name for names in PURPOSES.values() for name in names)


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
        _complain(err, str(error))
        return 2
    except BrokenPipeError:  # the reader, such as head, has seen enough
        _silence(out)
        return 0
    except KeyboardInterrupt:
        _complain(err, "interrupted; nothing was written")
        return 130
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        reason = f"{place}{error.strerror or error}"
        _complain(err, f"{reason}; check the path, its permissions and the space left")
        _silence(out)
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
        _complain(err, _own_fault(error))
        return 70


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
        raise UsageError(f"{name} comes before a command; write cliometer COMMAND {name}, or cliometer --help")
    if name not in COMMANDS:
        raise unknown("command", name, COMMANDS)
    command = load(name)
    if hasattr(command, "main"):  # drop-in commands take the old tools' options as they are
        return int(command.main(rest, out, err))
    from cliometer.io.input_form import InputForm, form_of, using

    args = parser_of(name, command).parse_args(rest)
    if getattr(args, "modules", None):
        from cliometer.cli.plugins import import_modules

        import_modules(args.modules, io.StringIO() if args.quiet else err)
    given = [getattr(args, name, None) for name in ("columns", "date_format", "encoding")]
    is_given = any(value is not None for value in given)
    form = form_of(*given) if is_given else InputForm()
    with using(form), contextlib.ExitStack() as stack:
        if getattr(args, "jobs", 1) != 1 or getattr(args, "cluster", None):
            from cliometer.cli.shared_arguments import open_backend

            stack.enter_context(open_backend(args))
        status = int(command.run(args, out, err))
    if is_given and not args.quiet:
        err.writelines(f"note: {note}\n" for note in form.unused)
    return status


def load(name: str) -> ModuleType:
    """Return the module of a command."""
    return importlib.import_module(f"cliometer.cli.{name}")


def parser_of(name: str, command: ModuleType, parser: CommandParser | None = None) -> CommandParser:
    """Return the parser of a command, with the options of every command, and its example under the options."""
    from cliometer.cli.parser import CommandParser, Exclusion

    parser = parser or CommandParser(f"cliometer {name}", command.__doc__, command.EXAMPLE)
    command.configure(parser)
    parser.common = [
        parser.add("-q --quiet", "print no notes and no progress bar; errors are always printed"),
        parser.add("-v --verbose", "print all notes, however many there are, and the signature with every setting"),
    ]
    parser.exclusions.append(Exclusion(list(parser.common), required=False))
    if name in READS:
        from cliometer.cli.shared_arguments import add_input

        parser.common += add_input(parser, READS[name])
    if name in SPREAD:
        from cliometer.cli.shared_arguments import add_spread

        parser.common += add_spread(parser)
    return parser


def overview() -> str:
    """Return what `cliometer --help` prints, read off the commands themselves."""
    lines = ["usage: cliometer COMMAND ...", "", "Evaluates timelines and other summaries of events."]
    width = max(map(len, COMMANDS))
    for purpose, names in PURPOSES.items():
        lines += ["", f"{purpose}:", *(f"  {name:<{width}}  {load(name).HELP}" for name in names)]
    lines += [
        "",
        "New here? cliometer demo shows all of it on bundled timelines.",
        "cliometer COMMAND --help explains a command; cliometer --version prints the version.",
        "",
    ]
    return "\n".join(lines)


def _silence(out: TextIO) -> None:
    """Discard what is still in the buffer, so that the interpreter's own flush stays quiet."""
    if out is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


def _complain(err: TextIO, message: str) -> None:
    """Write one line, whatever the message holds."""
    with contextlib.suppress(OSError):  # nobody can be told that standard error is closed
        err.write(f"cliometer: {one_line(message)}\n")


def _own_fault(error: Exception) -> str:
    """Return what to tell the user of an error that Cliometer did not raise on purpose."""
    import traceback  # costs as much as the rest of `--version`

    steps = traceback.extract_tb(error.__traceback__)
    ours = [step for step in steps if f"{os.sep}cliometer{os.sep}" in step.filename] or steps
    place = f"{os.path.basename(ours[-1].filename)}:{ours[-1].lineno}"
    return (
        f"this is a fault of Cliometer, not of your files or options: {type(error).__name__} in {place}: {error}; "
        f"please report it with the command, its files and what it prints with {TRACEBACK}=1 set (CONTRIBUTING.md)"
    )
