"""The protocols of all kinds of study, by name."""

from __future__ import annotations

from cliometer.study.protocol.events.protocol import EVENTS
from cliometer.study.protocol.preferences.protocol import PREFERENCES
from cliometer.study.protocol.steps import Protocol
from cliometer.study.protocol.units.protocol import UNITS

PROTOCOLS: dict[str, Protocol] = {protocol.kind: protocol for protocol in (EVENTS, UNITS, PREFERENCES)}
