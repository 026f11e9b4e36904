"""The claims of our pages on data beside the repository: protocols, and timelines with and without leaks."""

from __future__ import annotations

from pathlib import Path

import pytest

import cliometer
from tests.shared import SHARED, needs
from tools import protocol_table

CLAIMS = Path(__file__).parents[2] / "docs" / "claims"
HOME = SHARED / "data" / "timeline17"
GIVEN = f"timeline17={HOME}"


@needs("parity", "protocols.json")
@needs("data", "timeline17")
def test_the_table_of_protocols_holds_as_claims(tmp_path: Path) -> None:
    protocol_table.write_runs(tmp_path)
    found = cliometer.verify(CLAIMS / "protocols.toml", paths=[GIVEN, f"made={tmp_path}"])
    assert [check for check in found.claims if check.state not in ("exact", "rounded")] == []
    assert (len(found.claims), sum(check.claimed == "refused" for check in found.claims)) == (198, 12)


@needs("data", "timeline17", "corpora")
@pytest.mark.slow
def test_lead_holds_with_and_without_leaks_and_what_was_not_made_is_said_to_be_unchecked(tmp_path: Path) -> None:
    words = dict(line.split(": ") for line in (CLAIMS / "timeline17-keywords.txt").read_text().splitlines())
    keywords = {topic: listed.split(", ") for topic, listed in words.items()}
    for name, leaks in (("open-with", None), ("open-without", HOME / "references")):
        cliometer.timelines(
            HOME / "corpora",
            ["lead"],
            like=HOME / "references",
            keywords=keywords,
            without_leaks=leaks,
            output=tmp_path / name,
        )
    found = cliometer.verify(CLAIMS / "timelines.toml", paths=[GIVEN, f"made={tmp_path}"], missing="skip")
    states = {check.label: check.state for check in found.claims if check.state != "unchecked"}
    assert states == dict.fromkeys(("lead, open", "lead, open, without leaks"), "rounded")


@needs("data", "timeline17", "corpora")
@needs("data", "system_outputs")
@needs("data", "trec-ts")
@pytest.mark.slow
def test_the_findings_hold() -> None:
    names = {"timeline17": "timeline17", "outputs": "system_outputs", "trec-ts": "trec-ts"}
    found = cliometer.verify(
        CLAIMS / "findings.toml", paths=[f"{name}={SHARED / 'data' / folder}" for name, folder in names.items()]
    )
    assert [check for check in found.claims if check.state not in ("exact", "rounded")] == []
