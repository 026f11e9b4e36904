"""Every metric of every kind of gold: scored, explained and compared by the same functions."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cliometer
from cliometer import score
from cliometer.engine.evaluation import Evaluation
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.engine.pair_explanation import explain, explain_files
from cliometer.engine.value_evaluation import named_pair, prepared
from cliometer.errors import UsageError
from cliometer.expressions import settings_of
from cliometer.metrics.base import GOLD_KINDS, Metric, PartsExplanation, Properties, metrics
from cliometer.metrics.catalogue import parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.documents import SourceText
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.facts import FactDay, FactTopic, PooledFact, ReportedFact
from cliometer.model.nugget_banks import BankNugget, BankTopic
from cliometer.model.nuggets import Nugget, NuggetMatch, NuggetTopic, PooledUpdate, Update
from cliometer.model.units import ContentUnit, Contributor, UnitTopic
from cliometer.model.when import When
from tests.spellings import expressions, spelled
from tests.units import group, source, vector

DEMO = Path(cliometer.__file__).parent / "demo"


class Example(NamedTuple):
    """What two systems answer, the gold of the topic, and files of the same kind."""

    answer: Any
    other: Any
    gold: Any
    run: Path
    files: Path
    metric: str


DAY = {"2010-05-27": ["Obama extends the moratorium"], "2010-06-01": ["The well leaks"], "2010-06-03": ["BP cuts"]}
WRITERS = (Contributor("ann", "the war began"), Contributor("bo", "war"))
UNITS = UnitTopic(
    "t",
    (source("a", "A WAR began.", "A PEACE came."),),
    (
        ContentUnit("war", contributors=WRITERS, group=group(e1=1), time=When.parse("1990")),
        ContentUnit("peace", contributors=WRITERS[:1], group=group(e2=0.5)),
    ),
    length=1,
)
UPDATES = (Update("d1", "0", 100, 1.0), Update("d2", "0", 4000, 1.0))
NUGGETS = NuggetTopic(
    "t",
    {"n1": Nugget("n1", 50, 3, "a dam broke"), "n2": Nugget("n2", 60, 1, "two died")},
    {u.id: PooledUpdate(u.id, "The dam broke today", None) for u in UPDATES},
    {"d1-0": (NuggetMatch("d1-0", "n1", 4, 13),)},
)
BANK = BankTopic(
    "t",
    (
        BankNugget("a dam broke", "vital", date=When.parse("2010-05-27")),
        BankNugget("two died", "okay", date=When.parse("2010-05-28")),
    ),
)
ANSWER = (
    BankNugget("a dam broke", "vital", "support", told=When.parse("2010-05-27")),
    BankNugget("two died", "okay", "partial_support", told=When.parse("2010-05-30")),
)
FACTS = FactTopic(
    "E",
    (
        FactDay(
            "E-r1",
            (PooledFact("f1", "A dam broke.", ("E-r1-a-0000",), 1.0), PooledFact("f2", "Two died.", (), 0.5)),
            {"f1": ("USEFUL_FACT", "POOR_FACT", "LAGGED_FACT"), "f2": ("USEFUL_FACT",)},
        ),
    ),
)
STORM = (
    SourceText(("A storm nears the coast.", "The storm brings floods.") * 9, When.parse("2010-05-26")),
    SourceText(("Storm floods coast.",) * 9 + ("Rescuers save forty penguins.",), When.parse("2010-05-27")),
)
MARKETS = tuple(SourceText((text,) * 9) for text in ("Markets rise for a week.", "Banks gain as markets rise."))
EXAMPLES = {
    "references": Example(
        DAY, {}, DAY, DEMO / "runs/lead/apollo-13.txt", DEMO / "references/apollo-13/almanac.txt", "align+m1"
    ),
    "units": Example(
        Extract((ExtractItem("war", text="a war", date=When.parse("1990")),), of="units"),
        Extract(()),
        UNITS,
        DEMO / "runs/lead",
        DEMO / "units",
        "pyramid",
    ),
    "events": Example(
        Extract(tuple(map(ExtractItem, ("n/s1", "n/s2", "n/s3"))), of="sentences"),
        Extract(()),
        vector(),
        DEMO / "rankings/first.json",
        DEMO / "events/berlin-wall.json",
        "nu",
    ),
    "nuggets": Example(UPDATES, (), NUGGETS, DEMO / "nuggets/runs.txt", DEMO / "nuggets", "ts"),
    "banks": Example(ANSWER, (), BANK, DEMO / "banks/assignments.jsonl", DEMO / "banks/nuggets.jsonl", "nuggets"),
    "facts": Example(
        (ReportedFact("E-r1", "A dam broke.", 100, 0.5, run="a"),),
        (),
        FACTS,
        DEMO / "facts/runs/alder.json",
        DEMO / "facts",
        "facts",
    ),
    "sources": Example(
        {"2010-05-27": ["A storm floods the coast of penguins.", "Rescuers save forty penguins."]},
        {},
        Corpus({"storm": STORM, "markets": MARKETS}).topics()["storm"],
        DEMO / "runs/lead/apollo-13.txt",
        DEMO / "articles",
        "jsd",
    ),
}
EVERY = [
    *(parse(spelled(name)) for name in metrics.names),
    *map(parse, ("jsd(smoothed=true)", "kl(direction=summary-input)", "fotw(cutoff=1)", "topic_tokens(cutoff=1)")),
    *map(
        parse,
        (
            "ts(of=gain)", "ts(of=verbosity)", "scu(modified=false)", "pyramid(max=attainable)", "nu(kind=u)",
            "facts(of=f1)", "nuggets(weight=weighted, strict=false)", "nuggets(weight=all, by=day)",
        ),
    ),
]  # fmt: skip
every_metric = pytest.mark.parametrize("metric", EVERY, ids=str)
every_kind = pytest.mark.parametrize("kind", GOLD_KINDS)


def example(metric: Metric) -> Example:
    return EXAMPLES[metric.evidence]


def test_every_kind_of_gold_has_an_example_and_metrics() -> None:
    assert set(EXAMPLES) == set(GOLD_KINDS) == {cls.evidence for cls in metrics}


@every_kind
def test_the_usual_metrics_read_their_kind_of_gold(kind: str) -> None:
    assert {parse(metric).evidence for metric in GOLD_KINDS[kind].usual} == {kind}


@every_metric
def test_a_metric_declares_all_that_the_engine_asks_for(metric: Metric) -> None:
    assert metric.formula and metric.citation and type(metric).__doc__
    assert isinstance(metric.lower_is_better, bool)
    assert metric.silence is None or isinstance(metric.silence, float)
    assert all(isinstance(getattr(metric.properties, field.name), bool) for field in fields(Properties))
    assert parse(str(metric)) == metric


@pytest.mark.parametrize("name", metrics.names)
def test_every_value_of_every_setting_is_read_back_and_scores(name: str) -> None:
    accepted = []
    for expression in expressions(metrics[name]):
        try:
            metric = parse(expression)
        except UsageError:
            continue  # unit_surface takes some of the ROUGEs only
        accepted.append(expression)
        assert parse(str(metric)) == metric
        (row,) = score(example(metric).answer, example(metric).gold, [metric]).rows
        values = [value for value in row.score.numbers().values() if value is not None]
        assert row.score.undefined or (values and all(map(math.isfinite, values))), expression
        assert not metric.properties.bounded or all(0 <= value <= 1 for value in values), expression
    assert all(any(f"{field.name}=" in one for one in accepted) for field in settings_of(metrics[name]))


@every_metric
def test_silence_gets_what_the_metric_says(metric: Metric) -> None:
    given = example(metric)
    (alone,) = score(given.other, given.gold, [metric]).rows
    if metric.silence is None:
        assert alone.score.undefined
    else:
        assert list(alone.score.numbers().values())[-1] == pytest.approx(metric.silence)


@every_metric
def test_many_answers_at_once_score_as_one_by_one_and_as_the_engine_does(metric: Metric) -> None:
    given = example(metric)
    evaluation = evaluation_of(metric)
    answers = [evaluation.systems[name]["t"] for name in ("a", "b")]
    closed, gold = metric.under(evaluation.preset), evaluation.gold["t"]
    alone = [closed.measure(answer, gold) for answer in answers]
    assert list(closed.measure_all(answers, gold)) == alone
    assert list(closed.measure_in(TopicComparison(answers, gold))) == alone
    assert evaluation.score_topic("t", answers) == {str(metric): alone}
    assert [row.score for row in evaluation.run().rows] == alone and given.gold


def evaluation_of(metric: Metric) -> Evaluation:
    given = example(metric)
    return prepared({"a": {"t": given.answer}, "b": {"t": given.other}}, {"t": given.gold}, [metric])


REFUSE = ("unit_surface", "multinomial", "size")


@every_metric
def test_a_score_is_explained_by_parts_that_add_up_to_it_or_refused_in_a_line(metric: Metric) -> None:
    given = example(metric)
    if metric.name in REFUSE:
        with pytest.raises(UsageError, match="cannot explain its scores"):
            explain(given.answer, given.gold, metric)
        return
    found = explain(given.answer, given.gold, metric)
    evaluation = evaluation_of(metric)
    answers = [evaluation.systems["a"]["t"]]
    assert found.explanation.score == evaluation.score_topic("t", answers)[str(metric)][0]
    assert all(table.rows and len(table.rows[0]) == len(table.columns) for table in found.explanation.tables())
    assert found.to_dict()["metric"] == str(metric)
    if isinstance(found.explanation, PartsExplanation) and hasattr(found.explanation.parts[0], "contribution"):
        whole = math.fsum(part.contribution for part in found.explanation.parts)
        assert whole == pytest.approx(found.numbers()["value"])


@every_kind
def test_files_of_every_kind_are_scored_explained_and_subscripted(kind: str, tmp_path: Path) -> None:
    given = EXAMPLES[kind]
    run = given.run
    if kind == "units":
        run = tmp_path / "run.json"
        run.write_text('{"topic": "apollo-13", "of": "units", "items": ["launch"]}', encoding="utf-8")
    results = FileEvaluation([run], [given.files], [given.metric]).run()
    assert results.rows
    system, topic = results.systems[-1], results.topics[0]
    found = explain_files(run, [given.files], given.metric, names=(system, topic))
    assert found.numbers() == results[given.metric][system][topic]


CHANGED: dict[str, Any] = {
    "references": {**DAY, "2010-06-01": ["The well leaks again"]},
    "units": replace(UNITS, units=(UNITS.units[0], replace(UNITS.units[1], group=group(e2=0.6)))),
    "events": replace(vector(), events=vector().events[:3]),
    "nuggets": replace(NUGGETS, matches={"d1-0": (NuggetMatch("d1-0", "n1", 4, 12),)}),
    "banks": replace(BANK, nuggets=BANK.nuggets[:1]),
    "facts": replace(FACTS, days=(replace(FACTS.days[0], labels={"f1": ("USEFUL_FACT",)}),)),
    "sources": Corpus({"storm": STORM[:1], "markets": MARKETS}).topics()["storm"],
}


@every_kind
def test_changed_gold_changes_the_signature(kind: str) -> None:
    given = EXAMPLES[kind]
    one, other, same = (
        dict(score({"a": {"t": given.answer}}, {"t": gold}, [given.metric]).signature.fields)
        for gold in (given.gold, CHANGED[kind], given.gold)
    )
    assert one == same
    assert {key for key in one if one[key] != other[key]} - {"background"} == {"gold_digest"}


def test_texts_are_sources_where_the_metric_reads_sources() -> None:
    pair = named_pair("storm", ["A storm.", "The storm."], ["jsd"])
    assert prepared(*pair, ["jsd"]).run()["jsd"]["system"]["topic"] == {"value": 0.0}


def test_an_answer_of_another_kind_is_refused_with_its_place() -> None:
    with pytest.raises(UsageError, match=r"systems\['system'\]\['topic'\]: expected an Extract"):
        score(DAY, UNITS)


OTHERS = tuple(f"cliometer.metrics.{family}" for family in ("sources", "units", "nuggets", "facts"))


def test_metrics_of_other_gold_are_not_imported_before_they_are_asked_for() -> None:
    asked = "import sys, cliometer; cliometer.score({}, {'2010': ['x']}, ['date']); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert "cliometer.metrics.timeline_rouge" in loaded
    assert not [n for n in loaded.split() if n.startswith(OTHERS)]
