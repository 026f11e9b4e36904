"""Scores, means, the document they become, and what is said beside the numbers."""

from __future__ import annotations

import json
import warnings

import pytest

import cliometer
from cliometer import score
from cliometer.engine.results import Results, ScoreRow, remarks_on
from cliometer.errors import InputError, UncountableTextWarning
from cliometer.model.score import Ratio, Score, Signature, Ties
from cliometer.version import __version__

SIGNATURE = Signature.of([("cliometer", __version__)])
NOTHING = Score(Ratio(0, 4), Ratio(0, 0))  # references without anything to find


def half(precision: float, recall: float, beta: float = 1.0) -> Score:
    return Score(Ratio(precision, 1), Ratio(recall, 1), beta)


def results(*scores: Score, undefined: str = "null") -> Results:
    rows = [ScoreRow("a", f"t{number}", "m", score) for number, score in enumerate(scores)]
    return Results(rows, SIGNATURE, "zero" if undefined == "zero" else "null")


def test_the_two_averages_of_f_differ() -> None:
    (mean,) = results(half(1.0, 0.5), half(0.5, 1.0)).means()
    assert (mean.precision, mean.recall) == (0.75, 0.75)
    assert mean.f_of_means == 0.75
    assert mean.mean_of_f == pytest.approx(2 / 3)


def test_f_of_means_uses_the_metrics_beta() -> None:
    (mean,) = results(half(0.8, 0.2, beta=2.0)).means()
    assert mean.f_of_means == pytest.approx(5 * 0.8 * 0.2 / (4 * 0.8 + 0.2)) == mean.mean_of_f


def test_undefined_scores_are_left_out_and_counted() -> None:
    (mean,) = results(half(0.5, 0.5), NOTHING).means()
    assert (mean.topics, mean.undefined, mean.precision, mean.recall) == (2, 1, 0.5, 0.5)


def test_undefined_scores_are_zero_and_counted_where_the_preset_says_so() -> None:
    (mean,) = results(half(0.5, 0.5), NOTHING, undefined="zero").means()
    assert (mean.topics, mean.undefined, mean.precision, mean.recall) == (2, 1, 0.25, 0.25)


def test_a_mean_of_nothing_but_undefined_scores_is_undefined() -> None:
    (mean,) = results(NOTHING, NOTHING).means()
    assert (mean.undefined, mean.precision, mean.f_of_means, mean.mean_of_f) == (2, None, None, None)


def test_a_system_that_said_nothing_is_zero_and_not_undefined() -> None:
    (mean,) = results(Score(Ratio(0, 0), Ratio(0, 7))).means()
    assert (mean.undefined, mean.precision, mean.recall, mean.mean_of_f) == (0, 0.0, 0.0, 0.0)


def test_means_stand_by_system_then_metric() -> None:
    day = {"2010-05-27": ["Sealed"]}
    found = score({s: {"x": day, "y": day} for s in "ba"}, {"x": day, "y": day}, ["date", "concat"]).means()
    assert [(m.system, m.metric) for m in found] == [(s, m) for s in "ba" for m in ("date", "concat(rouge=1)")]


def test_the_document_has_the_shape_of_the_design() -> None:
    document = results(half(0.5, 0.25)).to_dict()
    assert document == {
        "cliometer": __version__,
        "kind": "scores",
        "format": 2,
        "signature": f"cliometer:{__version__}",
        "notes": [],
        "scores": [{"system": "a", "topic": "t0", "metric": "m", "precision": 0.5, "recall": 0.25, "f": 1 / 3}],
        "means": [
            {
                "system": "a",
                "metric": "m",
                "topics": 1,
                "undefined": 0,
                "precision": 0.5,
                "recall": 0.25,
                "f_of_means": 1 / 3,
                "mean_of_f": 1 / 3,
            }
        ],
    }


def test_an_undefined_score_is_null_in_the_document_with_its_reason() -> None:
    (entry,) = json.loads(json.dumps(results(NOTHING).to_dict()))["scores"]
    assert (entry["recall"], entry["f"]) == (None, None)
    assert entry["undefined"] == "the references hold nothing that this metric counts"


