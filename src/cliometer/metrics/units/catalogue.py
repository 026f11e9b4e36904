"""The metrics of extracts: importing this module registers them, by the kind of gold they read."""

from __future__ import annotations

from typing import Any

from cliometer.metrics.registry import Registry
from cliometer.metrics.units import EXTRACT_METRICS

unit_metrics: Registry[Any] = Registry("metric")
event_metrics: Registry[Any] = Registry("metric")
registries = {"units": unit_metrics, "events": event_metrics}
usual = {"units": ("pyramid",), "events": ("nu",)}

for cls in EXTRACT_METRICS:
    registries[cls.evidence].register(cls)
