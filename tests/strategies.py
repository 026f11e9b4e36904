"""Dates and timelines as Hypothesis draws them: far years, any script, sentences made to be misread."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

from cliometer.model.timeline import Timeline
from cliometer.model.when import When, to_ordinal


def examples(count: int) -> settings:
    """Settings that try so many examples: fewer where a profile allows no more, more in proportion where it asks."""
    most, usual = settings().max_examples, settings.get_profile("default").max_examples
    return settings(max_examples=min(count, most) if most < usual else count * most // usual)


FIRST = to_ordinal(-999_999_999, 1, 1)
LAST = to_ordinal(999_999_999, 12, 31)

_usual_days = st.integers(to_ordinal(1990, 1, 1), to_ordinal(2030, 12, 31))
_historic_days = st.integers(to_ordinal(-9999, 1, 1), to_ordinal(9999, 12, 31))
ordinals = _usual_days | _historic_days | st.integers(FIRST, LAST)
days = ordinals.map(lambda ordinal: When(ordinal, ordinal))
months = st.builds(lambda year, month: When.parse(f"{year:04d}-{month:02d}"), st.integers(0, 9999), st.integers(1, 12))
years = st.integers(0, 9999).map(lambda year: When.parse(f"{year:04d}"))
intervals = st.tuples(ordinals, ordinals).map(lambda pair: When(min(pair), max(pair)))
whens = days | months | years | intervals

_odd_sentences = st.sampled_from(
    [
        "2010-05-27", "2010-1-5", "1997: the year of the comet", "**2010-05-27**: bold", "-" * 32, "-----",
        "---", "- a bullet", "# a heading", "two\nlines", "carriage\rreturn", "windows\r\nline",
        'a "quoted", separated; sentence', '"', "line\u2028separator and form\ffeed", "a NUL \0 inside",
        "date,sentence", "[]", "\ufeffmark",
    ]
)  # fmt: skip
sentences = _odd_sentences | st.text(max_size=30)
names = st.sampled_from(["", "bbc", "the guardian", "1997", "#", "a\nb", "日本"]) | st.text(max_size=8)
timelines = st.builds(Timeline, st.dictionaries(whens, st.lists(sentences, max_size=4), max_size=5), names)
plain_sentences = st.from_regex(r"[A-Z][a-z ,']{3,30}\.", fullmatch=True)
plain_timelines = st.builds(
    Timeline,
    st.dictionaries(whens, st.lists(plain_sentences, max_size=3), min_size=1, max_size=4),
    st.sampled_from(["", "bbc", "ap"]),
)
