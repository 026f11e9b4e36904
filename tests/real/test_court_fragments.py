"""The court on judged updates of TREC Temporal Summarization 2014: ledger pays for fragments, tally does not."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from random import Random

import pytest

from cliometer.court.findings import Findings
from cliometer.court.trials import try_metrics
from cliometer.io.trec_ts import read_judgements
from cliometer.model.documents import Article
from cliometer.model.nuggets import NuggetTopic, PooledUpdate
from cliometer.model.timeline import Timeline
from cliometer.model.when import When
from tests.shared import SHARED, needs

YEAR = SHARED / "data" / "trec-ts" / "2014"
FRAGMENTS = {3: "fragments(words=3)", 5: "fragments", 8: "fragments(words=8)", 12: "fragments(words=12)"}

pytestmark = needs("data", "trec-ts", "2014")


def day(time: int) -> str:
    return str(datetime.fromtimestamp(time, UTC).date())


def time_of(update: PooledUpdate) -> str:
    return day(int(update.id.partition("-")[0]))


def timeline(lines: list[tuple[str, str]]) -> Timeline:
    return Timeline([(date, [text]) for date, text in lines])


def pools() -> list[tuple[NuggetTopic, list[PooledUpdate], list[PooledUpdate]]]:
    """Topics with what tells a nugget that counts, and what tells none."""
    files = ("nuggets", "matches", "updates_sampled")
    topics = read_judgements(*(YEAR / f"{name}.tsv.gz" for name in files)).topics.values()
    found = []
    for topic in topics:
        counted = {id for id, nugget in topic.nuggets.items() if nugget.importance > 0}
        pool = [u for _, u in sorted(topic.updates.items()) if u.duplicate is None and 0 < len(u.text.strip()) < 600]
        told = {u.id for u in pool if any(match.nugget in counted for match in topic.matches.get(u.id, ()))}
        good, bad = [u for u in pool if u.id in told], [u for u in pool if u.id not in told]
        if len(good) >= 30 and len(bad) >= 60:
            found.append((topic, good, bad))
    return found


@cache
def findings() -> Findings:
    """Of each topic four systems of 40 updates, of which a fifth to four fifths are good."""
    systems, gold, articles = {}, {}, {}
    for topic, good, bad in pools():
        nuggets = [nugget for nugget in topic.nuggets.values() if nugget.importance > 0]
        reference = timeline([(day(nugget.time), nugget.text) for nugget in nuggets])
        articles[topic.id] = [Article(u.id, When.parse(time_of(u)), (u.text,)) for u in (*good, *bad)]
        for number, share in enumerate((8, 16, 20, 24)):
            rng = Random(f"{topic.id} {number}")
            drawn = [*rng.sample(good, share), *rng.sample(bad, 40 - share)]
            systems[f"{topic.id}/{number}"] = timeline([(time_of(u), u.text) for u in drawn])
            gold[f"{topic.id}/{number}"] = reference
    trials = [*FRAGMENTS.values(), "run_on", "dump"]
    return try_metrics(systems, ["ledger", "tally"], trials, "modern", articles, gold=gold)


def test_fifteen_topics_have_enough_updates() -> None:
    assert findings().topics == 15


@pytest.mark.parametrize("words", FRAGMENTS)
def test_tally_holds_in_fragments_and_ledger_does_not(words: int) -> None:
    rows = {row.metric: row for row in findings().rows if row.trial == FRAGMENTS[words]}
    assert 0.85 <= (rows["tally"].kept or 0) <= 1.1 and rows["tally"].verdict.passes
    assert (rows["ledger"].kept or 0) > 1.3 and [f.kind for f in rows["ledger"].verdict.faults] == ["rewards"]


def test_neither_pays_for_run_on_days_or_for_the_whole_pool() -> None:
    rows = [row for row in findings().rows if row.trial in ("run_on", "dump")]
    assert len(rows) == 4 and all(row.verdict.passes and (row.kept or 0) < 0.7 for row in rows)


def test_the_card_shows_it() -> None:
    economy = {card.metric: card.kinds["economy"].score for card in findings().cards}
    assert economy["ledger"] and economy["tally"] and economy["ledger"].high < economy["tally"].low
