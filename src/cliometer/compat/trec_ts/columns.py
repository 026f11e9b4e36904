"""The columns of the track's two scripts, and the measures that stand in them."""

from __future__ import annotations

from collections.abc import Mapping

IDS = ("QueryID", "TeamID", "RunID")

COLUMNS: Mapping[int, Mapping[str, str]] = {
    2013: {
        "updates": "# Updates",
        "gain": "Expected Gain",
        "latency_gain": "Expected Latency Gain",
        "comprehensiveness": "Comprehensiveness",
        "latency_comprehensiveness": "Latency Comprehensiveness",
        "verbosity": "Expected Verbosity",
        "latency": "Expected Latency",
        "confident_gain": "Expected Confidence-Biased Gain",
        "confident_latency_gain": "Expected Confidence-Biased Latency Gain",
        "confident_comprehensiveness": "Confidence-Biased Comprehensiveness",
        "confident_latency_comprehensiveness": "Confidence-Biased Latency Comprehensiveness",
        "confident_verbosity": "Expected Confidence-Biased Verbosity",
        "confident_latency": "Expected Confidence-Biased Latency",
    },
    2014: {
        "updates": "# Updates",
        "gain": "E[Gain]",
        "normalised_gain": "nE[Gain]",
        "latency_gain": "E[Latency Gain]",
        "normalised_latency_gain": "nE[Latency Gain]",
        "comprehensiveness": "Comprehensiveness",
        "latency_comprehensiveness": "Latency Comp.",
        "f": "HM(nE[LG],Lat. Comp.)",
        "verbosity": "E[Verbosity]",
        "latency": "E[Latency]",
        "confident_gain": "E[Confidence-Biased Gain]",
        "confident_normalised_gain": "nE[Confidence-Biased Gain]",
        "confident_latency_gain": "E[Confidence-Biased Latency Gain]",
        "confident_normalised_latency_gain": "nE[Confidence-Biased Latency Gain]",
        "confident_comprehensiveness": "Confidence-Biased Comp.",
        "confident_latency_comprehensiveness": "Confidence-Biased Latency Comp.",
        "confident_f": "Confidence-Biased HM(nE[LG],Lat. Comp.)",
        "confident_verbosity": "E[Confidence-Biased Verbosity]",
        "confident_latency": "E[Confidence-Biased Latency]",
    },
}
