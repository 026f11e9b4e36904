"""The court on every kind of gold: what is changed, by which trials, and how one value is judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cliometer.court.perturbation import Expectation
from cliometer.court.trials import chosen_trials, parse_trial, tasks_of, try_metrics
from cliometer.court.verdicts import Means, judge
from cliometer.errors import InputError
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.documents import SourceText
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.nuggets import Update
from tests.unit.cli.cliometer_command import DEMO, Finished, cliometer

UPDATES = tuple(Update("d", str(place), 1_000_000 + 3600 * place, 1.0) for place in range(4))
RANKING = Extract(tuple(ExtractItem(id, score=s) for id, s in (("a", 3), ("b", 2), ("c", 1))), ranked=True)

A_SET = Extract((ExtractItem("a"), ExtractItem("b")))


def variants(trial: str, answer: Any, **others: Any) -> list[Any]:
    return tasks_of({"own": answer, **others})[0].variants(parse_trial(trial))


def test_the_order_of_a_set_means_nothing() -> None:
    assert variants("reverse", A_SET) == variants("shuffle", A_SET) == []


def test_updates_move_on_by_days_and_change_their_times() -> None:
    (later,) = variants("shift(days=1)", UPDATES)
    assert [after.time - before.time for before, after in zip(UPDATES, later, strict=True)] == [86400] * 4
    for mixed in variants("shuffle", UPDATES):
        assert [one.id for one in mixed] == [one.id for one in UPDATES]
        assert sorted(one.time for one in mixed) == [one.time for one in UPDATES]
        assert all(one.time != own.time for one, own in zip(mixed, UPDATES, strict=True))


def test_updates_are_repeated_cut_and_mixed_with_those_of_another_topic() -> None:
    assert variants("repeat", UPDATES) == [tuple(one for one in UPDATES for _ in range(2))]
    assert variants("truncate", UPDATES) == [UPDATES[:2]]
    strange = (Update("x", "0", 5, 1.0),)
    assert variants("concatenate", UPDATES, other=strange) == [UPDATES + strange]


def test_trials_that_make_no_sense_for_an_answer_change_nothing() -> None:
    (task,) = tasks_of({"own": RANKING})
    names = {trial.name for trial in chosen_trials(None) if task.variants(trial)}
    assert names == {"remove", "reverse", "shuffle", "truncate"}


BOTH, ONE = Expectation("falls", "falls"), Expectation("holds", "falls")


def test_a_loss_that_holds_where_it_should_is_no_fault() -> None:
    held = Means(None, None, -0.3, True)
    assert judge(Expectation("holds", "holds"), held, held).passes
    worse = judge(Expectation("holds", "holds"), held, Means(None, None, -0.6, True))
    assert str(worse) == "fails: punishes what should not matter, loses 50 % of its value"


def court(gold: str, run: object, *words: object) -> Finished:
    return cliometer("court", "metrics", DEMO / gold, "--systems", run, *words, "--json")


def verdicts(done: Finished) -> dict[str, str]:
    assert done.status == 0, done.err
    return {row["trial"]: row["verdict"] for row in json.loads(done.out)["rows"]}


def test_divergence_from_sources_is_tried_with_timelines_and_is_blind_to_dates() -> None:
    found = verdicts(court("articles", DEMO / "runs" / "lead", "-m", "jsd"))
    assert found["shift(days=5)"] == "fails: blind, the value does not move"
    assert found["nonsense"] == found["truncate"] == "passes"
    near = verdicts(court("articles", DEMO / "runs" / "lead", "-m", "jsd(near=2)", "-t", "shift(days=5)"))
    assert near == {"shift(days=5)": "passes"}


def test_units_are_tried_with_what_a_system_selected(tmp_path: Path) -> None:
    assert cliometer("summarise", DEMO / "units", "-o", tmp_path).status == 0
    done = court("units", tmp_path / "baseline-1.json", "-m", "pyramid")
    assert {name for name, said in verdicts(done).items() if said == "passes"} == {"remove", "truncate"}
    assert "uniform make no sense for extracts and are left out" in done.out


def test_judged_events_are_tried_with_a_ranking() -> None:
    done = court("events", DEMO / "rankings" / "first.json", "-m", "nu")
    assert verdicts(done)["reverse"] == "fails: blind, no side moves"
    assert json.loads(done.out)["rows"][0]["delta_precision"] is not None


def test_nuggets_are_tried_with_runs_of_updates() -> None:
    done = court("nuggets", DEMO / "nuggets" / "runs.txt", "-m", "ts", "-m", "ts(of=verbosity)")
    found = json.loads(done.out)["rows"]
    late = {row["metric"]: row["verdict"] for row in found if row["trial"] == "shift(days=1)"}
    assert late == {"ts": "passes", "ts(of=verbosity)": "fails: blind, the value does not move"}
    assert {row["tasks"] for row in found if row["trial"] == "shift(days=1)"} == {4}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((DEMO / "articles", "-m", "jsd"), "name what a system answered: --systems RUN"),
        (
            (DEMO / "events", "--systems", DEMO / "rankings" / "first.json", "-t", "merge"),
            "merge can change none of the extracts that were given (1)",
        ),
        ((DEMO / "articles", "--systems", DEMO / "runs" / "lead", "-m", "jsd", "--preset", "modern"), "preset"),
    ],
)
def test_what_cannot_be_tried_ends_with_one_line(words: tuple[object, ...], complaint: str) -> None:
    done = cliometer("court", "metrics", *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err


def test_an_answer_that_nothing_changes_is_refused() -> None:
    gold = Corpus({"storm": (SourceText(("Storm nears",)),)}, ()).topics()
    with pytest.raises(InputError, match="merge can change none of the texts"):
        try_metrics({"storm": "Storm nears"}, ["jsd"], ["merge"], gold=gold)
