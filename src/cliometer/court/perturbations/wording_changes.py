"""Perturbations that rewrite sentences or cut them anew: what is said becomes false, or is said in another way."""

from __future__ import annotations

import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count, islice, pairwise, product
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Literal

from cliometer.court.perturbation import SHARES, Perturbation, Steps, TrialCase, part, perturbation, rewritten, share
from cliometer.expressions import setting, whole
from cliometer.model.timeline import Sentences, Timeline
from cliometer.text.stemmers import stop_words

Rewrite = Callable[[str], str]


@dataclass(frozen=True, repr=False)
class Rewriting(Perturbation, ABC):
    """Sentences are changed one by one, by a rule that may know the whole timeline; dates stay."""

    steps: ClassVar[Steps] = SHARES
    share: float = setting(1.0, parse=share, doc="the share of the sentences it can change that are changed")

    @abstractmethod
    def rule(self, timeline: Timeline) -> Rewrite:
        """Return how a sentence of this timeline changes; one that the rule does not concern comes back as it is."""

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        """Return the changed timeline, if a sentence can change; a larger share changes the same sentences and more."""
        rewrite = self.rule(case.timeline)
        dated = [(when, sentence) for when, day in case.timeline.items() for sentence in day]
        changes = {place: new for place, (_, old) in enumerate(dated) if (new := rewrite(old)) != old}
        order = [list(changes)[i] for i in case.generator().permutation(len(changes))]
        chosen = {place: changes[place] for place in order[: part(self.share, len(order))]}
        silent = [(when, ()) for when, day in case.timeline.items() if not day]
        spoken = [(when, [chosen.get(place, old)]) for place, (when, old) in enumerate(dated)]
        return case.changed([*silent, *spoken])


WORD = re.compile(r"[^\W\d_][\w-]*")
_LISTS = Path(__file__).parent
_WORDS = tomllib.loads(_LISTS.joinpath("english.toml").read_text(encoding="utf-8"))
_NO_NAMES = frozenset(_WORDS["no-names"].split())


def name_words(timeline: Timeline) -> frozenset[str]:
    """Return words that are capitalised inside a sentence, and stand nowhere in small letters."""
    inside = {match[0] for sentences in timeline.values() for s in sentences for match in list(WORD.finditer(s))[1:]}
    common = {word for word in inside if word == word.lower()} | stop_words() | _NO_NAMES
    return frozenset(word for word in inside if word[0].isupper() and word.lower() not in common)


def in_case_of(old: str, new: str) -> str:
    """Return the new word with the old one's capitals: Said -> Stated, SAID -> STATED."""
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


@perturbation("names", "falls", "falls", 0.4, kind="truth")
class WrongNames(Rewriting):
    """Names change places within the timeline: what one did, another has done.

    Each name becomes the next one that shares no word with it, everywhere in the timeline. A sentence with
    the wrong actors is at most half right, and most in news timelines have some (0.83 in timeline17): two
    fifths of F must go.
    """

    def rule(self, timeline: Timeline) -> Rewrite:
        words = name_words(timeline)
        texts = [sentence for sentences in timeline.values() for sentence in sentences]
        ring = list(dict.fromkeys([text[start:end] for text in texts for start, end in _spans(text, words)]))
        other = {
            name: next((item for item in ring[i + 1 :] + ring[:i] if set(name.split()).isdisjoint(item.split())), name)
            for i, name in enumerate(ring)
        }
        return lambda sentence: _with_names_replaced(sentence, words, other)


def _spans(sentence: str, words: frozenset[str]) -> list[tuple[int, int]]:
    """Return where names stand: neighbouring words with one blank between them are one name."""
    spans = [match.span() for match in WORD.finditer(sentence) if match[0] in words]
    gaps = [(end, start) for (_, end), (start, _) in pairwise(spans) if sentence[end:start] != " "]
    edges = [spans[0][0], *chain(*gaps), spans[-1][1]] if spans else []
    return list(zip(edges[::2], edges[1::2], strict=True))


def _with_names_replaced(sentence: str, words: frozenset[str], other: Mapping[str, str]) -> str:
    for start, end in reversed(_spans(sentence, words)):
        sentence = sentence[:start] + other[sentence[start:end]] + sentence[end:]
    return sentence


# Wrong numbers: 11 dead are 21, 2010 is 2011, dozens are hundreds.

