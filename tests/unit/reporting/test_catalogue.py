"""The registries as documents."""

from __future__ import annotations

import json

import pytest

from cliometer.errors import UsageError
from cliometer.expressions import settings_of
from cliometer.metrics.base import metrics
from cliometer.metrics.catalogue import PRESETS
from cliometer.metrics.similarity import kernels, similarities
from cliometer.reporting.registry_text import describe, registry_text

EVERY = [*metrics.names, *kernels.names, *similarities.names]


@pytest.mark.parametrize("name", metrics.names)
def test_a_metric_tells_formula_citation_and_every_setting(name: str) -> None:
    page = registry_text(describe(name))
    assert page.startswith(f"{name}: ")
    assert "formula: " in page and "citation: " in page
    assert all(f"\n{field.name} " in page for field in settings_of(metrics[name]))


def test_presets_are_compared_setting_by_setting() -> None:
    lines = registry_text(describe("presets")).splitlines()
    assert ["setting", *PRESETS] in [line.split() for line in lines]
    assert ["ties", "solver", "solver", "canonical", "canonical"] in [line.split() for line in lines]


def test_an_unknown_name_has_near_misses() -> None:
    with pytest.raises(UsageError, match=r"unknown metric 'aling'; did you mean align"):
        describe("aling")


def test_every_document_is_json() -> None:
    for name in (None, "kernels", "similarities", "presets", *EVERY, *PRESETS):
        assert json.loads(json.dumps(describe(name))) == describe(name)


def test_a_name_of_the_field_is_told_ours() -> None:
    with pytest.raises(UsageError, match=r"unknown metric 'AR-L'; did you mean align\+m1\(rouge=L\)\?"):
        describe("AR-L")
    assert describe("AR-1") == describe("align+m1")


def test_a_long_list_of_choices_fits_a_terminal() -> None:
    assert max(map(len, registry_text(describe("ts")).splitlines())) <= 130
