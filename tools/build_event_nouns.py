"""Writes src/cliometer/text/data/event-nouns.txt.gz: the nouns that mention an event more often than not.

    python tools/build_event_nouns.py WORDNET_FOLDER

tools/event_nouns/always.txt and never.txt are written by hand, by judgement. Of the other nouns, WordNet 3.0
decides: those come in whose first sense is an act, an event or a process that derives from a verb, and whose
senses are for the most part of these kinds.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

HERE = Path(__file__).parent
TARGET = HERE.parent / "src/cliometer/text/data/event-nouns.txt.gz"
HAPPENING = {"04", "11", "22", "19"}  # lexicographer files: act, event, process, phenomenon
SHARE = 0.75


def synsets(folder: Path) -> dict[str, tuple[str, set[str]]]:
    """Offset -> lexicographer file, and the words of the synset that derive from a verb."""
    found = {}
    for line in (folder / "data.noun").read_text().splitlines():
        if line.startswith(" "):
            continue
        offset, file, _, count, *rest = line.split()
        words = [word.lower() for word in rest[: 2 * int(count, 16) : 2]]
        pointers = rest[2 * int(count, 16) + 1 :]
        derived = {
            words[int(place[:2], 16) - 1]
            for symbol, _, kind, place in zip(*(pointers[n::4] for n in range(4)), strict=False)
            if symbol == "+" and kind == "v" and place[:2] != "00"
        }
        found[offset] = (file, derived)
    return found


def from_wordnet(folder: Path) -> set[str]:
    """Single nouns that are mostly happenings."""
    by_offset, nouns = synsets(folder), set()
    for line in (folder / "index.noun").read_text().splitlines():
        if line.startswith(" "):
            continue
        lemma, _, count, *rest = line.split()
        senses = [by_offset[offset] for offset in rest[-int(count) :]]
        file, derived = senses[0]
        if lemma.isalpha() and file in HAPPENING and lemma in derived and share(senses) >= SHARE:
            nouns.add(lemma)
    return nouns


def share(senses: list[tuple[str, set[str]]]) -> float:
    """How far the senses are happenings, the first counted fully, the second by half, ..."""
    weights = [1 / number for number in range(1, len(senses) + 1)]
    happen = sum(weight for weight, (file, _) in zip(weights, senses, strict=True) if file in HAPPENING)
    return happen / sum(weights)


def listed(name: str) -> set[str]:
    return set((HERE / "event_nouns" / name).read_text().split())


def main(folder: str) -> None:
    always = listed("always.txt")
    nouns = sorted(always | (from_wordnet(Path(folder)) - listed("never.txt")))
    TARGET.write_bytes(gzip.compress(("\n".join(nouns) + "\n").encode(), mtime=0))
    print(f"{TARGET}: {len(nouns)} nouns, {len(always)} of them by hand, {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