def test_ties_stand_in_the_document_with_their_range() -> None:
    system = {"2010-05-10": ["oil"], "2010-05-12": ["gas"]}
    found = score({"a": {"oil": system}}, {"oil": {"2010-05-11": ["oil"]}}, ["align"], preset="modern")
    (entry,) = json.loads(json.dumps(found.to_dict()))["scores"]
    assert entry["ties"]["dates"] == 1
    assert entry["ties"]["range"]["recall"] == [0.0, 0.5]


def test_notes_of_the_readers_come_first() -> None:
    found = results(half(1, 1)).noted(["read"]).noted(["earlier"])
    assert found.notes == ("earlier", "read")


def test_systems_topics_and_metrics_are_listed_once_each() -> None:
    found = results(half(1, 1), half(1, 1))
    assert (found.systems, found.topics, found.metrics) == (["a"], ["t0", "t1"], ["m"])


def test_a_pair_gives_plain_numbers_by_expression() -> None:
    day = {"2010-05-27": ["Obama extends the moratorium"]}
    found = score(day, [day], ["align+m1(rouge=1)"])
    assert found.to_dict() == {"align+m1(rouge=1)": {"precision": 1.0, "recall": 1.0, "f": 1.0}}
    assert str(found.signature).startswith(f"cliometer:{__version__}|preset:tilse|")


def test_a_document_whose_means_are_of_another_metric_is_refused() -> None:
    document = results(half(1.0, 0.5)).to_dict()
    document["means"] = [{**mean, "metric": "other"} for mean in document["means"]]
    with pytest.raises(InputError, match="no mean of a by m"):
        Results.from_dict(document)


DAY = {"2010-05-27": ["Obama extends the moratorium"]}
CYRILLIC = {"2010-05-27": ["Скважина закрыта"]}
STOPPED = {"2010-05-27": ["He was the one"]}


def test_an_empty_system_is_named_with_its_topic() -> None:
    results = score({"mute": {"oil": {}}}, {"oil": DAY}, ["date"])
    assert results.notes == ("mute: the timeline for oil is empty; it scores 0",)


def test_a_system_whose_days_say_nothing_is_empty() -> None:
    (note,) = score({"2010-05-27": []}, DAY, ["concat"]).notes
    assert note.endswith("has dates without a sentence; metrics of words score it 0")


def test_dates_that_are_not_days_are_named_with_what_becomes_of_them() -> None:
    (note,) = score({"2010": ["Obama extends it"], "2010-05-28": ["He does"]}, DAY, ["align"]).notes
    assert note.startswith("system: 1 of 2 dates for topic are not days, such as 2010; metrics that align dates")
    assert score({"2010-05-28": ["Obama extends it"]}, DAY, ["align"]).notes == ()


def test_another_script_is_named_with_the_remedy() -> None:
    with pytest.warns(UncountableTextWarning):
        (note,) = score({"a": {"oil": CYRILLIC}}, {"oil": DAY}, ["concat"]).notes
    assert note.startswith("a: the text for oil has no countable word under tokens=rouge155, stop words removed; ")
    assert "--preset modern" in note and "tokens=unicode" in note


def test_a_reference_is_named_too() -> None:
    with pytest.warns(UncountableTextWarning, match="^reference 2: the text for topic has no countable word"):
        score(DAY, [DAY, CYRILLIC], ["concat"])


def test_stop_words_alone_are_not_countable_where_they_are_removed() -> None:
    with pytest.warns(UncountableTextWarning, match="stop words removed"):
        score(STOPPED, DAY, ["concat"])


@pytest.mark.parametrize("system", [CYRILLIC, STOPPED])
def test_the_modern_preset_counts_both(system: dict[str, list[str]]) -> None:
    assert score(system, system, ["concat"], "modern").notes == ()


