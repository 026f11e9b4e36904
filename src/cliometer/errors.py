"""Everything that can go wrong on purpose, in one tree.

CliometerError
├── UsageError            the call is wrong: an option that excludes another, a number out of range
│   └── UnknownName       a metric, setting, preset, table or system that is not there; also a KeyError
├── InputError            a file or value is wrong; knows where it stands
│   └── FormatError       its format is not recognised, or it breaks the rules of its format
├── CoverageError         topics do not match between runs and references
├── BackendError          worker processes died, or a cluster cannot be used
└── Refused               what a judge asked for cannot be done now, or not by this judge
    └── Missing           it names something that is not there, or no longer
        └── Overtaken     another person has changed what it rests on

and what is only said aloud, to programs that did not ask:

CliometerWarning
├── ReadWarning           something in a file was forgiven
└── UncountableTextWarning  of a text no word, or hardly any, is counted under the chosen settings

Nothing below the command line prints or exits; these travel up to `cli.main`, which turns them into one
line on standard error and exit status 2.
"""

from __future__ import annotations

import re
import reprlib
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, wraps
from numbers import Real
from os import PathLike
from typing import Any, NamedTuple, ParamSpec, TypeVar

from cliometer.spelling import did_you_mean, is_whole, listed

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


LONGEST_LINE = 1200


class CliometerError(Exception):
    """Whatever Cliometer raises on purpose."""


class UsageError(CliometerError):
    """The call itself is wrong; the message says what is allowed."""


class UnknownName(UsageError, KeyError):  # noqa: N818  # it says what is unknown
    """A name that a list or a result does not have; a KeyError too, as subscripts of results raise."""

    __str__ = Exception.__str__  # a KeyError would quote its message


class InputError(CliometerError):
    """An input is wrong; the message starts with the place: `runs/a/bp.txt:41: ...`."""

    def __init__(self, message: str, path: str | PathLike[str] | None = None, line: int | None = None) -> None:
        name = "standard input" if str(path) == "-" else path
        place = "" if path is None else f"{name}:{line}: " if line is not None else f"{name}: "
        super().__init__(place + message)
        self.message = message
        self.path = path
        self.line = line


class FormatError(InputError):
    """A file is in no format we know, or breaks the rules of the one it is in."""


class CoverageError(CliometerError):
    """Topics are missing from a run, or a run has topics that have no reference."""


class BackendError(CliometerError):
    """Worker processes died too often, or a cluster cannot be reached or used."""


class Refused(CliometerError):  # noqa: N818  # it says no; nothing went wrong
    """An action of a study that its step, or the work so far, does not allow; the message says why."""


class Missing(Refused):
    """An action names something that is not there: another page or person may have taken it away."""


class Overtaken(Missing):
    """An action rests on something that another person has changed since it was seen."""


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


def unknown(kind: str, name: object, known: Iterable[str], advice: str = "") -> UnknownName:
    """Return an error for a name that is not in a list, with the nearest names that are, or all and some advice."""
    names = sorted(known)
    near = did_you_mean(name, names, 0.5) if isinstance(name, str) else ""
    known_ones = f"known: {listed(names, 60, last=', ')}" if names else "there is none"
    spelled = repr(name) if isinstance(name, str) else shown(name)
    return UnknownName(f"unknown {kind} {spelled}; {near or '; '.join(filter(None, [known_ones, advice]))}")


def remedy(extra: str) -> str:
    """Return what a message says where an optional part is not installed.

    >>> print(remedy("report"))
    install the extra `report`: pip install 'cliometer[report]', or '.[report]' in the repository
    """
    return f"install the extra `{extra}`: pip install 'cliometer[{extra}]', or '.[{extra}]' in the repository"


def expected(what: str, found: object) -> UsageError:
    """Return an error for an argument of the wrong kind; `what` says what to write in its place."""
    return UsageError(f"expected {what}, found {shown(found)}")


