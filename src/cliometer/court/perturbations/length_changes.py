"""Perturbations that add text to a timeline or take text away: whole days, sentences or words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress, cycle, islice
from math import sqrt
from typing import Any, Literal

from cliometer.court.perturbation import (
    ANSWERS,
    SHARES,
    Day,
    Perturbation,
    TrialCase,
    part,
    perturbation,
    rewritten,
    share,
)
from cliometer.court.perturbations.wording_changes import WORD, WrongNames, WrongNumbers, invented_words
from cliometer.expressions import choice, setting, whole
from cliometer.model.timeline import Sentences, Timeline
from cliometer.model.when import When
from cliometer.text.stemmers import stop_words

# Add (Martschat & Markert 2017): a date that the timeline lacks, with a sentence from the corpus.

_WORDS = 10  # of a nonsense sentence, as in tilse's test


@perturbation("add", "falls", "holds", reads_articles=True, steps=("dates", (1, 2, 4, 8)))
class Add(Perturbation):
    """The first date without an entry gets the first sentence of its first article, or invented words."""

    dates: int = setting(1, parse=whole(1), doc="how many dates are added, as far as articles go")
    text: Literal["any", "corpus", "nonsense"] = choice(
        "text",
        "any",
        "corpus",
        "nonsense",
        doc="what they say: articles of the corpus, nonsense, or any: articles where the topic has some",
    )

    def invents(self, case: TrialCase) -> bool:
        """Return whether the new dates of this case get invented words instead of sentences from articles."""
        return not any(_from_corpus(case)) if self.text == "any" else self.text == "nonsense"

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the longer timeline; none where it is empty, or its articles all fall on its own dates."""
        if not case.timeline:
            return []
        new = _from_nowhere(case) if self.invents(case) else _from_corpus(case)
        return case.changed([*case.timeline.items(), *islice(new, self.dates)])


def _from_corpus(case: TrialCase) -> Iterator[Day]:
    """Yield free dates after the first of the timeline, earliest first, with the first sentence of an article."""
    seen: set[When] = set()
    for article in sorted(case.articles, key=lambda article: article.date):
        if article.sentences and article.date not in seen and _is_free(article.date, case.timeline):
            seen.add(article.date)
            yield article.date, article.sentences[:1]


def _from_nowhere(case: TrialCase) -> Iterator[Day]:
    """Yield free days after the first date of the timeline, each with invented words."""
    words = invented_words(case.timeline)
    return ((date, [" ".join(islice(words, _WORDS))]) for date in _free_days(case))


def _free_days(case: TrialCase) -> Iterator[When]:
    """Yield the days after the first date of the timeline on which it says nothing."""
    day = case.timeline.dates[0].first + 1
    while True:
        date = When(day, day)
        if _is_free(date, case.timeline):
            yield date
        day = max([taken.last for taken in case.timeline if taken.distance(date) == 0], default=day) + 1


def _is_free(date: When, timeline: Timeline) -> bool:
    return date > timeline.dates[0] and all(date.distance(taken) > 0 for taken in timeline)


