"""Every statement turned into its opposite, by rules for English."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from cliometer.court.perturbation import Expectation, perturbations
from cliometer.court.perturbations.rewriting import Rewrite, Rewriting
from cliometer.model.timeline import Timeline
from cliometer.text.lexicon import stop_words

_CONTRACTED = {"cannot": "can", "can't": "can", "ca n't": "can", "won't": "will", "wo n't": "will"}
_AUXILIARIES = "is are was were has have had will would can could may might must should shall does did"
# Past forms that are never a participle, and "said", which hardly ever is one.
_PAST_AND_BASE = """
    ate eat became become began begin broke break came come chose choose drew draw drove drive fell fall
    flew fly forgot forget froze freeze gave give grew grow hid hide knew know ran run rang ring rose rise
    said say sang sing sank sink saw see shook shake spoke speak stole steal swam swim swore swear
    threw throw took take tore tear went go withdrew withdraw wore wear wrote write
""".split()  # noqa: SIM905
_PAST = dict(zip(_PAST_AND_BASE[::2], _PAST_AND_BASE[1::2], strict=True))
# Small letters only: May is a month, Will and Rose are people.
_VERB = re.compile(
    rf"\b(?:(?P<contracted>{'|'.join(_CONTRACTED)})"
    rf"|(?P<auxiliary>{_AUXILIARIES.replace(' ', '|')})(?P<already>n't| n't| not)?"
    rf"|(?P<past>{'|'.join(_PAST)}))\b"
)
_ENGLISH = re.compile(r"\b(?:the|of|and|to|it|that|with|from|by|is|has|been)\b", re.IGNORECASE)


@perturbations.register
@dataclass(frozen=True, repr=False)
class Negate(Rewriting):
    """Every sentence says the opposite: a "not" comes in, or goes; English only.

    It comes behind the first auxiliary (was not), into a past form (did not take), or in front of all (It is
    not true that). At most half of F may be left of a timeline whose every sentence is false.
    """

    name: ClassVar[str] = "negate"
    expectation: ClassVar[Expectation] = Expectation(precision="falls", recall="falls", loss=0.5)

    def rule(self, timeline: Timeline) -> Rewrite:
        """None for a timeline without a single small English word."""
        is_english = any(_ENGLISH.search(sentence) for said in timeline.values() for sentence in said)
        return _negated if is_english else str


def _negated(sentence: str) -> str:
    negated, found = _VERB.subn(_negated_verb, sentence, count=1)
    return negated if found else _with_prefix(sentence)


def _negated_verb(match: re.Match[str]) -> str:
    if match["contracted"]:
        return _CONTRACTED[match["contracted"]]
    if match["past"]:
        return f"did not {_PAST[match['past']]}"
    return match["auxiliary"] if match["already"] else f"{match['auxiliary']} not"


def _with_prefix(sentence: str) -> str:
    """Behind a bullet or dash, if there is one."""
    start = len(sentence) - len(sentence.lstrip("-–—•* "))
    first, blank, rest = sentence[start:].partition(" ")
    small = first.lower() if first.lower() in stop_words() else first
    return f"{sentence[:start]}It is not true that {small}{blank}{rest}"
