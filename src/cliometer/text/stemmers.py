"""Porter's stemmer (1980), the variants of ROUGE-1.5.5 (Lin 2004) and of NLTK, and lists of irregular words."""

import gzip
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

# The two word lists of ROUGE-1.5.5: WordNet 2.0's irregular forms and SMART's stop words (see NOTICE).
# Built by tools/build_lexicon.py; read on first use.

_FOLDER = Path(__file__).parent / "data"


@cache
def exceptions() -> Mapping[str, str]:
    """Return irregular forms with their base forms, mice with mouse; forms with hyphens never meet a ROUGE token."""
    words = iter(gzip.decompress((_FOLDER / "wordnet-2.0-exceptions.txt.gz").read_bytes()).decode().split())
    return MappingProxyType(dict(zip(words, words, strict=True)))


@cache
def stop_words() -> frozenset[str]:
    """Return the SMART stop list as ROUGE ships it, with its news additions (reuters, ap, month names)."""
    return frozenset(gzip.decompress((_FOLDER / "smart-stop-words.txt.gz").read_bytes()).decode().split())


@cache
def antonyms(stemmed: bool) -> Mapping[str, frozenset[str]]:
    """Return the antonyms of each word by WordNet 3.0, all of them stemmed or as they are; tools.build_antonyms."""
    antonyms_of: dict[str, set[str]] = {}
    for line in gzip.decompress((_FOLDER / "wordnet-3.0-antonyms.txt.gz").read_bytes()).decode().splitlines():
        first, other = (rouge_stem(word) if stemmed else word for word in line.split())
        if first != other:
            antonyms_of.setdefault(first, set()).add(other)
            antonyms_of.setdefault(other, set()).add(first)
    return MappingProxyType({word: frozenset(others) for word, others in antonyms_of.items()})


# Porter's stemmer (1980) with its author's two later rules (bli -> ble, logi -> log), and its parts.
# A word is measured on its shape, a string of c (consonant) and v (vowel): Porter's m is the number of
# "vc". The variants of ROUGE-1.5.5 and of NLTK are made of the same parts; `Porter` holds what differs.

_SHAPES = bytes(ord("v") if i in b"aeiou" else i if i == ord("y") else ord("c") for i in range(256))
_UNDOUBLED = frozenset("aeiouylsz")  # a doubled letter that step 1b leaves alone
_NOT_CLOSING = frozenset("aeiouwxy")  # letters that do not close a short syllable

Rules = Mapping[str, tuple[tuple[str, int, str], ...]]
IsShort = Callable[[str], bool]
Step = Callable[[str], str]


def by_ending(rules: Mapping[str, str]) -> Rules:
    """Return rules by the last two letters of the word they fit, the longest suffix first; -ion leaves its s or t.

    A rule is a suffix, the number of letters that go, and those that replace them.
    """
    table: defaultdict[str, list[tuple[str, int, str]]] = defaultdict(list)
    for suffix in sorted(rules, key=len, reverse=True):
        table[suffix[-2:]].append((suffix, 3 if suffix in ("sion", "tion") else len(suffix), rules[suffix]))
    return {ending: tuple(suffixes) for ending, suffixes in table.items()}


def dropping(suffixes: str) -> Rules:
    """Return rules that take a suffix away."""
    return by_ending(dict.fromkeys(suffixes.split(), ""))


_STEP_2 = by_ending({
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble",
    "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate",
    "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive",
    "biliti": "ble", "logi": "log",
})  # fmt: skip
_STEP_3 = by_ending({
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
})  # fmt: skip
_STEP_4 = dropping("al ance ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize")


def porter_stem(word: str) -> str:
    """Return the stem of a lower-case word; two letters or fewer, and words beyond ASCII, stay as they are."""
    if len(word) <= 2 or not word.isascii():
        return word
    return _stem(word, _PORTER)