def test_punctuation_alone_is_sent_to_no_other_preset() -> None:
    with pytest.warns(UncountableTextWarning, match="no countable word under tokens=unicode; ") as seen:
        score({"2010-05-27": ["..."]}, DAY, ["concat"], "modern")
    assert "--preset" not in str(seen[0].message)


def test_metrics_of_dates_do_not_ask_for_words() -> None:
    assert score(CYRILLIC, DAY, ["date"]).notes == ()


def test_undefined_scores_are_counted_by_metric_with_reason_and_places() -> None:
    runs = {name: {"oil": DAY, "mine": DAY} for name in "ab"}
    one_word = {"2010-05-27": ["moratorium"]}
    results = score(runs, {"oil": DAY, "mine": one_word}, ["concat(rouge=2)"], "modern")
    assert results.notes == (
        "concat(rouge=2): 2 of 4 scores undefined: the references hold nothing that this metric counts "
        "(a on mine and b on mine)",
    )


def test_more_than_three_places_are_counted() -> None:
    nothing = Score(Ratio(0, 1), Ratio(0, 0))
    (note,) = remarks_on([ScoreRow("a", f"t{number}", "m", nothing) for number in range(5)])
    assert note.endswith("(a on t0, a on t1, a on t2 and 2 more)")


def test_ties_are_counted_with_what_hangs_on_them() -> None:
    system = {"2010-05-10": ["oil"], "2010-05-12": ["gas"]}
    (note,) = score(system, {"2010-05-11": ["oil"]}, ["align"], "modern").notes
    assert note == (
        "align(rouge=1): the best alignment was not unique: 1 date had a choice of partner; "
        "precision lies in 0-0.25, recall lies in 0-0.5, f lies in 0-0.3333"
    )


def test_ties_that_change_nothing_say_so() -> None:
    system = {"2010-05-10": ["oil"], "2010-05-12": ["oil"]}
    (note,) = score(system, {"2010-05-11": ["oil"]}, ["align"], "modern").notes
    assert note.endswith("no choice moves F")


def test_the_metric_with_most_at_stake_comes_first() -> None:
    def tied(high: float) -> Score:
        return Score(Ratio(0, 1), Ratio(0, 1), ties=Ties(1, (0, high), (0, high)))

    notes = remarks_on([ScoreRow("a", "t", "small", tied(0.1)), ScoreRow("a", "t", "large", tied(0.5))])
    assert [note.partition(":")[0] for note in notes] == ["large", "small"]


def test_undefined_scores_that_count_as_zero_say_so() -> None:
    (note,) = remarks_on([ScoreRow("a", "t", "m", Score(Ratio(0, 1), Ratio(0, 0)))], "zero")
    assert note.startswith("m: 1 of 1 scores undefined, counted as 0: ")


LAUNCH = "1965-03-18"
RUSSIAN = {LAUNCH: ["Леонов вышел в открытый космос 18 марта 1965 года."]}
FRENCH = {LAUNCH: ["Le vaisseau a été lancé très tôt, à sept heures, par une équipe fatiguée."]}


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
def test_numbers_alone_do_not_make_a_russian_text_countable() -> None:
    with pytest.warns(UncountableTextWarning, match="system: the text for topic loses 100% of its letters"):
        cliometer.score(RUSSIAN, [RUSSIAN])


def test_unicode_words_count_every_script() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = cliometer.score(RUSSIAN, [RUSSIAN], preset="modern")
    assert result["concat(rouge=1)"]["f"] == 1.0
    assert [note for note in result.notes if not note.startswith("tally: the references are in another script")] == []


def test_broken_words_are_noted_but_scored() -> None:
    result = cliometer.score(FRENCH, [FRENCH], metrics=["concat"])
    assert any("are not a-z and break words; tokens=unicode has them" in note for note in result.notes)


def test_a_stray_accent_is_not_worth_a_note() -> None:
    text = {LAUNCH: ["A long plain sentence about the launch in which only one word, café, has an accent at all."]}
    assert not cliometer.score(text, [text], metrics=["concat"]).notes
