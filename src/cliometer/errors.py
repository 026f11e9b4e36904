"""Everything that can go wrong on purpose, in one tree.

CliometerError
├── UsageError            the call is wrong: an unknown metric, setting, preset, option
├── InputError            a file or value is wrong; knows where it stands
│   └── FormatError       its format is not recognised, or it breaks the rules of its format
└── CoverageError         topics do not match between runs and references

and what is only said aloud, to programs that did not ask:

CliometerWarning
├── ReadWarning           something in a file was forgiven
└── UncountableTextWarning  of a text no word, or hardly any, is counted under the chosen settings

Nothing below the command line prints or exits; these travel up to `cli.main`, which turns them into one
line on standard error and exit status 2.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from os import PathLike


class CliometerError(Exception):
    """Whatever Cliometer raises on purpose."""


class UsageError(CliometerError):
    """The call itself is wrong; the message says what is allowed."""


class InputError(CliometerError):
    """An input is wrong; the message starts with the place: `runs/a/bp.txt:41: ...`."""

    def __init__(
        self, message: str, path: str | PathLike[str] | None = None, line: int | None = None
    ) -> None:
        place = "" if path is None else f"{path}:{line}: " if line is not None else f"{path}: "
        super().__init__(place + message)
        self.message = message
        self.path = path
        self.line = line


class FormatError(InputError):
    """A file is in no format we know, or breaks the rules of the one it is in."""


class CoverageError(CliometerError):
    """Topics are missing from a run, or a run has topics that have no reference."""


class CliometerWarning(UserWarning):
    """Whatever Cliometer warns of."""


class ReadWarning(CliometerWarning):
    """Something in a file was forgiven: a missing separator, a repeated date, a byte order mark."""


class UncountableTextWarning(CliometerWarning):
    """Of a text no word, or hardly any, is counted under the chosen tokeniser and stop list."""


def unknown(kind: str, name: str, known: Iterable[str]) -> UsageError:
    """An error for a name that is not in a list, with the nearest names that are."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(names)}"
    return UsageError(f"unknown {kind} {name!r}; {hint}")
