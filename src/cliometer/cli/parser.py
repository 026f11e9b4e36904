"""The parser of a command: options under headings, a usage of one line, and complaints in our own words."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import textwrap
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from inspect import cleandoc
from os import PathLike
from pathlib import Path
from types import NoneType
from typing import Any, Literal, NamedTuple, NoReturn, get_origin

from cliometer.api.front import settings_of
from cliometer.errors import UsageError, one_line
from cliometer.settings import Declared, declared
from cliometer.settings.groups import Importing, Printing, Running
from cliometer.spelling import did_you_mean, listed, whole_number

SECTIONS = {  # the headings of help in their order, with the options that are no settings of a function
    "files": ("--references", "--sources", "--scores", "--data", "--database"),
    "metrics": ("--curve", "--online"),
    **dict.fromkeys(("summaries", "drafts", "questions", "design", "marks", "words", "statistics", "speed"), ()),
    "server": (
        *("--port", "--listen", "--host", "--secure", "--workers", "--no-browser", "--mail", "--oidc"),
        *("--backups", "--every", "--keep", "--idle"),
    ),
    "output": (
        *("--open", "--per-topic", "--verdicts", "--ladders", "--list", "--where", "--output", "--bibtex", "--json"),
        *("--manifest", "--table", "--force", "--quiet", "--verbose"),
    ),
}
_SECTION_OF = {option: title for title, options in SECTIONS.items() for option in options}
DEMO = Path(__file__).parents[1] / "demo"


def fill_example(example: str) -> str:
    """Return an example with the copy that `cliometer demo -o demo` writes in place of `{demo}`."""
    return example.replace("{demo}", "demo")


def shown_example(example: str) -> str:
    """Return the lines of an example, the first of which writes its files."""
    copy = "  cliometer demo -o demo\n" if "{demo}" in example else ""
    return f"{copy}  {fill_example(example)}"


def quote_path(path: Path) -> str:
    """Return a path as it can be typed here: relative if it lies below the working folder."""
    try:
        return shlex.quote(str(path.relative_to(Path.cwd())))
    except ValueError:
        return shlex.quote(str(path))


def whole(low: int | None = None, high: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range."""
    bounds = "" if low is None else f" of at least {low}" if high is None else f" from {low} to {high}"

    def read(text: str) -> int:
        value = whole_number(text, low, high)
        if value is None:
            raise argparse.ArgumentTypeError(f"expected a whole number{bounds}, found {text!r}")
        return value

    return read


