"""What argparse complains of, in our words: the option, what was expected, what was found."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Callable, Iterable, Sequence

_KINDS = {"int": "a whole number", "float": "a number"}


def complaint(parser: argparse.ArgumentParser, message: str, given: Sequence[str]) -> str:
    """A message of argparse rewritten; one that we do not know stays as it is."""
    for pattern, say in _SAYINGS:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            return say(parser, found, given)
    return message


def _wrong_kind(_: argparse.ArgumentParser, found: re.Match[str], __: Sequence[str]) -> str:
    return f"{_short(found[1])}: expected {_KINDS[found[2]]}, found {found[3]}"


def _wrong_choice(parser: argparse.ArgumentParser, found: re.Match[str], _: Sequence[str]) -> str:
    known = [str(choice) for choice in _action(parser, found[1]).choices or ()]
    near = difflib.get_close_matches(found[2].strip("'\""), known, n=2, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
    return f"{_short(found[1])}: unknown choice {found[2]}; {hint}"


def _no_value(parser: argparse.ArgumentParser, found: re.Match[str], _: Sequence[str]) -> str:
    action = _action(parser, found[1])
    places = [action.metavar or "a value"] if not isinstance(action.metavar, tuple) else action.metavar
    wanted = _listed(map(str, action.choices), "or") if action.choices else " ".join(places)
    return f"{_short(found[1])}: expected {wanted} after it"


def _missing(parser: argparse.ArgumentParser, found: re.Match[str], given: Sequence[str]) -> str:
    swallowed = "--references" in parser._option_string_actions and any(
        word in given for word in ("-r", "--references")
    )
    remedy = "; -r takes all that follows, so put the systems before it" if swallowed else ""
    named = [_explained(parser, name) for name in found[1].split(", ")]
    return f"missing: {_listed(named)}{remedy}"


def _explained(parser: argparse.ArgumentParser, name: str) -> str:
    """An option speaks for itself; what a placeholder stands for is in its help."""
    said = "" if name.startswith("-") else (_action(parser, name).help or "").partition(";")[0]
    return f"{name} ({said})" if said else name


def _one_of(_: argparse.ArgumentParser, found: re.Match[str], __: Sequence[str]) -> str:
    return f"missing: one of {_listed(found[1].split(), 'or')}"


def _exclusive(_: argparse.ArgumentParser, found: re.Match[str], __: Sequence[str]) -> str:
    return f"{_short(found[1])} and {_short(found[2])} exclude each other; give one"


def _unknown(parser: argparse.ArgumentParser, found: re.Match[str], _: Sequence[str]) -> str:
    words = found[1].split()
    options = [word.partition("=")[0] for word in words if word.startswith("-")]
    if not options:
        return f"takes no more words, found {' '.join(words)}; quote what has blanks in it"
    near = difflib.get_close_matches(options[0], parser._option_string_actions, n=2, cutoff=0.7)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return f"unknown option {options[0]}{hint}"


def _action(parser: argparse.ArgumentParser, name: str) -> argparse.Action:
    """The argument that a message names by its spellings, its placeholder or its destination."""
    spelled = ["/".join(action.option_strings) for action in parser._actions]
    by_option = dict(zip(spelled, parser._actions, strict=True))
    places = {
        str(action.metavar or action.dest): action for action in parser._actions if not action.option_strings
    }
    return by_option.get(name) or places.get(name) or parser._actions[0]


def _short(name: str) -> str:
    """The long spelling of an option."""
    return name.split("/")[-1]


def _listed(words: Iterable[str], joint: str = "and") -> str:
    *others, last = words
    return f"{', '.join(others)} {joint} {last}" if others else last


_SAYINGS: tuple[tuple[str, Callable[[argparse.ArgumentParser, re.Match[str], Sequence[str]], str]], ...] = (
    (r"argument (\S+): invalid (int|float) value: (.*)", _wrong_kind),
    (r"argument (\S+): invalid choice: (.*?) \(choose from .*\)", _wrong_choice),
    (r"argument (\S+): expected (?:one|at least one|\d+) arguments?", _no_value),
    (r"the following arguments are required: (.*)", _missing),
    (r"one of the arguments (.*) is required", _one_of),
    (r"argument (\S+): not allowed with argument (\S+)", _exclusive),
    (r"unrecognized arguments: (.*)", _unknown),
)
