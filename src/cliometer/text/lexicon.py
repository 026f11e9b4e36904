"""The two word lists of ROUGE-1.5.5: WordNet 2.0's irregular forms and SMART's stop words (see NOTICE).

Built by tools/build_lexicon.py; read on first use.
"""

import gzip
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

_FOLDER = Path(__file__).parent / "data"


def _words(name: str) -> list[str]:
    return gzip.decompress((_FOLDER / name).read_bytes()).decode("ascii").split()


@cache
def exceptions() -> Mapping[str, str]:
    """Irregular form -> base form, e.g. mice -> mouse. Forms with hyphens never meet a ROUGE token."""
    words = iter(_words("wordnet-2.0-exceptions.txt.gz"))
    return MappingProxyType(dict(zip(words, words, strict=True)))


@cache
def stop_words() -> frozenset[str]:
    """The SMART stop list as ROUGE ships it, with its news additions (reuters, ap, month names)."""
    return frozenset(_words("smart-stop-words.txt.gz"))
