"""What to cite for a result, a signature or a metric, and the pages of metrics."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from cliometer.metrics.catalogue import PRESETS
from cliometer.model.records import head
from tests.unit.cli.cliometer_command import DEMO, cliometer

SIGNATURE = (
    "cliometer:0.1.0|preset:tilse|metrics:align+m1(rouge=1, content=raw),date|nrefs:2|side:f|test:wilcoxon|"
    "correction:bh|interval:percentile"
)

CURVE = {**head("curve"), "metric": "nu", "curves": [], "means": [], "recall": []}


def keys(*words: object) -> set[str]:
    """The keys of the entries that are printed, but for Cliometer's own, which is always there."""
    found = cliometer("metrics", "cite", *words)
    assert found.status == 0, found.err
    printed = [line.partition("{")[2].rstrip(",") for line in found.out.splitlines() if line.startswith("@")]
    assert printed[0] == "cliometer"
    return set(printed[1:])


def test_a_pasted_signature_cites_its_metrics_test_correction_and_interval() -> None:
    assert keys(f"signature {SIGNATURE}") == {
        "martschat-markert-2017", "martschat-markert-2018", "wilcoxon-1945", "benjamini-hochberg-1995",
        "efron-1979",
    }  # fmt: skip


@pytest.mark.parametrize("metrics", ["usual", "AR-1,ledger"])
def test_a_short_signature_cites_the_metrics_that_it_stands_for(metrics: str) -> None:
    names = {"usual": ["concat", "align+m1", "date", "tally"], "AR-1,ledger": ["align+m1", "ledger"]}[metrics]
    works = keys(f"cliometer:0.1.0|tilse|{metrics}|nrefs:2|gold:0ca8ed21af29|test:t")
    assert works == keys(*names) | {"student-1908"}


def test_the_signature_stands_in_a_comment() -> None:
    assert f"% signature {SIGNATURE}\n" in cliometer("metrics", "cite", SIGNATURE).out


def test_the_version_that_made_the_numbers_is_cited() -> None:
    assert "note = {Version 9.9}" in cliometer("metrics", "cite", "cliometer:9.9|metrics:date").out


def test_a_printed_page_on_standard_input_is_searched_for_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    page = cliometer("score", DEMO / "runs" / "lead", DEMO / "references", "-m", "rouge1").out
    monkeypatch.setattr(sys, "stdin", io.StringIO(page))
    assert keys("-", "--bibtex") == {"lin-2004"}


def test_the_folder_of_an_experiment_is_its_results(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(CURVE))
    assert keys(tmp_path) == {"khandelwal-2001", "allan-2001"}


def test_what_is_neither_file_nor_signature_nor_metric_is_told() -> None:
    found = cliometer("metrics", "cite", "aling")
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith("cliometer: 'aling' is neither a file nor a signature nor a metric: unknown metric")


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
