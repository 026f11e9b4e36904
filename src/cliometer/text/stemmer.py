"""The stemmer of ROUGE-1.5.5: WordNet's irregular forms, then Porter (1980) as Lin modified it in 2004.

Two things differ from Porter's paper: `bli` and `logi` replace `abli` in step 2 (Porter's own revision), and
step 4 tries -ement, -ment and -ent one after another instead of stopping at the first (statement -> statem).
A short syllable is a whole word: consonants, one vowel, one closing consonant.
"""

from cliometer.text.lexicon import exceptions
from cliometer.text.porter import NOT_CLOSING, dropping, first_steps, shape, tidy, without

_STEP_4 = dropping((
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ou", "ism", "ate", "iti", "ous", "ive",
    "ize",
))  # fmt: skip


def stem(word: str) -> str:
    """The stem of a lower-case token; three letters or fewer, and words beyond ASCII, stay as they are."""
    if len(word) <= 3 or not word.isascii():
        return word
    known = exceptions().get(word)
    return _porter(word) if known is None else known


def _porter(word: str) -> str:
    return tidy(_drop(first_steps(word, _is_short_syllable)), _is_short_syllable)


def _is_short_syllable(word: str) -> bool:
    """Consonants, one vowel, one closing consonant: fil, hop, but not box or at."""
    if word[-1:] in NOT_CLOSING:
        return False
    letters = shape(word)
    return len(letters) > 2 and letters.endswith(b"cvc") and letters.count(b"v") == 1


def _drop(word: str) -> str:
    """Step 4, where the modified stemmer falls through from -ement to -ment to -ent."""
    for suffix, _ in _STEP_4.get(word[-2:], ()):
        if word.endswith(suffix):
            word = without(word, len(suffix))
            break
    if word.endswith("ment"):
        word = without(word, 4)
    if word.endswith("ent"):
        return without(word, 3)
    return without(word, 3) if word.endswith(("sion", "tion")) else word
