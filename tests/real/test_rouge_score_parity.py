"""Equal to the installed rouge-score 0.1.2 and nltk: 5,000 pairs with and without stems, 50,000 stems."""

from __future__ import annotations

import gzip
import random
import warnings
from collections.abc import Iterator, Sequence

import pytest

from cliometer.compat.rouge_score import rouge_scorer
from cliometer.text.stemmers import nltk_stem
from tests.shared import SHARED, needs

TYPES = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"]
PAIRS, REAL = 5000, 300
ENDINGS = [
    "ational", "tional", "enci", "anci", "izer", "bli", "alli", "entli", "eli", "ousli", "ization", "ation", "ator",
    "alism", "iveness", "fulness", "ousness", "aliti", "iviti", "biliti", "logi", "fulli", "icate", "ative",
    "alize", "iciti", "ical", "ful", "ness", "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement",
    "ment", "ent", "sion", "tion", "ou", "ism", "ate", "iti", "ous", "ive", "ize", "ed", "ing", "eed", "ied", "ies",
    "sses", "ss", "s", "y", "e", "ll", "yy", "yyed",
]  # fmt: skip
WORDS = [
    "the", "a", "mice", "mouse", "running", "ran", "dying", "skies", "died", "News", "technology", "\u212aelvin",
    "Caf\xe9", "tyyed", "1,234", "U.S.", "innings",
]  # fmt: skip


@needs("data", "timeline17", "references")
def test_five_thousand_pairs_with_several_references_are_equal() -> None:
    theirs = pytest.importorskip("rouge_score.rouge_scorer", reason="rouge-score (extra `bench`) is not installed")
    tokenizers = pytest.importorskip("rouge_score.tokenizers")
    worst = 0.0
    for stem in (False, True):
        peer = theirs.RougeScorer(TYPES, tokenizer=_Remembering(tokenizers.DefaultTokenizer(stem)))
        ours = rouge_scorer.RougeScorer(TYPES, use_stemmer=stem)
        for targets, prediction in _pairs():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found, wanted = ours.score_multi(targets, prediction), peer.score_multi(targets, prediction)
            worst = max(worst, *(abs(a - b) for n in TYPES for a, b in zip(found[n], wanted[n], strict=True)))
    assert worst <= 1e-12


class _Remembering:
    """rouge-score's tokenizer, which spends its time on stemming the same words."""

    def __init__(self, tokenizer: object) -> None:
        self._tokenizer, self._known = tokenizer, dict[str, list[str]]()

    def tokenize(self, text: str) -> list[str]:
        words: list[str] = []
        for piece in text.split():  # no token crosses a blank
            if piece not in self._known:
                self._known[piece] = self._tokenizer.tokenize(piece)  # type: ignore[attr-defined]
            words += self._known[piece]
        return words


def _pairs() -> Iterator[tuple[Sequence[str], str]]:
    rng = random.Random(19)
    for number in range(PAIRS - REAL):
        yield [_text(rng) for _ in range(1 + (number % 5 == 0))], _text(rng)
    files = sorted((SHARED / "data/timeline17/references").glob("*/*.txt"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines() if len(line) > 30]
    for _ in range(REAL):
        yield ["\n".join(rng.sample(lines, rng.randint(1, 2))) for _ in range(2)], "\n".join(rng.sample(lines, 2))


def _text(rng: random.Random) -> str:
    return "".join(rng.choice(WORDS) + rng.choice((" ", " ", "\n", ". ")) for _ in range(rng.randint(0, 6)))


@needs("parity", "rouge155_stems.tsv.gz")
def test_fifty_thousand_stems_are_those_of_nltk() -> None:
    porter = pytest.importorskip("nltk.stem.porter", reason="nltk (of rouge-score, extra `bench`) is not installed")
    stem = porter.PorterStemmer().stem
    with gzip.open(SHARED / "parity" / "rouge155_stems.tsv.gz", "rt", encoding="utf-8") as lines:
        real = [line.split("\t")[0].strip() for line in lines]
    rng = random.Random(1)
    made = {"".join(rng.choices("aeiouybcdlstzw1", k=rng.randint(1, 4))) + rng.choice(ENDINGS) for _ in range(15_000)}
    words = [*rng.sample(real, 40_000), *sorted(made)]
    assert len(words) >= 50_000
    assert [(word, nltk_stem(word)) for word in words if nltk_stem(word) != stem(word)] == []
