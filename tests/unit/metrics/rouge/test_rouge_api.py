"""`rouge` and `rouge_average`."""

from typing import Any, cast

import pytest

import cliometer
from cliometer.errors import UsageError
from cliometer.metrics.rouge import rouge, rouge_average

PEER = ["The minister resigned on Monday.", "Protesters had demanded it."]
REFERENCE = ["On Monday, the minister gave in and resigned.", "Protests went on."]
OTHER = ["The cabinet fell."]


# recall, precision, F: ROUGE-1.5.5.pl -a -m -n 2 -w 1.2 -2 4 -U -d on these two texts
GOLDEN = {
    "1": (0.54545, 0.66667, 0.6),
    "2": (0.2, 0.25, 0.22222),
    "L": (0.45455, 0.55556, 0.5),
    "W1.2": (0.25293, 0.4458, 0.32275),
    "S4": (0.175, 0.23333, 0.2),
    "SU4": (0.26, 0.34211, 0.29546),
}


def test_scores_are_those_of_the_perl_script() -> None:
    assert rouge(PEER, [REFERENCE]) == GOLDEN


def test_several_references_are_pooled_or_the_best_is_taken() -> None:
    pooled = rouge(PEER, [REFERENCE, OTHER], types=["1"])["1"]
    best = rouge(PEER, [REFERENCE, OTHER], types=["1"], mode="B")["1"]
    assert pooled[0] < best[0]
    assert best == rouge(PEER, [REFERENCE], types=["1"])["1"]


def test_stop_words_and_stems_are_settings() -> None:
    peer, references = ["the river"], [["the rivers"]]
    assert rouge(peer, references, types=["1"])["1"][2] == 1.0
    assert rouge(peer, references, types=["1"], stem=False)["1"][2] == 0.5
    assert rouge(peer, references, types=["1"], stem=False, stop=True)["1"][2] == 0.0


def test_a_limit_cuts_the_reference_too() -> None:
    assert rouge(["a b c"], [["a b d"]], types=["1"], words=2)["1"] == (1.0, 1.0, 1.0)
    assert rouge(["a b c"], [["a b d"]], types=["1"], bytes=3)["1"] == (1.0, 1.0, 1.0)


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
def test_other_scripts_need_another_tokeniser() -> None:
    assert rouge(["Москва"], [["москва"]], types=["1"])["1"] == (0.0, 0.0, 0.0)
    assert rouge(["Москва"], [["москва"]], types=["1"], tokens="unicode")["1"] == (1.0, 1.0, 1.0)


@pytest.mark.filterwarnings("ignore::cliometer.errors.CliometerWarning")
def test_a_reference_without_words_scores_zero_in_w() -> None:
    assert rouge(["a"], [["..."]], types=["W1.2"])["W1.2"] == (0.0, 0.0, 0.0)


def test_the_jackknife_averages_over_references_left_out() -> None:
    parts = [rouge(PEER, [text], types=["1"])["1"][0] for text in (OTHER, REFERENCE)]
    assert rouge(PEER, [REFERENCE, OTHER], types=["1"], jackknife=True)["1"][0] == round(sum(parts) / 2, 5)


def test_texts_and_tokens_are_different_units() -> None:
    pairs = [(["a b c d"], [["a b c d"]]), (["x"], [["y"]])]
    by_text = rouge_average(pairs, types=["1"])["1"]
    by_token = rouge_average(pairs, types=["1"], average="tokens")["1"]
    assert by_text.recall.value < by_token.recall.value
    assert by_text.counts is None
    assert by_token.counts == (4, 5, 5)


def test_counts_are_added_without_resampling() -> None:
    pairs = [(["a b c d"], [["a b c d"]]), (["x"], [["y"]])]
    average = rouge_average(pairs, types=["1"], average="counts")["1"]
    assert average.counts == (4, 5, 5)
    assert average.recall == (0.8, 0.8, 0.8)


@pytest.mark.parametrize(
    ("peer", "references", "remedy"),
    [(["a"], ["sentences without their list"], r"\[\[sentence"), (["a"], [], "at least one")],
)
def test_a_wrong_shape_is_refused_with_the_remedy(peer: Any, references: Any, remedy: str) -> None:
    with pytest.raises(UsageError, match=remedy):
        rouge(peer, references)


@pytest.mark.parametrize(
    "options",
    [
        {"types": "1"}, {"types": ["9x"]}, {"mode": "C"}, {"alpha": 1.5}, {"tokens": "x"}, {"words": -1},
        {"words": 1, "bytes": 1}, {"confidence": 101}, {"resamples": 0}, {"average": "x"},
        {"average": "tokens", "jackknife": True},
    ],
)  # fmt: skip
def test_a_wrong_option_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        cliometer.rouge_average([(PEER, [REFERENCE])], **cast("Any", options))


def test_nothing_has_no_average() -> None:
    with pytest.raises(UsageError, match="at least one"):
        rouge_average([])
