"""Presets: what a metric's open settings mean. A setting that an expression spells out wins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cliometer.errors import unknown
from cliometer.metrics.alignment import TieRule
from cliometer.metrics.similarity import Kernel, Raw, Reciprocal, Similarity, Words
from cliometer.model.score import Undefined
from cliometer.model.timeline import Duplicates


@dataclass(frozen=True)
class Preset:
    """A named set of settings; every field but the name and the note is part of the signature."""

    name: str
    note: str
    tokens: str
    stem: bool
    stop: bool
    references: str
    content: Similarity
    kernel: Kernel
    ties: TieRule
    undefined: Undefined
    duplicates: Duplicates  # alike in ours, and what readers do by default: files give commands and Python the same
    metrics: str = "usual"  # those that are measured against references where none is named, or the usual ones

    @classmethod
    def parse(cls, name: str | Preset) -> Preset:
        """Return a preset by its name; a preset passes through."""
        if isinstance(name, Preset):
            return name
        if not isinstance(name, str) or name not in PRESETS:
            raise unknown("preset", name, PRESETS)
        return PRESETS[name]

    def __str__(self) -> str:
        return self.name


TILSE = Preset(
    "tilse",
    "what the field's published numbers mean; equal to tilse with its Perl ROUGE",
    tokens="rouge155",
    stem=True,
    stop=True,
    references="all",
    content=Raw(),
    kernel=Reciprocal(),
    ties="solver",
    undefined="zero",
    duplicates="last",
)
PAPER2017 = replace(
    TILSE,
    name="paper2017",
    note="follows Martschat & Markert (2017), and gives Table 2: no stems, no stop words, |R(d)| below precision",
    stem=False,
    stop=False,
    references="dated",  # the paper sums over the references that have the date
)
MODERN = Preset(
    "modern",
    "words of any script, references counted date by date, one canonical alignment, undefined told apart",
    tokens="unicode",
    stem=False,
    stop=False,
    references="dated",
    content=Words(),
    kernel=Reciprocal(),
    ties="canonical",
    undefined="null",
    duplicates="last",
)
ROBUST = replace(
    MODERN,
    name="robust",
    note="numbers that shuffled, copied or contradicted texts do not keep; as modern in all else",
    metrics="ledger, date",
)
PRESETS = {preset.name: preset for preset in (TILSE, PAPER2017, MODERN, ROBUST)}
