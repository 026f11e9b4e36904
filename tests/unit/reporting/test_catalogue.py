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


def test_without_a_name_all_metrics_are_listed() -> None:
    assert [entry["name"] for entry in describe(None)["metrics"]] == list(metrics.names)
    assert all(name in registry_text(describe(None)) for name in metrics.names)


@pytest.mark.parametrize("name", metrics.names)
def test_a_metric_tells_formula_citation_and_every_setting(name: str) -> None:
    page = registry_text(describe(name))
    assert page.startswith(f"{name}: ")
    assert "formula: " in page and "citation: " in page
    assert all(f"\n{field.name} " in page for field in settings_of(metrics[name]))


@pytest.mark.parametrize("name", EVERY)
def test_everything_that_is_listed_can_be_described(name: str) -> None:
    entry = describe(name)
    assert entry["name"] == name
    assert entry["summary"]
    assert all(setting["meaning"] and setting["default"] for setting in entry["settings"])


def test_a_metric_is_found_by_its_expression() -> None:
    assert describe("align+m1(rouge=2)") == describe("align+m1")


@pytest.mark.parametrize(
    ("name", "lists"), [("kernels", kernels.names), ("similarities", similarities.names), ("presets", list(PRESETS))]
)
def test_the_other_lists_have_names(name: str, lists: list[str]) -> None:
    assert [entry["name"] for entry in describe(name)[name]] == lists
    assert all(listed in registry_text(describe(name)) for listed in lists)


def test_presets_are_compared_setting_by_setting() -> None:
    lines = registry_text(describe("presets")).splitlines()
    assert ["setting", *PRESETS] in [line.split() for line in lines]
    assert ["ties", "solver", "solver", "canonical", "canonical"] in [line.split() for line in lines]


def test_open_settings_are_those_of_the_preset() -> None:
    defaults = {setting["name"]: setting["default"] for setting in describe("align")["settings"]}
    assert (defaults["rouge"], defaults["stem"], defaults["beta"]) == ("1", "as the preset", "1")


def test_an_unknown_name_has_near_misses() -> None:
    with pytest.raises(UsageError, match=r"unknown metric 'aling'; did you mean align"):
        describe("aling")


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(UsageError, match=r"unknown setting of align 'tau'"):
        describe("align(tau=3)")


def test_every_document_is_json() -> None:
    for name in (None, "kernels", "similarities", "presets", *EVERY, *PRESETS):
        assert json.loads(json.dumps(describe(name))) == describe(name)


def test_choices_are_shown_and_in_the_document() -> None:
    choices = {setting["name"]: setting["choices"] for setting in describe("align+m1")["settings"]}
    assert (choices["kernel"], choices["references"]) == (kernels.names, ["all", "dated"])
    assert ", ".join(kernels.names) in " ".join(registry_text(describe("align+m1")).split())


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_described_by_its_name(name: str) -> None:
    entry = describe(name)
    assert (entry["name"], entry["settings"]["ties"]) == (name, PRESETS[name].ties)
    assert f"\ntokens      {PRESETS[name].tokens}\n" in registry_text(entry)


def test_where_nothing_is_near_everything_is_listed() -> None:
    with pytest.raises(UsageError) as caught:
        describe("xyzzy")
    known = str(caught.value).partition("known: ")[2].split(", ")
    assert set(known) == {*EVERY, *metrics.names, *PRESETS, "kernels", "similarities", "presets"}


def test_a_name_of_the_field_is_told_ours() -> None:
    with pytest.raises(UsageError, match=r"unknown metric 'AR-L'; did you mean align\+m1\(rouge=L\)\?"):
        describe("AR-L")
    assert describe("AR-1") == describe("align+m1")


def test_a_long_list_of_choices_fits_a_terminal() -> None:
    assert max(map(len, registry_text(describe("ts")).splitlines())) <= 130
