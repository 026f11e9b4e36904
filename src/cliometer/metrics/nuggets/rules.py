"""The choices that the scripts of the TREC Temporal Summarization track made, each as a setting."""

from __future__ import annotations

from dataclasses import dataclass

from cliometer.metrics.expression import number, word
from cliometer.metrics.nuggets.latency import SIX_HOURS
from cliometer.metrics.settings import setting


def _choice(first: str, *others: str, doc: str) -> str:
    """A setting that is one of several words, the first unless told."""
    chosen: str = setting(first, parse=word("value", (first, *others)), doc=doc)
    return chosen


@dataclass(frozen=True)
class Rules:
    """What is counted how; the defaults are those of the script of 2014."""

    gain: str = _choice("graded", "binary", doc="R(n) by importance, or 1 for any importance")
    scale: str = _choice("fixed", "topic", doc="R(n) is divided by e^3, or by e to the topic's highest")
    unimportant: str = _choice("drop", "keep", doc="nuggets of importance 0 or less")
    unsampled: str = _choice(
        "word", "nugget", "skip", doc="an unjudged update: one word, as long as a nugget, or left out"
    )
    duplicates: str = _choice("step", "chain", "none", doc="follow marked duplicates once, to the end, never")
    lengths: str = _choice("blanks", "file", doc="words: blanks in the text, or the file's column of lengths")
    spans: str = _choice("shifted", "exact", doc="words of a match: the script's, or those it touches")
    offsets: str = _choice("bytes", "characters", doc="what the places of a match count")
    blanks: str = _choice("kept", "collapsed", doc="white space in an update before places are counted")
    confidence: str = _choice("rank", "given", doc="1 / place in the file, or the run's own number")
    latency_over: str = _choice("updates", "matches", doc="what the expected latency is divided by")
    step: float = setting(SIX_HOURS, parse=number(low=1), doc="alpha of the latency discount, in seconds")
