"""Step 1 of an event study: sentence boundaries are corrected and locked; near-duplicate sentences."""

from __future__ import annotations

import math
import re
from collections import ChainMap, Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Self

from cliometer.errors import Missing, Refused
from cliometer.grouping import by_key
from cliometer.io.sheets import TOGETHER
from cliometer.model.notes import Note
from cliometer.model.sources import Marks, Sentence, Source
from cliometer.spelling import quoted
from cliometer.study.topics import Topic, clean_text
from cliometer.text.annotate.sentences import split_sentences
from cliometer_workbench.study.journal import Worksheet, verb
from cliometer_workbench.study.steps import Desk, unused_id

# Judges of Khandelwal et al. (2001) neglected later occurrences of the same sentence. Two sentences are twins
# where their words are the same, or where they share most of them: |A and B| / |A or B| is at least
# `SHARED_WORDS`. Only sentences that share one of their rarest words are compared (prefix filtering,
# Chaudhuri et al. 2006), so that thousands of sentences take no longer than a glance.

SHARED_WORDS = 0.8
_WORD = re.compile(r"\w+")
WordSet = frozenset[str]


def words_of(text: str) -> WordSet:
    """Return what two sentences are compared by."""
    return frozenset(_WORD.findall(text.casefold()))


def are_near_duplicates(first: WordSet, other: WordSet, share: float = SHARED_WORDS) -> bool:
    """Return whether so large a share of the words of both is in both."""
    few, many = sorted((len(first), len(other)))
    if not few or few < share * many:
        return False
    both = len(first & other)
    return both >= share * (few + many - both)


def find_near_duplicates(texts: Mapping[str, str], share: float = SHARED_WORDS) -> dict[str, tuple[str, ...]]:
    """Return the twins of each sentence that has any, in the order of the texts."""
    words = {id: words_of(text) for id, text in texts.items()}
    alike = by_key((word_set, id) for id, word_set in words.items())
    near: dict[WordSet, list[WordSet]] = {word_set: [word_set] for word_set in alike if word_set}
    for first, other in _duplicate_pairs(list(near), share):
        near[first].append(other)
        near[other].append(first)
    place = {id: number for number, id in enumerate(texts)}
    twins: dict[str, tuple[str, ...]] = {}
    for id, word_set in words.items():
        others = [other for kin in near.get(word_set, ()) for other in alike[kin] if other != id]
        if others:
            twins[id] = tuple(sorted(others, key=place.__getitem__))
    return twins


def _duplicate_pairs(distinct: list[WordSet], share: float) -> Iterator[tuple[WordSet, WordSet]]:
    """Yield twins among different sets of words: such sets share one of their rarest words."""
    spread = Counter(word for word_set in distinct for word in word_set)
    with_word: dict[str, list[WordSet]] = defaultdict(list)
    for word_set in distinct:
        rarest = sorted(word_set, key=lambda word: (spread[word], word))
        prefix = rarest[: len(word_set) - math.ceil(share * len(word_set) - 1e-9) + 1]
        others = dict.fromkeys(other for word in prefix for other in with_word[word])
        yield from ((other, word_set) for other in others if are_near_duplicates(word_set, other, share))
        for word in prefix:
            with_word[word].append(word_set)


