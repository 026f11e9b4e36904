"""Equal to what the released code of six projects computes: scores, means, lengths, drops and refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.engine.protocols.comparison import ProtocolComparison
from cliometer.engine.results import Results
from cliometer.errors import InputError
from tests.protocol_cases import METRICS, REFUSALS, SIDES, case_name, gold_of, run_of, variants
from tests.shared import SHARED, needs, parity
from tools import protocol_table

HERE = (SHARED / "parity" / "protocols.json").exists()
CASES = [each for case in (parity("protocols.json")["cases"] if HERE else ()) for each in variants(case)]


def scored(case: Any, protocol: str) -> Results:
    padding = case.get("options", {}).get("chinese-tls", {}).get("pad", 63) if protocol == "chinese-tls" else 0
    return cliometer.score({"run": run_of(case)}, gold_of(case, padding), protocol=protocol, missing="zero")


def task(expected: Mapping[str, Any]) -> str:
    """Our name of a task: references are counted from 1."""
    return f"{expected['topic']}/{expected['reference'] + 1}" if "reference" in expected else str(expected["topic"])


def numbers(expected: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Our metric and their numbers, for each metric of a task or a mean."""
    for name, sides in expected.get("rouge", expected).items():
        if name in SIDES:
            yield f"align+m1(rouge={SIDES[name]})", sides
        elif name in METRICS:
            yield from ((f"{METRICS[name]}(rouge={SIDES[side]})", found) for side, found in sides.items())
    yield "date", expected["dates"] if "dates" in expected else expected["date_score"]


def same(found: Mapping[str, float | None], expected: Mapping[str, float], f: str) -> bool:
    pairs = [(found["precision"], expected["precision"]), (found["recall"], expected["recall"])]
    return all(a is not None and abs(a - b) <= 1e-12 for a, b in (*pairs, (found[f], expected["f_score"])))


def check_tasks(results: Results, expected: Mapping[str, Mapping[str, Any]]) -> None:
    rows = {(row.topic, row.metric): results.numbers(row) for row in results.rows}
    pairs = {(name, metric): sides for name, each in expected.items() for metric, sides in numbers(each)}
    assert rows.keys() == pairs.keys()
    assert [key for key, sides in pairs.items() if not same(rows[key], sides, "f")] == []


def check_means(results: Results, expected: Mapping[str, Any]) -> None:
    means = {mean.metric: mean.numbers for mean in results.means()}
    pairs = dict(numbers(expected))
    assert means.keys() == pairs.keys()
    assert [metric for metric, sides in pairs.items() if not same(means[metric], sides, "f_of_means")] == []


@needs("parity", "protocols.json")
@needs("data", "timeline17")
@pytest.mark.parametrize(("case", "protocol", "expected"), CASES, ids=case_name)
def test_scores_means_drops_and_refusals_equal_the_released_code(case: Any, protocol: str, expected: Any) -> None:
    if "exception" in expected:
        with pytest.raises(InputError) as caught:
            scored(case, protocol)
        assert (caught.value.values.get("cause") or caught.value.rule) in REFUSALS[
            expected["message"].partition(",")[0]
        ]
        return
    results = scored(case, protocol)
    assert results.protocol is not None
    [account], limits = results.protocol.accounts, {each.task: each for each in results.protocol.tasks}
    dropped = {each.task for each in results.protocol.outcomes if each.outcome == "dropped"}
    if protocol == "tilse(tasks=joint)":
        check_tasks(results, {name: {k: expected[k][name] for k in ("rouge", "dates")} for name in expected["rouge"]})
        return
    if protocol == "tilse":
        ours = {name: "{}/{}".format(*name.rsplit("_", 1)) for name in expected["rouge"] if name != "average_score"}
        ours = {
            name: f"{task[: task.rindex('/')]}/{int(task[task.rindex('/') + 1 :]) + 1}" for name, task in ours.items()
        }
        check_tasks(results, {ours[name]: {k: expected[k][name] for k in ("rouge", "dates")} for name in ours})
        check_means(results, {k: expected[k]["average_score"] for k in ("rouge", "dates")})
        return
    asked = {task(each): each for each in expected.get("asked_tasks", expected.get("tasks"))}
    if protocol == "chinese-tls":
        assert account.scored == expected["scored_tasks"]
        kept = zip((name for name in asked if name not in dropped), expected["results"], strict=True)
        check_tasks(results, dict(kept))
    else:
        assert dropped == {name for name, each in asked.items() if each.get("dropped")}
        check_tasks(results, {name: each for name, each in asked.items() if not each.get("dropped")})
    assert (account.asked, account.dropped) == (len(asked), len(dropped))
    for name, each in asked.items():
        assert (limits[name].dates, limits[name].sentences) == (each.get("l", each.get("num_dates")), each.get("k"))
        assert "start" not in each or (limits[name].first, limits[name].last) == (each["start"], each["end"])
    check_means(results, expected["average"])


