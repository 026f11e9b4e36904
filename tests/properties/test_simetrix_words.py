"""SIMetrix's words, against its steps written one by one."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cliometer.model.documents import WordForm
from cliometer.text.source_words import count

BLANKS = "".join(map(chr, range(33)))  # of Java's trim()
TEXTS = st.text(st.sampled_from("aBz09 -'.,\t\n\r\x00\x01\x0b\x0c\x85\xa0é\u2028\ufeffKİ😀"), max_size=60)


def words(text: str) -> Counter[str]:
    """Lines as BufferedReader reads them, skipped where blank; signs to blanks; cut at blanks; lower case."""
    found: Counter[str] = Counter()
    for line in re.split("\r\n|\r|\n", text):
        if line.strip(BLANKS):
            found.update(re.sub(" +", " ", re.sub("[^A-Za-z0-9 ]", " ", line)).strip(" ").lower().split(" "))
    return found


@given(TEXTS)
def test_words_are_those_of_simetrix_whatever_a_text_holds(text: str) -> None:
    assert count([text], WordForm("word", stop=False, tokens="simetrix")) == words(text)


@given(TEXTS, st.sampled_from(["latin-1", "ascii", "cp1252"]))
def test_bytes_of_another_encoding_are_signs_as_well(text: str, encoding: str) -> None:
    """Java decodes them by the charset of the machine; each becomes a sign there, whichever it is."""
    read = text.encode(encoding, "replace").replace(b"?", b"\xe9").decode("utf-8", "replace")
    assert count([read], WordForm("word", stop=False, tokens="simetrix")) == words(text)
