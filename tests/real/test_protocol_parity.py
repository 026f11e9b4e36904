"""Equal to what the released code of six projects computes: scores, means, drops and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import cliometer
from cliometer.engine.results import Results
from cliometer.errors import InputError
from tests.protocol_cases import METRICS, gold_of, run_of
from tests.shared import SHARED, needs, parity

HERE = (SHARED / "parity" / "protocols.json").exists()
SIDES = {"rouge_1": "1", "rouge_2": "2"}
# What ends a run, or drops a task, in their code: the last frame of the exception, and our rule for it.
RULES = {
    "ParserError": "protocol-gold-date",
    "argmin of an empty": "protocol-prediction-empty",
    "not enough values": "protocol-gold-date",
    "does not match format": "protocol-gold-date",
    "month must be in": "protocol-date",
    "float division by zero": "protocol-task-missing",
}


def cases() -> Iterator[Any]:
    for case in parity("protocols.json")["cases"] if HERE else ():
        for protocol, expected in case["expected"].items():
            if case.get("options", {}).get(protocol, {}).get("extension") == 7:
                yield case, f"{protocol}(given_span=week)", expected
            elif protocol in ("llm-tls", "crest"):
                yield case, protocol, expected["cleaned"] if expected["cleaned"] != "same" else expected["as_given"]
                yield case, f"{protocol}(texts=strip)", expected["as_given"]
            elif protocol == "tilse":
                yield case, protocol, expected["each_reference"]
                if "joint" in expected:
                    yield case, "tilse(tasks=joint)", expected["joint"]
            else:
                yield case, protocol, expected


def scored(case: Any, protocol: str) -> Results:
    padding = case.get("options", {}).get("chinese-tls", {}).get("pad", 63) if protocol == "chinese-tls" else 0
    return cliometer.score({"run": run_of(case)}, gold_of(case, padding), protocol=protocol, missing="zero")


def _task(topic: str, reference: str | int) -> str:
    return f"{topic}/{int(reference) + 1}"


def numbers(expected: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Our metric and their numbers, for each metric of a task or a mean."""
    rouge = expected.get("rouge", expected)
    for name, sides in rouge.items():
        if name in SIDES:
            yield f"align+m1(rouge={SIDES[name]})", sides
        elif name in METRICS:
            yield from ((f"{METRICS[name]}(rouge={SIDES[side]})", found) for side, found in sides.items())
    dates = expected.get("dates", expected.get("date_score"))
    if dates is not None:
        yield "date", dates


def same(found: Mapping[str, float | None], expected: Mapping[str, float], f: str) -> bool:
    pairs = [(found["precision"], expected["precision"]), (found["recall"], expected["recall"])]
    return all(a is not None and abs(a - b) <= 1e-12 for a, b in (*pairs, (found[f], expected["f_score"])))


def check_tasks(results: Results, tasks: Mapping[str, Mapping[str, Any]]) -> None:
    assert set(results.topics) == set(tasks)
    for task, expected in tasks.items():
        for metric, theirs in numbers(expected):
            row = next(row for row in results.rows if (row.topic, row.metric) == (task, metric))
            assert same(results.numbers(row), theirs, "f"), (task, metric)


def check_means(results: Results, expected: Mapping[str, Any]) -> None:
    means = {mean.metric: mean.numbers for mean in results.means()}
    pairs = list(numbers(expected))
    assert {metric for metric, _ in pairs} == set(means)
    for metric, theirs in pairs:
        assert same(means[metric], theirs, "f_of_means"), metric


@needs("parity", "protocols.json")
@pytest.mark.parametrize(
    ("case", "protocol", "expected"),
    list(cases()),
    ids=lambda value: value if isinstance(value, str) else value.get("id", ""),
)
def test_scores_means_drops_and_refusals_equal_the_released_code(case: Any, protocol: str, expected: Any) -> None:
    if "exception" in expected:
        with pytest.raises(InputError) as caught:
            scored(case, protocol)
        rule = next((rule for mark, rule in RULES.items() if mark in expected["exception"] + expected["message"]), None)
        refusal = caught.value
        assert refusal.rule == "protocol-gold-date" or refusal.rule == "protocol-refuses"
        found = refusal.values.get("rule", refusal.rule)
        assert (
            found == rule
            if rule
            else found
            in ("protocol-nothing-to-count", "protocol-prediction-empty", "protocol-date", "protocol-gold-date")
        )
        return
    results = scored(case, protocol)
    assert results.protocol is not None
    [account] = results.protocol.accounts
    limits = {each.task: each for each in results.protocol.tasks}
    if protocol.startswith("tilse"):
        joint = "joint" in protocol
        names = {
            name: name if joint else _task(*name.rsplit("_", 1))
            for name in expected["rouge"]
            if name != "average_score"
        }
        tasks = {
            ours: {"rouge": expected["rouge"][name], "dates": expected["dates"][name]} for name, ours in names.items()
        }
        check_tasks(results, tasks)
        if not joint:
            check_means(
                results, {"rouge": expected["rouge"]["average_score"], "dates": expected["dates"]["average_score"]}
            )
        return
    if protocol == "chinese-tls":
        asked = [_task(each["topic"], each["reference"]) for each in expected["asked_tasks"]]
        dropped = {each.task for each in results.protocol.outcomes}
        assert (account.asked, account.scored) == (len(asked), expected["scored_tasks"])
        kept = [task for task in asked if task not in dropped]
        check_tasks(results, dict(zip(kept, expected["results"], strict=True)))
        given = {_task(each["topic"], each["reference"]): each for each in expected["asked_tasks"]}
    else:
        given = {
            _task(each["topic"], each["reference"]) if "reference" in each else each["topic"]: each
            for each in expected["tasks"]
        }
        check_tasks(results, {task: each for task, each in given.items() if not each.get("dropped")})
        dropped = {task for task, each in given.items() if each.get("dropped")}
        assert {each.task for each in results.protocol.outcomes if each.outcome == "dropped"} == dropped
    for task, each in given.items():
        ours = limits[task]
        assert ours.dates == each.get("l", each.get("num_dates"))
        assert (
            ours.sentences == each.get("k")
            and (ours.first, ours.last) == (each.get("start"), each.get("end"))
            or ("start" not in each and ours.sentences == each.get("k"))
        )
    check_means(results, expected["average"])
