"""`ledger` and `tally` by hand, and on real timelines."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import cliometer
from cliometer.errors import UsageError
from cliometer.metrics import vectors
from cliometer.metrics.catalogue import parse
from cliometer.metrics.explanation import Booking
from cliometer.text.stemmers import antonyms
from tests.shared import SHARED, needs

LEAK, RIG = "BP stops the leak.", "The rig explodes and kills {} workers."
STORY = {"01": ["Oil rig burns."], "11": ["Oil reaches beaches."], "21": ["Oil pipe sealed."]}
SHUFFLED = {"01": STORY["21"], "11": STORY["01"], "21": STORY["11"]}
Days = dict[str, list[str]]

BY_HAND = {
    "the same": ({"01": [LEAK]}, {"01": [LEAK]}, (1, 1, 1)),
    "a day off": ({"02": [LEAK]}, {"01": [LEAK]}, (0.3679, 0.3679, 0.3679)),
    "negated": ({"01": ["BP does not stop the leak."]}, {"01": [LEAK]}, (0.2348, 0.2500, 0.2422)),
    "copied to neighbours": ({"01": [LEAK], "02": [LEAK], "03": [LEAK]}, {"02": [LEAK]}, (0.3333, 1, 0.5)),
    "shuffled": (SHUFFLED, STORY, (0.0207, 0.0207, 0.0207)),
    "a topic word alone": ({"01": ["Oil price falls."]}, STORY, (0.0207, 0.0069, 0.0103)),
    "another number": ({"01": [RIG.format(12)]}, {"01": [RIG.format(11)]}, (0.2019, 0.2019, 0.2019)),
    "a whole month": ({"": [LEAK]}, {"01": [LEAK]}, (0.1959, 0.1959, 0.1959)),
    "two sentences in one": (
        {"01": ["The rig burns and eleven workers die."]},
        {"01": ["The rig burns.", "Eleven workers die."]},
        (0.9808, 1, 0.9903),
    ),
    "padding": ({"01": [LEAK, "and of the to in it is"]}, {"01": [LEAK]}, (0.8158, 1, 0.8986)),
}


def dated(days: Days) -> Days:
    return {f"2010-05-{day}".rstrip("-"): said for day, said in days.items()}


def scores(metric: str, system: Days, *references: Days, digits: int = 4) -> tuple[float, ...]:
    found = cliometer.score(dated(system), [dated(r) for r in references], [metric])[metric]
    return tuple(round(found[key] or 0.0, digits) for key in ("precision", "recall", "f"))


@pytest.mark.parametrize("case", BY_HAND)
def test_a_value_that_can_be_checked_by_hand(case: str) -> None:
    system, reference, expected = BY_HAND[case]
    assert scores("ledger", system, reference) == expected


BEACHES = "The rig burns near Louisiana beaches and eleven workers die."
TALLY_BY_HAND = {
    "the same": ({"01": [LEAK]}, {"01": [LEAK]}, (1, 1, 1)),
    "a day off": ({"02": [LEAK]}, {"01": [LEAK]}, (0.606531, 0.606531, 0.606531)),
    "negated": (*BY_HAND["negated"][:2], (0.234848, 0.25, 0.242187)),
    "copied to neighbours": (*BY_HAND["copied to neighbours"][:2], (0.333333, 1, 0.5)),
    "shuffled": (SHUFFLED, STORY, (0.004492, 0.004492, 0.004492)),
    "a topic word alone": (*BY_HAND["a topic word alone"][:2], (0, 0, 0)),
    "another number": (*BY_HAND["another number"][:2], (0.201923, 0.201923, 0.201923)),
    "two sentences in one": (*BY_HAND["two sentences in one"][:2], (0.980769, 1, 0.990291)),
    "a long sentence": (
        {"01": ["Officials in Houston said on Friday that the rig burns near Louisiana beaches."]},
        {"01": ["The rig burns."]},
        (0.276316, 1, 0.43299),
    ),
    "a fragment": ({"01": ["The rig."]}, {"01": [BEACHES]}, (0.141026, 0.02125, 0.036935)),
    "a silent system": ({}, {"01": [LEAK]}, (0, 0, 0)),
}


@pytest.mark.parametrize("case", TALLY_BY_HAND)
def test_a_value_of_tally_that_can_be_checked_by_hand(case: str) -> None:
    system, reference, expected = TALLY_BY_HAND[case]
    assert scores("tally", system, reference, digits=6) == expected


def test_an_explanation_shows_the_covered_share_where_it_admits_pairs() -> None:
    days = dated({"01": ["The rig."]}), dated({"01": [BEACHES]})
    by = {metric: cliometer.explain(*days, metric).explanation for metric in ("ledger", "tally")}
    shares = {metric: [round(part.covered or 0, 6) for part in story.parts] for metric, story in by.items()}
    assert shares == {"ledger": [0, 0], "tally": [0.128205, 0.128205]}  # c = 1 / 7.8
    columns = {metric: story.tables()[0].columns for metric, story in by.items()}
    assert "covered" in columns["tally"] and "covered" not in columns["ledger"]


def test_what_one_writer_confirms_is_right() -> None:
    louisiana = {"09": ["Obama visits Louisiana."]}
    assert scores("ledger", {"01": [LEAK], **louisiana}, {"01": [LEAK]}, louisiana) == (1, 1, 1)


def test_other_names_contradict_where_references_write_them_with_a_capital() -> None:
    said, written = {"01": ["President Clinton visits Haiti."]}, {"01": ["President Obama visits Haiti."]}
    assert scores("ledger(guard=0)", said, {"01": ["President Obama visits Texas."]}) == (0, 0, 0)
    assert scores("ledger(guard=0)", said, written)[1] == 0.75  # Haiti is shared


def test_references_without_a_word_leave_the_score_undefined() -> None:
    score = parse("ledger").measure(
        cliometer.Timeline(dated({"01": [LEAK]})), cliometer.ReferenceSet({"2010": ["..."]})
    )
    assert score.undefined


def test_references_in_another_script_are_read_with_unicode_tokens_and_the_result_says_so() -> None:
    system, reference = {"01": ["石油泄漏停止 11"]}, {"01": ["石油泄漏停止 12"]}
    result = cliometer.score(dated(system), [dated(reference)], ["ledger"])
    assert scores("ledger", system, reference) == scores("ledger(tokens=unicode)", system, reference)
    assert result["ledger"]["f"] == pytest.approx(6 / 7 * 0.25)
    assert any("another script" in note for note in result.notes)


EXPLAINED = cliometer.explain(
    {
        "2010-05-01": ["The rig explodes and kills twelve workers", "President Clinton visits Texas."],
        "2010-05-04": ["BP does not stop the leak.", "Nothing else."],
    },
    [
        {"2010-05-01": ["The rig explodes and kills 11 workers. President Obama visits Haiti."], "2010-05-03": [LEAK]},
        {"2010-05-01": ["The rig burns and 11 workers die.", "Haiti and Obama.", "Texas and Clinton."]},
    ],
    "ledger",
)


def test_the_credits_of_each_side_add_up_to_its_numerator() -> None:
    score, parts = EXPLAINED.explanation.score, EXPLAINED.explanation.parts
    for ratio, ours in ((score.precision, True), (score.recall, False)):
        side = [part for part in parts if (part.side == "system") == ours]
        assert sum(part.credit for part in side) == pytest.approx(ratio.part)
        assert sum({(p.date, p.sentence): p.weight for p in side}.values()) == pytest.approx(ratio.whole)


def test_an_explanation_says_what_contradicts_what() -> None:
    told = {(part.sentence, part.partner): part for part in EXPLAINED.explanation.parts}
    rig = told["The rig explodes and kills twelve workers", "The rig explodes and kills 11 workers."]
    assert rig.contradictions == ("numbers: twelve against 11",)
    assert (rig.closeness, round(rig.likeness or 0, 4), rig.words) == (1.0, 0.8, ("explodes", "kills"))
    assert told["BP does not stop the leak.", LEAK].contradictions == ("negation: not against none",)
    names = told["President Clinton visits Texas.", "President Obama visits Haiti."].contradictions
    assert names == ("names: Clinton, Texas against Obama, Haiti",)
    assert told[LEAK, "BP does not stop the leak."].words == ("BP", "stops", "the", "leak")
    assert told["Nothing else.", None].credit == 0


FILES = SHARED / "data" / "timeline17" / "references"
SYSTEMS = SHARED / "data" / "system_outputs" / "TL17_bestsumm"
REAL = {
    ("bpoil/bbc", "bpoil/foxnews"): (0.0190, 0.0409, 0.0259),
    ("libya/tl5", "libya/tl6"): (0.0805, 0.0354, 0.0492),
    ("h1n1/h1n1_reuters", "h1n1/swine_flu_guardian"): (0.1001, 0.0484, 0.0652),
    ("bpoil/guardian", "bpoil/bbc"): (0.0423, 0.1254, 0.0633),
    ("TL17_bestsumm_bpoil_bbc", "bpoil/bbc"): (0.0547, 0.0807, 0.0652),
    ("TL17_bestsumm_libya_tl6", "libya/tl6"): (0.0571, 0.0760, 0.0652),
}


def timeline(name: str) -> cliometer.Timeline:
    folder = FILES if "/" in name else SYSTEMS
    return cliometer.read_timelines(folder / f"{name}.txt", duplicates="append").timelines[0]


@needs("data", "timeline17", "references")
@needs("data", "system_outputs", "TL17_bestsumm")
@pytest.mark.parametrize("pair", REAL, ids=" against ".join)
def test_a_real_pair_scores_as_the_prototype_did(pair: tuple[str, str]) -> None:
    found = cliometer.score(timeline(pair[0]), [timeline(pair[1])], ["ledger"])["ledger"]
    assert tuple(round(value or 0.0, 4) for value in found.values()) == REAL[pair]


@needs("data", "timeline17", "references")
@needs("data", "system_outputs", "TL17_bestsumm")
@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("TL17_bestsumm_bpoil_bbc", "bpoil/bbc"), (0.050789, 0.074934, 0.060543)),
        (("TL17_bestsumm_egypt_tl8", "egypt/tl8"), (0.059097, 0.060748, 0.059911)),
    ],
)
def test_a_real_pair_scores_by_tally_as_the_study_did(names: tuple[str, str], expected: tuple[float, ...]) -> None:
    system, reference = map(timeline, names)
    numbers = cliometer.score(system, [reference], ["tally"])["tally"]
    assert tuple(round(value or 0.0, 6) for value in numbers.values()) == expected


@needs("data", "timeline17", "references")
def test_every_reference_of_timeline17_scores_exactly_one_against_itself() -> None:
    for file in sorted(FILES.glob("*/*.txt")):
        found = cliometer.read_timelines(file, duplicates="append").timelines[0]
        for metric, numbers in cliometer.score(found, [found], ["ledger", "tally"]).to_dict().items():
            assert numbers == {"precision": 1, "recall": 1, "f": 1}, metric


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Register embedders that are forgotten after the test."""
    monkeypatch.setattr(vectors.embedders, "_classes", dict(vectors.embedders._classes))
    return vectors.register_embedder


