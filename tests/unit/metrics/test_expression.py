"""What a user may type for a metric, what is said where it is wrong, and presets, which fill open settings."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cliometer
from cliometer.errors import UsageError
from cliometer.expressions import choices_of, number, settings_of, spell_value, split, truth, word
from cliometer.metrics.alignment import TIE_RULES
from cliometer.metrics.base import GOLD_KINDS, metrics
from cliometer.metrics.catalogue import MODERN, PAPER2017, PRESETS, TILSE, Preset, expression_for, parse
from cliometer.metrics.similarity import Exponential, kernels, similarities
from cliometer.text.tokenisation import TOKENISERS
from tests.spellings import spelled


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("align", "align(rouge=1)"),
        (" align+m1 ( rouge = 2 ) ", "align+m1(rouge=2)"),
        ("align()", "align(rouge=1)"),
        ("align(beta=1.0)", "align(rouge=1)"),
        ("align(stem=TRUE, rouge=L)", "align(rouge=L, stem=true)"),
        ("align(kernel=exponential( tau = 3 ))", "align(rouge=1, kernel=exponential(tau=3))"),
        ("align(kernel=exponential(tau=7))", "align(rouge=1, kernel=exponential)"),
        ("date", "date"),
        ("date(tolerance=within(days=3), beta=0.5)", "date(tolerance=within(days=3), beta=0.5)"),
        ("rougeW1.2(stop=false)", "rougeW1.2(stop=false)"),
    ],
)
def test_an_expression_has_one_spelling(typed: str, spelled: str) -> None:
    assert str(parse(typed)) == repr(parse(typed)) == spelled


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("algin", r"unknown metric 'algin'; did you mean align"),
        ("xyzzy", r"unknown metric 'xyzzy'; known: agreement, align, .*; if it is your own, add --import FILE"),
        ("Align", r"did you mean align"),
        ("align(ruge=1)", r"unknown setting of align 'ruge'; did you mean rouge\?"),
        ("date(content=raw)", r"unknown setting of date 'content'"),
        ("rouge1(rouge=2)", r"unknown setting of rouge1 'rouge'"),
        ("align(rouge=9x)", r"unknown ROUGE '9x'; known: 1, 2"),
        ("align(kernel=exponentail)", r"unknown date kernel 'exponentail'; did you mean exponential\?"),
        ("align(kernel=exponential(tua=3))", r"unknown setting of exponential 'tua'; did you mean tau\?"),
        ("align+(content=word)", r"unknown content similarity 'word'; did you mean words\?"),
        ("align(ties=canonic)", r"unknown tie rule 'canonic'; did you mean canonical\?"),
        ("align(tokens=unicod)", r"unknown tokeniser 'unicod'; did you mean unicode\?"),
        ("align(references=al)", r"unknown reference count 'al'; did you mean all\?"),
        ("align(stem=yes)", r"expected true or false, found 'yes'"),
        ("align(beta=two)", r"expected a number, found 'two'"),
        ("align(beta=0)", r"expected a finite number from 0.001 to 1000, found 0"),
        ("align(beta=1e300)", r"from 0.001 to 1000, found 1e300"),
        ("align(beta=nan)", r"expected a finite number"),
        ("align(kernel=within(days=-1))", r"expected a finite number at least 0, found -1"),
        ("align(kernel=within(days=inf))", r"expected a finite number at least 0, found inf"),
        ("align(kernel=exponential(tau=0))", r"expected a finite number at least 1e-06, found 0"),
        ("align(rouge=1, rouge=2)", r"the setting 'rouge' appears twice"),
        ("align(rouge)", r"expected setting=value in 'align\(rouge\)', found 'rouge'"),
        ("align(rouge=)", r"expected setting=value"),
        ("align(=1)", r"expected setting=value"),
        ("align(rouge=1,)", r"expected setting=value in .*, found ''"),
        ("align(kernel=exponential(tau=1)", r"unbalanced parentheses"),
        ("align(rouge=1))", r"unbalanced parentheses"),
        ("align(rouge=)1()", r"unbalanced parentheses"),
        ("align(rouge=1", r"is not a metric; write name or name\(setting=value, ...\)"),
        ("align)", r"is not a metric"),
        ("align rouge", r"is not a metric"),
        ("", r"'' is not a metric"),
        ("(rouge=1)", r"is not a metric"),
        ("AR-1(rouge=2)", r"^AR-1 fixes rouge; write align\+m1 with settings of its own$"),
    ],
)
def test_a_wrong_expression_is_refused_with_what_would_be_right(typed: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        parse(typed)


@given(st.text(alphabet="align(),=rouge1 dt+", max_size=30) | st.text(max_size=20))
def test_whatever_is_typed_is_a_metric_or_a_usage_error(typed: str) -> None:
    try:
        metric = parse(typed)
    except UsageError:
        return
    assert parse(str(metric)) == metric


@given(st.floats(0.001, 1000))
def test_numbers_are_spelled_so_that_they_read_back(value: float) -> None:
    assert number(low=0)(spell_value(value)) == value


def test_a_comma_inside_inner_parentheses_does_not_separate() -> None:
    assert split("a(b=c(d=1, e=2), f=3)", "thing") == ("a", {"b": "c(d=1, e=2)", "f": "3"})


def test_the_parsers_of_words_and_truth_are_exact() -> None:
    assert truth("True") is True and truth("false") is False
    assert word("colour", ["red"])("red") == "red"


def test_a_name_can_be_registered_once() -> None:
    with pytest.raises(UsageError, match="there is a date kernel named 'exponential' already"):
        kernels.register(Exponential)


def test_a_registry_knows_its_names() -> None:
    assert "align" in metrics and "nothing" not in metrics
    assert [cls.name for cls in metrics] == metrics.names
    with pytest.raises(UsageError, match="unknown metric"):
        metrics["nothing"]


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        (
            "align+m1(kernel=exponential(tau=0))",
            "align+m1(kernel=exponential(tau=0)): tau: expected a finite number at least 1e-06, found 0",
        ),
        ("align(rouge=2, stem=yes)", "align(stem=yes): stem: expected true or false, found 'yes'"),
    ],
)
def test_a_wrong_value_is_told_with_its_setting_and_metric(typed: str, complaint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(typed)
    assert str(caught.value) == complaint


@pytest.mark.parametrize(
    ("typed", "ours"),
    [
        ("AR-L", "align+m1(rouge=L)"),
        ("AR-1 F1", "align+m1(rouge=1)"),
        ("ROUGE-L", "rougeL"),
        ("rouge-1", "rouge1"),
        ("R1", "rouge1"),
        ("rouge3", "concat(rouge=3)"),
        ("rougeSU9", "concat(rouge=SU9)"),
        ("rougeW1.3", "concat(rouge=W1.3)"),
        ("date-f1", "date"),
        ("align+ m:1", "align+m1"),
        ("align+m:1(rouge=2)", "align+m1"),
    ],
)
def test_a_name_of_the_field_is_refused_with_ours(typed: str, ours: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(typed)
    assert str(caught.value) == f"unknown metric {typed!r}; did you mean {ours}?"
    parse(ours)


@pytest.mark.parametrize(
    ("typed", "ours"),
    [
        ("AR-1", "align+m1(rouge=1)"),
        ("AR1", "align+m1(rouge=1)"),
        (" ar-2 ", "align+m1(rouge=2)"),
        ("AR-2(kernel=within(days=3))", "align+m1(rouge=2, kernel=within(days=3))"),
    ],
)
def test_what_papers_call_ar_is_accepted_and_shown_as_ours(typed: str, ours: str) -> None:
    assert str(parse(typed)) == ours


@pytest.mark.parametrize("typed", ["range", "rouge", "ar", "r", "dating"])
def test_what_the_field_does_not_say_has_other_near_misses(typed: str) -> None:
    assert expression_for(typed) is None


@pytest.mark.parametrize(
    ("setting", "choices"),
    [
        ("tokens", list(TOKENISERS)),
        ("stem", ["true", "false"]),
        ("ties", list(TIE_RULES)),
        ("kernel", kernels.names),
        ("content", similarities.names),
        ("rouge", []),
        ("beta", []),
    ],
)
def test_the_choices_of_a_setting_are_those_of_its_parser(setting: str, choices: list[str]) -> None:
    fields = {field.name: field for field in settings_of(metrics["align+m1"])}
    assert choices_of(fields[setting]) == choices


EVERY = list(PRESETS.values())


def settings(preset: Preset) -> dict[str, str]:
    fields = [field.name for field in dataclasses.fields(preset) if field.name not in ("name", "note")]
    return {name: str(getattr(preset, name)) for name in fields}


def test_tilse_is_what_the_published_numbers_mean() -> None:
    assert settings(TILSE) == {
        "tokens": "rouge155", "stem": "True", "stop": "True", "references": "all", "content": "raw",
        "kernel": "reciprocal", "ties": "solver", "undefined": "zero", "duplicates": "last",
        "metrics": "usual",
    }  # fmt: skip


def test_paper2017_differs_from_tilse_in_words_and_in_what_precision_is_divided_by() -> None:
    assert settings(PAPER2017) == {**settings(TILSE), "stem": "False", "stop": "False", "references": "dated"}


@pytest.mark.parametrize("metric", ["agreement", "align", "align+", "align+m1"])
def test_the_union_of_two_disjoint_references_is_precise_under_paper2017(metric: str) -> None:
    first, second = {"2010-01-01": ["Oil burns."]}, {"2010-02-01": ["Judges fine."]}
    found = cliometer.score({**first, **second}, [first, second], [metric], preset="paper2017")[metric]
    assert found["precision"] == pytest.approx(1.0)


def test_modern_is_what_we_advise() -> None:
    assert settings(MODERN) == {
        "tokens": "unicode", "stem": "False", "stop": "False", "references": "dated", "content": "words",
        "kernel": "reciprocal", "ties": "canonical", "undefined": "null", "duplicates": "last",
        "metrics": "usual",
    }  # fmt: skip


def test_robust_is_modern_with_other_usual_metrics() -> None:
    assert settings(PRESETS["robust"]) == {**settings(MODERN), "metrics": "tally, date"}
    days = {"2010": ["a rig"]}
    assert list(cliometer.score(days, [days], preset="robust").to_dict()) == ["tally", "date"]
    assert cliometer.explain(days, [days], preset="robust").metric == "tally"


@pytest.mark.parametrize("preset", EVERY, ids=str)
@pytest.mark.parametrize("cls", GOLD_KINDS["references"].metrics, ids=lambda cls: cls.name)
def test_a_preset_leaves_no_setting_open_but_the_tolerance(cls: Any, preset: Preset) -> None:
    closed: Any = parse(spelled(cls.name)).under(preset)
    still_open = [field.name for field in settings_of(closed) if getattr(closed, field.name) is None]
    assert still_open == (["tolerance"] if cls.name == "date" else [])


def test_what_an_expression_spells_out_wins() -> None:
    closed: Any = parse("align(stem=false, kernel=within(days=2))").under(TILSE)
    assert (closed.stem, str(closed.kernel), closed.stop) == (False, "within(days=2)", True)


def test_an_unknown_preset_has_near_misses() -> None:
    with pytest.raises(UsageError, match=r"unknown preset 'tils'; did you mean tilse\?"):
        Preset.parse("tils")