@dataclass(frozen=True)
class TopicStories:
    """The documents of a topic with their sentences, in the order of the stream."""

    topic: str
    sources: tuple[Source, ...]

    @cached_property
    def marks(self) -> Marks:
        """The sentences of all stories by id, and their places."""
        return Marks(self.topic, self.sources)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(source.id for source in self.sources)

    @cached_property
    def twins(self) -> Mapping[str, tuple[str, ...]]:
        """The same sentence elsewhere, of each sentence that has such."""
        return find_near_duplicates({id: sentence.text for id, sentence in self.marks.sentences.items()})

    @cached_property
    def numbers(self) -> Mapping[str, tuple[int, int]]:
        """The number of the story of each sentence, and the number of the sentence in it, both from 1."""
        return {
            id: (story, number)
            for story, source in enumerate(self.sources, start=1)
            for number, id in enumerate(source.sentences, start=1)
        }

    def text(self, sentence: str) -> str:
        return self.marks.sentences[sentence].text

    def in_order(self, sentences: Iterable[str]) -> tuple[str, ...]:
        """Return sentences in the order of reading, each once; an unknown id is refused."""
        wanted = dict.fromkeys(sentences)
        for id in wanted:
            if id not in self.marks.sentences:
                raise Missing.like(self.marks.missing("sentence", id, self.marks.sentences))
        return tuple(sorted(wanted, key=self.marks.place.__getitem__))

    def positions(self, sentences: Iterable[str]) -> tuple[int, ...]:
        """Return where sentences stand in the stream; sorts sentences and groups of them."""
        return tuple(self.marks.place[id] for id in sentences)


def with_sentences(topic: Topic) -> Topic:
    """Split the documents of a topic that have no sentences; all others stay as they are.

    To be kept with the study: another version of the splitter must not move what judges have worked on.
    """
    sources = (
        source if source.annotation.sentences else _with_sentences(source, split_sentences(source.text))
        for source in topic.sources
    )
    return replace(topic, sources=tuple(sources))


def _with_sentences(source: Source, sentences: tuple[Sentence, ...]) -> Source:
    return replace(source, annotation=replace(source.annotation, sentences=sentences))


# A wrong boundary costs agreement: in three topics of Khandelwal et al. (2001) one judge linked a part of a
# broken sentence, another all parts. A joined sentence keeps the id of the first, a cut one gives two new
# ids, and an id that is gone is never reused.

LONGEST_SENTENCE = 80  # words of a sentence that is likely two
_ENDS = ".!?…:;\"'”’»)]。！？"


