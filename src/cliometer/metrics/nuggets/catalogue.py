"""The metrics of updates against nuggets, and which of the track's measures are shown without being asked."""

from __future__ import annotations

from cliometer.metrics.nuggets.metric import nugget_metrics

registries = {"nuggets": nugget_metrics}
usual = {
    "nuggets": (
        "ts",
        *(f"ts(of={name})" for name in ("gain", "normalised_gain", "latency_gain", "comprehensiveness")),
        *(f"ts(of={name})" for name in ("verbosity", "latency", "updates")),
    )
}
