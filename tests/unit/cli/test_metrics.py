"""`cliometer metrics`: lists, pages, and whom to cite."""

from __future__ import annotations

import json

import pytest

from cliometer.metrics.catalogue import PRESETS
from tests.unit.cli.cliometer_command import cliometer


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