@needs("parity", "protocols.json")
def test_the_text_of_a_direct_baseline_is_read_as_crest_reads_it(tmp_path: Path) -> None:
    baseline = parity("protocols.json")["crest_direct_baseline"]
    for case in baseline["cases"]:
        (tmp_path / "run.txt").write_text(case["text"])
        results = cliometer.score(
            {"run": {"t": tmp_path / "run.txt"}},
            {"t": [baseline["gold"]]},
            protocol="crest(predicted_dates=day, bad_date=drop-entry, texts=split)",
        )
        means = {mean.metric: mean.numbers for mean in results.means()}
        assert [metric for metric, sides in numbers(case) if not same(means[metric], sides, "f_of_means")] == []


@pytest.fixture(scope="module")
def table() -> ProtocolComparison:
    """The eleven runs of docs/protocols.md under all protocols."""
    return protocol_table.comparison()


@needs("parity", "protocols.json")
@needs("data", "timeline17")
def test_the_table_of_the_page_on_protocols_is_the_one_that_is_computed() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocols.md").read_text(encoding="utf-8")
    assert "\n".join(protocol_table.lines()) in page


@needs("parity", "protocols.json")
@needs("data", "timeline17")
def test_the_table_of_eleven_runs_equals_the_released_code(table: ProtocolComparison) -> None:
    names = {"align+m1(rouge=1)": "rouge_1", "align+m1(rouge=2)": "rouge_2", "date": "dates"}
    rows = {row["run"]: row["expected"] for row in parity("protocols.json")["table"]["rows"]}
    for score in table.scores:
        expected = rows[score.system][score.protocol.partition("(")[0]]
        if "exception" in expected:
            assert (score.f, score.refused) in [
                (None, rule) for rule in REFUSALS[expected["message"].partition(",")[0]]
            ]
        else:
            found = {"precision": score.precision, "recall": score.recall, "f": score.f}
            assert same(found, expected[names[score.metric]], "f"), score
    assert len(table.scores) == 11 * 6 * 3


@needs("parity", "protocols.json")
@needs("data", "timeline17")
def test_news_tls_and_chronos_order_pairs_of_runs_differently_as_the_facts_count(table: ProtocolComparison) -> None:
    changes = Counter(change.metric for change in table.changes if change.protocol == "chronos")
    assert changes == {"align+m1(rouge=1)": 13, "align+m1(rouge=2)": 13, "date": 4}
    first = min((each for each in table.scores if each.protocol == "chronos"), key=lambda each: each.rank or 99)
    assert first.system == "S9 bestds, two topics empty"
    steps = {
        (each.rule, each.system): each.f for each in table.steps if (each.protocol, each.metric) == ("chronos", "date")
    }
    assert steps["predicted_repeated", "S1 bestds"] == pytest.approx(0.466, abs=5e-4)
    assert steps["mean", "S1 bestds"] == pytest.approx(0.6115, abs=5e-5)
    assert steps["tasks", "S1 bestds"] == pytest.approx(0.650, abs=5e-4)
