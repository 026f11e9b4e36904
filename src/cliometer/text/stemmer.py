"""The stemmer of ROUGE-1.5.5: WordNet's irregular forms, then Porter (1980) as Lin modified it in 2004.

Two things differ from Porter's paper: `bli` and `logi` replace `abli` in step 2 (Porter's own revision), and
step 4 tries -ement, -ment and -ent one after another instead of stopping at the first (statement -> statem).
A word is measured on its shape, a string of c (consonant) and v (vowel): Porter's m is the number of "vc".
"""

from collections import defaultdict
from collections.abc import Mapping

from cliometer.text.lexicon import exceptions

_SHAPES = bytes(ord("v") if i in b"aeiou" else i if i == ord("y") else ord("c") for i in range(256))
_UNDOUBLED = frozenset("aeiouylsz")  # a doubled letter that step 1b leaves alone
_NOT_CLOSING = frozenset("aeiouwxy")  # letters that do not close a short syllable

_Rules = Mapping[str, tuple[tuple[str, str], ...]]


def _by_ending(rules: Mapping[str, str]) -> _Rules:
    """Rules by the last two letters of the word they fit, the longest suffix first."""
    table: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for suffix in sorted(rules, key=len, reverse=True):
        table[suffix[-2:]].append((suffix, rules[suffix]))
    return {ending: tuple(found) for ending, found in table.items()}


_STEP_2 = _by_ending({
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble",
    "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate",
    "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive",
    "biliti": "ble", "logi": "log",
})  # fmt: skip
_STEP_3 = _by_ending({
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
})  # fmt: skip
_STEP_4 = _by_ending(dict.fromkeys((
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ou", "ism", "ate", "iti", "ous", "ive",
    "ize",
), ""))  # fmt: skip


def stem(word: str) -> str:
    """The stem of a lower-case token; three letters or fewer, and words beyond ASCII, stay as they are."""
    if len(word) <= 3 or not word.isascii():
        return word
    known = exceptions().get(word)
    return _porter(word) if known is None else known


def _porter(word: str) -> str:
    """All steps; the three checks only spare a call."""
    if word[-1] == "s":
        word = _plural(word)
    if word[-1] in "dg":
        word = _past_or_participle(word)
    if word[-1] == "y":
        word = _final_y(word)
    word = _replace(word, _STEP_2)
    word = _replace(word, _STEP_3)
    word = _drop(word)
    return _tidy(word)


def _shape(word: str) -> bytes:
    """c and v for each letter; y is a consonant at the start and after a vowel."""
    shape = word.encode().translate(_SHAPES)
    return _with_y(shape) if b"y" in shape else shape


def _with_y(shape: bytes) -> bytes:
    letters = bytearray(shape)
    before = ord("v")
    for i, letter in enumerate(letters):
        if letter == ord("y"):
            letters[i] = ord("c") if before == ord("v") else ord("v")
        before = letters[i]
    return bytes(letters)


def _measure(word: str) -> int:
    """Porter's m: the number of vowel-consonant changes."""
    return _shape(word).count(b"vc")


def _is_short_syllable(word: str) -> bool:
    """Consonants, one vowel, one closing consonant: fil, hop, but not box or at."""
    if word[-1:] in _NOT_CLOSING:
        return False
    shape = _shape(word)
    return len(shape) > 2 and shape.endswith(b"cvc") and shape.count(b"v") == 1


def _plural(word: str) -> str:
    """Step 1a."""
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word if word.endswith("ss") else word[:-1]


def _past_or_participle(word: str) -> str:
    """Step 1b."""
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    if word.endswith("ed"):
        kept = word[:-2]
    elif word.endswith("ing"):
        kept = word[:-3]
    else:
        return word
    return _mend(kept) if b"v" in _shape(kept) else word


def _mend(word: str) -> str:
    """What -ed and -ing took along: creat(e), hop(p), fil(e)."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if word[-1] == word[-2:-1] and word[-1] not in _UNDOUBLED:
        return word[:-1]
    return word + "e" if _is_short_syllable(word) else word


def _final_y(word: str) -> str:
    """Step 1c."""
    return word[:-1] + "i" if b"v" in _shape(word[:-1]) else word


def _replace(word: str, rules: _Rules) -> str:
    """Steps 2 and 3: the longest suffix that fits, or nothing."""
    for suffix, new in rules.get(word[-2:], ()):
        if word.endswith(suffix):
            kept = word[: -len(suffix)]
            return kept + new if _measure(kept) else word
    return word


def _drop(word: str) -> str:
    """Step 4, where the modified stemmer falls through from -ement to -ment to -ent."""
    for suffix, _ in _STEP_4.get(word[-2:], ()):
        if word.endswith(suffix):
            word = _without(word, len(suffix))
            break
    if word.endswith("ment"):
        word = _without(word, 4)
    if word.endswith("ent"):
        return _without(word, 3)
    return _without(word, 3) if word.endswith(("sion", "tion")) else word


def _without(word: str, length: int) -> str:
    kept = word[:-length]
    return kept if _measure(kept) > 1 else word


def _tidy(word: str) -> str:
    """Step 5."""
    if word[-1] == "e":
        kept = word[:-1]
        m = _measure(kept)
        if m > 1 or (m == 1 and not _is_short_syllable(kept)):
            word = kept
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
