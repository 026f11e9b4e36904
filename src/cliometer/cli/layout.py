"""How a command's help is laid out: a short usage, and options under the same headings in every command."""

from __future__ import annotations

import argparse


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