_NUMBER = re.compile(r"(?<![\w.,])(\d+(?:[.,:]\d+)*)(st|nd|rd|th)?")
_YEAR = re.compile(r"[12]\d{3}")
_ROUNDS = map(str.split, _WORDS["numbers"])
_NEXT = {old: new for words in _ROUNDS for old, new in zip(words, [*words[1:], words[0]], strict=True)}
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_NEXT)})\b", re.IGNORECASE)


@perturbation("numbers", "falls", "falls", 0.2, kind="truth")
class WrongNumbers(Rewriting):
    """Every number becomes another one, in digits or in English words.

    A year moves by one, any other number changes its first digit; the same number always becomes the same.
    Nearly half of the sentences in news timelines hold a number (0.47 in timeline17), and a sentence with a
    wrong number is at most half right: a fifth of F must go.
    """

    def rule(self, timeline: Timeline) -> Rewrite:
        """Return the rule that changes digits first, then words."""
        return lambda sentence: _NUMBER_WORD.sub(
            lambda match: in_case_of(match[0], _NEXT.get(match[0].lower(), match[0])),
            _NUMBER.sub(_other_number, sentence),
        )


def _other_number(match: re.Match[str]) -> str:
    digits = match[1]
    wrong = str(int(digits) % 2999 + 1) if _YEAR.fullmatch(digits) else _first_digit_after(digits)
    if not match[2]:
        return wrong
    value = int(re.sub(r"\D", "", wrong))
    return wrong + ("th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th"))


def _first_digit_after(digits: str) -> str:
    """Count the first digit that is not 0 on, from 9 to 1; 0 becomes 1, and the script of the digit stays."""
    place = next((i for i, digit in enumerate(digits) if digit.isdecimal() and int(digit)), 0)
    value = int(digits[place])
    zero = ord(digits[place]) - value
    return f"{digits[:place]}{chr(zero + value % 9 + 1)}{digits[place + 1 :]}"


_CONTRACTED: Mapping[str, str] = _WORDS["contracted"]
_PAST: Mapping[str, str] = _WORDS["past"]
# Small letters only: May is a month, Will and Rose are people.
_VERB = re.compile(
    rf"\b(?:(?P<contracted>{'|'.join(_CONTRACTED)})"
    rf"|(?P<auxiliary>{_WORDS['auxiliaries'].replace(' ', '|')})(?P<already>n't| n't| not)?"
    rf"|(?P<past>{'|'.join(_PAST)}))\b"
)
_ENGLISH = re.compile(r"\b(?:the|of|and|to|it|that|with|from|by|is|has|been)\b", re.IGNORECASE)


@perturbation("negate", "falls", "falls", 0.5, kind="truth", aspect="negation")
class Negate(Rewriting):
    """Every sentence says the opposite: a "not" comes in, or goes; English only.

    It comes behind the first auxiliary (was not), into a past form (did not take), or in front of all (It is
    not true that). At most half of F may be left of a timeline whose every sentence is false.
    """

    def rule(self, timeline: Timeline) -> Rewrite:
        is_english = any(_ENGLISH.search(sentence) for sentences in timeline.values() for sentence in sentences)
        return _negated if is_english else str


def _negated(sentence: str) -> str:
    negated, count = _VERB.subn(_negated_verb, sentence, count=1)
    if count:
        return negated
    start = len(sentence) - len(sentence.lstrip("-–—•* "))  # behind a bullet or dash, if there is one
    first, blank, rest = sentence[start:].partition(" ")
    small = first.lower() if first.lower() in stop_words() else first
    return f"{sentence[:start]}It is not true that {small}{blank}{rest}"


def _negated_verb(match: re.Match[str]) -> str:
    if match["contracted"]:
        return _CONTRACTED[match["contracted"]]
    if match["past"]:
        return f"did not {_PAST[match['past']]}"
    return match["auxiliary"] if match["already"] else f"{match['auxiliary']} not"


_SYLLABLES = tuple(consonant + vowel for vowel in "aou" for consonant in "vzkjf")
_INVENTED = re.compile(rf"q(?:{'|'.join(_SYLLABLES)})+x")


def invented_words(timeline: Timeline) -> Iterator[str]:
    """Yield ever new words (qvax, qzax, ...), none of which stands in the timeline, not even within a word."""
    texts = (sentence.casefold() for sentences in timeline.values() for sentence in sentences)
    taken = {word for text in texts for word in _INVENTED.findall(text)}
    for length in count(1):
        for syllables in product(_SYLLABLES, repeat=length):
            word = f"q{''.join(syllables)}x"
            if word not in taken:
                yield word


