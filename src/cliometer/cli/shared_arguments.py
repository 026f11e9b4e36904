"""What commands share: the settings of a function as options and back, paths and gold, the cache, the backend."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TextIO

from cliometer.api.front import settings_of
from cliometer.cli.output import print_notes
from cliometer.cli.parser import CommandParser, path_argument
from cliometer.errors import InputError, UsageError
from cliometer.settings import declared
from cliometer.settings.groups import Importing, Printing, Running


def add_function(parser: CommandParser, function: Callable[..., Any]) -> None:
    """Declare every setting of a public function; `main` declares those that say where a command runs."""
    settings = settings_of(function)
    parser.is_spread = "jobs" in settings
    parser.add_settings(each for each in settings.values() if each.name not in declared(Running))


def add_output(parser: CommandParser, *names: str) -> None:
    """Declare the forms in which a command prints, and `--import`."""
    parser.add_settings(declared(Importing).values())
    labelled = ["label"] if {"latex", "digits"}.intersection(names) else []
    parser.add_settings(declared(Printing)[name] for name in (*names, *labelled))


def given_settings(args: argparse.Namespace, function: Callable[..., Any]) -> dict[str, Any]:
    """Return the settings of a public function that the arguments of its command hold.

    Commands keep the answers of judges where no store is named, too.
    """
    given = {name: vars(args).get(name) for name in settings_of(function) if name not in declared(Running)}
    given |= {"store": given["store"] or True} if "store" in given else {}
    return {name: value for name, value in given.items() if value is not None}


@contextmanager
def opened_cache(args: argparse.Namespace, err: TextIO) -> Iterator[dict[str, Any]]:
    """Yield the cache that the arguments name, as a setting; its note is printed when the work is done."""
    if vars(args).get("cache") is None:
        yield {}
        return
    from cliometer.engine.score_cache import ScoreCache

    cache = ScoreCache.open(Path(args.cache))
    yield {"cache": cache}
    print_notes([cache.note], args, err)


def add_references(parser: CommandParser, paths: str) -> None:
    """Declare the paths of a command, which are described, and the gold."""
    parser.add("paths PATH", paths, nargs="+")
    help = "reference files of one topic, or one benchmark folder GOLD/<topic>/<reference>.txt"
    parser.add("-r --references REF", help, action="extend", nargs="+", type=path_argument)


def open_backend(args: argparse.Namespace) -> AbstractContextManager[object]:
    """Return the context in which the work of a command is spread as its arguments say."""
    from functools import partial

    from cliometer.cli.plugins import import_modules, is_file
    from cliometer.engine.backends import backend_of, using_backend

    modules = [str(Path(name).resolve()) if is_file(name) else name for name in vars(args).get("modules") or ()]
    prepare = partial(import_modules, modules) if modules else None
    return using_backend(backend_of(args.jobs, vars(args).get("cluster"), prepare))


def scored_paths(args: argparse.Namespace) -> tuple[list[Path], list[Path]]:
    """Return the systems and the gold among the paths of `score` and `report`."""
    others = [] if args.references or len(args.paths) < 3 else list(map(_kind, args.paths[1:]))
    if others and others[-1] not in ("references", *others[:-1]):  # the last path alone is other gold
        return list(args.paths[:-1]), list(args.paths[-1:])
    return split_paths(args.paths, args.references)


def _kind(path: Path) -> str:
    """Return the kind of gold that a path holds; extracts, which are refused as gold, count as references."""
    from cliometer.engine.file_evaluation import kind_of_gold

    try:
        return kind_of_gold([path])
    except InputError:
        return "references"


def split_paths(paths: Sequence[Path], references: Sequence[Path] | None) -> tuple[list[Path], list[Path]]:
    """Return systems and references; without --references the first path is the system, then its references."""
    if references:
        return list(paths), list(references)
    if len(paths) < 2:
        raise UsageError("reference-missing", path=paths[0])
    folders = [path for path in paths[1:] if path.is_dir()]
    if folders and len(paths) > 2:
        raise UsageError("references-with-folder", folder=folders[0], last=paths[-1])
    return [paths[0]], list(paths[1:])
