"""Evaluations against sources: what is noted, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from cliometer.engine.evaluation import Allowance, Evaluation
from cliometer.engine.file_evaluation import kind_of_gold
from cliometer.engine.results import Results
from cliometer.errors import UsageError
from cliometer.metrics.catalogue import measurable
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.documents import Background, SourceText, SummaryText, WordForm

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
