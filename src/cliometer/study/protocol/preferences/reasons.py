"""Why people preferred what they preferred: the bridge from a study to the coding of reasons."""

from __future__ import annotations

from cliometer.study.protocol.preferences.release import Release
from cliometer.study.reasons.codebook import Codebook
from cliometer.study.reasons.given import Reason, reasons_of
from cliometer.study.reasons.sheets import sheet


def given_reasons(release: Release) -> tuple[Reason, ...]:
    """The distinct reasons of the votes that count; none where nobody gave one."""
    return reasons_of([release.poll()])[0] if any(vote.reason for vote in release.votes) else ()


def coding_sheet(release: Release, codebook: Codebook, blind: bool = False) -> str:
    """The sheet that coders fill in, as `cliometer reasons --sheet` writes it; `read_sheet` reads it back."""
    return sheet(given_reasons(release), codebook, blind)