@perturbation("nonsense", "falls", "falls", 1.0)
class Nonsense(Perturbation):
    """Every word becomes an invented one; a metric of the text must fall to 0.

    Right dates alone earn nothing: a timeline without content on the right days is worth nothing.
    """

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        words = invented_words(case.timeline)
        return rewritten(case, lambda sentences: [" ".join(islice(words, len(s.split()))) for s in sentences])


_HISSES = ("s", "x", "z", "ch", "sh")
_SHORT = re.compile(r"[^aeiou]*[aeiou][bdgklmnprt]")  # stop, ban: doubles its last letter


@cache
def word_pairs(name: Literal["synonyms", "antonyms"]) -> Mapping[str, str]:
    """Return for each word on a list, in small letters, the word that stands beside it, in the same form."""
    pairs: dict[str, str] = {}
    for line in (_LISTS / f"{name}.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            kind, old, new = line.split()
            pairs.update(zip(_forms(kind, old), _forms(kind, new), strict=True))
    return MappingProxyType(pairs)


def _forms(kind: str, spelled: str) -> tuple[str, ...]:
    """Return all forms of a word; those that are spelled out, or the regular ones."""
    if kind == "x":
        return (spelled,)
    forms = tuple(spelled.split(","))
    if len(forms) == 1:
        inflected = () if kind == "n" else (past(spelled), past(spelled), gerund(spelled))
        forms = (spelled, plural(spelled), *inflected)
    return forms[2:] if kind == "d" else forms


def plural(word: str) -> str:
    """Return the s of a noun or of a verb's third person."""
    return word[:-1] + "ies" if _ends_in_y(word) else word + ("es" if word.endswith(_HISSES) else "s")


def past(verb: str) -> str:
    """Return the regular past."""
    if _ends_in_y(verb):
        return verb[:-1] + "ied"
    return verb + "d" if verb.endswith("e") else _doubled(verb) + "ed"


def gerund(verb: str) -> str:
    """Return the form in -ing."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    return (verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else _doubled(verb)) + "ing"


def _ends_in_y(word: str) -> bool:
    return word.endswith("y") and word[-2] not in "aeiou"


def _doubled(verb: str) -> str:
    return verb + verb[-1] if _SHORT.fullmatch(verb) else verb


# A word, with the article before it; not one that a hyphen makes part of another.
_PLAIN_WORD = re.compile(r"(?<![\w-])(?:([Aa]n?)(\s+))?([A-Za-z]+)(?![\w-])")


@perturbation("paraphrase", "holds", "holds")
class Paraphrase(Rewriting):
    """Words make way for synonyms from a list of English news words; names stay.

    Capitals are kept, and "a" becomes "an" where it must. A capitalised word is replaced at the start of a
    sentence only.
    """

    def rule(self, timeline: Timeline) -> Rewrite:
        names = name_words(timeline)
        return lambda sentence: _PLAIN_WORD.sub(lambda match: _exchanged(match, "synonyms", names), sentence)


def _exchanged(match: re.Match[str], words: Literal["synonyms", "antonyms"], names: frozenset[str]) -> str:
    """Return the word beside this one on a list, with the article that it needs; a name stays."""
    article, blank, old = match.groups()
    new = word_pairs(words).get(old.lower())
    if new is None or old in names or (old[0].isupper() and WORD.search(match.string[: match.start(3)])):
        return match[0]
    fitting = in_case_of(article, "an" if new[0] in "aeiou" else "a") + blank if article else ""
    return fitting + in_case_of(old, new)


@perturbation("antonym", "falls", "falls", 0.3, kind="truth", aspect="antonyms")
class Antonym(Rewriting):
    """The first word of a sentence that has an opposite becomes it: falls for rises; English only.

    A sentence that says the opposite is at most half right, though no "not" shows it, and two thirds of the
    sentences in news timelines have such a word (0.68 in timeline17): three tenths of F must go.
    """

    def rule(self, timeline: Timeline) -> Rewrite:
        names = name_words(timeline)

        def opposite(sentence: str) -> str:
            for match in _PLAIN_WORD.finditer(sentence):
                if (new := _exchanged(match, "antonyms", names)) != match[0]:
                    return sentence[: match.start()] + new + sentence[match.end() :]
            return sentence

        return opposite


# Another layout of the same words: nothing that is said changes, so no score should.

_MONTHS = "January February March April May June July August September October November December".split()  # noqa: SIM905
_MONTH = "|".join(rf"{month[:3]}(?:{month[3:]}|{'t' if month == 'September' else ''}\.)" for month in _MONTHS)
_DATE = re.compile(
    rf"\b(?:(?P<month>{_MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?!\w)(?:, (?P<year>\d{{4}})\b)?"
    rf"|(?P<first>\d{{1,2}})(?:st|nd|rd|th)? (?P<of>{_MONTH})(?!\w)(?: (?P<in>\d{{4}})\b)?"
    r"|(?P<y>\d{4})-(?P<m>0[1-9]|1[0-2])-(?P<d>\d\d)\b)"
)


@perturbation("respell", "holds", "holds", aspect="spelling of dates")
class Respell(Rewriting):
    """Dates inside sentences are spelled in another way: May 27, 2010 as 27 May 2010, and the other way round."""

    def rule(self, timeline: Timeline) -> Rewrite:
        return lambda sentence: _DATE.sub(_respelled, sentence)


def _respelled(match: re.Match[str]) -> str:
    if match["of"]:
        return f"{_month(match['of'])} {match['first']}" + (f", {match['in']}" if match["in"] else "")
    day, year = match["day"] or str(int(match["d"])), match["year"] or match["y"]
    month = _month(match["month"]) if match["month"] else _MONTHS[int(match["m"]) - 1]
    return f"{day} {month}" + (f" {year}" if year else "")


def _month(spelled: str) -> str:
    """Return the whole name of a month that may be abbreviated."""
    return next(month for month in _MONTHS if month[:3] == spelled[:3])


@perturbation("join", "holds", "holds", aspect="sentences split or joined")
class Join(Perturbation):
    """All sentences of a day stand in one string."""

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return rewritten(case, lambda sentences: [" ".join(sentences)] if sentences else sentences)


_BREAK = re.compile(r"(?<=[,;])\s+(?=\w)|\s+(?=and\b)")


@perturbation("halve", "holds", "holds", aspect="sentences split or joined")
class Halve(Perturbation):
    """Every sentence is cut in two, at the comma, semicolon or "and" that is nearest to its middle."""

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return rewritten(case, lambda sentences: [half for sentence in sentences for half in _halves(sentence)])


def _halves(sentence: str) -> list[str]:
    breaks = [match for match in _BREAK.finditer(sentence) if match.start()]
    if not breaks:
        return [sentence]
    middle = min(breaks, key=lambda match: abs(2 * match.start() - len(sentence)))
    return [sentence[: middle.start()], sentence[middle.end() :]]


@perturbation("recut", "holds", "holds", aspect="cuts in other places")
class Recut(Perturbation):
    """The words of a day stand in lines of equal numbers of words, whatever their sentences are."""

    words: int = setting(12, parse=whole(1, 10_000), doc="how many words stand in a line")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return rewritten(case, self._lines)

    def _lines(self, sentences: Sentences) -> list[str]:
        words = " ".join(sentences).split()
        return [" ".join(words[start : start + self.words]) for start in range(0, len(words), self.words)]


# Cuts that must not pay. They may cost: whoever writes so is hard to read.

_PAYS_FROM = 1.1  # what a cut may add to F by accident


@perturbation(
    "fragments", "free", "free", most=_PAYS_FROM, kind="economy", aspect="fragments", steps=("words", (12, 8, 5, 3))
)
class Fragments(Recut):
    """The words of a day stand in lines of a few words, each with a full stop; this may cost, and must not pay."""

    words: int = setting(5, parse=whole(1, 10_000), doc="how many words stand in a line")

    def _lines(self, sentences: Sentences) -> list[str]:
        return [f"{line.rstrip('.,;:!?')}." for line in super()._lines(sentences)]


_MARKS = re.compile(r"[.!?]+(?=[\"'”’)\]}]*(?:\s|$))")


@perturbation("run_on", "free", "free", most=_PAYS_FROM, kind="economy", aspect="run-on days")
class RunOn(Perturbation):
    """A day is one line without a mark that ends a sentence; this may cost, and must not pay."""

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return rewritten(case, lambda sentences: [_MARKS.sub("", " ".join(sentences))] if sentences else sentences)


@perturbation("reorder", "holds", "holds", aspect="order within a day")
class Reorder(Perturbation):
    """The sentences of every day stand in reverse order."""

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return rewritten(case, lambda sentences: sentences[::-1])
