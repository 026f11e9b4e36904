"""`cliometer compat crisisfacts`: the notebooks' tables, each oddity a rule, on the bundled example."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from cliometer.compat.crisisfacts import RULES, EventDays, RougeRules, cell_rows, run_text
from cliometer.expressions import settings_of
from cliometer.io.crisisfacts import FactRun
from cliometer.model.facts import CrisisTopic, ReportedFact
from tests.spellings import spellings
from tests.unit.cli.cliometer_command import DEMO, cliometer

FACTS = DEMO / "facts"
ROUGE = ("rouge", FACTS / "runs/alder.json", FACTS / "runs/cedar.json", "--topics", FACTS / "topics.json")
LABELS = ("--labels", FACTS / "labels.json")


def rows(*words: object) -> list[dict[str, str]]:
    done = cliometer("compat", "crisisfacts", *words)
    assert done.status == 0, done.err
    return list(csv.DictReader(io.StringIO(done.out)))


def test_the_table_by_request_is_the_mean_over_runs_that_have_a_value() -> None:
    found = {row["req_id"]: row for row in rows("manual", FACTS)}
    assert list(found) == [f"CrisisFACTS-{day}" for day in ("901-r1", "901-r2", "901-r4", "902-r0")]
    assert found["CrisisFACTS-901-r4"] == {
        "req_id": "CrisisFACTS-901-r4",
        "redundancy": "0.75",
        "comprehensiveness": "1.0",
    }


def test_run_files_and_the_pool_give_the_same_rows_of_runs() -> None:
    files = [FACTS / "runs" / f"{run}.json" for run in ("alder", "birch", "cedar")]
    pooled, read = rows("manual", FACTS, "--by", "run"), rows("manual", FACTS, "--by", "run", "--runs", *files)
    assert [[row[name] for name in ("req_id", "run", "redundancy", "comprehensiveness")] for row in pooled] == [
        [row[name] for name in ("req_id", "run", "redundancy", "comprehensiveness")] for row in read
    ]


def test_the_ranking_is_over_events_009_to_018_unless_all_are_asked_for() -> None:
    refused = cliometer("compat", "crisisfacts", "manual", FACTS, "--by", "ranking")
    assert refused.status == 2 and "--set events=all" in refused.err
    ranked = rows("manual", FACTS, "--by", "ranking", "--set", "events=all")
    assert [row["run"] for row in ranked] == ["birch", "alder", "cedar"]
    assert float(ranked[0]["f1"]) == pytest.approx(2 / (1 / 0.9027777777777777 + 1 / 0.8888888888888888))


@pytest.mark.parametrize(
    ("rule", "request_id", "redundancy", "comprehensiveness"),
    [
        ("redundant=1", "CrisisFACTS-901-r2", 1.0, 5 / 9),
        ("redundant=0", "CrisisFACTS-901-r2", (1 / 2 + 1 / 2 + 1) / 3, 1 / 2),
        ("pool=1", "CrisisFACTS-901-r1", 1.0, 1.0),
        ("repeats=ratio2022", "CrisisFACTS-901-r1", (2 / 3 + 1 + 1) / 3, 5 / 9),
        ("repeats=site2023", "CrisisFACTS-901-r1", (2 / 3 + 2 / 3 + 1 / 2) / 3, 5 / 9),
        ("unjudged=skip", "CrisisFACTS-901-r1", (1 + 2 / 3 + 1) / 3, 5 / 9),
        ("silent=zero", "CrisisFACTS-901-r4", (0.5 + 1 + 0) / 3, 2 / 3),
        ("top=1", "CrisisFACTS-901-r1", 1.0, 1 / 3),
        ("day=accumulated", "CrisisFACTS-901-r2", (3.5 / 4 + 3.5 / 5 + 2 / 3) / 3, (4 / 6 + 4 / 6 + 2 / 6) / 3),
    ],
)
def test_each_rule_of_the_labels_changes_what_it_says(
    rule: str, request_id: str, redundancy: float, comprehensiveness: float
) -> None:
    files = [FACTS / "runs" / f"{run}.json" for run in ("alder", "birch", "cedar")]
    found = {row["req_id"]: row for row in rows("manual", FACTS, "--set", rule, "--runs", *files)}[request_id]
    assert [float(found["redundancy"]), float(found["comprehensiveness"])] == pytest.approx(
        [redundancy, comprehensiveness]
    )


def run(*facts: tuple[str, str, float]) -> FactRun:
    days: dict[str, list[ReportedFact]] = {}
    for request, text, importance in facts:
        days.setdefault(request, []).append(ReportedFact(request, text, importance=importance))
    return FactRun("a", {request: tuple(own) for request, own in days.items()})


EXAMPLE = run(("E-r1", "Road closed.", 0.9), ("E-r1", "Two shelters open", 0.9), ("E-r1", "Wind rises", 0.2))


def test_the_example_of_two_facts_a_day_has_three_of_four_bigrams() -> None:
    text, count = run_text(EXAMPLE, "E", EventDays({"E-r1": 5}), RougeRules(k=2))
    assert (text, count) == ("Road closed. Two shelters open", 2)
    topic = CrisisTopic("E", {"nist.summary": "Two shelters open. Road closed."})
    (row,) = cell_rows({"a": {"E": (text, count)}}, [topic], ["nist"], ["rouge2"], RougeRules())
    assert (row["precision"], row["recall"], row["f1"]) == (0.75, 0.75, 0.75)


TWO = run(("E-r1", "One....", 0.5), ("E-r2", "Two", 0.5), ("E-r9", "Nine", 0.5))


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (RougeRules(), "Two. One.."),
        (RougeRules(dots="keep"), "Two. One...."),
        (RougeRules(order="number"), "One... Two"),
        (RougeRules(days="all"), "One... Two. Nine"),
        (RougeRules(join="blank", dots="keep"), "Two One...."),
        (RougeRules(k="gold"), "Two"),
    ],
)
def test_each_rule_of_the_text_changes_what_it_says(rules: RougeRules, text: str) -> None:
    assert run_text(TWO, "E", EventDays({"E-r2": 1, "E-r1": 0}), rules)[0] == text


def test_an_event_without_the_reference_scores_0_or_has_no_value() -> None:
    zero, missing = (
        rows(*ROUGE[:2], *ROUGE[3:], *LABELS, "--set", f"noreference={rule}")[1] for rule in ("zero", "missing")
    )
    assert (zero["wiki.f1"], missing["wiki.f1"]) == ("0.0", "")
    assert zero["nist.f1"] == missing["nist.f1"] != ""


def test_a_summary_of_the_topics_may_stand_in_place_of_a_run() -> None:
    types = ("--type", "rouge1", "--type", "rougeL")
    found = rows("rouge", "nist", "--topics", FACTS / "topics.json", "--reference", "nist", *types)
    assert [row["rouge1.nist.f1"] for row in found] == ["1.0", "1.0"] == [row["rougeL.nist.f1"] for row in found]


def test_the_table_by_run_is_the_mean_over_events() -> None:
    cells = rows(*ROUGE, *LABELS, "--reference", "nist", "--by", "cell")
    (alder, cedar) = rows(*ROUGE, *LABELS, "--reference", "nist", "--by", "run")
    own = [float(row["f1"]) for row in cells if row["run"] == "alder"]
    assert float(alder["nist.f1"]) == pytest.approx(sum(own) / 2)
    assert cedar["run"] == "cedar"


def test_json_has_the_rules_and_all_rows() -> None:
    done = cliometer("compat", "crisisfacts", "manual", FACTS, "--json", "--year", 2022)
    document = json.loads(done.out)
    assert (document["year"], document["rules"]["repeats"], document["rules"]["top"]) == (2022, "ratio2022", "gold")
    assert len(document["scores"]) == 4


@pytest.mark.parametrize("tool", RULES)
def test_every_rule_takes_the_values_that_help_names(tool: str) -> None:
    for rules in RULES[tool].values():
        for field in settings_of(rules):
            assert getattr(rules, field.name) in [field.metadata["parse"](text) for text in
                                                  (*spellings(field), str(getattr(rules, field.name)))]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("manual", FACTS, "--set", "pool"), "expected RULE=VALUE"),
        (("manual", FACTS, "--set", "k=3"), "unknown rule 'k'"),
        (("manual", FACTS, "--set", "pool=none"), "--set pool=none: expected a whole number"),
        (("manual", FACTS, "--by", "event"), "unknown table of manual"),
        (("manual", FACTS / "pool"), "no labels"),
        (("rouge", FACTS / "runs/alder.json"), "--topics FILE"),
        ((*ROUGE, "--reference", "ics"), "unknown reference 'ics'"),
        (ROUGE, "--labels FILE, or write --set days=all"),
        ((*ROUGE, "--year", 2022), "--facts FILE, or write --set k=32"),
        ((*ROUGE[:2], *ROUGE[1:], *LABELS), "the run alder is in another file already"),
    ],
)
def test_what_cannot_be_scored_is_told_in_a_line(words: tuple[object, ...], complaint: str) -> None:
    done = cliometer("compat", "crisisfacts", *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err


def test_days_and_k_of_2022_come_from_its_facts(tmp_path: Path) -> None:
    fact = {"eventID": "CrisisFACTS-901", "event": "Flood", "dateString": "2031-04-02", "dateUnix": 1, "fact": "x",
            "source": ""}  # fmt: skip
    requests = json.loads((FACTS / "requests.json").read_text(encoding="utf-8"))[:3]
    days = {"CrisisFACTS-901-r4": [fact], "CrisisFACTS-901-r1": [fact, fact]}
    event = {"event": "Flood", "eventID": "CrisisFACTS-901", "summaryRequests": requests, "factsByRequest": days,
             "allFacts": []}  # fmt: skip
    (tmp_path / "facts.json").write_text(json.dumps([event]), encoding="utf-8")
    found = rows(*ROUGE, "--year", 2022, "--facts", tmp_path / "facts.json", "--type", "rouge2", "--by", "cell")
    assert [(row["run"], row["facts"]) for row in found if row["reference"] == "nist"] == [
        ("alder", "3"), ("alder", "0"), ("cedar", "3"), ("cedar", "0"),
    ]  # fmt: skip
