"""Scores, means, the document they become, and what is said beside the numbers."""

from __future__ import annotations

import json

import pytest

import cliometer
from cliometer import score
from cliometer.engine.results import Results, ScoreRow, remarks_on
from cliometer.errors import InputError, UncountableTextWarning
from cliometer.model.score import Ratio, Score, Signature, Ties
from cliometer.version import __version__

SIGNATURE = Signature.of([("cliometer", __version__)])


def half(precision: float, recall: float, beta: float = 1.0) -> Score:
    return Score(Ratio(precision, 1), Ratio(recall, 1), beta)


def results(*scores: Score, undefined: str = "null") -> Results:
    rows = [ScoreRow("a", f"t{number}", "m", score) for number, score in enumerate(scores)]
    return Results(rows, SIGNATURE, "zero" if undefined == "zero" else "null")


def test_ties_stand_in_the_document_with_their_range() -> None:
    system = {"2010-05-10": ["oil"], "2010-05-12": ["gas"]}
    found = score({"a": {"oil": system}}, {"oil": {"2010-05-11": ["oil"]}}, ["align"], preset="modern")
    (entry,) = json.loads(json.dumps(found.to_dict()))["scores"]
    assert entry["ties"]["dates"] == 1
    assert entry["ties"]["range"]["recall"] == [0.0, 0.5]


@pytest.mark.parametrize("count", [0, 1])
def test_a_document_without_the_means_of_a_metric_is_refused(count: int) -> None:
    document = results(half(1.0, 0.5)).to_dict()
    document["means"] = [{**mean, "metric": "other"} for mean in document["means"]][:count]
    with pytest.raises(InputError, match="no mean of a by m"):
        Results.from_dict(document)


DAY = {"2010-05-27": ["Obama extends the moratorium"]}
CYRILLIC = {"2010-05-27": ["Скважина закрыта"]}


def test_a_reference_is_named_too() -> None:
    with pytest.warns(UncountableTextWarning, match="^reference 2: the text for topic has no countable word"):
        score(DAY, [DAY, CYRILLIC], ["concat"])


def test_punctuation_alone_is_sent_to_no_other_preset() -> None:
    with pytest.warns(UncountableTextWarning, match="no countable word under tokens=unicode; ") as seen:
        score({"2010-05-27": ["..."]}, DAY, ["concat"], "modern")
    assert "--preset" not in str(seen[0].message)


def test_ties_are_counted_with_what_hangs_on_them() -> None:
    system = {"2010-05-10": ["oil"], "2010-05-12": ["gas"]}
    (note,) = score(system, {"2010-05-11": ["oil"]}, ["align"], "modern").notes
    assert note == (
        "align(rouge=1): the best alignment was not unique: 1 date had a choice of partner; "
        "precision lies in 0-0.25, recall lies in 0-0.5, f lies in 0-0.3333"
    )


def test_the_metric_with_most_at_stake_comes_first() -> None:
    def tied(high: float) -> Score:
        return Score(Ratio(0, 1), Ratio(0, 1), ties=Ties(1, (0, high), (0, high)))

    notes = remarks_on([ScoreRow("a", "t", "small", tied(0.1)), ScoreRow("a", "t", "large", tied(0.5))])
    assert [note.partition(":")[0] for note in notes] == ["large", "small"]


LAUNCH = "1965-03-18"
RUSSIAN = {LAUNCH: ["Леонов вышел в открытый космос 18 марта 1965 года."]}
FRENCH = {LAUNCH: ["Le vaisseau a été lancé très tôt, à sept heures, par une équipe fatiguée."]}


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
def test_numbers_alone_do_not_make_a_russian_text_countable() -> None:
    with pytest.warns(UncountableTextWarning, match="system: the text for topic loses 100% of its letters"):
        cliometer.score(RUSSIAN, [RUSSIAN])


def test_broken_words_are_noted_but_scored() -> None:
    result = cliometer.score(FRENCH, [FRENCH], metrics=["concat"])
    assert any("are not a-z and break words; tokens=unicode has them" in note for note in result.notes)