def _stem(word: str, porter: "Porter") -> str:
    if word[-1] == "s" and not word.endswith("ss"):  # 1a
        word = word[:-2] if word.endswith(("sses", "ies")) else word[:-1]
    if word[-1] in "dg":  # this check only spares a call
        word = porter.past(word)
    if word[-1] == "y" and porter.turns_y(shape(word[:-1])):  # 1c
        word = word[:-1] + "i"
    word = _replaced(porter.derived(word), _STEP_3)
    for rules in porter.drops:
        word = _replaced(word, rules, 1)
    if word[-1] == "e":  # 5
        m = measure(word[:-1])
        if m > 1 or (m == 1 and not porter.is_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and measure(word) > 1 else word


def _replaced(word: str, rules: Rules, least: int = 0) -> str:
    """Steps 2 to 4: replace the longest suffix that fits, where the measure of what is left is higher, or nothing."""
    for suffix, length, new in rules.get(word[-2:], ()):
        if word.endswith(suffix):
            kept = word[:-length]
            return kept + new if measure(kept) > least else word
    return word


def shape(word: str) -> bytes:
    """Return c or v for each letter; y is a consonant at the start and after a vowel."""
    letters = word.encode().translate(_SHAPES)
    if b"y" not in letters:
        return letters
    kinds = bytearray(letters)
    before = ord("v")
    for i, letter in enumerate(kinds):
        if letter == ord("y"):
            kinds[i] = ord("c") if before == ord("v") else ord("v")
        before = kinds[i]
    return bytes(kinds)


def measure(word: str) -> int:
    """Return Porter's m: the number of vowel-consonant changes."""
    return shape(word).count(b"vc")


def is_short_syllable(word: str) -> bool:
    """Return Porter's *o: whether the end is consonant, vowel, closing consonant, as in hop, but not in box."""
    return word[-1:] not in _NOT_CLOSING and shape(word).endswith(b"cvc")


def _past_or_participle(word: str, is_short: IsShort) -> str:
    """Step 1b; what -ed and -ing took along is put back: creat(e), hop(p), fil(e)."""
    if word.endswith("eed"):
        return word[:-1] if measure(word[:-3]) else word
    if not word.endswith(("ed", "ing")):
        return word
    kept = word[:-2] if word[-1] == "d" else word[:-3]
    if b"v" not in shape(kept):
        return word
    if kept.endswith(("at", "bl", "iz")):
        return kept + "e"
    if kept[-1] == kept[-2:-1] and kept[-1] not in _UNDOUBLED:
        return kept[:-1]
    return kept + "e" if measure(kept) == 1 and is_short(kept) else kept


class Porter(NamedTuple):
    """What differs between the variants: short syllables, and the steps 1b, 1c (by the shape before y), 2 and 4."""

    is_short: IsShort
    past: Step
    drops: tuple[Rules, ...] = (_STEP_4,)
    turns_y: Callable[[bytes], bool] = lambda before: b"v" in before
    derived: Step = lambda word: _replaced(word, _STEP_2)


_PORTER = Porter(is_short_syllable, lambda word: _past_or_participle(word, is_short_syllable))


# The stemmer of ROUGE-1.5.5: WordNet's irregular forms, then Porter (1980) as Lin modified it in 2004.
# Two things differ from Porter's paper: `bli` and `logi` replace `abli` in step 2 (Porter's own revision),
# and step 4 tries -ement, -ment and -ent one after another instead of stopping at the first (statement ->
# statem). A short syllable is a whole word: consonants, one vowel, one closing consonant.

_ROUGE_STEPS_4 = tuple(
    map(dropping, ("al ance ence er ic able ible ant ement ou ism ate iti ous ive ize", "ment", "ent sion tion"))
)


@lru_cache(maxsize=1 << 18)  # several readers ask for the same words
def rouge_stem(word: str) -> str:
    """Return the stem of a lower-case token; three letters or fewer, and words beyond ASCII, stay as they are."""
    if len(word) <= 3 or not word.isascii():
        return word
    return exceptions().get(word) or _stem(word, _ROUGE)


def _is_short_rouge_syllable(word: str) -> bool:
    """Consonants, one vowel, one closing consonant: fil, hop, but not box or at."""
    if word[-1:] in _NOT_CLOSING:
        return False
    letters = shape(word)
    return len(letters) > 2 and letters.endswith(b"cvc") and letters.count(b"v") == 1


_ROUGE = Porter(
    _is_short_rouge_syllable, lambda word: _past_or_participle(word, _is_short_rouge_syllable), _ROUGE_STEPS_4
)


# NLTK's Porter in its default mode, which rouge-score uses: a few irregular words, dies and died keep their e,
# y turns to i after a consonant alone (enjoy stays), a syllable of two letters (vowel, consonant) is short,
# and step 2 knows -fulli, takes -alli first, and leaves the l of -logi to what is measured.

_IRREGULAR = {
    "sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news", "howe": "howe",
    "innings": "inning", "inning": "inning", "outings": "outing", "outing": "outing", "cannings": "canning",
    "canning": "canning", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip
_NLTK_STEP_2 = {**_STEP_2, "li": (*_STEP_2["li"], ("fulli", 5, "ful"))}


def nltk_stem(word: str) -> str:
    """Return the stem of a lower-case word; two letters or fewer, and words beyond ASCII, stay as they are."""
    if len(word) <= 2 or not word.isascii():
        return word
    if len(word) == 4 and word.endswith("ies"):
        return word[:3]
    return _IRREGULAR.get(word) or _stem(word, _NLTK)


def google_stem(word: str) -> str:
    """Return what rouge-score makes of a token: NLTK's stem of four letters and more."""
    return nltk_stem(word) if len(word) > 3 else word


def _is_short_nltk_syllable(word: str) -> bool:
    return is_short_syllable(word) or (len(word) == 2 and shape(word) == b"vc")


def _nltk_past(word: str) -> str:
    """Step 1b; -ied leaves -ie in a word of four letters, else -i, and -yy is a doubled consonant where y is one."""
    if word.endswith("ied"):
        return word[: -1 if len(word) == 4 else -2]
    kept = _past_or_participle(word, _is_short_nltk_syllable)
    return kept[:-1] if kept.endswith("yy") and shape(kept).endswith(b"c") else kept


def _nltk_derived(word: str) -> str:
    if word.endswith("alli") and measure(word[:-4]):
        return _nltk_derived(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if measure(word[:-3]) else word
    return _replaced(word, _NLTK_STEP_2)


_NLTK = Porter(
    _is_short_nltk_syllable,
    _nltk_past,
    turns_y=lambda before: len(before) > 1 and before.endswith(b"c"),
    derived=_nltk_derived,
)