def test_vectors_book_what_words_leave(embedder: Callable[..., None]) -> None:
    meanings = {"BP": 0, "halted": 1, "stops": 1, "the": 2, "leaks.": 3, "leak.": 3}
    embedder("meanings", lambda texts: [np.bincount([meanings[w] for w in t.split()], minlength=4) for t in texts])
    said, written = {"01": ["BP halted the leaks."]}, {"01": ["BP stops the leak."]}
    assert scores("ledger", said, written)[2] < scores("ledger+(vectors=meanings)", said, written)[2] <= 1
    assert scores("ledger+(vectors=meanings)", written, written) == (1, 1, 1)


def test_without_an_embedder_a_line_names_the_remedy() -> None:
    with pytest.raises(UsageError, match=r"register an embedder \(.*\) and name it: ledger\+\(vectors=NAME\)"):
        scores("ledger+", {"01": ["Oil."]}, {"01": ["Oil."]})


def test_an_embedder_that_gives_no_rows_is_named(embedder: Callable[..., None]) -> None:
    embedder("hollow", lambda sentences: [[1.0]])
    said, written = {"01": ["Oil.", "Rig."]}, {"01": ["Gas."]}
    with pytest.raises(UsageError, match="the embedder hollow: expected an array of 3 rows of finite numbers"):
        scores("ledger+(vectors=hollow)", said, written)


