"""Summarisers and their summaries as text, tables and JSON."""

from __future__ import annotations

import inspect
from collections import Counter

from cliometer.report.document import Document, Listing, Paragraph, Section
from cliometer.report.registry_text import registry_entry, settings_table
from cliometer.report.render.terminal import terminal
from cliometer.systems.summaries import Summaries
from cliometer.systems.summarisers import summarisers
from cliometer.text.tables import Cell, Table


def summaries_text(found: Summaries) -> str:
    """Topic by topic: the posts that each system chose, numbered."""
    lines: list[str] = []
    for topic in found.topics:
        kept = len(topic.topic.posts)
        lines += [f"{topic.topic.id} ({kept} of {topic.read} posts)", ""]
        for summary in (each for each in found.summaries if each.topic == topic.topic.id):
            lines += [f"  {summary.system}"]
            lines += [f"  {number}. {text}" for number, text in enumerate(summary.texts, start=1)] + [""]
    return "\n".join(lines)


def topic_table(found: Summaries) -> Table:
    """What was read of each topic, what was left out and why, and what was chosen."""
    reasons = list(dict.fromkeys(gone.reason for topic in found.topics for gone in topic.dropped))
    rows: list[list[Cell]] = []
    for topic in found.topics:
        dropped = Counter(gone.reason for gone in topic.dropped)
        counts = [dropped[reason] for reason in reasons]
        chosen = [len(summary.ids) for summary in found.summaries if summary.topic == topic.topic.id]
        most = [max(chosen, default=0)]
        rows.append([topic.topic.id, topic.read, *counts, len(topic.topic.posts), *most])
    return Table(["topic", "posts", *reasons, "kept", "chosen"], rows)


def summariser_catalogue() -> str:
    """Every summariser: what it does, and its settings with their defaults."""
    sections = []
    for cls in summarisers:
        settings = registry_entry(cls)["settings"]
        table = [Listing("", settings_table(settings))] if settings else []
        sections.append(Section(cls.name, [Paragraph(inspect.getdoc(cls) or ""), *table]))
    return terminal(Document("Summarisers", sections))
