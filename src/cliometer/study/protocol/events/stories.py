"""The stories of a topic as all its sheets share them: looked up often, copied never."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from cliometer.errors import Missing
from cliometer.model.marks import Marks
from cliometer.model.sources import Source
from cliometer.study.protocol.events.twins import find_twins
from cliometer.study.protocol.topics import Topic
from cliometer.text.annotate.sentences import split


@dataclass(frozen=True)
class Stories:
    """The documents of a topic with their sentences, in the order of the stream."""

    topic: str
    sources: tuple[Source, ...]

    @cached_property
    def marks(self) -> Marks:
        """Sentences by id, and their places."""
        return Marks(self.topic, self.sources)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Of the stories."""
        return tuple(source.id for source in self.sources)

    @cached_property
    def twins(self) -> Mapping[str, tuple[str, ...]]:
        """The same sentence elsewhere, of each sentence that has such."""
        return find_twins({id: sentence.text for id, sentence in self.marks.sentences.items()})

    def text(self, sentence: str) -> str:
        """What a sentence says."""
        return self.marks.sentences[sentence].text

    def story_of(self, sentence: str) -> str:
        """The story that a sentence stands in."""
        return self.marks.document_of[sentence]

    def in_order(self, sentences: Iterable[str]) -> tuple[str, ...]:
        """Sentences in the order of reading, each once; what is none is refused."""
        wanted = dict.fromkeys(sentences)
        for id in wanted:
            if id not in self.marks.sentences:
                raise Missing(self.marks.missing("sentence", id, self.marks.sentences).message)
        return tuple(sorted(wanted, key=self.marks.place.__getitem__))

    def places(self, sentences: Iterable[str]) -> tuple[int, ...]:
        """Where sentences stand in the stream; sorts sentences and groups of them."""
        return tuple(self.marks.place[id] for id in sentences)


def with_sentences(topic: Topic) -> Topic:
    """A topic for a study of events: documents without sentences are split, all others stay as they are.

    To be kept with the study: another version of the splitter must not move what judges have worked on.
    """
    return replace(topic, sources=tuple(_split(source) for source in topic.sources))


def _split(source: Source) -> Source:
    if source.annotation.sentences:
        return source
    return replace(source, annotation=replace(source.annotation, sentences=split(source.text)))