@perturbation("invent", "falls", "holds", kind="truth", aspect="invented events", steps=("events", (1, 2, 4, 8)))
class Invent(Perturbation):
    """Free dates get plausible events that never happened: sentences of the timeline with other names and numbers."""

    events: int = setting(4, parse=whole(1, 10_000), doc="how many events are invented, as far as sentences go")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the longer timeline, where some sentence has a name or a number; a seed draws the sentences."""
        names, numbers = WrongNames().rule(case.timeline), WrongNumbers().rule(case.timeline)
        originals = dict.fromkeys(sentence for sentences in case.timeline.values() for sentence in sentences)
        false = [new for old in originals if (new := numbers(names(old))) not in originals]
        drawn = [false[place] for place in case.generator().permutation(len(false))[: self.events]]
        added = [(day, [sentence]) for sentence, day in zip(drawn, _free_days(case), strict=False)]
        return case.changed([*case.timeline.items(), *added])


# Remove (Martschat & Markert 2017), but every date in turn instead of one drawn at random.


@perturbation("remove", "holds", "falls", aspect="omissions", answers=ANSWERS, steps=("dates", (1, 2, 4, 8)))
class Remove(Perturbation):
    """A date goes, each one in turn; of a timeline at least one date stays.

    More dates are removed together, in their order on a ring that a seed shuffles: one variant starts at each date, so
    every date is missing equally often, and what goes at one step of the ladder is gone at the next.
    """

    dates: int = setting(1, parse=whole(1), doc="how many dates go at once")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        days = list(case.timeline.items())
        return case.changed(*(list(compress(days, kept)) for kept in self._kept(case, len(days))))

    def selections(self, case: TrialCase) -> Sequence[Sequence[Any]]:
        return [list(compress(case.items, kept)) for kept in self._kept(case, len(case.items))]

    def _kept(self, case: TrialCase, size: int) -> list[list[bool]]:
        """Return for each variant whether each place stays."""
        count = min(self.dates, size - 1)
        if count < 1:
            return []
        ring = [int(place) for place in case.generator().permutation(size)] * 2
        gone = sorted(ring[start : start + count] for start in range(size))
        return [[place not in out for place in range(size)] for out in gone]


@perturbation("omit", "holds", "falls", aspect="omissions")
class Omit(Perturbation):
    """The date on which most is said goes, or that on which least is said; of several, the earliest."""

    date: Literal["major", "minor"] = choice(
        "date", "major", "minor", doc="the date with the most words, or with the fewest"
    )

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the shorter timeline, where it has two dates that say something, and not equally much."""
        sizes = {when: sum(len(s.split()) for s in sentences) for when, sentences in case.timeline.items() if sentences}
        if len(set(sizes.values())) < 2:
            return []
        gone = (max if self.date == "major" else min)(sizes, key=lambda when: sizes[when])
        return case.changed([day for day in case.timeline.items() if day[0] != gone])


@perturbation("duplicate", "falls", "holds", 1 / 3, kind="economy", aspect="copies", steps=("days", (1, 2, 3)))
class Duplicate(Perturbation):
    """Every day's text stands on the days before and after as well.

    Half the precision must go, whatever else: three times the text says nothing more. With all of recall kept
    that leaves F at 2/3. A month or an interval is copied to the stretches of its own length beside it.
    """

    days: int = setting(1, parse=whole(1, 10_000), doc="on how many days on each side")
    onto: str = choice("target", "all", "free", doc="all days, or free ones only")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the timeline with copies; a day's own text comes before them."""
        steps = [sign * step for step in range(1, self.days + 1) for sign in (-1, 1)]
        days = list(case.timeline.items())
        copies = [(when.shift(step * (when.last - when.first + 1)), lines) for when, lines in days for step in steps]
        free = {when: lines for when, lines in reversed(copies) if when not in case.timeline}  # the first of a day
        return case.changed([*days, *(copies if self.onto == "all" else free.items())])


@perturbation(
    "concatenate", "falls", "holds", kind="economy", aspect="padding", answers=("timelines", "updates"), steps=SHARES
)
class Concatenate(Perturbation):
    """The days of another topic's timeline are added."""

    share: float = setting(1.0, parse=share, doc="the share of the other timeline, from its start")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the longer timeline, where there is another topic; on shared dates its own sentences come first."""
        if not case.timeline:
            return []
        foreign = list(case.other_timeline.items())
        return case.changed([*case.timeline.items(), *foreign[: part(self.share, len(foreign))]])

    def selections(self, case: TrialCase) -> Sequence[Sequence[Any]]:
        return [[*case.items, *case.other_items[: part(self.share, len(case.other_items))]]]


@perturbation("dump", "falls", "free", kind="economy", aspect="padding", reads_articles=True)
class Dump(Perturbation):
    """Everything that can be said is said: every sentence of the topic's articles is added, on the article's date."""

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the longer timeline, where it has a date and the topic has articles."""
        pool = [(article.date, article.sentences) for article in case.articles]
        return case.changed([*case.timeline.items(), *pool]) if case.timeline else []


@perturbation(
    "repeat",
    "falls",
    "holds",
    kind="economy",
    aspect="copies",
    answers=("timelines", "updates", "facts"),
    steps=("times", (2, 3, 5)),
)
class Repeat(Perturbation):
    """Every sentence is said again at once."""

    times: int = setting(2, parse=whole(2, 1000), doc="how many times each sentence stands there")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return rewritten(case, lambda sentences: [sentence for sentence in sentences for _ in range(self.times)])

    def selections(self, case: TrialCase) -> Sequence[Sequence[Any]]:
        return [[item for item in case.items for _ in range(self.times)]]


