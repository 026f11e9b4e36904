"""The drop-in for rouge-score: its numbers, its classes, its command."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cliometer
from cliometer.compat.rouge_score import rouge_scorer, scoring
from cliometer.errors import UncountableTextWarning
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.text.stemmers import nltk_stem
from tests.unit.cli.cliometer_command import Finished
from tests.unit.cli.cliometer_command import cliometer as command_line

TYPES = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"]
WORDS = [
    "the", "a", "mice", "mouse", "running", "runs", "ran", "dying", "skies", "died", "News", "generally",
    "technology", "\u0130stanbul", "\u212aelvin", "Caf\xe9", "x1y2", "tyyed", "enjoying", "hopefully", "1,234",
    "U.S.", "relational", "innings", "flies", "tied", "spied", "agreed",
]  # fmt: skip
pytestmark = pytest.mark.filterwarnings("ignore::cliometer.errors.UncountableTextWarning")


@cache
def golden() -> dict[str, Any]:
    path = Path(__file__).parents[2] / "golden" / "rouge_score.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


def text(rng: random.Random, most: int) -> str:
    ends = [" ", " ", "\n", ". "]
    return "".join(rng.choice(WORDS) + rng.choice(ends) for _ in range(rng.randint(0, most)))


def close(found: Any, wanted: Any) -> bool:
    return all(found[name] == pytest.approx(tuple(wanted[name]), abs=1e-12, rel=0) for name in wanted)


@pytest.mark.parametrize(("stem", "key"), [(False, "plain"), (True, "stemmed")])
def test_the_numbers_of_rouge_score_with_several_targets(stem: bool, key: str) -> None:
    scorer = rouge_scorer.RougeScorer(TYPES, use_stemmer=stem)
    for case in golden()["cases"]:
        assert close(scorer.score_multi(case["targets"], case["prediction"]), case[key])


def test_many_texts_at_once_take_the_reference_of_the_best_f() -> None:
    cases = golden()["cases"]
    peers, references = [case["prediction"] for case in cases], [case["targets"] for case in cases]
    found = cliometer.rouge_batch(peers, references, ["1", "2"], stem=True, tokens="google")
    for name in ("1", "2"):
        for case, (recall, precision, f) in zip(cases, found[name], strict=True):
            assert (precision, recall, f) == pytest.approx(tuple(case["stemmed"][f"rouge{name}"]), abs=1e-12, rel=0)


def test_open_settings_of_the_dialect_are_those_of_rouge_score_and_the_signature_does_not_say_otherwise() -> None:
    found = cliometer.score({"2010-04-14": ["The mice"]}, {"2010-04-14": ["the mice ran"]}, ["rouge1(tokens=google)"])
    assert found["rouge1(tokens=google)"]["precision"] == 1.0  # `the` counts under every preset
    signature = str(found.signature)
    assert "stop:" not in signature and "stem:" not in signature and "references:" not in signature


def test_an_explanation_is_about_the_reference_that_gave_the_score() -> None:
    system = {"2010-04-14": ["mice ran"]}
    references = [{"2010-04-14": ["cats slept"]}, {"2010-04-14": ["mice ran home"]}]
    comparison = TopicComparison([Timeline(system)], ReferenceSet(references))
    (day,) = cliometer.parse_metric("rouge1(tokens=google)").explain_in(comparison).recall  # type: ignore[attr-defined]
    assert (day.hits, day.size) == (2.0, 3.0)


def test_stems_are_those_of_nltk() -> None:
    stems = golden()["stems"]
    assert {word: nltk_stem(word) for word in stems} == stems


def test_kelvin_and_dotted_capital_i_are_lower_case_ascii_letters() -> None:
    scorer = rouge_scorer.RougeScorer(["rouge1"])
    assert scorer.score("kelvin", "\u212aelvin")["rouge1"] == (1.0, 1.0, 1.0)
    assert scorer.score("i stanbul", "\u0130stanbul")["rouge1"].fmeasure == 1.0
    assert scorer.score_batch(["kelvin"], ["\u212aelvin"])[0]["rouge1"].fmeasure == 1.0


def test_a_batch_equals_one_by_one() -> None:
    rng = random.Random(7)
    pairs = [(text(rng, 20), text(rng, 20)) for _ in range(60)]
    scorer = rouge_scorer.RougeScorer(TYPES, use_stemmer=True)
    targets, predictions = zip(*pairs, strict=True)
    assert scorer.score_batch(targets, predictions) == [scorer.score(*pair) for pair in pairs]


def test_texts_are_strings_and_come_in_pairs() -> None:
    scorer = rouge_scorer.RougeScorer(["rouge1"])
    with pytest.raises(ValueError, match="a text is a string, not None"):
        scorer.score("a", None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 targets but 2 predictions"):
        scorer.score_batch(["a"], ["a", "b"])
    with pytest.raises(ValueError, match="at least one target"):
        scorer.score_multi([], "a")


def test_another_script_is_scored_zero_with_a_warning() -> None:
    with pytest.warns(UncountableTextWarning, match="no countable word"):
        found = rouge_scorer.RougeScorer(["rouge1"]).score("Москва", "Москва")
    assert found["rouge1"].fmeasure == 0.0


def test_resamples_are_drawn_in_pieces_without_changing_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    def aggregated() -> Any:
        aggregator = scoring.BootstrapAggregator(n_samples=50, seed=0)
        for value in (0.1, 0.7, 0.4):
            aggregator.add_scores({"rouge1": scoring.Score(value, value, value)})
        return aggregator.aggregate()

    whole = aggregated()
    monkeypatch.setattr(scoring, "_CELLS", 21)
    assert aggregated() == whole


@pytest.mark.parametrize("options", [{"confidence_interval": 1.5}, {"n_samples": 0}])
def test_an_impossible_aggregation_is_a_value_error(options: Any) -> None:
    with pytest.raises(ValueError, match="not"):
        scoring.BootstrapAggregator(**options)


# The command


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "a.targets").write_text("The mice are dying\nskies\n", encoding="utf-8")
    (tmp_path / "a.decodes").write_text("Mice died\nblue skies\n", encoding="utf-8")
    return [f"--target_filepattern={tmp_path}/*.targets", f"--prediction_filepattern={tmp_path}/*.decodes"]


def command(*arguments: str) -> Finished:
    return command_line("compat", "rouge-score", *arguments)


def test_a_line_for_each_record(files: list[str]) -> None:
    found = command(*files, "--rouge_types=rougeL,rouge1", "--use_stemmer", "--noaggregate")
    assert found.out == (
        "id,rouge1-P,rouge1-R,rouge1-F,rougeL-P,rougeL-R,rougeL-F\n"
        "0,1.000000,0.500000,0.666667,1.000000,0.500000,0.666667\n"
        "1,0.500000,1.000000,0.666667,0.500000,1.000000,0.666667\n"
    )


def test_the_mean_with_its_interval_is_written_to_a_file(files: list[str], tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    found = command(*files, "--rouge_types=rouge1", "--use_stemmer=true", f"--output_filename={path}")
    assert (found.status, found.out) == (0, "")
    lines = path.read_text().splitlines()
    assert lines[0] == "score_type,low,mid,high"
    assert lines[1:] == [
        "rouge1-R,0.500000,0.750000,1.000000",
        "rouge1-P,0.500000,0.750000,1.000000",
        "rouge1-F,0.666667,0.666667,0.666667",
    ]


def test_a_delimiter_of_ones_own(tmp_path: Path) -> None:
    for name in ("t", "p"):
        (tmp_path / name).write_text("one\ntwo@@three", encoding="utf-8")
    patterns = [f"--target_filepattern={tmp_path}/t", f"--prediction_filepattern={tmp_path}/p"]
    found = command(*patterns, "--delimiter=@@", "--noaggregate", "--rouge_types=rouge2")
    assert [line[:10] for line in found.out.splitlines()[1:]] == ["0,1.000000", "1,0.000000"]
    assert found.err.count("does not end in the delimiter") == 2


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (["--rouge_types=rougeX"], "invalid rouge type 'rougeX'"),
        (["--delimiter="], "--delimiter"),
        (["--use_stemmer=perhaps"], "perhaps"),
        (["--target_filepattern=nowhere/*"], "nowhere/*: no file is called like this; check --target_filepattern"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(files: list[str], change: list[str], complaint: str) -> None:
    names = {word.partition("=")[0] for word in change}
    kept = [word for word in files if word.partition("=")[0] not in names]
    found = command(*kept, *change)
    assert found.status == 2 and complaint in found.err and found.err.count("\n") == 1


def test_records_without_a_partner_are_refused(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.decodes").write_text("Mice died\n", encoding="utf-8")
    found = command(*files)
    assert found.status == 2 and f"{tmp_path}/a.decodes: 1 records, but {tmp_path}/a.targets has 2" in found.err


# Beside the installed package


def test_pairs_beside_the_installed_rouge_score() -> None:
    theirs = pytest.importorskip("rouge_score.rouge_scorer", reason="rouge-score (extra `bench`) is not installed")
    rng = random.Random(42)
    ours = [rouge_scorer.RougeScorer(TYPES, use_stemmer=stem) for stem in (False, True)]
    peers = [theirs.RougeScorer(TYPES, use_stemmer=stem) for stem in (False, True)]
    for number in range(150):
        target, prediction = text(rng, 9), text(rng, 9)
        ours_found, wanted = (s[number % 2].score(target, prediction) for s in (ours, peers))
        assert close(ours_found, wanted), (target, prediction)


def test_aggregates_after_the_same_seed_of_numpy_beside_the_installed_rouge_score() -> None:
    theirs = pytest.importorskip("rouge_score.scoring", reason="rouge-score (extra `bench`) is not installed")
    found = []
    for module in (scoring, theirs):
        np.random.seed(11)  # rouge-score draws from the global generator
        aggregator = module.BootstrapAggregator(n_samples=300)
        for value in np.linspace(0, 1, 17):
            aggregator.add_scores({"rouge1": scoring.Score(value, value**2, value / 3)})
        found.append(aggregator.aggregate()["rouge1"])
    assert tuple(found[0]) == tuple(found[1])


def test_a_batch_without_types_has_no_scores_of_each_pair() -> None:
    assert rouge_scorer.RougeScorer([]).score_batch(["a", "b"], ["a", "b"]) == [{}, {}]


def test_a_batch_warns_once_for_all_types() -> None:
    scorer = rouge_scorer.RougeScorer(["rougeLsum", "rouge1"], split_summaries=True)
    with pytest.warns(UncountableTextWarning) as warned:
        scorer.score_batch(["Москва", "One. Two."], ["Москва", "Two. One."])
    assert len(warned) == 1
