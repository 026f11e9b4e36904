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

import os
import reprlib
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from os import PathLike
from typing import Self

from cliometer.spelling import Rendered, did_you_mean, listed

LONGEST_LINE = 1200


class CliometerError(Exception, Rendered):
    """Whatever Cliometer raises on purpose: a rule with values, of which a message is made when it is read.

    `rule` is the stable name of what is wrong, such as `date-expected`; `values` fill the templates of its sentence
    and its remedy, which are in `messages/*.toml`. `path` and `line` are the place, `part` the place inside the file
    or value, such as `topics[0].id`. A first argument with a blank is a message of its own, "what is wrong; what to
    do", under the rule `other`.
    """

    path: str | PathLike[str] | None = None
    line: int | None = None
    part = ""

    def __init__(self, rule: str, /, **values: object) -> None:
        is_sentence = " " in rule
        self.rule = "other" if is_sentence else rule
        self.values: dict[str, object] = {"text": rule} if is_sentence else values

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    @property
    def sentence(self) -> str:
        """What is wrong, without the place."""
        return self.templates[0].format_map(_Gaps(self.values))

    @property
    def remedy(self) -> str:
        """What to do, or nothing."""
        return self.templates[1].format_map(_Gaps(self.values))

    @property
    def message(self) -> str:
        """The message without the file and the line."""
        return self._message(str, str)

    @property
    def templates(self) -> tuple[str, str]:
        """The sentence and the remedy, with gaps for the values."""
        if self.rule != "other":
            return message_templates(self.rule)
        sentence, _, remedy = _verbatim(str(self.values["text"])).partition("; ")
        return sentence, remedy

    def render(self, spell: Callable[[SettingName], str] = str, translate: Callable[[str], str] = str) -> str:
        """Return place, sentence and remedy; in an error of a file, words are names that nothing translates."""
        name = "standard input" if str(self.path) == "-" else self.path
        place = "" if self.path is None else f"{name}: " if self.line is None else f"{name}:{self.line}: "
        return place + self._message(spell, translate)

    @classmethod
    def like(cls, error: CliometerError) -> Self:
        """Return an error of this class with the rule, the values and the place of another."""
        twin = cls(error.rule, **error.values)
        twin.path, twin.line, twin.part = error.path, error.line, error.part
        return twin

    def inside(self, part: str) -> Self:
        """Return the error with the place inside the file or value that it is about."""
        self.part = ": ".join(filter(None, [part, self.part]))
        return self

    def at(self, path: str | PathLike[str] | None, line: int | None = None) -> Self:
        """Return the error with another place."""
        self.path, self.line = path, line
        return self

    def within(self, folder: PathLike[str]) -> Self:
        """Return an error about a file of a folder with the names that files have in it."""
        prefix = f"{folder}{os.sep}"
        for name, value in self.values.items():
            if isinstance(value, CliometerError):
                value.within(folder)
            elif isinstance(value, str | PathLike) and not isinstance(value, Rendered):
                self.values[name] = str(value).replace(prefix, "")
        return self.at(None if self.path is None else str(self.path).removeprefix(prefix), self.line)

    def beneath(self, folder: PathLike[str], path: PathLike[str]) -> Self:
        """Return an error in a file of a folder as one in `path`, which was unpacked into that folder."""
        is_inside = self.path is not None and self.path != path
        self.within(folder)
        if is_inside:
            self.inside(str(self.path) if self.line is None else f"{self.path}:{self.line}")
        return self.at(path)

    def _message(self, spell: Callable[[SettingName], str], translate: Callable[[str], str]) -> str:
        words = translate if self.path is None else str
        values = _Gaps(filling(self.values, spell, translate, words), spell)
        template = translate("; ".join(filter(None, self.templates)))
        message = template.format_map(values).removesuffix("; ")  # of a remedy that has nothing to say here
        return f"{self.part}: {message}" if self.part else message


class SettingName(str):
    """The name of a setting in a message: `date_format` in Python, `--date-format` on the command line."""

    __slots__ = ()

    @property
    def option(self) -> str:
        """The name as the command line has it."""
        return f"--{self.replace('_', '-')}"


class _Gaps(dict[str, object]):
    """The values of a template, in which `{--date-format}` is the name of a setting as the reader writes it."""

    def __init__(self, values: dict[str, object], spell: Callable[[SettingName], str] = str) -> None:
        super().__init__(values)
        self.spell = spell

    def __missing__(self, option: str) -> str:
        return self.spell(SettingName(option.removeprefix("--").replace("-", "_")))


def filling(
    values: Mapping[str, object],
    spell: Callable[[SettingName], str],
    translate: Callable[[str], str],
    words: Callable[[str], str],
) -> dict[str, object]:
    """Return what fills a template: its values with their own templates translated, and plain texts by `words`."""

    def spelled(value: object) -> object:
        if isinstance(value, Rendered):
            return value.render(spell, translate)
        if isinstance(value, SettingName):
            return spell(value)
        return words(value) if isinstance(value, str) else value

    return {name: spelled(value) for name, value in values.items()}


def add_messages(path: str | PathLike[str]) -> None:
    """Add the templates of another package: a TOML file with a line for each rule, `rule = ["sentence", "remedy"]`."""
    message_files().setdefault(str(path))


def message_templates(rule: str) -> tuple[str, str]:
    """Return the sentence and the remedy of a rule, with gaps for its values."""
    for file in message_files():
        if rule in (templates := file_templates(file)):
            sentence, *remedy = templates[rule]
            return sentence, "".join(remedy)
    return _verbatim(rule), ""


def _verbatim(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


@cache
def message_files() -> dict[str, None]:
    """Return the files with templates, in their order; nothing is read before the first message is."""
    folder = os.path.join(os.path.dirname(__file__), "messages")
    return dict.fromkeys(os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".toml"))


@cache
def file_templates(file: str) -> dict[str, list[str]]:
    """Return the templates of a file by their rules."""
    import tomllib

    with open(file, "rb") as stream:
        return tomllib.load(stream)


class UsageError(CliometerError):
    """The call itself is wrong; the message says what is allowed."""


class UnknownName(UsageError, KeyError):  # noqa: N818  # it says what is unknown
    """A name that a list or a result does not have; a KeyError too, as subscripts of results raise."""


class InputError(CliometerError):
    """An input is wrong; the message starts with the place: `runs/a/bp.txt:41: ...`."""

    def __init__(
        self, rule: str, path: str | PathLike[str] | None = None, line: int | None = None, /, **values: object
    ) -> None:
        super().__init__(rule, **values)
        self.path, self.line = path, line


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
    hint = near or "; ".join(filter(None, [known_ones, advice]))
    return UnknownName("unknown-name", kind=kind, name=spelled, hint=hint)


def remedy(extra: str) -> str:
    """Return what a message says where an optional part is not installed.

    >>> print(remedy("report"))
    install the extra `report`: pip install 'cliometer[report]', or '.[report]' in the repository
    """
    return f"install the extra `{extra}`: pip install 'cliometer[{extra}]', or '.[{extra}]' in the repository"


def expected(what: str, value: object) -> UsageError:
    """Return an error for an argument of the wrong kind; `what` says what to write in its place."""
    return UsageError("unexpected-value", what=what, value=shown(value))


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
