"""The five steps from stories to verified events."""

from __future__ import annotations

from cliometer.study.protocol.events.board import start_board
from cliometer.study.protocol.events.linking import start_linking
from cliometer.study.protocol.events.listing import start_listing
from cliometer.study.protocol.events.splitting import start_splitting
from cliometer.study.protocol.events.verifying import start_verifying
from cliometer.study.protocol.steps import Protocol, Step

EVENTS = Protocol(
    "events",
    "Events and the sentences that mention them",
    (
        Step("split", "Review sentence boundaries", "shared", ("owner", "judge"), start_splitting),
        Step("list", "List the events", "each", ("judge",), start_listing, blind=True),
        Step("merge", "Merge the lists", "shared", ("judge",), start_board),
        Step("link", "Link sentences to events", "each", ("judge",), start_linking, blind=True),
        Step("verify", "Verify the links", "shared", ("verifier", "owner"), start_verifying),
    ),
)
