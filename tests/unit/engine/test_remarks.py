"""What is said beside the numbers, and of texts of which hardly anything is counted."""

from __future__ import annotations

import warnings

import pytest

import cliometer
from cliometer import score
from cliometer.engine.results import ScoreRow, remarks_on
from cliometer.errors import UncountableTextWarning
from cliometer.model.score import Ratio, Score, Ties

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
    assert [note for note in result.notes if not note.startswith("ledger: the references are in another script")] == []


def test_broken_words_are_noted_but_scored() -> None:
    result = cliometer.score(FRENCH, [FRENCH], metrics=["concat"])
    assert any("are not a-z and break words; tokens=unicode has them" in note for note in result.notes)


def test_a_stray_accent_is_not_worth_a_note() -> None:
    text = {LAUNCH: ["A long plain sentence about the launch in which only one word, café, has an accent at all."]}
    assert not cliometer.score(text, [text], metrics=["concat"]).notes
