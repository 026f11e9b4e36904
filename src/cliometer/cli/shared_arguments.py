"""Arguments that several commands share: systems, references, preset, repeated dates, choice of posts."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cliometer.cli.parser import CommandParser, path_argument, whole
from cliometer.errors import InputError, UsageError
from cliometer.model.timeline import DUPLICATES
from cliometer.spelling import listed

if TYPE_CHECKING:
    from cliometer.engine.file_evaluation import FileEvaluation


SHARED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "references": (
        "-r --references REF",
        "reference files of one topic, or one benchmark folder GOLD/<topic>/<reference>.txt",
        {"action": "extend", "nargs": "+", "type": path_argument},
    ),
    "preset": (
        "--preset",
        "what a metric leaves open: tilse (default), paper2017, modern or robust; see cliometer metrics presets",
        {"default": None},
    ),
    "duplicates": (
        "--duplicates",
        "what to do if a file holds a date twice (default: last, as in tilse)",
        {"choices": DUPLICATES},
    ),
    "metric": (
        "-m --metric EXPR",
        "a metric such as 'align+m1(rouge=2)'; repeatable (default: the usual ones for this kind of gold; "
        "cliometer metrics lists all)",
        {},
    ),
    "per-reference": (
        "--per-reference",
        "score against each reference alone, as a task topic/reference, as most papers do",
        {},
    ),
    "missing": (
        "--missing error|skip|zero",
        "what to do with topics that a run lacks: report an error (default), skip them, or score them as empty "
        "(mostly 0)",
        {},
    ),
    "extra": (
        "--extra error|skip",
        "what to do with topics of a run that have no reference: report an error (default), or skip them",
        {},
    ),
    "background": (
        "--background FILE",
        "a file of word counts for metrics that read sources, or wordfreq (default: the other topics); repeatable",
        {"default": []},
    ),
    "cache": (
        "--cache FOLDER",
        "keep scores in this folder, and compute only those whose system, gold, metric or version is new",
        {},
    ),
    "resamples": (
        "--resamples N",
        "the number of resamples of the bootstrap, at least 100 (default: 1000)",
        {"type": int, "default": 1000},
    ),
    "digits": (
        "--digits N",
        "the number of decimals in tables, 0 to 15 (default: 3, and 1 with --percent)",
        {"type": whole(0, 15)},
    ),
    "percent": ("--percent", "show scores in tables times 100; sentences keep them as they are", {}),
    "import": (
        "--import MODULE",
        "import a Python module or file that registers your own metrics, summarisers or others; repeatable",
        {"dest": "modules", "default": []},
    ),
}
READING = ("references", "preset", "duplicates")
EVALUATION = (*READING, "metric", "per-reference", "missing", "extra", "background", "import")


def add_shared(parser: CommandParser, names: Iterable[str], paths: str | None = None) -> None:
    """Declare the shared options that are named, after paths where those are described."""
    if paths is not None:
        parser.add("paths PATH", paths, nargs="+")
    for spelling, help, settings in map(SHARED.__getitem__, names):
        parser.add(spelling, help, **settings)


def add_input(parser: CommandParser, kinds: Sequence[str]) -> list[argparse.Action]:
    """Declare how files are written that a command reads, some of which have columns."""
    from cliometer.io.input_form import ROLES

    roles = list(dict.fromkeys(role for kind in kinds for role in ROLES[kind]))
    of_columns: list[tuple[str, str, dict[str, str]]] = [
        (
            "--columns ROLE=COLUMN,...",
            f"which column, or key in JSON, is {listed(roles, 30, ' or ')}; repeatable",
            {},
        ),
        (
            "--date-format FORMAT",
            "how dates are spelled, such as dd/mm/yyyy or %%d/%%m/%%Y (default: as 2010-05-27)",
            {},
        ),
    ]
    options = [*of_columns * bool(kinds), ("--encoding NAME", "the encoding of what is not UTF-8, such as cp1252", {})]
    return [parser.add(spelling, help, **settings) for spelling, help, settings in options]


def add_spread(parser: CommandParser) -> list[argparse.Action]:
    """Declare on how many cores, and on which machines, a command computes."""
    jobs = parser.add(
        "--jobs N",
        "the number of processes that compute, or auto for all cores; no result depends on it (default: 1)",
        type=lambda text: text if text == "auto" else whole(1, 1000)(text),
        default=1,
    )
    cluster = parser.add(
        "--cluster ADDRESS",
        "the Dask cluster that computes: the address of its scheduler, such as tcp://host:8786, or local for one that "
        "is started here with as many workers as --jobs says (default: all cores)",
    )
    return [jobs, cluster]


def open_backend(args: argparse.Namespace) -> AbstractContextManager[object]:
    """Return the context in which the work of a command is spread as its arguments say."""
    from functools import partial

    from cliometer.cli.plugins import import_modules, is_file
    from cliometer.engine.backends import backend_of, using_backend

    modules = [str(Path(name).resolve()) if is_file(name) else name for name in vars(args).get("modules", ())]
    prepare = partial(import_modules, modules) if modules else None
    return using_backend(backend_of(args.jobs, vars(args).get("cluster"), prepare))


def keywords(args: argparse.Namespace, *names: str) -> dict[str, Any]:
    """Return arguments of a command as keywords of the function that has the same words."""
    return {name: getattr(args, name) for name in names}


def file_evaluation(args: argparse.Namespace) -> FileEvaluation:
    """Return the evaluation that the arguments of `EVALUATION` ask for."""
    from cliometer.engine.file_evaluation import FileEvaluation
    from cliometer.engine.topic_coverage import Allowance

    systems, references = list(args.paths[:-1]), list(args.paths[-1:])
    others = [] if args.references or len(args.paths) < 3 else list(map(_kind, args.paths[1:]))
    if not others or others[-1] in ("references", *others[:-1]):  # the last path alone is not other gold
        systems, references = split_paths(args.paths, args.references)
    asked = args.metric, args.preset, args.per_reference, args.duplicates
    files = FileEvaluation(systems, references, *asked, Allowance(args.missing, args.extra), args.background)
    if vars(args).get("cache") is None:
        return files
    from cliometer.engine.score_cache import ScoreCache

    return replace(files, cache=ScoreCache.open(args.cache))


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
        raise UsageError(f"no reference was given for {paths[0]}; write SYSTEM REFERENCE... or use --references")
    folders = [path for path in paths[1:] if path.is_dir()]
    if folders and len(paths) > 2:
        raise UsageError(
            f"several references must all be files of one topic, but {folders[0]} is a folder; "
            f"with several systems use --references {paths[-1]}"
        )
    return [paths[0]], list(paths[1:])


def add_asking(parser: CommandParser) -> None:
    """Declare how a judge is asked: prompt, store and budget."""
    parser.add("--prompt FILE", "your own prompt for the judge, a text with named places")
    parser.add(
        "--store FILE",
        "where answers are kept (default: answers.sqlite in $CLIOMETER_CACHE or the user's cache folder)",
    )
    parser.add("--offline", "ask nobody; fail where the store lacks an answer")
    parser.add("--calls N", "the most calls that may be made", type=whole(0))
    parser.add("--tokens N", "the most tokens that may be used", type=whole(0))


def add_posts(parser: CommandParser) -> None:
    """Declare the length of a summary, the filters of posts, and how words are compared."""
    parser.add("-k N", "the number of posts that a summary has (default: 5)", type=int, default=5)
    parser.add(
        "--filters LIST",
        "rules by which posts are left out, joined by commas: same-user, retweets, near-duplicates (default: all "
        "three); none keeps all posts",
        default="same-user,retweets,near-duplicates",
    )
    parser.add("--language CODE", "leave out posts in other languages than this one, such as en", default="")
    parser.add("--stop yes|no", "leave out stop words (default: yes)")
    parser.add("--stem yes|no", "compare stems (default: yes)")


def post_options(args: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of `add_posts` as keywords of `summarise` and `tune`."""
    rules = [rule.strip() for rule in args.filters.split(",") if rule.strip() not in ("", "none")]
    words = {"stop": args.stop == "yes", "stem": args.stem == "yes"}
    return {"k": args.k, "filters": rules, "language": args.language.strip(), **words}


def add_generation(parser: CommandParser) -> None:
    """Declare the references that timelines are to be like, whose rules give lengths, keywords, and the cache."""
    parser.add(
        "--like GOLD",
        "references, GOLD/<topic>/<reference>.txt: each is a task, which gives the number of dates and sentences and "
        "the span",
    )
    parser.add(
        "--length newstls|tilse",
        "whose rules turn a reference into lengths: news-tls (default; sentences a date rounded, articles cut to the "
        "span) or tilse (rounded down, dates cut to the span)",
    )
    parser.add(
        "--keywords FILE", "words of which a chosen sentence must hold one: a line 'topic: word, word' for each topic"
    )
    parser.add("--cache DIR", "where time tags are kept (default: $CLIOMETER_CACHE or the user's cache folder)")
    parser.add("--no-cache", "tag the articles anew, and keep nothing")


def generation_options(args: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of `add_generation` as keywords of `timelines` and `tune`."""
    cache = None if args.no_cache else args.cache or True
    return {**keywords(args, "like", "length", "keywords"), "cache": cache}
