"""TREC CrisisFACTS on real files: every number that the track printed and that its files allow, to its digits."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cliometer.compat.crisisfacts import ManualRules, request_means, request_rows
from cliometer.engine.crisisfacts_runs import read_request_list
from cliometer.io.crisisfacts import (
    FactGold,
    read_crisis_topics,
    read_event_facts,
    read_fact_gold,
    read_fact_run,
    read_labels,
    read_pages,
    read_pool,
    spell_crisis_topics,
    spell_event_facts,
    spell_labels,
    spell_pages,
    spell_pool,
)
from cliometer.metrics.facts import NOT_IN_POOL, Facts, pool_notes
from cliometer.model.facts import FactDay, FactTopic, PooledFact, runs_in_pool
from tests.shared import SHARED, needs
from tests.unit.cli.cliometer_command import DEMO, cliometer

DATA = SHARED / "data" / "crisisfacts"
LABELS = DATA / "2023" / "labels.recovered.json.gz"
TOPICS = {
    2022: DATA / "2022" / "gold.summaries.json.gz",
    2023: DATA / "2023" / "CrisisFACTs-2022to2023.topics.withSummaries.json.gz",
}
FACTS = DATA / "2022" / "CrisisFACTs-2022.facts.json.gz"
pytestmark = needs("data", "crisisfacts")


def table(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).open(encoding="utf-8")))


def printed(*words: object) -> list[dict[str, str]]:
    done = cliometer("compat", "crisisfacts", *words)
    assert done.status == 0, done.err
    return list(csv.DictReader(io.StringIO(done.out)))


@cache
def gold() -> FactGold:
    return read_fact_gold([DATA / "2023"])


@cache
def by_run(pool: int | str = 64) -> list[dict[str, Any]]:
    return request_rows(ManualRules(pool=pool), gold().topics, runs_in_pool(gold().topics))


def means(pool: int | str = 64) -> dict[str, Any]:
    rows = request_means(by_run(pool))
    return {
        str(row["req_id"]).removeprefix("CrisisFACTS-"): (row["redundancy"], row["comprehensiveness"]) for row in rows
    }


@cache
def status() -> dict[str, str]:
    labels = json.loads(gzip.decompress(LABELS.read_bytes()))
    return {request: day["status"] for request, day in labels.items()}


@pytest.mark.parametrize(
    ("request_id", "redundancy", "comprehensiveness"),
    [
        ("002-r4", 0.276544171, 0.102564103),
        ("004-r8", 0.270987654, 0.111111111),
        ("009-r0", 0.256278718, 0.164772727),
        ("010-r0", 0.111111111, 0.111111111),
        ("012-r1", 0.819009937, 0.081538462),
        ("012-r3", 0.340317460, 0.078260870),
        ("014-r2", 0.366161616, 0.093181818),
        ("014-r6", 0.552109519, 0.087500000),
        ("015-r4", 0.483333333, 0.074879227),
    ],
)
def test_requests_that_useful_facts_alone_explain_are_those_of_october_2023(
    request_id: str, redundancy: float, comprehensiveness: float
) -> None:
    found = means()[request_id]
    assert [round(value, 9) for value in found] == [redundancy, comprehensiveness]
    (row,) = [r for r in table("published/manual.by_reqid.2023-10-20.csv") if r["req_id"].endswith(f"-{request_id}")]
    assert found == pytest.approx([float(row["redundancy"]), float(row["comprehensiveness"])], abs=1e-12)


def test_requests_whose_labels_were_inferred_fit_what_was_published() -> None:
    published = {
        row["req_id"].removeprefix("CrisisFACTS-"): row for row in table("published/manual.by_reqid.2023-10-20.csv")
    }
    inferred = [request.removeprefix("CrisisFACTS-") for request, how in status().items() if how == "inferred"]
    assert len(inferred) == 40
    for request in inferred:
        row = published[request]
        assert means()[request] == pytest.approx([float(row["redundancy"]), float(row["comprehensiveness"])], abs=1e-9)


def test_the_whole_pool_of_009_r0_gives_the_row_of_november_2023() -> None:
    assert [round(value, 6) for value in means("all")["009-r0"]] == [0.162573, 0.164773]
    (row,) = [r for r in table("published/manual.by_reqid.2023-11-10.csv") if r["req_id"] == "CrisisFACTS-009-r0"]
    assert [float(row["redundancy"]), float(row["comprehensiveness"])] == [0.162573, 0.164773]


def test_useful_facts_alone_are_a_lower_bound_of_the_redundancy_of_november_2023() -> None:
    useful = {
        event: FactTopic(event, tuple(_useful(day) for day in topic.days)) for event, topic in gold().topics.items()
    }
    rows = request_means(request_rows(ManualRules(pool="all"), useful, runs_in_pool(useful)))
    found: dict[str, Any] = {str(row["req_id"]): row["redundancy"] for row in rows}
    published = {row["req_id"]: float(row["redundancy"]) for row in table("published/manual.by_reqid.2023-11-10.csv")}
    both = [request for request in published if request in found]
    assert len(both) >= 70
    assert all((found[request] or 0) <= published[request] + 1e-6 for request in both)


def _useful(day: FactDay) -> FactDay:
    return replace(day, labels={id: of for id, of in day.labels.items() if "USEFUL_FACT" in of})


def test_days_without_a_relevant_fact_are_left_out() -> None:
    judged = {request.removeprefix("CrisisFACTS-") for request in status()}
    assert judged - means().keys() == {"010-r5", "012-r0", "012-r5", "012-r6"}


def test_every_row_of_a_run_equals_the_one_that_was_expected() -> None:
    found = {(row["req_id"], row["run"]): row for row in by_run()}
    expected = table("expected/manual.by_run.64.csv")
    assert len(expected) == 614
    for row in expected:
        own = found[row["req_id"], row["run"]]
        for name in ("redundancy", "comprehensiveness"):
            assert own[name] == pytest.approx(float(row[name]), abs=1e-9)


@pytest.mark.parametrize(
    ("request_id", "run", "redundancy", "comprehensiveness"),
    [
        ("009-r0", "llama", 1, 0.090909),
        ("009-r0", "Human_Info_Lab-FM-B", 0.142857, 0.181818),
        ("009-r0", "Siena.FactTrigrams1", 0.25, 0.090909),
        ("009-r0", "nm-gpt35", 0.444444, 0.363636),
        ("009-r0", "V-TorontoMU_USE_4", 0, 0),
        ("009-r0", "llama_13b_chat", 0, 0),
        ("004-r8", "nm-gpt35", 0.75, 0.461538),
        ("004-r8", "llama", 1, 0.038462),
        ("004-r8", "Human_Info_Lab-FM-B", 0.388889, 0.269231),
        ("004-r8", "nm-gpt35-bm25", 0.3, 0.230769),
    ],
)
def test_rows_of_runs_that_a_notebook_printed(
    request_id: str, run: str, redundancy: float, comprehensiveness: float
) -> None:
    (row,) = [row for row in by_run() if (row["req_id"], row["run"]) == (f"CrisisFACTS-{request_id}", run)]
    assert [round(row["redundancy"], 6), round(row["comprehensiveness"], 6)] == [redundancy, comprehensiveness]


def test_five_runs_of_004_r8_find_nothing() -> None:
    own = [row for row in by_run() if row["req_id"] == "CrisisFACTS-004-r8"]
    assert sum(row["redundancy"] == row["comprehensiveness"] == 0 for row in own) == 5


@pytest.mark.parametrize("year", [2022, 2023])
def test_every_pair_of_summaries_has_the_rouge_that_was_expected(year: int) -> None:
    """Summaries of 2022 in their three types, those of 2023 in ROUGE-2, to nine digits."""
    expected = [row for row in table("expected/gold_rouge.csv") if row["year"] == str(year)]
    assert expected
    for candidate in {row["candidate"] for row in expected}:
        types = sorted({row["metric"] for row in expected})
        words = [word for name in types for word in ("--type", name)]
        given = ["--facts", FACTS] if year == 2022 else []
        cells = printed("rouge", candidate, "--topics", TOPICS[year], "--year", year, *given, *words, "--by", "cell")
        found = {(row["event"], row["reference"], row["type"]): row for row in cells}
        for row in expected:
            if row["candidate"] == candidate:
                own = found[row["event"], row["reference"], row["metric"]]
                for name in ("precision", "recall", "f1"):
                    assert float(own[name]) == pytest.approx(float(row[name]), abs=6e-10), row


ROUGE_2 = {
    "001": (0.277778, 0.012547, 0.024010),
    "002": (0.446809, 0.017529, 0.033735),
    "004": (0.340496, 0.026663, 0.049454),
    "005": (0.200000, 0.022351, 0.040208),
    "007": (0.173640, 0.053722, 0.082056),
    "009": (0.305147, 0.022139, 0.041283),
    "010": (0.218447, 0.038363, 0.065265),
    "014": (0.321486, 0.033305, 0.060358),
    "015": (0.335714, 0.013045, 0.025114),
    "017": (0.263158, 0.008790, 0.017012),
}


def test_rouge_2_of_wikipedia_against_the_facts_of_2023() -> None:
    found = printed("rouge", "wiki", "--topics", TOPICS[2023], "--reference", "nist")
    numbers = {row["event"][-3:]: row for row in found}
    for event, expected in ROUGE_2.items():
        own = [round(float(numbers[event][f"nist.{name}"]), 6) for name in ("precision", "recall", "f1")]
        assert tuple(own) == expected
    assert numbers.keys() == ROUGE_2.keys()  # 011 and 012 have no text of Wikipedia


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        ("ics", "nist", {"001": 0.146555, "002": 0.014180, "004": 0.054123, "005": 0.0, "007": 0.018146}),
        ("nist", "wiki", {"001": 0.011265, "002": 0.066946, "004": 0.067928, "005": 0.036660, "007": 0.025974}),
    ],
)
def test_rouge_2_of_the_summaries_of_2022(candidate: str, reference: str, expected: dict[str, float]) -> None:
    words = ("rouge", candidate, "--topics", TOPICS[2022], "--facts", FACTS, "--year", 2022)
    found = printed(*words, "--reference", reference, "--type", "rouge2")
    assert {row["event"][-3:]: round(float(row[f"{reference}.f1"]), 6) for row in found} == expected


def test_three_runs_of_others_on_001_equal_what_their_authors_printed() -> None:
    runs = [DATA / "runs" / f"{name}.001.json.gz" for name in ("bart", "gpt", "pega")]
    found = printed("rouge", *runs, "--topics", TOPICS[2023], "--labels", LABELS, "--by", "cell")
    rows = {(row["run"].removesuffix(".001"), row["reference"]): row for row in found}
    for row in table("expected/runs.rouge2.k32.csv"):
        for reference in ("wiki", "nist"):
            own = rows[row["run"], reference]
            assert (own["facts"], own["characters"]) == (row["facts"], row["characters"])
            for name in ("precision", "recall", "f1"):
                assert round(float(own[name]), 6) == float(row[f"{reference}.{name}"])
    cells = json.loads((DATA / "published" / "notebook.cells.json").read_text(encoding="utf-8"))
    (printed_rows,) = [value for name, value in cells.items() if name.startswith("runs/*.001")]
    for run, (characters, *values) in printed_rows.items():
        own = rows[run, "wiki"]
        assert int(own["characters"]) == characters
        assert [round(float(own[name]), 6) for name in ("precision", "recall", "f1")] == values


def test_k_of_2022_is_the_number_of_facts_of_each_request() -> None:
    found = {
        event.id[-3:]: [(id.rpartition("-")[2], len(facts)) for id, facts in event.by_request.items()]
        for event in read_event_facts(FACTS)
    }
    assert sum(len(days) for days in found.values()) == 36
    assert dict(found["001"]) == dict(
        zip([f"r{day}" for day in range(3, 12)], [267, 75, 14, 29, 19, 5, 3, 3, 2], strict=True)
    )
    assert dict(found["002"]) == dict(zip([f"r{day}" for day in range(1, 7)], [27, 10, 4, 13, 7, 1], strict=True))
    assert dict(found["005"]) == {"r3": 55, "r4": 15, "r5": 3, "r6": 1}
    assert dict(found["007"]) == {"r13": 188, "r14": 11}


def unpacked(path: Path) -> str:
    return (gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()).decode()


@pytest.mark.parametrize(
    ("pattern", "again"),
    [
        ("2022/CrisisFACTs-2022.facts.json.gz", lambda path: spell_event_facts(read_event_facts(path))),
        ("2022/gold.summaries.json.gz", lambda path: spell_crisis_topics(read_crisis_topics(path))),
        ("2023/*withSummaries.json.gz", lambda path: spell_crisis_topics(read_crisis_topics(path), columns=True)),
        ("2023/labels.recovered.json.gz", lambda path: spell_labels(read_labels(path))),
        ("2023/collapsed-event-days/*", lambda path: spell_pool(read_pool(path))),
        ("2023/summaries.k=512/*", lambda path: spell_pages(read_pages(path))),
    ],
)
def test_files_are_written_again_byte_for_byte(pattern: str, again: Callable[[Path], str]) -> None:
    paths = sorted(DATA.glob(pattern))
    assert paths
    for path in paths:
        assert again(path) == unpacked(path)


def test_the_days_of_event_data_are_those_that_the_facts_of_2022_name() -> None:
    days = read_request_list(DATA / "2023/event_data.json")
    known = read_request_list(DATA / "2022/CrisisFACTs-2022.facts.json.gz")
    pairs = [(days[id], known[id]) for id in days.keys() & known.keys()]
    assert (len(days), len(pairs)) == (82, 36)
    assert all(ours.date == own.date and ours.start <= own.start < own.end <= ours.end for ours, own in pairs)


def test_the_pool_has_as_many_facts_as_its_owners_say() -> None:
    pools: list[tuple[PooledFact, ...]] = [day.facts for topic in gold().topics.values() for day in topic.days]
    facts = [fact for pool in pools for fact in pool]
    assert (len(pools), len(facts), sum(len(fact.members) for fact in facts)) == (82, 16310, 24278)


@pytest.mark.parametrize("name", ["bart", "gpt", "pega"])
def test_malformed_runs_are_refused_at_their_first_line(name: str) -> None:
    done = cliometer("score", DATA / "runs" / f"{name}.002.malformed.json.gz", DEMO / "facts")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"{name}.002.malformed.json.gz:1: expected factText as a text" in done.err


def test_a_run_outside_the_pool_has_no_value_and_is_told_so() -> None:
    events = read_fact_run(DATA / "runs" / "bart.001.json.gz").events
    (note,) = pool_notes([Facts(pool="all")], gold().topics, {"bart.001": events})
    assert note.startswith("no fact of bart.001 is in the pool")
    assert Facts().measure(events["CrisisFACTS-001"], gold().topics["CrisisFACTS-001"]).undefined == NOT_IN_POOL
