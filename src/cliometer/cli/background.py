"""Count the words of a large corpus, as a background for topic words; or show such a background.

cliometer background build CORPUS... -o FILE     articles, posts or texts, as score reads sources
cliometer background show FILE...                ours, or SIMetrix's own files
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, TextIO

from cliometer.cli.output import print_json, print_notes
from cliometer.cli.parser import CommandParser, whole
from cliometer.errors import UsageError
from cliometer.model.documents import UNITS, WordForm
from cliometer.model.records import head

if TYPE_CHECKING:
    from cliometer.model.documents import Background

HELP = "count the words of a corpus, as a background for topic words"
EXAMPLE = "cliometer background build {demo}/articles"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("action build|show", "build a background, or show what one holds", choices=("build", "show"))
    parser.add("paths PATH", "corpora to count, or backgrounds to show", nargs="+")
    parser.add("-o --output FILE", "the file to write; if its name ends in .gz, it is compressed")
    parser.add(
        "--unit", "what is counted (default: stem); bigrams and trigrams are of stems", choices=UNITS, default="stem"
    )
    parser.add("--stop-words", "keep stop words")
    parser.add("--tokens NAME", "the tokeniser: unicode (default), rouge155, simetrix or posts", default="unicode")
    parser.add("--force", "replace FILE if it exists")
    parser.add("--top N", "the number of most frequent words to show (default: 10)", type=whole(1), default=10)
    parser.add("--json", "print one JSON document")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Build or read backgrounds, and describe them."""
    found = _build(args, err) if args.action == "build" else _read(args, err)
    if args.json:
        print_json({**head("backgrounds"), "backgrounds": [_document(one, args.top) for one in found]}, out)
    else:
        out.write("\n".join(_text(_document(one, args.top)) for one in found))
    return 0


def _build(args: argparse.Namespace, err: TextIO) -> list[Background]:
    from cliometer.engine.gold_files import build_background
    from cliometer.io.backgrounds import write_background

    form = WordForm(args.unit, not args.stop_words, args.tokens)
    background, notes = build_background(args.paths, form)
    if args.output is None:
        notes = (*notes, "nothing was written; name a file with -o FILE")
    print_notes(notes, args, err)
    if args.output is not None:
        write_background(args.output, background, args.force)
    return [background]


def _read(args: argparse.Namespace, err: TextIO) -> list[Background]:
    from cliometer.io.backgrounds import read_background

    if args.output is not None:
        raise UsageError("-o is for background build; show writes nothing")
    found = [read_background(path) for path in args.paths]
    print_notes((background.remark for background in found if background.remark), args, err)
    return found


def _document(background: Background, top: int) -> dict[str, Any]:
    counts = background.counts
    words = sorted(counts, key=lambda word: (-counts[word], word))[:top]
    return {
        "name": background.name,
        "holds": str(background.form),
        "unit": background.form.unit,
        "tokens": background.form.tokens or "unknown",
        "documents": background.documents,
        "distinct": len(counts) or len(background.df),
        "total": background.total,
        "sha256": background.sha256,
        "most_frequent": {word: counts[word] for word in words},
    }


def _text(document: dict[str, Any]) -> str:
    keys = ("name", "holds", "tokens", "documents", "distinct", "total", "sha256")
    lines = [f"{key:<10}  {_number(document[key])}\n" for key in keys]
    words = [f"{word} {times:g}" for word, times in document["most_frequent"].items()]
    return "".join(lines) + f"{'frequent':<10}  {', '.join(words) or 'no counts'}\n"


def _number(value: object) -> str:
    """Return a number; 0 is unknown, since a list of counts does not know its documents, nor the other way round."""
    return (f"{round(value):,}" if value else "unknown") if isinstance(value, int | float) else str(value)