def test_a_sentence_is_embedded_once(embedder: Callable[..., None]) -> None:
    asked: list[str] = []

    def counting(sentences: list[str]) -> list[list[float]]:
        asked.extend(sentences)
        return [[float(len(sentence)), 1.0] for sentence in sentences]

    embedder("counting", counting)
    for _ in range(2):
        scores("ledger+(vectors=counting)", {"01": ["Oil.", "Oil."]}, {"01": ["Gas.", "Oil."]})
    assert sorted(asked) == ["Gas.", "Oil."]


RISES = {"2010-05-01": ["The oil price rises in London."]}


@pytest.mark.parametrize(
    ("said", "contradiction"),
    [
        ("The oil price fell in London.", ("antonyms: fell against rises",)),
        ("Snow falls delay oil from London.", ()),  # no word stands beside both
        ("The oil price rises, then falls in London.", ()),  # it has both words
        ("The oil price climbs in London.", ()),
    ],
)
def test_antonyms_contradict_each_other_in_the_same_frame(said: str, contradiction: tuple[str, ...]) -> None:
    explained = cliometer.explain({"2010-05-01": [said]}, RISES, "ledger(antonyms=true)")
    (first, *_) = explained.explanation.parts
    assert isinstance(first, Booking) and first.contradictions == contradiction
    on, off = (_f(said, metric) for metric in ("ledger(antonyms=true)", "ledger"))
    assert (on < off / 3) == bool(contradiction) and (on == off) == (not contradiction)


def _f(said: str, metric: str) -> float:
    return cliometer.score({"2010-05-01": [said]}, RISES, [metric])[metric]["f"] or 0.0


def test_antonyms_are_english_words_by_stem() -> None:
    assert "fall" in antonyms(True)["rise"] and "fell" not in antonyms(False)
    said = "The oil price fell in London."
    assert _f(said, "ledger(antonyms=true, tokens=unicode)") == _f(said, "ledger(tokens=unicode)") > 0
