"""The settings of a comparison."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, cast, get_args

import pytest

from cliometer.engine.compare.figures import Design
from cliometer.errors import UsageError
from cliometer.settings.groups import Comparing, Test

wrong = cast("Any", Design.of)  # the calls are wrong on purpose


@pytest.mark.parametrize("name", ["side", "average", "weigh", "test", "correction", "interval"])
def test_a_word_that_no_setting_knows_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=f"unknown value of {name} 'x'; known: "):
        wrong(**{name: "x"})


@pytest.mark.parametrize("level", [0.0, 1.0, 95, -1.0, float("nan"), "0.9", None])
def test_a_level_is_between_none_and_all(level: object) -> None:
    with pytest.raises(UsageError, match="level must be a number between 0 and 1, found"):
        wrong(level=level)


@pytest.mark.parametrize("resamples", [-1, 0, 99, 1_000_001, 1000.0, "1000", None, True])
def test_resamples_are_enough_and_fit_into_memory(resamples: object) -> None:
    with pytest.raises(UsageError, match="resamples must be a whole number from 100 to 1,000,000, found"):
        wrong(resamples=resamples)


@pytest.mark.parametrize("test", get_args(Test))
def test_every_test_compares_the_same_number(test: Any) -> None:
    assert Design.of(test=test).averaged == "f-of-means"
    assert Design.of(test=test, average="micro").averaged == "micro"


def test_the_document_names_the_average_that_was_meant() -> None:
    assert Design.of().to_dict()["average"] == "f-of-means"
    assert list(Design.of(groups="leaders").to_dict()) == [field.name for field in fields(Design)]


def test_the_usual_groups_are_not_named_in_the_document() -> None:
    assert set(Design.of(groups="leaders").to_dict()) - set(Design.of().to_dict()) == {"groups"}


@pytest.mark.parametrize("settings", [{"baseline": "a"}, {"test": "wilcoxon"}, {"interval": "bca"}])
def test_groups_by_leaders_rest_on_t_tests_of_all_pairs(settings: Any) -> None:
    with pytest.raises(UsageError, match="groups by leaders rest on t tests of all pairs"):
        wrong(groups="leaders", **settings)


def test_every_setting_but_the_baseline_is_a_keyword() -> None:
    assert {*Comparing.__annotations__, "baseline"} == {field.name for field in fields(Design)}
