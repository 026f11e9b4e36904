"""The texts that are scored: timelines drawn with a fixed seed from a pool of daily summaries.

The pool is timeline17 where it lies beside the repository, our own demo texts elsewhere.
"""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cliometer

Days = dict[str, list[str]]
ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data"
_DEMO = Path(cliometer.__file__).parent / "demo"
_BEYOND_PERL = "<^"  # tilse's wrapper around the Perl script loses or invents words where these stand
_SENTENCES_A_DAY = 3  # articles are cut into pieces of about a daily summary's size
_FIRST_DAY = datetime.date(2010, 1, 1)
_DENSITY = 3  # a timeline has one in so many days of its span


@dataclass(frozen=True)
class Pool:
    """Daily summaries, each a list of sentences, and where they come from."""

    origin: str
    days: tuple[tuple[str, ...], ...]

    @property
    def sentences(self) -> int:
        """How many sentences the days hold."""
        return sum(map(len, self.days))


@cache
def pool() -> Pool:
    """timeline17's daily summaries, or the demo's."""
    found = sorted((SHARED / "timeline17" / "references").glob("*/*.txt"))
    if found:
        return Pool("timeline17 (../shared/data)", tuple(_kept(_timeline_days(found))))
    written = _timeline_days(sorted(_DEMO.glob("references/*/*.txt")))
    return Pool("the bundled demo", tuple(_kept([*written, *_article_days()])))


def timeline(seed: str, dates: int) -> Days:
    """So many dates in a span three times as long; each takes a daily summary."""
    rng = random.Random(seed)
    chosen = sorted(rng.sample(range(_DENSITY * dates), dates))
    return {str(_FIRST_DAY + datetime.timedelta(days=day)): summary(rng) for day in chosen}


def summary(rng: random.Random) -> list[str]:
    """A daily summary, worded anew: few sentences stand twice, so little is gained by remembering one."""
    return [_reworded(sentence, rng) for sentence in rng.choice(pool().days)]


def _reworded(sentence: str, rng: random.Random) -> str:
    """A tenth of the words, at least one, is left out; a sentence of one word stays."""
    words = sentence.split()
    for _ in range(min(len(words) - 1, 1 + len(words) // 10)):
        del words[rng.randrange(len(words))]
    return " ".join(words)


def _timeline_days(paths: list[Path]) -> Iterator[list[str]]:
    for path in paths:
        for found in cliometer.read_timelines(path).timelines:
            yield from map(list, found.values())


def _article_days() -> Iterator[list[str]]:
    for path in sorted(_DEMO.glob("articles/*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            sentences = json.loads(line)["sentences"]
            for start in range(0, len(sentences), _SENTENCES_A_DAY):
                yield sentences[start : start + _SENTENCES_A_DAY]


def _kept(days: Iterator[list[str]] | list[list[str]]) -> Iterator[tuple[str, ...]]:
    for day in days:
        kept = tuple(s for s in day if s.split() and not set(s) & set(_BEYOND_PERL))
        if kept:
            yield kept
