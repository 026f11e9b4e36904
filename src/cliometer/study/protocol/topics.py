"""What a study is about: topics with the documents, or the summaries, that people are shown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.json_values import Object, json_values
from cliometer.io.notes import Notebook
from cliometer.io.units.nodes import Node
from cliometer.io.units.sources import read_source, write_source
from cliometer.model.marks import Marks
from cliometer.model.sources import Source, expect_topic_id, refuse_repeats


@dataclass(frozen=True)
class Topic:
    """One topic: stories to judge, how long a timeline of it should be, and summaries by system."""

    id: str
    title: str = ""
    sources: tuple[Source, ...] = ()
    length: int | None = None
    summaries: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        expect_topic_id(self.id)
        object.__setattr__(self, "sources", tuple(self.sources))
        object.__setattr__(self, "summaries", dict(self.summaries))
        refuse_repeats([source.id for source in self.sources], "documents", f"topic {self.id}")
        if self.length is not None and self.length < 1:
            raise InputError(f"topic {self.id}: the length must be 1 or more, found {self.length}")

    @property
    def name(self) -> str:
        """As people see it."""
        return self.title or self.id

    @cached_property
    def marks(self) -> Marks:
        """Sentences and mentions of all stories."""
        return Marks(self.id, self.sources)


def write_topic(topic: Topic) -> str:
    """The topic as JSON; what is empty is left out, and the same topic gives the same text."""
    optional = {
        "title": topic.title,
        "sources": [write_source(source) for source in topic.sources],
        "length": topic.length,
        "summaries": dict(topic.summaries),
    }
    written = {"id": topic.id} | {key: value for key, value in optional.items() if value}
    return json.dumps(written, ensure_ascii=False, allow_nan=False)


def read_topic(text: str, name: str = "topic") -> Topic:
    """What `write_topic` wrote; `name` is the place that a complaint names."""
    notebook = Notebook(Path(name))
    ((_, value),) = json_values(text, Path(name))
    found = Node(value, "", notebook).as_object("a topic", ("id", "title", "sources", "length", "summaries"))
    return found.build(
        lambda: Topic(
            found.text("id"),
            found.maybe_text("title") or "",
            tuple(read_source(node) for node in found.items("sources")),
            found.whole("length") if found.has("length") else None,
            _summaries(found.at("summaries")) if found.has("summaries") else {},
        )
    )


def _summaries(node: Node) -> dict[str, str]:
    found = node.as_object("summaries", node.value if isinstance(node.value, Object) else ())
    return {system: found.text(system) for system in found.members}