@dataclass(frozen=True)
class SplittingSheet(Worksheet):
    """The sentences of each story as they are now."""

    step: ClassVar[str] = "split"
    given: TopicStories
    changed: Mapping[str, tuple[Sentence, ...]] = field(default_factory=dict)  # by story
    made: Mapping[str, str] = field(default_factory=dict)  # the story of each id that a cut ever gave

    def journal_details(self, verb: str, details: Mapping[str, object]) -> dict[str, object]:
        """Return the details; a join without the sentence that follows is refused, as it would join whatever does."""
        if verb == "join" and "following" not in details:
            raise Refused("join-needs-following")
        return dict(details)

    @verb
    def join(self, sentence: str, following: str | None = None) -> Self:
        """Make one sentence of this and the one that follows in the story; it keeps the id of this.

        Old journals do not name the second.
        """
        story, place = self._found(sentence)
        pieces = self.sentences_in(story)
        if place + 1 == len(pieces):
            raise Refused("sentence-last", sentence=sentence)
        first, second = pieces[place : place + 2]
        if following not in (None, f"{story}/{second.id}"):
            raise Missing("sentence-not-following", following=following or "no sentence", sentence=sentence)
        whole = _cut(self._source(story).text, first.id, first.start, second.end)
        return self._with(story, (*pieces[:place], whole, *pieces[place + 2 :]))

    @verb
    def cut(self, sentence: str, offset: int, seq: int = 0) -> Self:
        """Make two sentences of one, the second starting at a character of it, counted from 0."""
        story, place = self._found(sentence)
        pieces = self.sentences_in(story)
        old = pieces[place]
        left, right = old.text[: max(offset, 0)].rstrip(), old.text[max(offset, 0) :].lstrip()
        if not left.strip() or not right:
            raise Refused("sentence-not-cut", sentence=sentence, offset=offset)
        taken = ChainMap(dict(self.made), self.given.marks.document_of)
        names = [unused_id(f"{story}/{old.id}.{seq}{letter}", taken) for letter in "ab"]
        ids = [name.removeprefix(f"{story}/") for name in names]
        text, middle = self._source(story).text, (old.start + len(left), old.end - len(right))
        halves = _cut(text, ids[0], old.start, middle[0]), _cut(text, ids[1], middle[1], old.end)
        return self._with(story, (*pieces[:place], *halves, *pieces[place + 1 :]), ids)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The stories with the sentences as they are now, for all later steps."""
        return tuple(
            _with_sentences(source, self.changed[source.id]) if source.id in self.changed else source
            for source in self.given.sources
        )

    @cached_property
    def stories(self) -> TopicStories:
        """The stories with the sentences as they are now, for looking sentences up."""
        return TopicStories(self.given.topic, self.sources) if self.changed else self.given

    def sentences_in(self, story: str) -> tuple[Sentence, ...]:
        """Return the sentences of a story; their ids are those inside the story, `s3` of `apw-7/s3`."""
        if story in self.changed:
            return self.changed[story]
        # sentences without an id of their own are numbered by place, and keep that number from now on
        return tuple(
            replace(sentence, id=id.removeprefix(f"{story}/")) for id, sentence in self._source(story).sentences.items()
        )

    @cached_property
    def suspects(self) -> tuple[tuple[str, str], ...]:
        """Sentences whose boundaries deserve a look, each with the reason."""
        sentences = [pair for source in self.sources for pair in source.sentences.items()]
        return tuple((id, why) for id, sentence in sentences if (why := _suspicion(sentence.text)))

    @cached_property
    def facts(self) -> frozenset[object]:
        """Each sentence with its boundaries."""
        sentences = (pair for source in self.sources for pair in source.sentences.items())
        return frozenset((id, sentence.start, sentence.end) for id, sentence in sentences)

    @property
    def unsettled(self) -> tuple[str, ...]:
        if not self.sources:
            return ("the topic has no stories; import some",)
        empty = [source.id for source in self.sources if not source.sentences]
        return tuple(Note.of("story-empty", story=id) for id in empty)

    @property
    def remarks(self) -> tuple[str, ...]:
        return tuple(Note.of("sentence-suspect", sentence=id, why=why) for id, why in self.suspects)

    def _found(self, id: str) -> tuple[str, int]:
        """Return the story of a sentence and its place there."""
        story = self.made.get(id) or self.given.marks.document_of.get(id)
        names = [f"{story}/{sentence.id}" for sentence in self.sentences_in(story)] if story else []
        if story is None or id not in names:
            hint = " any more; it was joined or cut" if story else ""
            raise Missing("sentence-missing", id=quoted(id), hint=hint)
        return story, names.index(id)

    def _source(self, story: str) -> Source:
        return self.given.sources[self.given.ids.index(story)]

    def _with(self, story: str, pieces: tuple[Sentence, ...], made: Sequence[str] = ()) -> Self:
        new = {f"{story}/{id}": story for id in made}
        return replace(self, changed={**self.changed, story: pieces}, made={**self.made, **new})


def start_splitting(desk: Desk) -> SplittingSheet:
    """Lay out all stories of the topic as they were imported."""
    topic = desk.topics[0]
    given = TopicStories(topic.id, topic.sources)
    for id in given.marks.sentences:
        if TOGETHER in id or clean_text(id, "the id of a sentence") != id:
            raise Refused("story-id-unusable", id=quoted(id), sign=TOGETHER)
    return SplittingSheet(given)


def _cut(text: str, id: str, start: int, end: int) -> Sentence:
    return Sentence(id, start, end, text[start:end])


def _suspicion(text: str) -> str:
    words = text.split()
    first = next((letter for letter in text if letter.isalpha()), "")
    if not first:
        return "has no letter in it"
    if first.islower():
        return "starts with a small letter"
    if len(words) > LONGEST_SENTENCE:
        return Note.of("sentence-words", words=len(words))
    return "is very short and has no full stop" if len(words) < 3 and text[-1] not in _ENDS else ""