def path_argument(text: str) -> Path:
    """Return a path as it was typed; an empty one, such as an unset variable, would mean the working folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the path is empty; name a file or a folder")
    return Path(text)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, found {text!r}") from None


_PATHS = (  # placeholders of files and folders
    "ARTICLES", "CODER.csv", "DIR", "EVENTS", "FILE", "FILE.csv", "FILE.toml", "FILE.zip", "FOLDER", "GOLD", "IN",
    "OUT", "PATH", "REFS", "RUN", "RUNS", "TOPICS", "UNITS", "VOTES",
)  # fmt: skip
_READERS: dict[object, Callable[[str], Any]] = {int: whole(), float: _number}


@dataclass(frozen=True, eq=False)  # argparse looks readers up by their hash
class _Reader:
    """A reader of one argument, whose complaint names the argument, what was expected and what was found."""

    name: str
    read: Callable[[str], Any]
    choices: Collection[Any] | None

    def __call__(self, text: str) -> Any:
        try:
            value = self.read(text)
        except (argparse.ArgumentTypeError, UsageError) as error:
            raise UsageError("option-unfit", option=self.name, reason=error) from None
        if self.choices is None or value in self.choices:
            return value
        known = [str(choice) for choice in self.choices]
        hint = did_you_mean(text, known, 0.5) or f"known: {listed(known, 60, last=', ')}"
        raise UsageError("choice-unknown", option=self.name, value=value, hint=hint)


class Exclusion(NamedTuple):
    """Options of which at most one may be given, or exactly one where one is required."""

    options: list[argparse.Action]
    required: bool


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)  # llm-tls is one name


class CommandParser(argparse.ArgumentParser):
    """An `ArgumentParser` that sorts options under headings and answers a wrong call with one line.

    Values are read by functions that raise our own sentences, and what is missing or left over is found in
    what argparse has parsed, so that none of its messages needs to be understood.
    """

    def __init__(
        self, prog: str, texts: Callable[[], tuple[str, str, str]] | None = None, description: str | None = None
    ) -> None:
        super().__init__(
            prog=prog,
            description=description,
            formatter_class=_HelpFormatter,
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self.texts = texts  # a word, an example and the description, which only help needs
        self.arguments: list[argparse.Action] = []
        self.common: list[argparse.Action] = []  # those of them that every command has
        self.is_spread = False  # whether other processes or a cluster can compute pieces of the work
        self.exclusions = [Exclusion([], required=False)]  # the forms of output are always such
        self._values = argparse.Namespace()
        self._given: list[str] = []
        self._spellings = ["-h", "--help"]
        self._settings: dict[argparse.Action, Declared] = {}
        titles = ("arguments", *SECTIONS, "options", "help")
        self._headings = {title: self.add_argument_group(title) for title in titles}
        self._headings["help"].add_argument("-h", "--help", action="help", help="show this help and exit")

    def add(self, spelling: str, help: str, **settings: Any) -> argparse.Action:
        """Declare an argument under its heading, as `add_argument` does.

        `-m --metric EXPR` takes a value, `-o --output FILE` a path, `--missing error|skip` one of these words, the
        first by default, and `--json` is a switch. An option whose help calls it repeatable collects a list.
        """
        words = spelling.split()
        names = [word for word in words if word.startswith("-")] or words[:1]
        placeholder, is_option = words[len(names) :], names[0].startswith("-")
        if placeholder and "|" in placeholder[0] and placeholder[0].islower() and "choices" not in settings:
            settings["choices"] = tuple(placeholder[0].split("|"))
            settings.setdefault("default", settings["choices"][0])
        elif placeholder:
            settings["metavar"] = tuple(placeholder) if len(placeholder) > 1 else placeholder[0]
        elif is_option and not settings:
            settings["action"] = "store_true"
        if placeholder and placeholder[0] in _PATHS:
            settings.setdefault("type", path_argument)
        if "; repeatable" in help:
            settings.setdefault("action", "append")
        if "choices" in settings or "type" in settings:
            name = names[-1] if is_option else settings.get("metavar", names[0])
            read = settings.get("type", str)
            settings["type"] = _Reader(name, _READERS.get(read, read), settings.get("choices"))
        title = next((_SECTION_OF[name] for name in reversed(names) if name in _SECTION_OF), "options")
        heading = self._headings[title if is_option else "arguments"]
        action = heading.add_argument(*names, help=help, **settings)
        self.arguments.append(action)
        self._spellings += action.option_strings
        if names[-1] in ("--json", "--csv", "--latex"):
            self.exclusions[0].options.append(action)
        return action

    def add_settings(self, settings: Iterable[Declared]) -> list[argparse.Action]:
        """Declare the option of each setting that has one, under its heading."""
        before = len(self.arguments)
        for setting in settings:
            if setting.option is None:
                continue
            words = setting.option.split()
            names = [word for word in words if word.startswith("-")]
            values: dict[str, Any] = {"dest": setting.name}
            if setting.parts == (bool,) and not setting.default:
                values["action"] = "store_true"
            else:
                is_word = all(kind is NoneType or get_origin(kind) is Literal for kind in setting.members)
                read = path_argument if PathLike[str] in setting.members else partial(_read, setting)
                reader = _Reader(names[-1], setting.setting.read or read, setting.words if is_word else None)
                is_required = setting.default is ...
                values |= {"type": reader, "required": is_required}
                values |= {"default": None if setting.repeats or is_required else setting.default}
                placeholders = tuple(words[len(names) :])
                values |= {"choices": setting.words} if is_word else {"metavar": placeholders[0]}
                if setting.repeats:  # `--codes FILE ...` takes several values after one option, too
                    values |= {"action": "extend", "nargs": "+"} if "..." in placeholders else {"action": "append"}
                elif len(placeholders) > 1:  # `--pair A B`
                    values |= {"nargs": len(placeholders), "metavar": placeholders}
            action = self._headings[setting.heading].add_argument(*names, **values)
            self._settings[action] = setting
            self.arguments.append(action)
            self._spellings += action.option_strings
            if setting.name in ("json", "csv", "latex"):
                self.exclusions[0].options.append(action)
        return self.arguments[before:]

    def add_function(self, function: Callable[..., Any]) -> None:
        """Declare every setting of a public function; `main` declares those that say where a command runs."""
        settings = settings_of(function)
        self.is_spread = "jobs" in settings
        self.add_settings(each for each in settings.values() if each.name not in declared(Running))

    def add_output(self, *names: str) -> None:
        """Declare the forms in which a command prints, and `--import`."""
        self.add_settings(declared(Importing).values())
        labelled = ["label"] if {"latex", "digits"}.intersection(names) else []
        self.add_settings(declared(Printing)[name] for name in (*names, *labelled))

    def add_references(self, paths: str) -> None:
        """Declare the paths of a command, which are described, and the gold."""
        self.add("paths PATH", paths, nargs="+")
        help = "reference files of one topic, or one benchmark folder GOLD/<topic>/<reference>.txt"
        self.add("-r --references REF", help, action="extend", nargs="+", type=path_argument)

    def described(self) -> list[argparse.Action]:
        """Return the arguments with the help of settings, which only those need who show it."""
        for action, setting in self._settings.items():
            action.help = setting.help.replace("%", "%%")
        return self.arguments

    def format_help(self) -> str:
        """Return the help, with a usage of one line that spells out only what is required."""
        positional = [_placeholder(action) for action in self.described() if not action.option_strings]
        required = [
            f"{action.option_strings[0]} {action.metavar or action.dest.upper()}"
            for action in self.arguments
            if action.option_strings and action.required
        ]
        self.usage = " ".join([self.prog, *positional, *required, "[options]"]).replace("%", "%%")
        if self.texts is not None:
            _, example, description = self.texts()
            self.description, self.epilog = cleandoc(description), f"example:\n{shown_example(example)}"
        return super().format_help()

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the values of the arguments, or exit with one line on standard error and status 2."""
        self._values = argparse.Namespace()
        try:
            self._given = list(args or ())
            for place, word in enumerate(self._given):  # shortened options, such as --pres
                name, equals, value = word.partition("=")
                if word == "--":
                    break
                if name.startswith("--") and name not in self._spellings:
                    meant = [option for option in self._spellings if option.startswith(name)]
                    if len(meant) > 1:
                        self._refuse(f"{name} may be {listed(meant, 99, ' or ')}; write it out")
                    self._given[place] = f"{meant[0]}{equals}{value}" if meant else word
            _, extra = self.parse_known_args(self._given, self._values)
        except UsageError as error:
            self._refuse(str(error))
        except argparse.ArgumentError as error:
            self._refuse(self._no_value(error))
        for action in self.arguments:
            words = [word for word in self._given if word.partition("=")[0] in action.option_strings]
            if len(words) > 1 and isinstance(action, argparse._StoreAction) and action.nargs is None:
                self._refuse(f"{action.option_strings[-1]} was given twice; give one")
        for options, required in self.exclusions:
            given = [action for action in options if getattr(self._values, action.dest) != action.default]
            if len(given) > 1:
                first, second, *_ = sorted(action.option_strings[-1] for action in given)
                self._refuse(f"{first} and {second} exclude each other; give one")
            if required and not given:
                names = (action.option_strings[-1] for action in options)
                self._refuse(f"missing: one of {listed(names, 99, ' or ')}")
        if extra:
            self._refuse(self._left_over(extra))
        return self._values

    def error(self, message: str) -> NoReturn:
        """Complain of a missing argument, for which argparse calls this; the values tell which it is."""
        missing = [
            action for action in self.arguments if action.required and getattr(self._values, action.dest, None) is None
        ]
        swallowed = "--references" in self._spellings and {"-r", "--references"} & set(self._given)
        remedy = "; -r takes all that follows, so put the systems before it" if swallowed else ""
        self._refuse(f"missing: {listed(map(_explained, missing))}{remedy}")

    def _refuse(self, message: str) -> NoReturn:
        line = one_line(message)
        self.exit(2, f"{self.prog}: {line}{' See' if line.endswith('?') else '; see'} {self.prog} --help\n")

    def _no_value(self, error: argparse.ArgumentError) -> str:
        """Return a sentence on an option that got no value, or on a switch that got one."""
        named = {"/".join(action.option_strings): action for action in self.arguments}
        action = named[str(error.argument_name)]
        if action.nargs == 0:
            return f"{action.option_strings[-1]} takes no value"
        metavar = action.metavar or "a value"
        placeholder = metavar if isinstance(metavar, str) else " ".join(metavar)
        expected = listed(map(str, action.choices), 99, " or ") if action.choices else placeholder
        return f"{action.option_strings[-1]}: expected {expected} after it"

    def _left_over(self, words: list[str]) -> str:
        """Return a sentence on words that no argument takes."""
        options = [word.partition("=")[0] for word in words if word.startswith("-")]
        if not options:
            return f"takes no more words, found {' '.join(words)}; quote what has blanks in it"
        return "; ".join(filter(None, [f"unknown option {options[0]}", did_you_mean(options[0], self._spellings, 0.7)]))


