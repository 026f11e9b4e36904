"""Write the demo's runs: the output of three very simple systems on the demo's articles, and of generators.

    python tools/build_demo_runs.py

lead      the first sentence of each article, on the day it was published
mentions  sentences that name a date, on the date they name; the ten dates named most
random    ten sentences drawn with a fixed seed, on the day of their article

demo/timelines holds what `cliometer timelines` makes for each reference: systems of papers, and an oracle.

Deterministic: the same articles give the same files.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cliometer import timelines
from cliometer.errors import InputError
from cliometer.io import write_timelines
from cliometer.model.timeline import Timeline
from cliometer.model.when import When

DEMO = Path(__file__).parents[1] / "src" / "cliometer" / "demo"
LENGTH = 10
SEED = 23
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
]
NAMED_DAY = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(MONTHS)})(?: (\d{{4}}))?")

Article = dict[str, Any]
System = Callable[[list[Article]], Iterable[tuple[str, list[str]]]]


def lead(articles: list[Article]) -> Iterable[tuple[str, list[str]]]:
    """First sentences."""
    for article in articles:
        yield article["date"], article["sentences"][:1]


def mentions(articles: list[Article]) -> Iterable[tuple[str, list[str]]]:
    """Sentences on the days they name, for the days named most; at most two a day."""
    named: dict[str, list[str]] = {}
    for article in articles:
        for sentence in article["sentences"]:
            for day in _named_days(sentence, article["date"][:4]):
                named.setdefault(day, []).append(sentence)
    most = sorted(named, key=lambda day: (-len(named[day]), day))[:LENGTH]
    for day in sorted(most):
        yield day, list(dict.fromkeys(named[day]))[:2]


def drawn(articles: list[Article]) -> Iterable[tuple[str, list[str]]]:
    """Sentences by lot."""
    pool = [(article["date"], sentence) for article in articles for sentence in article["sentences"]]
    for date, sentence in random.Random(SEED).sample(pool, min(LENGTH, len(pool))):
        yield date, [sentence]


GENERATORS = ("datewise", "clust", "submodular", "random", "full_oracle")
SYSTEMS: dict[str, System] = {"lead": lead, "mentions": mentions, "random": drawn}


def _named_days(sentence: str, year: str) -> Iterable[str]:
    for day, month, own_year in NAMED_DAY.findall(sentence):
        spelled = f"{own_year or year}-{MONTHS.index(month) % 12 + 1:02d}-{int(day):02d}"
        try:
            yield str(When.parse(spelled))
        except InputError:
            continue  # 31 June is a slip of the pen, not a date


def main() -> None:
    """Write RUN/<topic>.txt for both demo folders, and what generators make for each reference."""
    for root in (DEMO, DEMO / "cyrillic"):
        for path in sorted((root / "articles").glob("*.jsonl")):
            articles = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            for name, system in SYSTEMS.items():
                target = root / "runs" / name / f"{path.stem}.txt"
                target.parent.mkdir(parents=True, exist_ok=True)
                write_timelines(target, [Timeline(system(articles))], "tilse", force=True)
    timelines(DEMO / "articles", GENERATORS, like=DEMO / "references", output=DEMO / "timelines", force=True)


if __name__ == "__main__":
    main()
