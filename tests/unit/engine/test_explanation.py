"""An explanation adds up to the score it explains."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cliometer
from cliometer.engine.pair_explanation import explain, explain_files
from cliometer.errors import InputError, UncountableTextWarning, UsageError
from cliometer.expressions import settings_of
from cliometer.io import write_timelines
from cliometer.metrics.base import GOLD_KINDS, Metric
from cliometer.metrics.catalogue import PRESETS, Preset, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.explanation import DayExplanation, explain_in
from cliometer.metrics.order import MatchingMetric
from cliometer.model.score import Ratio
from cliometer.model.timeline import ReferenceSet, Timeline
from tests.spellings import spelled
from tests.timelines import reference_sets, timelines

EXAMPLES = {
    "rouge": ("1", "2", "L", "W1.2", "S4", "SU4"),
    "references": ("all", "dated"),
    "kernel": ("exponential(tau=3)", "within(days=2)"),
    "tolerance": ("within(days=2)", "reciprocal"),
    "ties": ("canonical", "solver"),
    "content": ("raw", "words"),
}
presets = st.sampled_from(list(PRESETS.values()))


@st.composite
def any_metric(draw: st.DrawFn) -> Metric:
    by_date = [cls for cls in GOLD_KINDS["references"].metrics if not issubclass(cls, MatchingMetric)]
    cls = draw(st.sampled_from(by_date))
    fields = [field.name for field in settings_of(cls) if field.name in EXAMPLES and draw(st.booleans())]
    return parse(spelled(cls.name, **{name: draw(st.sampled_from(EXAMPLES[name])) for name in fields}))


def adds_up(days: Sequence[DayExplanation], ratio: Ratio) -> bool:
    return sum(day.credit for day in days) == pytest.approx(ratio.part) and sum(
        day.size for day in days
    ) == pytest.approx(ratio.whole)


@given(any_metric(), presets, timelines(min_size=0), reference_sets())
def test_the_days_add_up_to_the_score_in_both_directions(
    metric: Metric, preset: Preset, system: Timeline, references: ReferenceSet
) -> None:
    closed = metric.under(preset)
    story = explain_in(TopicComparison([system], references), closed)
    assert story.score == closed.measure(system, references)
    assert adds_up(story.recall, story.score.recall)
    assert adds_up(story.precision, story.score.precision)


@given(any_metric(), presets, timelines(), reference_sets())
def test_credit_is_weight_times_hits_and_hits_fit_into_the_size(
    metric: Metric, preset: Preset, system: Timeline, references: ReferenceSet
) -> None:
    story = explain_in(TopicComparison([system], references), metric.under(preset))
    for day in (*story.recall, *story.precision):
        assert day.credit == pytest.approx(day.weight * day.hits)
        assert 0 <= day.hits <= day.size + 1e-12


@given(any_metric(), presets, timelines(), timelines())
def test_the_words_earned_are_the_hits_and_the_others_were_missed(
    metric: Metric, preset: Preset, system: Timeline, reference: Timeline
) -> None:
    rouge = getattr(metric, "rouge", None)
    assume(rouge is not None and rouge.kind in ("N", "S", "SU"))
    story = explain_in(TopicComparison([system], ReferenceSet(reference)), metric.under(preset))
    for day in (*story.recall, *story.precision):
        assert sum(day.shared.values()) == day.hits
        assert sum((*day.shared.values(), *day.missed.values())) == day.size


SYSTEM = {"2010-05-27": ["Obama extends the drilling moratorium"], "2010-09-19": ["The leak is dead"]}
REFERENCE = {"2010-05-29": ["Obama announces a moratorium on drilling rigs"]}


def test_a_date_two_days_off_is_explained_by_hand() -> None:
    (day,) = explain(SYSTEM, REFERENCE, "align(rouge=1)").explanation.recall
    assert (str(day.date), str(day.partner), day.distance) == ("2010-05-29", "2010-05-27", 2)
    assert (day.weight, day.hits, day.size) == (1 / 3, 3.0, 5.0)
    assert day.shared == {"drilling": 1, "moratorium": 1, "obama": 1}
    assert day.missed == {"announces": 1, "rigs": 1}


def test_a_day_without_a_partner_missed_all_its_words() -> None:
    first, last = explain(SYSTEM, REFERENCE, "align(rouge=1)").explanation.precision
    assert first.missed == {"extends": 1}
    assert (last.partner, last.distance, last.credit, last.size) == (None, None, 0.0, 2.0)
    assert last.missed == {"dead": 1, "leak": 1} and not last.shared


def test_words_are_shown_as_the_text_spells_them_though_stems_are_compared() -> None:
    (day,) = explain({"2010-01-01": ["Rigs"]}, {"2010-01-01": ["rig rig"]}, "agreement").explanation.precision
    assert day.shared == {"rigs": 1}


def test_bigrams_are_shown_as_bigrams() -> None:
    (day,) = explain({"2010": ["oil spill grows"]}, {"2010": ["oil spill"]}, "concat(rouge=2)").explanation.precision
    assert (day.shared, day.missed) == ({"oil spill": 1}, {"spill grows": 1})


def test_words_of_several_references_add_up() -> None:
    references = [{"2010-01-01": ["oil oil"]}, {"2010-01-01": ["oil gas"]}]
    (day,) = explain({"2010-01-01": ["oil"]}, references, "agreement").explanation.recall
    assert (day.shared, day.missed) == ({"oil": 2}, {"gas": 1, "oil": 1})


def test_a_whole_text_has_no_date() -> None:
    (day,) = explain(SYSTEM, REFERENCE, "concat").explanation.recall
    assert (day.date, day.partner, day.distance, day.weight) == (None, None, None, 1.0)


def test_a_date_that_was_not_hit_has_no_partner() -> None:
    (day,) = explain(SYSTEM, REFERENCE, "date").explanation.recall
    assert (day.partner, day.distance, day.credit) == (None, None, 0.0)


def test_a_tolerated_date_shows_what_it_earned() -> None:
    (day,) = explain(SYSTEM, REFERENCE, "date(tolerance=reciprocal)").explanation.recall
    assert (str(day.partner), day.distance, day.credit) == ("2010-05-27", 2, 1 / 3)


def test_a_tolerated_date_is_used_once() -> None:
    system, references = {"2010-05-02": ["x"]}, {"2010-05-01": ["x"], "2010-05-03": ["x"]}
    days = explain(system, references, "date(tolerance=within(days=1))").explanation.recall
    assert sorted(day.credit for day in days) == [0.0, 1.0]


def test_a_date_beyond_the_tolerance_has_no_partner() -> None:
    system, references = (
        {"2010-05-01": ["x"], "2010-05-20": ["x"]},
        {"2010-05-02": ["x"], "2010-05-03": ["x"]},
    )
    last = explain(system, references, "date(tolerance=within(days=1))").explanation.recall[-1]
    assert (last.partner, last.distance, last.hits, last.credit) == (None, None, 0.0, 0.0)


def test_dates_of_a_system_that_has_none_have_no_nearest() -> None:
    (day,) = explain({}, REFERENCE, "date").explanation.recall
    assert (day.partner, day.distance, day.size) == (None, None, 1.0)


def test_the_document_tells_scores_settings_and_every_date() -> None:
    document = json.loads(json.dumps(explain(SYSTEM, REFERENCE, "align").to_dict()))
    assert set(document) == {
        "cliometer", "kind", "format", "metric", "preset", "gold", "settings", "notes", "precision", "recall", "f",
        "recall_days", "precision_days",
    }  # fmt: skip
    assert (document["metric"], document["preset"]) == ("align(rouge=1)", "tilse")
    assert parse(document["settings"]) == parse("align").under(PRESETS["tilse"])
    assert document["recall_days"] == [
        {
            "date": "2010-05-29", "partner": "2010-05-27", "distance": 2, "weight": 1 / 3, "hits": 3.0,
            "size": 5.0, "credit": 1.0, "earned": {"drilling": 1, "moratorium": 1, "obama": 1},
            "missed": {"announces": 1, "rigs": 1},
        }
    ]  # fmt: skip
    assert [day["date"] for day in document["precision_days"]] == ["2010-05-27", "2010-09-19"]


def test_the_document_tells_ties() -> None:
    system = {"2010-05-10": ["oil"], "2010-05-12": ["gas"]}
    document = explain(system, {"2010-05-11": ["oil"]}, "align", "modern").to_dict()
    assert document["ties"] == {
        "dates": 1,
        "range": {"precision": [0.0, 0.25], "recall": [0.0, 0.5], "f": [0.0, 1 / 3]},
    }


def test_a_silent_system_is_named() -> None:
    assert explain({}, REFERENCE).notes == ("system: the timeline for topic is empty; it scores 0",)


def test_text_without_a_countable_word_is_a_warning_to_programs() -> None:
    with pytest.warns(UncountableTextWarning, match="system: the text for topic has no countable word") as seen:
        cliometer.explain({"2010-05-27": ["Скважина"]}, REFERENCE)
    assert seen[0].filename == __file__


def test_text_without_a_countable_word_is_an_error_in_files(tmp_path: Path) -> None:
    write_timelines(tmp_path / "s.txt", [Timeline({"2010-05-27": ["Скважина"]})])
    write_timelines(tmp_path / "r.txt", [Timeline(REFERENCE)])
    with pytest.raises(InputError, match="s: the text for r has no countable word"):
        explain_files(tmp_path / "s.txt", [tmp_path / "r.txt"], "align", "tilse", None)


def test_files_are_explained_as_their_timelines(tmp_path: Path) -> None:
    write_timelines(tmp_path / "s.txt", [Timeline(SYSTEM)])
    write_timelines(tmp_path / "r.txt", [Timeline(REFERENCE)])
    found = explain_files(tmp_path / "s.txt", [tmp_path / "r.txt"], "align", "modern", None)
    assert found == explain(SYSTEM, REFERENCE, "align", "modern")


def test_of_folders_of_topics_one_topic_is_explained(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / "run").mkdir(exist_ok=True)
        (tmp_path / "gold" / name).mkdir(parents=True)
        write_timelines(tmp_path / "run" / f"{name}.txt", [Timeline(SYSTEM)])
        write_timelines(tmp_path / "gold" / name / "r.txt", [Timeline(REFERENCE)])
    with pytest.raises(UsageError, match=r"explain takes one topic, found a and b; .* --topic NAME"):
        explain_files(tmp_path / "run", [tmp_path / "gold"], "align")
    found = explain_files(tmp_path / "run", [tmp_path / "gold"], "align", names=(None, "b"))
    assert found.explanation == explain(SYSTEM, REFERENCE, "align").explanation
    with pytest.raises(UsageError, match="unknown topic 'c'"):
        explain_files(tmp_path / "run", [tmp_path / "gold"], "align", names=(None, "c"))


def test_an_unknown_metric_is_refused() -> None:
    with pytest.raises(UsageError, match="did you mean align"):
        explain(SYSTEM, REFERENCE, "aling")


def test_exact_dates_are_matched_first_where_a_tolerance_leaves_a_choice() -> None:
    system, references = {"2010-05-27": ["x"]}, {"2010-05-26": ["x"], "2010-05-27": ["x"]}
    days = explain(system, references, "date(tolerance=within(days=2))").explanation.recall
    assert [day.credit for day in days] == [0.0, 1.0]


def test_the_words_of_rouge_l_are_those_on_the_common_subsequence() -> None:
    (day,) = explain({"2010-01-01": ["gas oil"]}, {"2010-01-01": ["oil gas"]}, "agreement(rouge=L)").explanation.recall
    assert day.hits == 1 and sum(day.shared.values()) == 1


@pytest.mark.parametrize("preset", ["tilse", "modern"])
@pytest.mark.parametrize("metric", ["agreement(rouge=1)", "align+m1(rouge=2)", "concat(rouge=SU4)", "align(rouge=L)"])
def test_earned_and_missed_words_add_up_to_hits_and_size(metric: str, preset: str) -> None:
    system = {"2010-05-27": ["crews seal the well"], "2010-06-02": ["oil spill grows again"]}
    references = [
        {"2010-05-27": ["crews seal a well"], "2010-06-01": ["the oil spill grows"]},
        {"2010-06-01": ["oil reaches the coast"]},
    ]
    story = explain(system, references, metric, preset).explanation
    for day in (*story.recall, *story.precision):
        assert sum(day.shared.values()) == pytest.approx(day.hits)
        assert sum((*day.shared.values(), *day.missed.values())) == pytest.approx(day.size)
