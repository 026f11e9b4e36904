"""Evaluations against content units, judged events, nuggets and sources."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from cliometer.engine.evaluation import Allowance, Evaluation
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.engine.results import Results
from cliometer.errors import InputError, UsageError
from cliometer.metrics.catalogue import measurable
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.documents import Background, SourceText, SummaryText, WordForm
from tests.unit.cli.cliometer_command import DEMO

UNITS, EVENTS, NUGGETS = DEMO / "units", DEMO / "events" / "berlin-wall.json", DEMO / "nuggets"


def written(folder: Path, name: str, extracts: object) -> Path:
    path = folder / name
    path.write_text(json.dumps(extracts), encoding="utf-8")
    return path


def test_sentences_are_what_a_plain_list_of_events_names(tmp_path: Path) -> None:
    run = tmp_path / "lead.txt"
    run.write_text("berlin-wall/01/s5\n", encoding="utf-8")
    (mean,) = FileEvaluation([run], [EVENTS]).run().means()
    assert (mean.metric, mean.precision) == ("nu", 1.0)
    assert 0 < (mean.recall or 0) < 1


def test_each_reference_alone_is_for_timelines() -> None:
    with pytest.raises(UsageError, match="--per-reference is for timelines"):
        FileEvaluation([NUGGETS / "runs.txt"], [NUGGETS], per_reference=True).run()


def test_a_topic_that_is_answered_twice_is_an_error(tmp_path: Path) -> None:
    extract = {"topic": "apollo-13", "items": []}
    run = tmp_path / "twice.jsonl"
    run.write_text(f"{json.dumps(extract)}\n{json.dumps(extract)}\n", encoding="utf-8")
    with pytest.raises(InputError, match="topic apollo-13 is answered twice by twice"):
        FileEvaluation([run], [UNITS]).run()


def test_an_unknown_id_is_refused_with_file_and_item(tmp_path: Path) -> None:
    run = written(tmp_path, "x.json", {"topic": "apollo-13", "items": ["apollo-13/01/e1", "apollo-13/01/e999"]})
    with pytest.raises(InputError, match=r"x\.json:1: items\[1\]: .*unknown mention 'apollo-13/01/e999'"):
        FileEvaluation([run], [UNITS]).run()


def test_a_bare_list_of_sentences_is_read_as_sentences_with_a_note(tmp_path: Path) -> None:
    bare = written(tmp_path, "bare.json", ["apollo-13/01/s1"])
    said = written(tmp_path, "said.json", {"of": "sentences", "items": ["apollo-13/01/s1"]})
    results = FileEvaluation([bare, said], [UNITS], ["pyramid"]).run()
    assert results.rows[0].score == results.rows[1].score
    assert f"{bare}: its ids are those of sentences of apollo-13, and were read as such" in results.notes


def test_a_run_in_two_files_of_nuggets_is_refused(tmp_path: Path) -> None:
    copy = shutil.copy(NUGGETS / "runs.txt", tmp_path / "copy.txt")
    with pytest.raises(InputError, match=r"copy\.txt: the run demo \w+ stands in .*runs\.txt already"):
        FileEvaluation([NUGGETS / "runs.txt", Path(copy)], [NUGGETS]).run()


def test_of_two_files_of_updates_a_note_says_which_was_read(tmp_path: Path) -> None:
    folder = shutil.copytree(NUGGETS, tmp_path / "gold")
    shutil.copy(folder / "updates.tsv", folder / "updates_sampled.tsv")
    notes = FileEvaluation([NUGGETS / "runs.txt"], [folder], ["ts"]).run().notes
    assert notes[0].startswith(f"{folder}: updates.tsv was read and updates_sampled.tsv left out")


def test_topics_of_the_other_kind_are_noted(tmp_path: Path) -> None:
    gold = [UNITS / "apollo-13.json", EVENTS]
    run = written(tmp_path, "run.json", {"topic": "apollo-13", "items": []})
    assert "not scored: topics with judged events (-m nu): berlin-wall" in FileEvaluation([run], gold).run().notes


def test_runs_that_answer_both_kinds_are_refused(tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    run.write_text('{"topic": "apollo-13", "items": []}\n{"topic": "berlin-wall", "items": []}\n')
    with pytest.raises(UsageError, match="score them apart"):
        FileEvaluation([run], [UNITS / "apollo-13.json", EVENTS]).run()


STORM, MARKETS = (SourceText(("storm nears coast",)),), (SourceText(("markets rise",)),)
Documents = Mapping[str, tuple[SourceText, ...]]
BOTH: Documents = {"storm": STORM, "markets": MARKETS}
Runs = Mapping[str, Mapping[str, str]]


def evaluation(runs: Runs, metrics: list[str] | None, documents: Documents = BOTH) -> Evaluation:
    said = {name: {topic: SummaryText.of(text) for topic, text in run.items()} for name, run in runs.items()}
    topics = Corpus(documents).topics()
    allow = Allowance("zero")
    kept, aside = measurable(metrics, "sources", topics)
    return Evaluation(said, topics, kept, "sources", allow=allow, aside=aside)


def results(runs: Runs, metrics: list[str] | None) -> Results:
    return evaluation(runs, metrics).run()


FULL = {"storm": "storm coast", "markets": "markets"}


def test_a_missing_topic_is_noted_with_what_each_metric_makes_of_it() -> None:
    note = results({"a": {"storm": "storm"}}, ["jsd", "fotw(cutoff=0)", "kl"]).notes[0]
    assert note == (
        "a has no summary for markets; scored 0.693 by jsd and 0 by fotw(profile=dunning, cutoff=0), "
        "the worst there is; undefined by kl(direction=input-summary), because there is no worst value"
    )


def test_means_over_other_topics_than_those_of_others_are_noted() -> None:
    notes = results({"a": {"storm": "storm"}, "b": FULL}, ["kl", "jsd", "unigram"]).notes
    assert notes[-1] == (
        "kl(direction=input-summary), unigram: a has no value on markets, where others have one; means over "
        "different topics cannot be compared"
    )


def test_a_topic_that_nobody_has_a_value_on_makes_no_means_uneven() -> None:
    runs = {"a": {"storm": "storm"}, "b": {"storm": "coast"}}
    assert not [note for note in results(runs, ["kl"]).notes if "cannot be compared" in note]


def test_a_background_without_documents_leaves_out_the_usual_cosine() -> None:
    given = Background(WordForm("word", stop=False, tokens=""), {"markets": 3, "storm": 1})
    topics = Corpus({"storm": STORM}, [given]).topics()
    said = {"a": {"storm": SummaryText.of("storm")}}
    kept, aside = measurable(None, "sources", topics)
    found = Evaluation(said, topics, kept, "sources", aside=aside)
    assert [metric.name for metric in found.metrics] == ["jsd", "jsd", "fotw", "topic_tokens"]
    assert "does not have what they need: cosine; add one of counts and documents" in found.run().notes[0]


def test_with_two_topics_nothing_is_left_out() -> None:
    assert len(evaluation({"a": FULL}, None).metrics) == 5
