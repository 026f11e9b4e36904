"""Help pages and usage errors: the layout of options, examples, and the wording of argparse's errors."""

from __future__ import annotations

import argparse
import difflib
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path


def _listed(options: str) -> tuple[str, ...]:
    return tuple(option.strip() for option in options.split("|"))


SECTIONS: dict[str, tuple[str, ...]] = {  # an option that means different things goes by its placeholder, too
    "files": _listed(
        "--references | --human | --human-metric | --votes | --matrix | --systems | --corpus | "
        "--scores | --config | --codebook | --codes | --second | --background | --duplicates | "
        "--missing | --extra | --columns | --pair | --table KEY | --fill | --system-columns | --pool "
        "| --verifier | --from | --data | --database"
    ),
    "metrics": _listed(
        "--metric | --preset | --per-reference | --lower | --import | --side | --trial | --loss"
    ),
    "summaries": _listed("--system | -k | --filters | --language | --stop | --stem | --grid | --folds"),
    "drafts": _listed("--entry | --threshold | --days"),
    "words": _listed("--unit | --stop-words | --tokens"),
    "statistics": _listed(
        "--baseline | --average | --test | --correction | --interval | --level | --resamples | --seed "
        "| --gate | --confident | --coefficient | --at | --over | --holm | --rule | --strength | "
        "--ties | --online | --runs | --literal | --unseen"
    ),
    "server": _listed("--port | --listen | --host | --secure | --workers | --no-browser"),
    "output": _listed(
        "--output | --to | --write | --sheet | --blind | --figures | --figure-format | --title | "
        "--topics | --open | --per-topic | --by-topic | --verdicts | --ladders | --top | --list | "
        "--where | --bibtex | --json | --csv | --latex | --table | --parquet | --force"
    ),
}
_SECTION_OF = {option: title for title, options in SECTIONS.items() for option in options}


def section_of(action: argparse.Action) -> str | None:
    """The heading of an option; a meaning that differs by its placeholder is told by that."""
    for name in reversed(action.option_strings):
        for spelled in (f"{name} {action.metavar}", name):
            if spelled in _SECTION_OF:
                return _SECTION_OF[spelled]
    return None


def lay_out(parser: argparse.ArgumentParser) -> None:
    """Sort the options under their headings; what has none stays where argparse puts it."""
    parser.usage = _usage(parser)
    common = parser._optionals
    parser._positionals.title, common.title = "arguments", "help"
    found = {action: section_of(action) for action in common._group_actions}
    for title in SECTIONS:
        own = [action for action, section in found.items() if section == title]
        if own:
            parser.add_argument_group(title)._group_actions.extend(own)
    common._group_actions = [action for action, section in found.items() if section is None]
    parser._action_groups.remove(common)
    parser._action_groups.append(common)


def _usage(parser: argparse.ArgumentParser) -> str:
    """What must be there, spelled out; of the rest only that there is some."""
    words = [parser.prog]
    for action in parser._actions:
        if action.option_strings and action.required:
            words.append(f"{action.option_strings[0]} {action.metavar or action.dest.upper()}")
    places = [_place(action) for action in parser._actions if not action.option_strings]
    return " ".join([*words[:1], *places, *words[1:], "[options]"]).replace("%", "%%")


def _place(action: argparse.Action) -> str:
    name = str(action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest))
    return {"+": f"{name}...", "*": f"[{name}...]", "?": f"[{name}]"}.get(str(action.nargs), name)


DEMO = Path(__file__).parents[1] / "demo"


def filled(example: str) -> str:
    """An example with the folder of the bundled timelines in place of `{demo}`."""
    return example.replace("{demo}", quoted(DEMO))


def quoted(path: Path) -> str:
    """A path as it can be typed here: relative where it lies below the working folder."""
    try:
        return shlex.quote(str(path.relative_to(Path.cwd())))
    except ValueError:
        return shlex.quote(str(path))


def program() -> str:
    """How this command is called from here, whether or not it is on the PATH."""
    import shutil  # costs more than all else here, and only the demo asks

    if shutil.which("cliometer"):
        return "cliometer"
    for script in (Path(sys.argv[0]).absolute(), Path(sys.executable).with_name("cliometer")):
        if script.stem == "cliometer" and script.is_file():
            typed = quoted(script)
            return typed if "/" in typed else f"./{typed}"
    return f"{quoted(Path(sys.executable))} -m cliometer"


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
    wanted = _quoted_list(map(str, action.choices), "or") if action.choices else " ".join(places)
    return f"{_short(found[1])}: expected {wanted} after it"


def _missing(parser: argparse.ArgumentParser, found: re.Match[str], given: Sequence[str]) -> str:
    swallowed = "--references" in parser._option_string_actions and any(
        word in given for word in ("-r", "--references")
    )
    remedy = "; -r takes all that follows, so put the systems before it" if swallowed else ""
    named = [_explained(parser, name) for name in found[1].split(", ")]
    return f"missing: {_quoted_list(named)}{remedy}"


def _explained(parser: argparse.ArgumentParser, name: str) -> str:
    """An option speaks for itself; what a placeholder stands for is in its help."""
    said = "" if name.startswith("-") else (_action(parser, name).help or "").partition(";")[0]
    return f"{name} ({said})" if said else name


def _one_of(_: argparse.ArgumentParser, found: re.Match[str], __: Sequence[str]) -> str:
    return f"missing: one of {_quoted_list(found[1].split(), 'or')}"


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


def _quoted_list(words: Iterable[str], joint: str = "and") -> str:
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
