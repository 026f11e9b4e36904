"""`cliometer metrics`: lists, pages, and whom to cite."""

from __future__ import annotations

import json

import pytest

from cliometer.metrics.base import metrics
from cliometer.metrics.catalogue import PRESETS
from cliometer.metrics.similarity import kernels, similarities
from tests.unit.cli.cliometer_command import cliometer


@pytest.mark.parametrize("name", [*metrics.names, *kernels.names, *similarities.names])
def test_what_is_shown_ends_with_its_bibtex(name: str) -> None:
    shown, described = cliometer("metrics", "show", name), cliometer("metrics", name)
    entries = cliometer("metrics", "show", name, "--bibtex").out
    assert (shown.status, described.status) == (0, 0)
    assert entries.startswith("@") and shown.out.endswith(f"\n\n{entries}")
    assert "citation: " in shown.out and "\n@" not in described.out


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_shown_though_it_cites_nobody(name: str) -> None:
    assert cliometer("metrics", "show", name).out == cliometer("metrics", name).out
    found = cliometer("metrics", name, "--bibtex")
    assert (found.status, found.out) == (2, "") and f"{name} cites no work" in found.err


def test_show_needs_no_word_of_its_own_to_print_entries() -> None:
    assert cliometer("metrics", "jsd", "--bibtex").out == cliometer("metrics", "show", "jsd", "--bibtex").out


def test_the_document_has_the_keys_of_the_works() -> None:
    document = json.loads(cliometer("metrics", "show", "scu", "--json").out)
    assert document["works"] == ["nenkova-passonneau-2004", "passonneau-2005"]
    assert document["bibtex"].count("@inproceedings") == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show",), "name what to show, such as cliometer metrics show align+m1"),
        (("--bibtex",), "name what to show"),
        (("show", "kernels"), "kernels is a list: name one of its entries"),
        (("date", "align"), "one name at a time, found date and align"),
        (("show", "aling"), "unknown metric 'aling'; did you mean align"),
        (("show", "align(tau=1)"), "unknown setting of align 'tau'"),
    ],
)
def test_a_wrong_name_is_told_in_one_line(words: tuple[str, ...], said: str) -> None:
    found = cliometer("metrics", *words)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert said in found.err
