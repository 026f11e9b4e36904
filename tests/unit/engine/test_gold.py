"""Evaluations against content units, judged events, nuggets and sources."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from cliometer.engine.evaluation import Allowance, Evaluation
from cliometer.engine.file_evaluation import FileEvaluation, kind_of_gold
from cliometer.engine.results import Results
from cliometer.errors import CoverageError, InputError, UsageError
from cliometer.metrics.catalogue import lower_is_better, measurable, parse
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.documents import Background, SourceText, SummaryText, WordForm
from cliometer.model.extracts import Extract
from tests.unit.cli.cliometer_command import DEMO, cliometer

UNITS, EVENTS, NUGGETS = DEMO / "units", DEMO / "events" / "berlin-wall.json", DEMO / "nuggets"


def written(folder: Path, name: str, extracts: object) -> Path:
    path = folder / name
    path.write_text(json.dumps(extracts), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("path", "kind"),
    [(UNITS, "units"), (EVENTS, "units"), (NUGGETS, "nuggets"), (DEMO / "references", "references")],
)
def test_gold_is_recognised_by_what_it_holds(path: Path, kind: str) -> None:
    assert kind_of_gold([path]) == kind


def test_a_run_that_selects_everything_earns_all_units(tmp_path: Path) -> None:
    topic = json.loads((UNITS / "apollo-13.json").read_text(encoding="utf-8"))["topics"][0]
    ids = [unit["id"] for unit in topic["units"]]
    run = written(tmp_path, "all.json", [{"topic": "apollo-13", "of": "units", "items": ids}][0])
    (row,) = FileEvaluation([run], [UNITS], ["pyramid(clip=true)"]).run().rows
    assert (row.system, row.topic, row.score.numbers()) == ("all", "apollo-13", {"value": 1.0})


def test_sentences_are_what_a_plain_list_of_events_names(tmp_path: Path) -> None:
    run = tmp_path / "lead.txt"
    run.write_text("berlin-wall/01/s5\n", encoding="utf-8")
    results = FileEvaluation([run], [EVENTS]).run()
    (mean,) = results.means()
    assert (mean.metric, mean.precision) == ("nu", 1.0)
    assert 0 < (mean.recall or 0) < 1


def test_metrics_of_another_gold_are_refused() -> None:
    with pytest.raises(UsageError, match=r"date is measured against timelines .* the gold holds nuggets"):
        FileEvaluation([NUGGETS / "runs.txt"], [NUGGETS], ["date"]).run()


def test_metrics_of_nuggets_are_refused_for_timelines() -> None:
    with pytest.raises(UsageError, match="ts is measured against nuggets"):
        FileEvaluation([DEMO / "runs" / "lead"], [DEMO / "references"], ["ts"]).run()


def test_each_reference_alone_is_for_timelines() -> None:
    with pytest.raises(UsageError, match="--per-reference is for timelines"):
        FileEvaluation([NUGGETS / "runs.txt"], [NUGGETS], per_reference=True).run()


def test_a_topic_that_is_answered_twice_is_an_error(tmp_path: Path) -> None:
    extract = {"topic": "apollo-13", "items": []}
    run = tmp_path / "twice.jsonl"
    run.write_text(f"{json.dumps(extract)}\n{json.dumps(extract)}\n", encoding="utf-8")
    with pytest.raises(InputError, match="topic apollo-13 is answered twice by twice"):
        FileEvaluation([run], [UNITS]).run()


def test_a_topic_that_a_run_lacks_is_an_error_or_scores_0() -> None:
    evaluation, _ = FileEvaluation([NUGGETS / "runs.txt"], [NUGGETS]).read()
    assert isinstance(evaluation, Evaluation)
    topics = evaluation.gold
    first = next(iter(topics))
    runs = {"silent": {first: ()}}
    evaluation = Evaluation(runs, topics, [parse("ts")], "nuggets")
    with pytest.raises(CoverageError, match="silent has no answer for"):
        evaluation.run()
    zero = Evaluation(runs, topics, [parse("ts")], "nuggets", allow=Allowance("zero")).run()
    assert [row.score.numbers()["f"] for row in zero.rows] == [0.0] * len(topics)


def test_an_extract_for_another_topic_is_refused(tmp_path: Path) -> None:
    run = written(tmp_path, "x.json", {"topic": "moon", "items": []})
    with pytest.raises(CoverageError, match="x has no topic in common"):
        FileEvaluation([run], [UNITS]).run()


def test_an_id_that_is_not_in_the_sources_is_refused(tmp_path: Path) -> None:
    run = written(tmp_path, "x.json", {"topic": "apollo-13", "items": ["apollo-13/01/e999"]})
    with pytest.raises(InputError, match="e999"):
        FileEvaluation([run], [UNITS]).run()


def test_the_command_scores_several_runs_of_one_file() -> None:
    done = cliometer("score", NUGGETS / "runs.txt", NUGGETS, "-m", "ts", "-m", "ts(of=gain)", "--json")
    document = json.loads(done.out)
    assert done.status == 0 and {row["system"] for row in document["scores"]} == {"demo/brief", "demo/chatty"}
    assert {tuple(row)[3:] for row in document["scores"]} == {("precision", "recall", "f"), ("value",)}
    assert {tuple(mean)[4:] for mean in document["means"]} == {
        ("precision", "recall", "f_of_means", "mean_of_f"),
        ("value",),
    }


def test_a_table_of_both_kinds_has_dashes_where_a_metric_has_no_such_number() -> None:
    done = cliometer("score", NUGGETS / "runs.txt", NUGGETS, "-m", "ts", "-m", "ts(of=gain)")
    lines = [line.split() for line in done.out.splitlines() if line.startswith("demo/brief")]
    assert [len(line) for line in lines] == [9, 9]
    assert lines[0][-1] == "-" and lines[1][4:8] == ["-"] * 4


def test_extracts_of_no_topic_need_a_file_a_topic(tmp_path: Path) -> None:
    assert Extract(()).topic == ""
    gold = json.loads((UNITS / "apollo-13.json").read_text(encoding="utf-8"))
    second = json.loads(json.dumps(gold))
    second["topics"][0]["id"] = "apollo-14"
    written(tmp_path, "a.json", gold)
    written(tmp_path, "b.json", second)
    runs = tmp_path / "runs"
    runs.mkdir()
    run = written(runs, "mine.json", [])
    with pytest.raises(InputError, match="does not say for which of 2 topics"):
        FileEvaluation([run], [tmp_path / "a.json", tmp_path / "b.json"]).run()
    written(runs, "apollo-13.json", [])
    run.rename(runs / "apollo-14.json")
    results = FileEvaluation([runs], [tmp_path / "a.json", tmp_path / "b.json"]).run()
    assert [(row.system, row.topic) for row in results.rows] == [("runs", "apollo-13"), ("runs", "apollo-14")]


def two_topics(folder: Path, source: Path) -> tuple[Path, str, str]:
    """The gold of a demo topic under its own name and a second one."""
    gold = json.loads(source.read_text(encoding="utf-8"))
    name = gold["topics"][0]["id"]
    gold["topics"] = [gold["topics"][0], gold["topics"][0] | {"id": "second"}]
    return written(folder, "gold.json", gold), name, "second"


@pytest.mark.parametrize(
    ("source", "of", "metric"),
    [(EVENTS, "sentences", "nu"), (UNITS / "apollo-13.json", "units", "scu")],
)
def test_a_missing_topic_scores_0_whatever_the_metric_reads(tmp_path: Path, source: Path, of: str, metric: str) -> None:
    gold, first, _ = two_topics(tmp_path, source)
    run = written(tmp_path, "run.json", {"topic": first, "of": of, "items": []})
    rows = FileEvaluation([run], [gold], [metric], allow=Allowance("zero")).run().rows
    numbers = [row.score.numbers() for row in rows]
    assert len(rows) == 2 and all(found.get("f", found.get("value")) == 0.0 for found in numbers)


def test_an_unknown_id_is_refused_with_file_and_item(tmp_path: Path) -> None:
    run = written(tmp_path, "x.json", {"topic": "apollo-13", "items": ["apollo-13/01/e1", "apollo-13/01/e999"]})
    with pytest.raises(InputError, match=r"x\.json:1: items\[1\]: .*unknown mention 'apollo-13/01/e999'"):
        FileEvaluation([run], [UNITS]).run()


def test_a_metric_that_reads_another_kind_names_itself_and_the_file(tmp_path: Path) -> None:
    run = written(tmp_path, "x.json", {"topic": "apollo-13", "of": "sentences", "items": ["apollo-13/01/s1"]})
    with pytest.raises(InputError, match=r"x\.json: extract of x: it selects sentences; scu reads the units"):
        FileEvaluation([run], [UNITS], ["scu"]).run()


def test_a_bare_list_of_sentences_is_read_as_sentences_with_a_note(tmp_path: Path) -> None:
    bare = written(tmp_path, "bare.json", ["apollo-13/01/s1"])
    said = written(tmp_path, "said.json", {"of": "sentences", "items": ["apollo-13/01/s1"]})
    results = FileEvaluation([bare, said], [UNITS], ["pyramid"]).run()
    assert results.rows[0].score == results.rows[1].score
    assert f"{bare}: its ids are those of sentences of apollo-13, and were read so" in results.notes


def test_a_topic_without_length_is_refused_with_its_file_and_the_remedy(tmp_path: Path) -> None:
    gold = json.loads((UNITS / "apollo-13.json").read_text(encoding="utf-8"))
    del gold["topics"][0]["length"]
    path, run = written(tmp_path, "gold.json", gold), written(tmp_path, "run.json", [])
    with pytest.raises(InputError, match=r'gold\.json: topic apollo-13 has no length n.*add one.*"length": 10'):
        FileEvaluation([run], [path], ["pyramid"]).run()


@pytest.mark.parametrize(
    ("metrics", "lower"),
    [("ts(of=verbosity)", True), ("ts(of=updates)", True), ("ts(of=latency)", False), ("ts", False)],
)
def test_what_costs_the_reader_is_better_the_less(metrics: str, lower: bool) -> None:
    assert lower_is_better(metrics) is lower


def test_a_run_in_two_files_of_nuggets_is_refused(tmp_path: Path) -> None:
    copy = shutil.copy(NUGGETS / "runs.txt", tmp_path / "copy.txt")
    with pytest.raises(InputError, match=r"copy\.txt: the run demo \w+ stands in .*runs\.txt already"):
        FileEvaluation([NUGGETS / "runs.txt", Path(copy)], [NUGGETS]).run()


@pytest.mark.parametrize(
    ("preset", "complaint"), [("modern", "--preset modern is for timelines"), ("x", "unknown preset 'x'")]
)
def test_a_preset_is_refused_for_other_gold(preset: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        FileEvaluation([NUGGETS / "runs.txt"], [NUGGETS], preset=preset).run()
    assert cliometer("score", NUGGETS / "runs.txt", NUGGETS, "--preset", preset).status == 2


def test_scores_of_nuggets_say_how_far_they_can_be_trusted() -> None:
    notes = FileEvaluation([NUGGETS / "runs.txt"], [NUGGETS], ["ts", "ts(of=gain)"]).run().notes
    assert [note for note in notes if "importance 0" in note or "not judged" in note] == [
        "1 nugget of importance 0 or less left out: EG.5",
        "demo/chatty: 1 of 8 updates was not judged; counted as one word without a nugget",
    ]


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


def test_what_is_given_in_the_wrong_place_is_named(tmp_path: Path) -> None:
    units, ranking = UNITS / "apollo-13.json", DEMO / "rankings" / "first.json"
    bare = json.loads(units.read_text(encoding="utf-8"))
    del bare["format"], bare["version"]
    folder = shutil.copytree(NUGGETS, tmp_path / "gold")
    (folder / "matches.tsv").unlink()
    timeline = DEMO / "runs" / "lead"
    cases = [
        (units, ranking, "first.json: holds extracts, what a system selected, where gold is expected"),
        (EVENTS, units, "given for the other? the order is RUN GOLD"),
        (timeline, units, "is a timeline, but units and events are scored with extracts"),
        (ranking, DEMO / "references", "first.json: holds extracts, what a system selected, which cannot be"),
        (units, DEMO / "references", "apollo-13.json: holds content units or judged events, which cannot be"),
        (NUGGETS / "runs.txt", NUGGETS / "nuggets.tsv", "is one of three files of nuggets; name the folder"),
        (NUGGETS / "runs.txt", folder, "expected a file matches.tsv or matches.tsv.gz in it"),
        (ranking, written(tmp_path, "bare.json", bare), 'has no "format"; add "format": "cliometer-units"'),
    ]
    for run, gold, complaint in cases:
        done = cliometer("score", run, gold)
        assert done.status == 2 and complaint in done.err and done.err.count("\n") == 1, done.err


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


def test_where_every_metric_gives_0_the_note_says_so() -> None:
    note = results({"a": {"storm": "storm"}}, ["fotw(cutoff=0)"]).notes[0]
    assert note == "a has no summary for markets; scored 0"


def test_means_over_other_topics_than_those_of_others_are_noted() -> None:
    runs = {"a": {"storm": "storm"}, "b": FULL}
    notes = results(runs, ["kl", "jsd", "unigram"]).notes
    assert notes[-1] == (
        "kl(direction=input-summary), unigram: a has no value on markets, where others have one; means over "
        "different topics cannot be compared"
    )


def test_a_topic_that_nobody_has_a_value_on_makes_no_means_uneven() -> None:
    runs = {"a": {"storm": "storm"}, "b": {"storm": "coast"}}
    assert not [note for note in results(runs, ["kl"]).notes if "cannot be compared" in note]


def test_shares_of_unknown_words_are_noted_in_one_line() -> None:
    said = {"storm": "storm opera", "markets": "markets rise week opera"}
    (note,) = results({"a": said, "b": FULL}, ["unigram"]).notes
    assert note == (
        "unigram: 50.0 % of the summary's words are not in the sources and cost nothing (a on storm and 1 more)"
    )
    (note,) = results({"a": {**said, "storm": "storm storm coast opera"}}, ["unigram"]).notes
    assert "25.0 % to 50.0 % of" in note


def test_the_usual_metrics_that_need_a_background_are_left_out_where_there_is_none() -> None:
    alone = evaluation({"a": {"storm": "storm"}}, None, {"storm": STORM})
    assert list(map(str, alone.metrics)) == ["jsd", "jsd(smoothed=true)"]
    note = alone.run().notes[0]
    assert note.startswith(
        "left out, because with one topic there is no background: cosine, fotw(profile=dunning), topic_"
    )
    assert "--background FILE" in note


def test_a_metric_that_was_asked_for_is_not_left_out() -> None:
    with pytest.raises(UsageError, match="one topic only; name a background"):
        evaluation({"a": {"storm": "storm"}}, ["jsd", "fotw"], {"storm": STORM}).run()


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


@pytest.mark.parametrize(
    ("name", "header", "kind"),
    [
        ("rain.csv", "id,user,text", "sources"),
        ("rain/labelled.csv", "Tweet ID, Tweet Text", "sources"),
        ("rain/a.csv", "date,text", "references"),
        ("rain/ids.csv", "id", "references"),
    ],
)
def test_tables_of_posts_are_sources_and_those_of_days_are_not(
    tmp_path: Path, name: str, header: str, kind: str
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(f"{header}\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("About.", encoding="utf-8")
    assert kind_of_gold([tmp_path]) == kind
