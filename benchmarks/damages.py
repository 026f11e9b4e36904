"""Sentences of extracts with their dates, and what can be wrong with them: dates, numbers, names, negations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from cliometer.court.perturbations.wording_changes import (
    Antonym,
    Negate,
    Paraphrase,
    WrongNumbers,
    _spans,
    name_words,
)
from cliometer.metrics.grounding.evidence import EvidenceIndex, Query
from cliometer.metrics.grounding.verdicts import VERDICTS, judge
from cliometer.model.timeline import Timeline
from cliometer.model.when import When
from cliometer.text.time_tags import time_tags

LEAST_WORDS = 5
SHIFTS = (1, 3, 10, 60)
HARMLESS = ("undamaged", "paraphrase", "half", "fused")


class Extract(NamedTuple):
    """A sentence that a generator copied, its date, and the sentence behind it in its article, if there is one."""

    when: When
    text: str
    behind: str


def extracts(index: EvidenceIndex, timelines: Sequence[Timeline]) -> list[Extract]:
    """Distinct sentences of timelines whose source names their day, or names none and appeared on it or the next."""
    rows: dict[str, list[int]] = {}
    texts = [text for article in index.articles for text in article.sentences]
    for row, text in enumerate(texts):
        rows.setdefault(text, []).append(row)
    found: dict[str, Extract] = {}
    for timeline in timelines:
        for when, lines in timeline.items():
            for text in set(lines) - found.keys():
                for row in rows.get(text, ()):
                    dating = index.dating(row, (row,), when)
                    if dating.relation == "on" and dating.how != "month or week":
                        last = row + 1 >= len(texts) or index.article[row + 1] != index.article[row]
                        found[text] = Extract(when, text, "" if last else texts[row + 1])
    long = [each for each in found.values() if words_of(each.text, each.when, index) >= LEAST_WORDS]
    return sorted(long, key=lambda each: (each.when, each.text))


def words_of(text: str, when: When, index: EvidenceIndex) -> int:
    """The number of content words of a sentence."""
    return len(Query(text, when, time_tags([text], when)[0], index).sequence)


def damages(base: Sequence[Extract], strangers: Sequence[str], seed: int = 1) -> Mapping[str, list[tuple[When, str]]]:
    """Every damage of the sentences that it concerns, alone and on top of a paraphrase (`p-`)."""
    days = Timeline([(each.when, [each.text]) for each in base])
    paraphrase = Paraphrase().rule(days)
    said: dict[str, Callable[[str], str]] = {"": str, "p-": paraphrase}
    changes = {
        "numbers": _outside_times(WrongNumbers().rule(days)),
        "negate": Negate().rule(days),
        "antonym": Antonym().rule(days),
    }
    changes["names"] = _one_name(days, Random(seed))
    made: dict[str, list[tuple[When, str]]] = {"undamaged": [(each.when, each.text) for each in base]}
    for mark, before in said.items():
        draw = Random(seed)
        for days_off in SHIFTS:
            made[f"{mark}shift {days_off}"] = [
                (each.when.shift(draw.choice((-days_off, days_off))), before(each.text)) for each in base
            ]
        for name, change in changes.items():
            made[mark + name] = [
                (each.when, changed) for each in base if (changed := before(change(each.text))) != before(each.text)
            ]
        made[f"{mark}mixed"] = [(each.when, before(_mixed(each, base, draw))) for each in base]
    made["stranger"] = [(each.when, strangers[n % len(strangers)]) for n, each in enumerate(base)] if strangers else []
    made["paraphrase"] = [(each.when, new) for each in base if (new := paraphrase(each.text)) != each.text]
    made["half"] = [(each.when, _half(each.text)) for each in base if len(each.text.split()) >= 2 * LEAST_WORDS]
    made["fused"] = [(each.when, f"{each.text.rstrip(' .')} and {each.behind}") for each in base if each.behind]
    draw = Random(seed)
    made["scrambled"] = [(each.when, " ".join(_shuffled(each.text.split(), draw))) for each in base]
    return {name: lines for name, lines in made.items() if lines}


def _one_name(days: Timeline, draw: Random) -> Callable[[str], str]:
    names = name_words(days)
    known = sorted({text[a:b] for lines in days.values() for text in lines for a, b in _spans(text, names)})

    def change(text: str) -> str:
        spans = list(_spans(text, names))
        if not spans:
            return text
        start, end = draw.choice(spans)
        others = [name for name in known if not {*name.split()} & {*text.split()}]
        return text[:start] + draw.choice(others) + text[end:] if others else text

    return change


def _outside_times(change: Callable[[str], str]) -> Callable[[str], str]:
    """Change what stands outside dates, times and sets, which are no content words."""

    def changed(text: str) -> str:
        tags = [tag for tag in time_tags([text], When.of("2010-01-01"))[0] if tag.type != "DURATION"]
        places = [0, *(place for tag in tags for place in (tag.start, tag.end)), len(text)]
        parts = [text[start:end] for start, end in pairwise(places)]
        return "".join(change(part) if n % 2 == 0 else part for n, part in enumerate(parts))

    return changed


def _half(text: str) -> str:
    words = text.split()
    return " ".join(words[: len(words) // 2])


def _mixed(each: Extract, base: Sequence[Extract], draw: Random) -> str:
    """The first half of a sentence and the second half of one of another day."""
    others = [other for other in base if other.when != each.when]
    words = draw.choice(others or base).text.split()
    return f"{_half(each.text)} {' '.join(words[len(words) // 2 :])}"


def _shuffled(words: list[str], draw: Random) -> list[str]:
    draw.shuffle(words)
    return words


def verdict_shares(lines: Sequence[tuple[When, str]], index: EvidenceIndex) -> list[int]:
    """How many sentences have each verdict, in the order of `VERDICTS`."""
    verdicts = [judge(text, when, index).verdict for when, text in lines]
    return [verdicts.count(verdict) for verdict in VERDICTS]
