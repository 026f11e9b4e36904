"""Is there anything to count? Texts of which the chosen tokeniser and stop list leave nothing, or too little.

ROUGE-1.5.5 knows the letters a to z alone: of a Russian text it counts the numbers, of a French one it breaks
every accented word. A score of that is no score of the text, so it is never given without a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cliometer.metrics.base import Metric
from cliometer.metrics.comparison import Comparison
from cliometer.model.timeline import Timeline
from cliometer.text.settings import TextSettings
from cliometer.text.tokens import TOKENISERS

HARDLY_ANY = 0.5  # of the letters lost: the text is in another script
SOME = 0.02  # of the letters lost: words are broken here and there


class UncountableTextWarning(UserWarning):
    """Of a text no word, or hardly any, is counted under the chosen tokeniser and stop list."""


def uncountable(
    metrics: Iterable[Metric], names: Sequence[str], topic: str, comparison: Comparison
) -> list[str]:
    """Timelines that say something of which nothing, or hardly anything, is counted."""
    remarks = []
    for text in _readings(metrics):
        lengths = comparison.words(text).lengths
        start = 0
        for name, timeline in _everyone(names, comparison):
            counted = int(lengths[start : start + len(timeline)].sum())
            start += len(timeline)
            if not counted and any(timeline.values()):
                remarks.append(f"{name}: the text for {topic} has no countable word under {_spelled(text)}")
            elif (lost := _lost_letters(timeline, text)) > HARDLY_ANY:
                remarks.append(
                    f"{name}: {lost:.0%} of the letters for {topic} do not count under {_spelled(text)}"
                )
    return remarks


def damaged(metrics: Iterable[Metric], names: Sequence[str], topic: str, comparison: Comparison) -> list[str]:
    """Timelines some of whose words are broken, because letters of theirs do not count."""
    return [
        f"{name}: {lost:.0%} of the letters for {topic} are not a-z and break words; tokens=unicode has them"
        for text in _readings(metrics)
        for name, timeline in _everyone(names, comparison)
        if SOME < (lost := _lost_letters(timeline, text)) <= HARDLY_ANY
    ]


def _readings(metrics: Iterable[Metric]) -> Iterable[TextSettings]:
    texts = [getattr(metric, "text", None) for metric in metrics]
    return dict.fromkeys(text for text in texts if isinstance(text, TextSettings))


def _everyone(names: Sequence[str], comparison: Comparison) -> Iterable[tuple[str, Timeline]]:
    yield from zip(names, comparison.systems, strict=True)
    for number, reference in enumerate(comparison.references, 1):
        yield f"reference {reference.name or number}", reference


def _lost_letters(timeline: Timeline, text: TextSettings) -> float:
    """The share of letters that the tokeniser takes for blanks."""
    sentences = [sentence for said in timeline.values() for sentence in said]
    foreign = [sentence for sentence in sentences if not sentence.isascii()]
    if not foreign or not TOKENISERS[text.tokens].ascii_only:
        return 0.0
    strangers = sum(len(s) - len(s.encode("ascii", "ignore")) for s in foreign)
    if strangers <= SOME * sum(map(len, sentences)):  # most texts: quotes and a few names
        return 0.0
    letters = sum(c.isalpha() for s in sentences for c in s)
    return sum(c.isalpha() and not c.isascii() for s in foreign for c in s) / max(1, letters)


def _spelled(text: TextSettings) -> str:
    """The settings that are to blame, and the remedy."""
    reading = f"tokens={text.tokens}" + (", stop words removed" if text.stop else "")
    if not TOKENISERS[text.tokens].ascii_only:
        return f"{reading}; check the file" + ("; --preset modern keeps stop words" if text.stop else "")
    remedy = "for scripts other than Latin use --preset modern or tokens=unicode"
    return f"{reading}; {remedy}" + ("; stop words are not counted here" if text.stop else "")
