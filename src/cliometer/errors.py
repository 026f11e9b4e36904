"""Everything that can go wrong on purpose, in one tree.

CliometerError
├── UsageError            the call is wrong: an unknown metric, setting, preset, option
├── InputError            a file or value is wrong; knows where it stands
│   └── FormatError       its format is not recognised, or it breaks the rules of its format
├── CoverageError         topics do not match between runs and references
└── Refused               what a judge asked for cannot be done now, or not by this judge
    └── Missing           it names something that is not there, or no longer

and what is only said aloud, to programs that did not ask:

CliometerWarning
├── ReadWarning           something in a file was forgiven
└── UncountableTextWarning  of a text no word, or hardly any, is counted under the chosen settings

Nothing below the command line prints or exits; these travel up to `cli.main`, which turns them into one
line on standard error and exit status 2.
"""

from __future__ import annotations

import difflib
import reprlib
import sys
import warnings
from collections.abc import Iterable
from os import PathLike

from cliometer.spelling import listed


class CliometerError(Exception):
    """Whatever Cliometer raises on purpose."""


class UsageError(CliometerError):
    """The call itself is wrong; the message says what is allowed."""


class InputError(CliometerError):
    """An input is wrong; the message starts with the place: `runs/a/bp.txt:41: ...`."""

    def __init__(self, message: str, path: str | PathLike[str] | None = None, line: int | None = None) -> None:
        place = "" if path is None else f"{path}:{line}: " if line is not None else f"{path}: "
        super().__init__(place + message)
        self.message = message
        self.path = path
        self.line = line


class FormatError(InputError):
    """A file is in no format we know, or breaks the rules of the one it is in."""


class CoverageError(CliometerError):
    """Topics are missing from a run, or a run has topics that have no reference."""


class Refused(CliometerError):  # noqa: N818  # it says no; nothing went wrong
    """An action of a study that its step, or the work so far, does not allow; the message says why."""


class Missing(Refused):
    """An action names something that is not there: another page or person may have taken it away."""


class CliometerWarning(UserWarning):
    """Whatever Cliometer warns of."""


class ReadWarning(CliometerWarning):
    """Something in a file was forgiven: a missing separator, a repeated date, a byte order mark."""


class UncountableTextWarning(CliometerWarning):
    """Of a text no word, or hardly any, is counted under the chosen tokeniser and stop list."""


def warn(message: str, category: type[CliometerWarning]) -> None:
    """Warn at the line outside this package that called it, however deep the call went."""
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_globals["__name__"].partition(".")[0] == "cliometer":
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)


def unknown(kind: str, name: object, known: Iterable[str]) -> UsageError:
    """An error for a name that is not in a list, with the nearest names that are."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5) if isinstance(name, str) else []
    known_ones = f"known: {listed(names, 60, last=', ')}" if names else "there is none"
    hint = f"did you mean {' or '.join(near)}?" if near else known_ones
    spelled = repr(name) if isinstance(name, str) else shown(name)
    return UsageError(f"unknown {kind} {spelled}; {hint}")


def remedy(extra: str) -> str:
    """What a message says where an optional part is not installed.

    >>> print(remedy("report"))
    install the extra `report`: pip install 'cliometer[report]', or '.[report]' in the repository
    """
    return f"install the extra `{extra}`: pip install 'cliometer[{extra}]', or '.[{extra}]' in the repository"


def expected(what: str, found: object) -> UsageError:
    """An error for an argument of the wrong kind; `what` says what to write in its place."""
    return UsageError(f"expected {what}, found {shown(found)}")


class _Short(reprlib.Repr):
    """Cuts what is long; names the kind of a thing whose spelling is an address in memory."""

    def repr_instance(self, value: object, level: int) -> str:
        text = super().repr_instance(value, level)
        if not text.startswith("<"):
            return text
        if isinstance(value, type):
            return f"the class {value.__name__}"
        name = type(value).__name__
        return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def shown(value: object) -> str:
    """A wrong value as a message quotes it, on one line."""
    return " ".join(_Short().repr(value).split())
