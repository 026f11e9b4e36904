"""The preference study as a protocol: one step, one sheet a judge over all topics."""

from __future__ import annotations

from cliometer.study.protocol.preferences.ballot import start
from cliometer.study.protocol.steps import Protocol, Step

PREFERENCES = Protocol(
    "preferences",
    "Which summary is better?",
    (Step("vote", "Vote on pairs", "each", ("judge",), start, blind=True, spans=True),),
)