def _read(setting: Declared, text: str) -> Any:
    """Return the value of the text of an option, by the type and the range of its setting."""
    if setting.parts == (bool,):
        if text not in ("yes", "no"):
            raise argparse.ArgumentTypeError(f"expected yes or no, found {text!r}")
        return text == "yes"
    convert = next((kind for kind in (int, float) if kind in setting.members), None)
    if convert is None or text in setting.words:
        return text
    value = whole_number(text) if convert is int else _number(text)
    with contextlib.suppress(UsageError):
        setting.check([value] if setting.repeats else value)
        if value is not None:
            return value
    kind = "a whole number" if convert is int else "a number"
    raise argparse.ArgumentTypeError(f"expected {kind}{setting.bounds}, found {text!r}")


def given_settings(args: argparse.Namespace, function: Callable[..., Any]) -> dict[str, Any]:
    """Return the settings of a public function that the arguments of its command hold.

    Commands keep the answers of judges where no store is named, too.
    """
    given = {name: vars(args).get(name) for name in settings_of(function) if name not in declared(Running)}
    given |= {"store": given["store"] or True} if "store" in given else {}
    return {name: value for name, value in given.items() if value is not None}


def _placeholder(action: argparse.Action) -> str:
    name = str(action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest))
    return {"+": f"{name}...", "*": f"[{name}...]", "?": f"[{name}]"}.get(str(action.nargs), name)


def _explained(action: argparse.Action) -> str:
    """Return an option by its spellings, or a placeholder with the meaning that its help gives."""
    if action.option_strings:
        return "/".join(action.option_strings)
    meaning = (action.help or "").partition(";")[0]
    return f"{action.metavar or action.dest} ({meaning})" if meaning else str(action.metavar or action.dest)
