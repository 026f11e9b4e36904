"""Metrics behind the interface of Hugging Face's `evaluate`."""

from __future__ import annotations

from typing import Any

import pytest

import cliometer
from cliometer.compat import evaluate
from cliometer.errors import InputError, UsageError
from tests.compared import benchmark

RUNS, GOLD = benchmark()
TOPICS = list(GOLD)
PREDICTIONS = [RUNS["fair"][topic] for topic in TOPICS]
REFERENCES = [GOLD[topic] for topic in TOPICS]
TEXTS = ["The cat sat.\nIt slept.", "A dog barks at the cats"]
OTHERS = [["A cat sat down.\nIt slept well.", "Cats sit"], "The dogs barked"]
METRICS = ["align+m1(rouge=2)", "date", "rougeL"]


@pytest.mark.parametrize("preset", [None, "modern"])
@pytest.mark.parametrize("metric", METRICS)
def test_numbers_are_those_of_evaluate(metric: str, preset: str | None) -> None:
    found = evaluate.load(metric, preset=preset).compute(predictions=PREDICTIONS, references=REFERENCES)
    run, gold = ({str(n): own for n, own in enumerate(given, 1)} for given in (PREDICTIONS, REFERENCES))
    results = cliometer.score({"fair": run}, gold, [metric], preset=preset or "tilse")
    assert found == {**results.means()[0].numbers, "signature": str(results.signature)}


@pytest.mark.parametrize("kind", ["1", "2", "L", "SU4"])
def test_texts_score_as_by_rouge(kind: str) -> None:
    found = evaluate.load(f"rouge{kind}").compute(predictions=TEXTS, references=OTHERS)
    lines = [[text.splitlines() for text in ([own] if isinstance(own, str) else own)] for own in OTHERS]
    scores = [cliometer.rouge(ours.splitlines(), own, [kind])[kind] for ours, own in zip(TEXTS, lines, strict=True)]
    recall, precision, f = (sum(column) / 2 for column in zip(*scores, strict=True))
    assert (found["recall"], found["precision"], found["mean_of_f"]) == pytest.approx((recall, precision, f))


def test_the_signature_of_texts_says_how_words_were_read() -> None:
    found = evaluate.load("rouge1(stop=true)").compute(predictions=TEXTS, references=OTHERS)
    assert "|metrics:rouge1(stop=true)|texts:rouge-1.5.5|tokens:rouge155|stem:true|stop:true|" in str(
        found["signature"]
    )
    others = evaluate.load("rouge1(stop=true)").compute(predictions=TEXTS, references=OTHERS[::-1])
    assert others["signature"] != found["signature"]


def test_a_module_says_what_it_is() -> None:
    module = evaluate.load("align+m1(rouge=2)")
    assert module.name == "align+m1(rouge=2)"
    assert "Martschat & Markert (2017)" in module.citation
    assert module.description.startswith("As align+, but several dates")


def test_a_failure_leaves_nothing_behind() -> None:
    module = evaluate.load("date")
    module.add(prediction="a text", reference="a text")
    with pytest.raises(UsageError, match="date compares timelines; for texts load rouge1"):
        module.compute()
    assert len(module) == 0


def test_a_silent_system_scores_nought() -> None:
    assert evaluate.load("date").compute(predictions=[{}], references=[PREDICTIONS[0]])["f_of_means"] == 0


DAY = {"2010-05-27": ["oil"]}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (([DAY, DAY], [DAY]), "^2 predictions, but 1 references: each prediction needs"),
        (([DAY], None), "^references were not given"),
        ((None, [DAY]), "^predictions were not given"),
        (([], []), "^there is nothing to compute"),
        ((DAY, [DAY]), "^expected predictions to be a list, each a timeline"),
        (("text", ["text"]), "^expected predictions to be a list"),
        (([DAY], [[]]), "^pair 0: a topic needs at least one reference"),
        (([DAY], ["text"]), "^pair 0: expected the reference of a timeline to be a timeline"),
        (([DAY], [3]), "^pair 0: expected the reference of a timeline to be a timeline"),
        (([DAY, 7], [DAY, DAY]), "^pair 1: expected a timeline such as .*, found 7"),
        (([{"May": ["x"]}], [DAY]), "^pair 0: .*May"),
        ((["text"], [DAY]), "^pair 0: expected the reference of a text to be a text"),
        ((["text"], [[]]), "^pair 0: the list of references is empty"),
        ((["text", DAY], ["text", DAY]), "^1 of 2 predictions are texts"),
    ],
    ids=range(14),
)
def test_what_is_wrong_is_said_and_not_kept(given: tuple[Any, Any], message: str) -> None:
    module = evaluate.load("rouge1")
    with pytest.raises((UsageError, InputError), match=message):
        module.compute(predictions=given[0], references=given[1])
    assert len(module) == 0
