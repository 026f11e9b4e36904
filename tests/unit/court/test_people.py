"""`cliometer agree people`: pools as test beds, and the agreement of metrics with their assessors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau

import cliometer
from cliometer.court.meta_evaluation import pool_agreement
from cliometer.court.meta_evaluation.judged_pools import BEDS, FactBedTopic
from cliometer.court.meta_evaluation.pool_files import read_pools
from cliometer.engine.evaluation import Evaluation
from cliometer.metrics.catalogue import TILSE, parse
from cliometer.model.notes import Note
from cliometer.reporting.chapters import result_section
from cliometer.reporting.document import Figure
from tests.pools import START, crisis_folder, pool_json, topic, trec_folder
from tests.unit.cli.cliometer_command import cliometer as command

METRICS = ["concat(rouge=2)", "tally"]


@pytest.fixture
def trec(tmp_path: Path) -> Path:
    return trec_folder(tmp_path / "trec", topic("T1"), topic("T2", good=40, bad=70))


@pytest.fixture
def crisis(tmp_path: Path) -> Path:
    return crisis_folder(tmp_path / "crisis", days=3)


def bed_topic(path: Path, place: int = 0) -> Any:
    return read_pools([path], [])[0].topics[place]


def test_beds_are_what_they_are_called(trec: Path) -> None:
    two = bed_topic(trec, 1)
    size = [sum(map(len, system.timeline.values())) for system in two.simulated(BEDS["same-length"])[0]]
    assert set(size) == {40}
    known = {text.time for text in (*two.good, *two.bad)} | {time for _, time in two.foreign}
    assert all(time in known for place in range(60) for _, time in two._pushed(BEDS["on-time"], 5, place))
    late = [two._pushed(BEDS["mixed"], 1, place) for place in range(60)]
    assert 15 < sum(any(time not in known for _, time in lines) for lines in late) < 45
    sizes = [len(lines) for lines in late]
    assert 10 <= min(sizes) < 20
    assert 60 < max(sizes) <= 100
    assert late[7] == bed_topic(trec, 1)._pushed(BEDS["mixed"], 1, 7) != two._pushed(BEDS["mixed"], 2, 7)


SIMULATED = """import pathlib, sys
from cliometer.court.meta_evaluation import judged_pools, pool_files
(pool,) = pool_files.read_pools([pathlib.Path(sys.argv[1])], [])
print([system.yardsticks for system in pool.topics[0].simulated(judged_pools.BEDS["on-time"])[0]])"""


def test_another_hash_seed_changes_no_digit(trec: Path) -> None:
    environments = [{**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed} for seed in "12"]
    command = [sys.executable, "-c", SIMULATED, str(trec)]
    first, second = (subprocess.check_output(command, env=environment) for environment in environments)
    assert first == second


def test_texts_of_other_topics_tell_nothing_here(trec: Path) -> None:
    one = bed_topic(trec)
    assert {text.text.partition(" ")[0] for text, _ in one.foreign} == {"T2"}
    assert all(text.nuggets == () for text, _ in one.foreign)
    times = [text.time for text in one.good]
    assert all(min(times) <= time <= max(times) for _, time in one.foreign)


def test_a_folder_and_json_of_the_same_pool_agree(trec: Path, tmp_path: Path) -> None:
    same = pool_json(tmp_path / "trec.json", topic("T1"), topic("T2", good=40, bad=70))
    first, other = (cliometer.agree_people(path, METRICS, resamples=100).to_dict() for path in (trec, same))
    assert first["agreement"] == other["agreement"]
    assert [bed["bed"] for bed in first["beds"]] == ["mixed", "runs"]


def test_tau_is_that_of_scipy_and_intervals_hold_it(trec: Path) -> None:
    pool = read_pools([trec], [])
    evaluation = Evaluation({}, {}, [parse(name) for name in METRICS], preset=TILSE)
    result = pool_agreement.agree_with_people(pool, evaluation, ["mixed"], pool_agreement.Sampling(0.95, 500, 0))
    groups = pool_agreement._groups((evaluation, ["mixed"]), pool[0].topics[0])["mixed"]
    for row in result["tally"]:
        place = pool_agreement.SIDES.index(row.side)
        taus = [
            kendalltau(*(t[:, place].round(10) for t in (g.given["tally", "metric"], g.human[row.human])))[0]
            for g in groups
        ]
        assert row.by_topic[0] == pytest.approx(np.mean(taus), abs=1e-9)
        assert row.low <= row.tau <= row.high
    new = {(row.metric, row.role): row.tau for row in result.agreement if (row.human, row.side) == ("new", "f")}
    assert new["perfect matcher", "ceiling"] > new["words alone", "floor"]
    pair = result.differences[0]
    assert pair.difference == pytest.approx(new[pair.first, "metric"] - new[pair.second, "metric"])
    assert pair.low <= pair.difference <= pair.high
    assert all(row.p <= row.p_holm for row in result.differences)


def test_draws_of_systems_are_those_of_tau_on_the_drawn_ones() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.integers(5, size=9).astype(float), rng.integers(5, size=9).astype(float)
    times = rng.multinomial(9, [1 / 9] * 9, size=20).astype(np.float32)
    drawn = pool_agreement._tau(pool_agreement._signs(x), pool_agreement._signs(y), times)
    for row, value in zip(times.astype(int), drawn, strict=True):
        assert value == pytest.approx(kendalltau(np.repeat(x, row), np.repeat(y, row))[0], abs=1e-6)


def test_jobs_change_nothing(trec: Path) -> None:
    one, two = (cliometer.agree_people(trec, METRICS, resamples=100, jobs=jobs).to_dict() for jobs in (1, 2))
    assert one == two


def test_an_event_of_crisisfacts_has_simulated_systems_and_runs(crisis: Path) -> None:
    event = bed_topic(crisis)
    assert isinstance(event, FactBedTopic)
    assert (len(event.good), len(event.bad)) == (44, 84)  # the third day has no facts of 2022
    assert [str(day) for day in event.reference.dates] == ["2020-03-01", "2020-03-02"]
    system = event._system([*event.good[:2], event.bad[0]])  # worth .5 and 1, of 2 x (22 - 8 x .5)
    assert system.human["labels"][:2] == pytest.approx((1.5 / 3, 1.5 / 36))
    result = cliometer.agree_people(crisis, METRICS, resamples=100)
    assert {(bed.bed, bed.systems, bed.over) for bed in result.beds} == {
        ("mixed", 180, "systems"),
        ("runs", 3, "systems"),
    }
    assert {row.human for row in result.agreement} == {"labels"}


def damaged(tmp_path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    one = topic()
    change(one)
    return pool_json(tmp_path / "pool.json", one)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda t: [text.update(matches={}) for text in t["texts"]], "pool-topics-missing"),
        (lambda t: [text.update(text=" ") for text in t["texts"]], "pool-topics-missing"),
        (lambda t: t["texts"].pop(3) and t["texts"][0].update(id=t["texts"][1]["id"]), "id-repeated-in"),
        (lambda t: t["texts"][0].update(matches={"n99": []}), "pool-id-unknown"),
        (lambda t: t["runs"].update(even=[["nowhere", START]]), "pool-id-unknown"),
        (lambda t: t["texts"][0].update(time=10**13), "pool-time-out-of-range"),
        (lambda t: t["texts"][0].pop("text"), "member-missing"),
        (lambda t: t["nuggets"][0].update(importance=1e9), "importance-out-of-range"),
    ],
)
def test_a_pool_that_cannot_serve_is_refused_in_a_line(
    change: Callable[[dict[str, Any]], object], rule: str, tmp_path: Path
) -> None:
    path = damaged(tmp_path, change)
    with pytest.raises(cliometer.CliometerError) as caught:
        cliometer.agree_people(path, ["date"], resamples=100)
    assert caught.value.rule == rule
    told = command("agree", "people", path, "-m", "date")
    assert (told.status, told.out, len(told.err.splitlines())) == (2, "", 1)
    assert str(path) in told.err


def test_files_of_a_track_that_lack_something_are_refused(trec: Path, crisis: Path, tmp_path: Path) -> None:
    (trec / "matches.tsv").write_text("query_id\tupdate_id\tnugget_id\tmatch_start\tmatch_end\tauto_p\n")
    (crisis / "facts.json").unlink()
    other = tmp_path / "other.json"
    other.write_text("{}")
    for path, rule in ((trec, "file-holds-no"), (crisis, "pool-reference-missing"), (other, "pool-not-recognised")):
        with pytest.raises(cliometer.CliometerError) as caught:
            cliometer.agree_people(path, ["date"])
        assert caught.value.rule == rule


def test_an_update_without_text_and_a_topic_without_good_ones_are_named(tmp_path: Path) -> None:
    poor, blank = topic("T2"), topic("T1")
    for text in poor["texts"]:
        text["matches"] = {}
    blank["texts"][50]["text"] = " "
    result = cliometer.agree_people(pool_json(tmp_path / "p.json", blank, poor), ["date"], resamples=100)
    notes = {note.rule: note.values for note in result.notes if isinstance(note, Note)}
    assert notes["pool-texts-empty"]["first"] == blank["texts"][50]["id"]
    assert (notes["pool-topic-left-out"]["topic"], notes["pool-topic-left-out"]["good"]) == ("T2", 0)
    assert result.beds[0].topics == ["T1"]


def test_topics_can_be_chosen_and_unknown_ones_are_named(trec: Path) -> None:
    assert cliometer.agree_people(trec, ["date"], topics=["T2"], resamples=100).beds[0].topics == ["T2"]
    with pytest.raises(cliometer.CliometerError, match="unknown topic 'T9'; did you mean T2 or T1"):
        cliometer.agree_people(trec, ["date"], topics=["T9"])


def test_the_chapter_shows_a_panel_a_human_score_with_a_ceiling(trec: Path) -> None:
    section = result_section(cliometer.agree_people(trec, METRICS, beds=["on-time"], resamples=100))
    (figure,) = [block for block in section.sections[0].blocks if isinstance(block, Figure)]
    panels = figure.spec["concat"]
    assert [panel["title"]["text"] for panel in panels] == ["new", "gain", "latency"]
    assert all("ceiling" in json.dumps(panel) for panel in panels)
    assert [row[0] for row in figure.table.rows][:2] == METRICS
