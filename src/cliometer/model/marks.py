"""The sentences and mentions of all documents of a topic, by id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cliometer.errors import InputError, unknown
from cliometer.model.annotation import EventMention, Sentence
from cliometer.model.sources import Source, refuse_repeats


class Marks:
    """What links and extracts of a topic may refer to."""

    def __init__(self, topic: str, sources: Sequence[Source]) -> None:
        where = f"topic {topic}"
        refuse_repeats([source.id for source in sources], "documents", where)
        refuse_repeats([id for s in sources for id in (*s.sentences, *s.mentions)], "marks", where)
        self.topic = topic
        self.sentences: dict[str, Sentence] = {}
        self.mentions: dict[str, EventMention] = {}
        self.mentions_of: dict[str, tuple[str, ...]] = {}
        self.document_of: dict[str, str] = {}
        for source in sources:
            self.sentences.update(source.sentences)
            self.mentions.update(source.mentions)
            self.mentions_of.update(source.mentions_of)
            self.document_of.update(dict.fromkeys((*source.sentences, *source.mentions), source.id))
        self.place = {id: place for place, id in enumerate(self.sentences)}  # in the order of the stream

    def expect(self, ids: Iterable[str], where: str) -> None:
        """Fail at the first id that is neither a sentence nor a mention of the topic."""
        for id in ids:
            if id not in self.document_of:
                raise self.missing("sentence or mention", id, self.document_of, where)

    def expect_sentences(self, ids: Iterable[str], where: str) -> None:
        """Fail at the first id that is no sentence of the topic."""
        for id in ids:
            if id not in self.sentences:
                raise self.missing("sentence", id, self.sentences, where)

    def missing(self, kind: str, id: str, known: Mapping[str, object], where: str = "") -> InputError:
        """An error that names the id, and the nearest ones that there are."""
        place = f"topic {self.topic}: {where}: " if where else f"topic {self.topic}: "
        if not known:
            return InputError(f"{place}unknown {kind} {id!r}; the topic has none")
        return InputError(f"{place}{unknown(kind, id, _near(id, known))}")


def _near(id: str, known: Mapping[str, object]) -> list[str]:
    """Ids of the same document where there are any: a topic may have a hundred thousand."""
    document = id.rpartition("/")[0] if isinstance(id, str) else ""
    same = [other for other in known if document and other.startswith(f"{document}/")]
    return (same or list(known))[:200]
