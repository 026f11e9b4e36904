"""The whole experiment: no leak between folds, ranks, correlations, people, and its folder, whole or not at all."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

from cliometer.engine.score_grid import ScoreColumn
from cliometer.errors import CliometerError, InputError
from cliometer.experiments.experiment import MicroblogResults, run_microblog, write_folder
from cliometer.experiments.microblog_plan import MicroblogPlan, PlannedSystem
from cliometer.experiments.microblog_record import ExperimentRecord, MeasureStanding, standing_of
from cliometer.metrics.rouge.api import rouge
from cliometer.model.judgements import ScoreTable
from tests.unit.experiments.microblog_topics import TOPICS, write_topics, write_votes

SYSTEMS = (
    PlannedSystem("centroid", ("threshold=0:1:0.1",)),
    PlannedSystem("sumbasic"),
    PlannedSystem("hybrid", ("threshold=0:1:0.25", "minimum=0:20:4")),
)


def plan_of(topics: Path, **more: object) -> MicroblogPlan:
    plan = MicroblogPlan(topics=str(topics), k=3, folds=3, metrics=("jsd", "fotw"), systems=SYSTEMS)
    return replace(plan, **more)  # type: ignore[arg-type]


Rows = list[list[float]]


def table_of(**tables: Rows) -> tuple[ScoreTable, list[str], list[str]]:
    """Scores by measure of systems x topics, NaN where there is none, with the names of both."""
    rows = next(iter(tables.values()))
    systems, topics = [f"s{i}" for i in range(len(rows))], [f"t{i}" for i in range(len(rows[0]))]
    cells = {
        (name, system, topic): value
        for name, table in tables.items()
        for system, row in zip(systems, table, strict=True)
        for topic, value in zip(topics, row, strict=True)
    }
    return ScoreTable({key: v for key, v in cells.items() if not np.isnan(v)}, {}, "a test"), systems, topics


def standings(significance: float, **tables: Rows) -> list[MeasureStanding]:
    scores, systems, topics = table_of(**tables)
    return [standing_of(ScoreColumn(n, scores, n), systems, topics, significance) for n in tables]


def column(found: MicroblogResults, measure: str) -> dict[str, list[float]]:
    """Of each system, the scores by topic."""
    return {
        system: [found.scores.scores[measure, system, topic] for topic in TOPICS] for system in found.record.systems
    }


def test_each_summary_is_that_of_the_setting_chosen_on_the_other_folds(tmp_path: Path) -> None:
    found = run_microblog(plan_of(write_topics(tmp_path / "posts")))
    assert list(found.summaries) == ["centroid", "sumbasic", "hybrid"]
    for name, tuning in found.tunings.items():
        assert tuple(found.summaries[name]) == TOPICS
        for fold in tuning.folds:
            for topic in fold.topics:
                assert found.scores.scores["jsd", name, topic] == pytest.approx(fold.losses[topic])
    assert sorted(topic for fold in found.folds for topic in fold) == sorted(TOPICS)


def test_systems_that_do_not_differ_share_a_rank_and_less_divergence_is_better() -> None:
    rows = [[0.1, 0.2, 0.1, 0.21], [0.11, 0.19, 0.12, 0.2], [0.5, 0.61, 0.52, 0.6]]
    low, high = standings(0.05, jsd=rows, cosine=rows)
    names = ("s0", "s1", "s2")
    assert low.ranks is not None and list(map(low.ranks.of, names)) == ["1/2", "1/2", "3"]
    assert high.ranks is not None and list(map(high.ranks.of, names)) == ["2/3", "2/3", "1"]
    assert low.tests[1].p == pytest.approx(scipy.stats.ttest_rel(rows[0], rows[2]).pvalue)
    assert all(test.p_holm >= test.p for test in low.tests)


def test_a_few_topics_give_no_interval_of_agreement(tmp_path: Path) -> None:
    topics = write_topics(tmp_path / "posts")
    for names in (TOPICS[:5], TOPICS):
        found = run_microblog(plan_of(topics, votes=str(write_votes(tmp_path / "votes.csv", names))))
        assert found.record.people is not None
        assert (found.record.people.measures[0].low is None) == (len(names) < 6)


def test_people_are_counted_by_topic_and_measures_set_beside_them(tmp_path: Path) -> None:
    topics = write_topics(tmp_path / "posts")
    found = run_microblog(plan_of(topics, votes=str(write_votes(tmp_path / "votes.csv"))))
    people = found.record.people
    assert people is not None
    assert (people.votes, people.topics) == (54, 6)
    assert people.ranked_pairs == (("centroid",), ("hybrid",), ("sumbasic",))
    assert [(one.order, one.topics) for one in people.orderings] == [(people.ranked_pairs, 6)]
    assert people.first_places == {"centroid": 6.0, "hybrid": 0.0, "sumbasic": 0.0}
    jsd = people.measures[0]
    table = {system: np.array(scores) for system, scores in column(found, "jsd").items()}
    pairs = [("centroid", "hybrid"), ("centroid", "sumbasic"), ("hybrid", "sumbasic")]
    assert jsd.right == sum(int(np.sum(table[a] < table[b])) for a, b in pairs)
    assert jsd.decisions == 18
    assert [name for (name,) in jsd.order] == sorted(table, key=lambda name: float(table[name].mean()))
    assert jsd.low is not None and jsd.high is not None and jsd.share is not None
    assert jsd.low <= jsd.share <= jsd.high


def test_rouge_is_there_where_people_wrote_summaries(tmp_path: Path) -> None:
    topics, references = write_topics(tmp_path / "posts"), tmp_path / "references"
    references.mkdir()
    for topic in TOPICS[:4]:
        (references / f"{topic}.txt").write_text("fire flood storm rescue\nbridge")
    found = run_microblog(plan_of(topics, references=str(references)))
    assert [m.name for m in found.record.measures][2:] == ["rouge1.recall", "rouge1.precision", "rouge1.f"]
    assert [entry.topics for entry in found.record.measures] == [6, 6, 4, 4, 4]
    assert "2 of 6 topics have no references and so no ROUGE" in found.notes
    assert {entry.n for entry in found.record.correlations} == {18, 12}


def test_rouge_reads_stems_and_no_stop_words(tmp_path: Path) -> None:
    topics, references = write_topics(tmp_path / "posts"), tmp_path / "references"
    references.mkdir()
    (references / "alpha.txt").write_text("the fires of the floods")
    found = run_microblog(plan_of(topics, references=str(references)))
    summary = " ".join(found.summaries["centroid"]["alpha"])
    expected = rouge([summary], [["fire flood"]], ["1"], stem=True, stop=True)["1"]
    assert found.scores.scores["rouge1.recall", "centroid", "alpha"] == expected[0] > 0
    assert ("rouge1.recall", "centroid", "bravo") not in found.scores.scores


def test_a_record_is_read_back_from_its_document(tmp_path: Path) -> None:
    topics = write_topics(tmp_path / "posts")
    found = run_microblog(plan_of(topics, votes=str(write_votes(tmp_path / "votes.csv")))).record
    again = ExperimentRecord.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again.to_dict() == found.to_dict()
    assert replace(again, settings={}) == replace(found, settings={})


def test_orderings_are_votes_too(tmp_path: Path) -> None:
    topics, votes = write_topics(tmp_path / "posts"), tmp_path / "orders.csv"
    rows = [f"{topic},sumbasic > centroid > hybrid,2" for topic in TOPICS[:3]]
    votes.write_text("\n".join(["topic,ordering,count", *rows]))
    found = run_microblog(plan_of(topics, votes=str(votes)))
    assert found.record.people is not None
    assert found.record.people.ranked_pairs == (("sumbasic",), ("centroid",), ("hybrid",))
    assert (found.record.people.votes, found.record.people.topics) == (18, 3)
    assert f"{votes}: no votes on 3 of 6 topics" in found.notes


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"folds": 7}, "7 folds need as many topics or more, found 6"),
        ({"metrics": ("jsd(near=2)",)}, "near=DAYS needs dates"),
        ({"k": 26}, "fewer than a summary of k = 26"),
        ({"fingerprint": "0" * 16}, "not those that the plan was made for"),
    ],
)
def test_input_that_does_not_fit_is_found_out_first(tmp_path: Path, change: dict[str, object], complaint: str) -> None:
    with pytest.raises(CliometerError, match=complaint):
        run_microblog(plan_of(write_topics(tmp_path / "posts"), **change), lambda done, total: pytest.fail("it began"))


@pytest.mark.parametrize(
    ("votes", "complaint"),
    [
        ("topic,first,second,preferred\nalpha,lead,random,lead\n", "votes are on lead, random, the experiment"),
        ("topic,first,second,preferred\nalpah,centroid,hybrid,hybrid\n", "did you mean alpha"),
        ("first,second,preferred\ncentroid,hybrid,hybrid\n", "name no topics"),
        ("topic,ordering\nalpha,centroid > hybrid\n", "votes.csv: .* leaves out 'sumbasic'"),
    ],
)
def test_votes_on_other_things_are_refused(tmp_path: Path, votes: str, complaint: str) -> None:
    (tmp_path / "votes.csv").write_text(votes)
    with pytest.raises(CliometerError, match=complaint):
        run_microblog(plan_of(write_topics(tmp_path / "posts"), votes=str(tmp_path / "votes.csv")))


def test_one_topic_and_an_empty_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CliometerError, match="holds one topic, alpha"):
        run_microblog(plan_of(write_topics(tmp_path / "one", TOPICS[:1])))
    (write_topics(tmp_path / "empty") / "bravo.jsonl").write_text("")
    with pytest.raises(CliometerError, match=r"bravo\.jsonl"):
        run_microblog(plan_of(tmp_path / "empty"))


FILES = {"plan.toml": "a = 1\n", "summaries/s/t.txt": "text\n"}


def everything(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_all_files_are_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_folder(tmp_path / "x", FILES)
    assert everything(tmp_path) == {f"x/{name}": text for name, text in FILES.items()}


@pytest.mark.parametrize("failing", ["write_bytes", "rename"])
def test_a_failure_leaves_what_stood_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    write_folder(tmp_path / "x", FILES)
    real, calls = os.rename, []

    def refuse(*args: object) -> None:
        raise OSError(28, "No space left on device")

    def second_fails(source: Path, target: Path) -> None:
        calls.append(source)
        if len(calls) == 2:
            refuse()
        real(source, target)

    if failing == "rename":
        monkeypatch.setattr(os, "rename", second_fails)
    else:
        monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(InputError, match="No space left"):
        write_folder(tmp_path / "x", {"plan.toml": "b"}, force=True)
    assert everything(tmp_path) == {f"x/{name}": text for name, text in FILES.items()}
