"""Files of TREC CrisisFACTS: every kind is read into values and written again byte for byte."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cliometer.errors import InputError
from cliometer.io import crisisfacts
from cliometer.io.crisisfacts import (
    kind_of_file,
    read_crisis_topics,
    read_event_facts,
    read_fact_gold,
    read_fact_run,
    read_facts,
    read_labels,
    read_pages,
    read_pool,
    read_requests,
    run_tag,
    spell_crisis_topics,
    spell_event_facts,
    spell_facts,
    spell_labels,
    spell_pages,
    spell_pool,
    spell_requests,
)
from cliometer.model.facts import fact_nuggets

DEMO = Path(crisisfacts.__file__).parents[1] / "demo" / "facts"
DAY = "CrisisFACTS-901-r1"
FACT = {
    "requestID": DAY,
    "factText": "The bridge at Elm is closed.",
    "unixTimestamp": 1932960000,
    "importance": 0.8,
    "sources": ["CrisisFACTS-901-Twitter-12-0"],
    "streamID": None,
    "informationNeeds": ["CrisisFACTS-General-q019"],
}
REQUEST = {
    "eventID": "CrisisFACTS-901",
    "requestID": DAY,
    "dateString": "2031-04-02",
    "startUnixTimestamp": 1932940800,
    "endUnixTimestamp": 1933027199,
}
ASSESSED = {
    "eventID": "CrisisFACTS-901",
    "event": "Flood",
    "dateString": "2031-04-02",
    "dateUnix": 1932940800000,
    "fact": "Bridge closed",
    "source": "",
}
EVENT = {
    "event": "Flood",
    "eventID": "CrisisFACTS-901",
    "summaryRequests": [REQUEST],
    "factsByRequest": {DAY: [ASSESSED]},
    "allFacts": [ASSESSED, ASSESSED],
}
PAGE = {"title": DAY, "text": f"[{DAY} - Flood, 2031-04-02]\nBridge closed. ", "meta": {"request_id": DAY}}
LABELS = {DAY: {"text": "Bridge.", "spans": [], "fact_list": [[f"{DAY}-collapsed-0000", "a", "USEFUL_FACT"]], "x": 1}}
TOPIC = {"eventID": "CrisisFACTS-901", "title": "Flood", "nist.summary": "Bridge closed", "nist.fact_depth": 1}


def file(folder: Path, name: str, *values: object) -> Path:
    path = folder / name
    path.write_text("\n".join(map(json.dumps, values)), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("value", "kind", "read", "spell"),
    [
        ([REQUEST], "requests", read_requests, spell_requests),
        ([EVENT], "facts", read_event_facts, spell_event_facts),
        (LABELS, "labels", read_labels, spell_labels),
        ([TOPIC], "topics", read_crisis_topics, spell_crisis_topics),
        (
            json.loads((DEMO / "topics.json").read_text(encoding="utf-8")),
            "topics",
            read_crisis_topics,
            lambda topics: spell_crisis_topics(topics, columns=True),
        ),
        (
            json.loads((DEMO / "pool" / f"Collapsed-{DAY}.json").read_text(encoding="utf-8")),
            "pool",
            read_pool,
            spell_pool,
        ),
        (PAGE, "pages", read_pages, lambda pages: spell_pages(pages).rstrip("\n")),
        (FACT, "run", read_facts, lambda facts: "".join(spell_facts(facts)).rstrip("\n")),
    ],
)
def test_a_file_is_recognised_and_written_again_byte_for_byte(
    tmp_path: Path, value: object, kind: str, read: Callable[[Path], Any], spell: Callable[[Any], str]
) -> None:
    path = file(tmp_path, "file.json", value)
    packed = tmp_path / "file.json.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert kind_of_file(path) == kind_of_file(packed) == kind
    assert spell(read(path)) == spell(read(packed)) == path.read_text(encoding="utf-8")


def test_the_facts_of_a_run_are_numbered_by_time_and_written_in_the_order_of_the_file(tmp_path: Path) -> None:
    facts = [FACT | {"unixTimestamp": time, "importance": 0} for time in [30, 10, 20, 10]]
    run = read_fact_run(file(tmp_path, "team.run.json", *facts))
    assert [fact.id for fact in run.days[DAY]] == [f"{DAY}-team.run-{number:04d}" for number in (3, 0, 2, 1)]
    assert run.tag == run_tag(Path("team.run.gz")) == "team.run"


def test_of_a_long_day_the_most_important_facts_are_kept_with_their_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crisisfacts, "MOST_A_DAY", 3)
    importances = [0.1, 0.5, 0.5, 0.9, 0.5]
    facts = [FACT | {"unixTimestamp": 9 - place, "importance": one} for place, one in enumerate(importances)]
    run = read_fact_run(file(tmp_path, "run.json", *facts))
    assert [(fact.importance, fact.number) for fact in run.days[DAY]] == [(0.5, 3), (0.5, 2), (0.9, 1)]
    assert "the 3 most important of 5 facts were kept" in run.notes[0]


def test_facts_of_one_word_have_no_number_unless_they_are_asked_for(tmp_path: Path) -> None:
    path = file(tmp_path, "run.json", FACT | {"factText": "Flood!"}, FACT)
    assert [fact.number for fact in read_fact_run(path).days[DAY]] == [0]
    assert "1 fact of one word or none left out" in read_fact_run(path).notes[0]
    assert len(read_fact_run(path, words=0).days[DAY]) == 2


def test_text_in_place_of_lists_and_blank_lines_are_forgiven_and_noted(tmp_path: Path) -> None:
    path = file(tmp_path, "run.json", FACT | {"sources": "['a']", "informationNeeds": None})
    path.write_text(f"\n{path.read_text(encoding='utf-8')}\n", encoding="utf-8")
    run = read_fact_run(path)
    assert run.days[DAY][0].sources == ("['a']",) and run.days[DAY][0].needs is None
    assert [note.partition(": ")[2] for note in run.notes] == [
        "a blank line was left out",
        "sources is a text where a list is expected; it was read as one entry",
    ]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"requestID": "CrisisFACTS-901"}, "requestID: expected the id of a request"),
        ({"requestID": 3}, "requestID: expected the id of a request"),
        ({"factText": float("nan")}, "expected factText as a text"),
        ({"factText": None}, "expected factText as a text"),
        ({"unixTimestamp": True}, "expected unixTimestamp as whole seconds"),
        ({"unixTimestamp": 1.5}, "expected unixTimestamp as whole seconds"),
        ({"importance": float("nan")}, "expected importance as a number from 0 to 1, found nan"),
        ({"importance": 1.1}, "expected importance as a number from 0 to 1"),
        ({"sources": [3]}, "expected sources as a list of texts"),
        ({"streamID": 3}, "expected streamID as the id of a snippet"),
        ({"informationNeeds": 3}, "expected informationNeeds as a list of texts"),
    ],
)
def test_a_fault_of_a_run_is_told_with_its_line(tmp_path: Path, changes: dict[str, object], complaint: str) -> None:
    path = file(tmp_path, "run.json", FACT, FACT | changes)
    with pytest.raises(InputError, match=complaint) as told:
        read_fact_run(path)
    assert str(told.value).startswith(f"{path}:2: ")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"{", r":1: not valid JSON"),
        (b"[" * 100_000, r":1: not valid JSON"),
        (b"[]", r":1: expected a fact"),
        (b"\xff\xfe{}", "is UTF-16"),
        (b"{\xff}", r":1: not UTF-8"),
        (b"", "holds no fact"),
    ],
)
def test_what_is_no_run_is_refused(tmp_path: Path, text: bytes, complaint: str) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(text)
    with pytest.raises(InputError, match=complaint):
        read_fact_run(path)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"dateString": None}, f"the request {DAY} has no day; add its dateString"),
        ({"dateString": "soon"}, "dateString"),
        ({"eventID": "CrisisFACTS-902"}, "expected CrisisFACTS-901, the event of"),
        ({"requestID": "r1"}, "expected the id of a request"),
        ({"endUnixTimestamp": 3}, "expected a time after the start"),
    ],
)
def test_a_request_that_does_not_fit_is_refused(tmp_path: Path, changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_requests(file(tmp_path, "requests.json", [REQUEST | changes]))


def test_the_event_data_of_the_track_are_requests_for_whole_days(tmp_path: Path) -> None:
    path = file(
        tmp_path, "event_data.json", {f"{DAY[:-2]}r10": "Flood, with rain, 2031-04-11", DAY: "Flood, 2031-04-02"}
    )
    assert kind_of_file(path) == "requests"
    late, early = read_requests(path)
    assert (late.id, str(late.date), early.event) == ("CrisisFACTS-901-r10", "2031-04-11", "CrisisFACTS-901")
    assert (early.end - early.start + 1, early.end) == (25 * 3600, 1932940799)


def gold(folder: Path, labels: object, pool: list[dict[str, object]] | None = None) -> list[Path]:
    fact = {
        "collapsed_fact_id": f"{DAY}-collapsed-0000",
        "fact_text": "Bridge closed",
        "relevant_facts": [f"{DAY}-a-0000"],
        "num_relevant_facts": 1,
        "importance": 1.0,
    }
    path = file(folder, f"Collapsed-{DAY}.json", [fact | one for one in pool] if pool else [fact])
    return [path, file(folder, "labels.json", labels)]


def test_labels_stand_beside_the_facts_of_their_pool_without_those_of_a_heading(tmp_path: Path) -> None:
    id = f"{DAY}-collapsed-0000"
    rows = [[id, "a", "USEFUL_FACT"], [None, "a", "POOR_FACT"], [id, "b", "POOR_FACT"]]
    found = read_fact_gold(gold(tmp_path, {DAY: {"fact_list": rows}}))
    (day,) = found.topics["CrisisFACTS-901"].days
    assert day.labels == {id: ("USEFUL_FACT", "POOR_FACT")}
    assert "a label of no fact (of the page's heading) left out" in found.notes[0]


@pytest.mark.parametrize(
    ("labels", "pool", "complaint"),
    [
        ({DAY: {"fact_list": [["x", "a", "USEFUL_FACT"]]}}, None, 'a label for "x", which is no fact of Collapsed-'),
        ({"CrisisFACTS-901-r9": {"fact_list": []}}, None, "labels for CrisisFACTS-901-r9, of which there is no pool"),
        ({DAY: {"fact_list": [["x", "a"]]}}, None, r"expected \[fact, assessor, label\]"),
        ({DAY: {"fact_list": []}}, [{"importance": float("nan")}], "expected a finite number"),
        ({DAY: {"fact_list": []}}, [{"importance": 2}], "expected a number from 0 to 1"),
        ({DAY: {"fact_list": []}}, [{"num_relevant_facts": 2}], "expected 1, the number of relevant_facts"),
        ({DAY: {"fact_list": []}}, [{"relevant_facts": ["x"]}], f"expected a fact of {DAY}"),
        ({DAY: {"fact_list": []}}, [{}, {}], "two facts have the id"),
    ],
)
def test_a_pool_and_labels_that_do_not_fit_are_refused(
    tmp_path: Path, labels: object, pool: list[dict[str, object]] | None, complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        read_fact_gold(gold(tmp_path, labels, pool))


def test_a_pool_without_labels_and_facts_without_a_pool_are_refused_with_a_remedy(tmp_path: Path) -> None:
    pool, _ = gold(tmp_path, {})
    with pytest.raises(InputError, match="holds a pool, but no labels; name the file of labels"):
        read_fact_gold([pool])
    with pytest.raises(InputError, match="the matches of 2022 were not published"):
        read_fact_gold([file(tmp_path, "facts.json", [EVENT])])


def test_facts_are_nuggets_that_the_facts_of_runs_tell() -> None:
    found = read_fact_gold([DEMO])
    flood = fact_nuggets(found.topics["CrisisFACTS-901"], found.requests)
    assert flood.nuggets[f"{DAY}-collapsed-0000"].time == found.requests[DAY].start
    assert [match.nugget for match in flood.matches[f"{DAY}-alder-0001"]] == [f"{DAY}-collapsed-0001"]
    assert f"{DAY}-collapsed-0002" not in flood.nuggets  # a poor fact
    assert flood.nuggets["CrisisFACTS-901-r2-collapsed-0001"].importance == 1  # a redundant one
