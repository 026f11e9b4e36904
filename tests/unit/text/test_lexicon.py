"""The shipped word lists are the ones ROUGE-1.5.5 uses."""

import gzip
import hashlib
from pathlib import Path

import cliometer.text.stemmers
from cliometer.text.stemmers import antonyms, exceptions, rouge_stem, stop_words

FOLDER = Path(cliometer.text.stemmers.__file__).parent / "data"


def content_hash(name: str) -> str:
    return hashlib.sha256(gzip.decompress((FOLDER / name).read_bytes())).hexdigest()


def test_there_are_5930_irregular_forms() -> None:
    assert len(exceptions()) == 5930


def test_there_are_596_stop_words() -> None:
    assert len(stop_words()) == 596


def test_the_irregular_forms_are_those_of_wordnet_2_0() -> None:
    assert (
        content_hash("wordnet-2.0-exceptions.txt.gz")
        == "3a4bb83017adaa453bcde932613158bdf4a0c58eda73120ce0d70315c1d63559"
    )


def test_the_stop_words_are_those_of_smart() -> None:
    assert content_hash("smart-stop-words.txt.gz") == "708a95967c37d7d52765589e92d787e912d971e60d6d41d81c92a00cff58a42e"


def test_an_adverb_replaces_an_adjective_and_a_verb_a_noun() -> None:
    assert exceptions()["better"] == "well"  # good as an adjective
    assert exceptions()["is"] == "be"  # "is" as a noun


def test_news_words_are_stop_words() -> None:
    assert {"reuters", "the", "nov"} <= stop_words()


def test_the_lists_cannot_be_changed() -> None:
    assert not hasattr(exceptions(), "__setitem__")
    assert not hasattr(stop_words(), "add")


def test_there_are_3237_pairs_of_antonyms() -> None:
    pairs = [(one, other) for one, others in antonyms(False).items() for other in others]
    assert len(pairs) == 2 * 3237 and all(one in antonyms(False)[other] for one, other in pairs)


def test_irregular_forms_have_antonyms_by_their_stem() -> None:
    assert rouge_stem("fell") in antonyms(True)[rouge_stem("rose")]
