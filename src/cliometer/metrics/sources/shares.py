"""Remarks that name a share, of one score or of many: the share stands where `{share}` does."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.text.source_words import Counts

SHARE = "{share}"


def unknown_share(A: Counts, B: Counts) -> float:
    """The share of the summary's words, repetitions included, that the sources lack."""
    return sum(times for word, times in B.items() if word not in A) / sum(B.values())


def with_shares(remark: str, shares: Sequence[float]) -> str:
    """The remark with the share, or with the least and the greatest of several.

    >>> with_shares("{share} are unknown", [0.25, 0.5])
    '25.0 % to 50.0 % are unknown'
    """
    ends = dict.fromkeys(_percent(end) for end in (min(shares), max(shares))) if shares else {}
    return remark.replace(SHARE, " to ".join(ends))


def _percent(share: float) -> str:
    return "under 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"
