"""Odd arguments: valid commands with words dropped, doubled, exchanged, and options with values of all kinds."""

from __future__ import annotations

import re
from random import Random

from cliometer.cli.main import every_command, load, parser_of
from tests.hostile.runner import split
from tests.hostile.stage import FORMATS

ODD = (
    "", " ", "-", "--", "-1", "0", "1", "2", "0.5", "1e18", "10000000000000000000", "9" * 400, "nan", "inf",
    "-inf", "1e400", "1e-400", "x", "x" * 3000, "é", "\udcff", "\x01", "a=b", "a=", "=", "a:b", "a,b", "0:1:0",
    "0:1:-1", "0:1e9:1e-9", "(", ")", "()", "(((", "a(b", "a(b=1)", "date(x=1)", "align+m1(rouge=0)",
    "align+m1(rouge=10000000)", "align+m1(rouge=-1)", "concat(rouge=l)", "rouge=1", "date.f",
    "shift(days=10000000000000000000)", "shift(days=-5)", "repeat(times=1000000000)", "shift(days=nan)", "jsd",
    "pyramid", "nu", "line.txt", "other.txt", "votes.csv", "units.json", "events.json", "gold", "runs",
    "runs/lead", "scores.csv", "missing.txt", ".", "out", "/dev/null", "line.txt/x", "out/new.json",
    "out/new.csv", "[a-z", "%s", "{}", "$HOME", "*", "tilse", "json", "csv", "modern", "date=when,text=what",
    "dd/mm/yyyy", "%Y%", "cp1252", "utf-16", "rot13", "idna",
)  # fmt: skip
NEVER = {"--open", "--import"}  # start a browser; run what is found


def options(command: str) -> list[str]:
    """The long and short options of a command, as its help names them."""
    module = load(command)
    if hasattr(module, "main"):
        return []
    help_text = parser_of(command, module).format_help()
    return sorted(set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", help_text)) - NEVER)


BASES = tuple(
    split(command, kind.file) for kind in FORMATS for command in kind.commands if not command.startswith("read ")
)
OTHERS = (
    ["demo"],
    ["metrics"],
    ["metrics", "date"],
    ["metrics", "cite", "date"],
    ["completion", "bash"],
    ["tune", "posts", "-s", "centroid", "--grid", "threshold=0:1:0.5", "--folds", "2", "-k", "2"],
)
KNOWN = {name: options(name) for name in every_command()}


def odd_words(random: Random) -> list[str]:
    """A command line that somebody might type, or a program might make."""
    words = list(random.choice((*BASES, *OTHERS)))
    for _ in range(random.choice((1, 1, 2, 3))):
        words = _change(words, random)
    return words


def _change(words: list[str], random: Random) -> list[str]:
    place = random.randrange(1, len(words) + 1) if words else 0
    kind = random.randrange(6)
    known = KNOWN.get(" ".join(words[:2])) or KNOWN.get(" ".join(words[:1]))
    if kind == 0 and len(words) > 1:
        del words[place - 1 if place == len(words) and place > 1 else min(place, len(words) - 1)]
    elif kind == 1 and place < len(words):
        words[place] = random.choice(ODD)
    elif kind == 2:
        words.insert(place, random.choice(ODD))
    elif kind == 3 and known:
        words[place:place] = [random.choice(known), random.choice(ODD)]
    elif kind == 4 and known:
        words[place:place] = [random.choice(known)]
    elif place < len(words):
        other = random.randrange(1, len(words)) if len(words) > 1 else 0
        words[place], words[other] = words[other], words[place]
    return words
