"""Words that no language has, so that nothing can match them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, product

from cliometer.model.timeline import Timeline

_SYLLABLES = tuple(consonant + vowel for vowel in "aou" for consonant in "vzkjf")
_INVENTED = re.compile(rf"q(?:{'|'.join(_SYLLABLES)})+x")


def invented_words(timeline: Timeline) -> Iterator[str]:
    """Ever new ones (qvax, qzax, ...), none of which stands in the timeline, not even within a word."""
    texts = (sentence.casefold() for said in timeline.values() for sentence in said)
    taken = {word for text in texts for word in _INVENTED.findall(text)}
    for length in count(1):
        for syllables in product(_SYLLABLES, repeat=length):
            word = f"q{''.join(syllables)}x"
            if word not in taken:
                yield word
