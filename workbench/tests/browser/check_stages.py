"""Checks of decisions behind the stage."""

from __future__ import annotations

import json

from cliometer.study.topics import Topic
from cliometer_workbench.study.decision_checks import DECISIONS
from workbench.tests.app.people import Town


def long_texts(slug: str) -> int:
    """The sheet of Ann: three statements, each on a text of 60 paragraphs."""
    text = "\n".join(f"Paragraph {n}: the well leaks, and engineers try to close it." for n in range(60))
    keys = [("oil", "a", f"u{n}", f"In step {n} the well exploded, and eleven workers died.") for n in range(3)]
    topic = Topic(DECISIONS, summaries={json.dumps(key): text for key in keys})
    town = Town()
    return town.sheet(town.study("checks", [topic], slug=slug, ann="judge"), "check", "ann").pk