_FREQUENT = ("the", "of", "and", "to", "in", "a", "that", "for", "was", "on", "is", "with", "by", "as", "at")


@perturbation("pad", "falls", "holds", kind="economy", aspect="padding", steps=SHARES)
class Pad(Perturbation):
    """Every day ends in a string of the most frequent English words."""

    share: float = setting(0.5, parse=share, doc="how many, as a share of the day's words")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return rewritten(case, lambda sentences: [*sentences, self._padding(sentences)])

    def _padding(self, sentences: Sentences) -> str:
        """Return the padding of a day; a day without words gets none."""
        count = part(self.share, sum(len(sentence.split()) for sentence in sentences))
        return " ".join(islice(cycle(_FREQUENT), count))


def content_words(sentence: str) -> frozenset[str]:
    """Return the words of a sentence in small letters, without stop words."""
    return frozenset(match[0].lower() for match in WORD.finditer(sentence)) - stop_words()


def _frequencies(timeline: Timeline) -> Counter[str]:
    """Return in how many sentences of a timeline each content word stands."""
    words = (sorted(content_words(sentence)) for sentences in timeline.values() for sentence in sentences)
    return Counter(word for sentence in words for word in sentence)


@perturbation("stuff", "falls", "holds", kind="economy", aspect="keywords", steps=("words", (5, 10, 20)))
class Stuff(Perturbation):
    """Every day ends in the most frequent content words of the whole timeline, which say nothing new."""

    words: int = setting(10, parse=whole(1, 10_000), doc="how many keywords a day ends in")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the stuffed timeline; of words equally frequent, those that stand first come first."""
        keywords = " ".join(word for word, _ in _frequencies(case.timeline).most_common(self.words))
        return rewritten(case, lambda sentences: [*sentences, keywords])


@perturbation("generic", "falls", "falls", 0.5, kind="economy", aspect="one text on every date")
class Generic(Perturbation):
    """The most typical sentence of the timeline stands on every date, and nothing else; half of F must go.

    The most typical sentence has the largest cosine between its content words and those of all sentences.
    """

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the timeline, where it has two dates and some content words."""
        frequencies = _frequencies(case.timeline)
        if len(case.timeline) < 2 or not frequencies:
            return []
        typical = max(
            (sentence for sentences in case.timeline.values() for sentence in sentences if content_words(sentence)),
            key=lambda s: sum(frequencies[word] for word in content_words(s)) / sqrt(len(content_words(s))),
        )
        return case.changed([(when, [typical]) for when in case.timeline])


# Scripts without blanks: Thai, Lao, Myanmar, Khmer, Chinese and Japanese.
_SPACELESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_PIECE = re.compile(rf"[{_SPACELESS}]|[^\s{_SPACELESS}]+")


@perturbation("truncate", "holds", "falls", aspect="omissions", answers=ANSWERS, steps=("keep", (0.9, 0.75, 0.5, 0.25)))
class Truncate(Perturbation):
    """Every day keeps the first share of its words, at least one."""

    keep: float = setting(0.5, parse=share, doc="the share of a day's words that stays")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the shorter timeline; where a script has no blanks, each character is a word."""
        return rewritten(case, self._cut)

    def selections(self, case: TrialCase) -> Sequence[Sequence[Any]]:
        return [case.items[: part(self.keep, len(case.items))]]

    def _cut(self, sentences: Sentences) -> list[str]:
        words = [list(_PIECE.finditer(sentence)) for sentence in sentences]
        left = part(self.keep, sum(map(len, words)))
        kept = []
        for sentence, pieces in zip(sentences, words, strict=True):
            if left >= len(pieces):
                kept.append(sentence)
            elif left > 0:
                kept.append(sentence[: pieces[left - 1].end()])
            left -= len(pieces)
        return kept


@perturbation("lead", "holds", "falls", aspect="omissions")
class LeadSentence(Perturbation):
    """Every day keeps its first sentence only."""

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return rewritten(case, lambda sentences: sentences[:1])
