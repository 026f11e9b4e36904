"""Presets fill the settings that an expression leaves open."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import cliometer
from cliometer.errors import UsageError
from cliometer.expressions import settings_of
from cliometer.metrics.base import GOLD_KINDS
from cliometer.metrics.catalogue import MODERN, PAPER2017, PRESETS, TILSE, Preset, parse
from cliometer.model.timeline import ReferenceSet, Timeline
from tests.spellings import spelled

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
    assert settings(PRESETS["robust"]) == {**settings(MODERN), "metrics": "ledger, date"}
    days = {"2010": ["a rig"]}
    assert list(cliometer.score(days, [days], preset="robust").to_dict()) == ["ledger", "date"]
    assert cliometer.explain(days, [days], preset="robust").metric == "ledger"


@pytest.mark.parametrize("preset", EVERY, ids=str)
@pytest.mark.parametrize("cls", GOLD_KINDS["references"].metrics, ids=lambda cls: cls.name)
def test_a_preset_leaves_no_setting_open_but_the_tolerance(cls: Any, preset: Preset) -> None:
    closed: Any = parse(spelled(cls.name)).under(preset)
    still_open = [field.name for field in settings_of(closed) if getattr(closed, field.name) is None]
    assert still_open == (["tolerance"] if cls.name == "date" else [])


def test_what_an_expression_spells_out_wins() -> None:
    closed: Any = parse("align(stem=false, kernel=within(days=2))").under(TILSE)
    assert (closed.stem, str(closed.kernel), closed.stop) == (False, "within(days=2)", True)


def test_a_metric_left_open_means_the_default_preset() -> None:
    system, references = (
        Timeline({"2010": ["the wells"]}),
        ReferenceSet(Timeline({"2010": ["a rig, the wells"]})),
    )
    assert parse("concat").measure(system, references) == parse("concat").under(TILSE).measure(system, references)


def test_a_preset_has_a_name_or_is_one() -> None:
    assert Preset.parse("modern") is MODERN and Preset.parse(MODERN) is MODERN


def test_an_unknown_preset_has_near_misses() -> None:
    with pytest.raises(UsageError, match=r"unknown preset 'tils'; did you mean tilse\?"):
        Preset.parse("tils")