class _Short(reprlib.Repr):
    """Cuts what is long; names the kind of a value whose spelling is an address in memory, or a table."""

    def repr_instance(self, value: object, level: int) -> str:
        text = super().repr_instance(value, level)
        if not text.startswith("<") and not hasattr(value, "to_dict"):  # a data frame would be drawn as a table
            return text
        if isinstance(value, type):
            return f"the class {value.__name__}"
        name = type(value).__name__
        return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def one_line(message: str) -> str:
    """Return a message on one line; the middle of one that quotes a very long name is left out."""
    line, half = " ".join(message.split()), LONGEST_LINE // 2
    return line if len(line) <= LONGEST_LINE else f"{line[:half]} ... {line[-half:]}"


def shown(value: object) -> str:
    """Return a wrong value as a message quotes it, on one line."""
    return " ".join(_Short().repr(value).split())


class Kind(NamedTuple):
    """A kind of argument: what to write for it, whether a value is such, and its words where it has some."""

    name: str
    fits: Callable[[Any], bool]
    choices: Sequence[str] = ()


def _are(*kinds: type) -> Callable[[Any], bool]:
    """Return a test of lists whose members are of these kinds; a string is no list."""
    return lambda value: (
        isinstance(value, Sequence)
        and not isinstance(value, str | bytes)
        and all(isinstance(member, kinds) for member in value)
    )


def _is_path(value: Any) -> bool:
    return isinstance(value, PathLike) or (isinstance(value, str) and bool(value.strip()))


def _is_one_of(choices: Sequence[str], value: Any) -> bool:
    return isinstance(value, str) and value in choices


_KINDS = {
    "None": Kind("None", lambda value: value is None),
    "bool": Kind("True or False", lambda value: type(value).__name__ in ("bool", "bool_")),  # numpy's, too
    "int": Kind("a whole number", is_whole),
    "float": Kind("a number", lambda value: isinstance(value, Real) and not isinstance(value, bool)),
    "str": Kind("a text", lambda value: isinstance(value, str)),
    "Location": Kind("a path", _is_path),
    "Progress": Kind("a function of two numbers, progress(done, of)", callable),
    "Sequence[str]": Kind("a list of texts", _are(str)),
    "Mapping[str, Sequence[Any]]": Kind("a dictionary of lists", lambda value: isinstance(value, Mapping)),
    "Sequence[Location]": Kind("a list of paths", _are(str, PathLike)),
    "Sequence[str | Gate]": Kind('a list of gates such as ["align+m1(rouge=1).f >= 0.3"]', _are(object)),
    "tuple[str, str]": Kind("a pair of texts", lambda value: _are(str)(value) and len(value) == 2),
}


def checked(function: Callable[Arguments, Value]) -> Callable[Arguments, Value]:
    """Check the arguments of a public function against its annotations, so that a mistake is one sentence.

    `Literal` and the kinds of `_KINDS` are checked; other annotations, such as `Any`, are left to the function.
    """
    kinds = {name: _kinds(annotation) for name, annotation in function.__annotations__.items()}
    names = function.__code__.co_varnames

    @wraps(function)
    def call(*arguments: Arguments.args, **options: Arguments.kwargs) -> Value:
        for name, value in (*zip(names, arguments, strict=False), *options.items()):
            allowed = kinds.get(name, ())
            if allowed and not any(kind.fits(value) for kind in allowed):
                raise _wrong(f"{function.__name__}: {name}", value, allowed)
        return function(*arguments, **options)

    return call


def _kinds(annotation: str) -> list[Kind]:
    """Return the kinds of a union; none where one of its parts cannot be checked here."""
    found = []
    for part in re.split(r" \| (?![^\[]*\])", annotation):
        if part.startswith("Literal["):
            choices = re.findall("'([^']+)'", part)
            found.append(Kind("", partial(_is_one_of, choices), choices))
        elif part in _KINDS or part.startswith("Sequence["):
            found.append(_KINDS.get(part, Kind("a list", _are(object))))
        else:
            return []
    return found


def _wrong(place: str, value: object, allowed: Sequence[Kind]) -> UsageError:
    """Return the error for an argument that is of none of the kinds that are allowed."""
    choices = [choice for kind in allowed for choice in kind.choices]
    if choices:
        return unknown(f"value of {place.partition(': ')[2]}", value, choices)
    what = " or ".join(kind.name for kind in allowed)
    is_single = isinstance(value, str) or hasattr(value, "name")
    hint = f"; write [{value!r}]" if is_single and "a list" in what else ""
    return UsageError(f"{place} must be {what}, found {shown(value)}{hint}")
