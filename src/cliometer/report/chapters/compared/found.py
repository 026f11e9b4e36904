"""What a comparison's document says by one metric, as the parts of its chapter ask for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.engine.compare.design import Design
from cliometer.engine.compare.wording import score_word
from cliometer.report.chapters.base import Result
from cliometer.report.chapters.words import level, many
from cliometer.report.probabilities import shown_p

Entry = Mapping[str, Any]
_CORRECTIONS = {"holm": " after Holm", "bh": " after Benjamini-Hochberg", "none": ""}


@dataclass(frozen=True)
class Found:
    """One metric: its entry, the design of the comparison, and what writers score by it."""

    entry: Entry
    design: Design
    ceiling: Entry | None = None

    @property
    def metric(self) -> str:
        """Its name."""
        return str(self.entry["metric"])

    @property
    def systems(self) -> Sequence[Entry]:
        """Best first."""
        found: Sequence[Entry] = self.entry["systems"]
        return found

    @property
    def names(self) -> list[str]:
        """Of the systems, best first."""
        return [one["system"] for one in self.systems]

    @property
    def differences(self) -> Sequence[Entry]:
        """As they were tested."""
        found: Sequence[Entry] = self.entry["differences"]
        return found

    @property
    def less_is_better(self) -> bool:
        """Older documents do not say so, but have the best system first."""
        order = self.systems[0]["score"] < self.systems[-1]["score"]
        return bool(self.entry.get("less_is_better", order))

    @property
    def label(self) -> str:
        """The metric, with a word where less of it is better."""
        return f"{self.metric} (less is better)" if self.less_is_better else self.metric

    @property
    def word(self) -> str:
        """What the compared number is called."""
        return score_word(self.design, self.entry.get("side"))

    @property
    def side(self) -> str:
        """What the number of one topic is called."""
        side = str(self.entry.get("side", self.design.side))
        return {"f": "F", "value": self.metric}.get(side, side)

    @property
    def level(self) -> str:
        """Of confidence, such as `95 %`."""
        return level(self.design.level)

    @property
    def topics(self) -> str:
        """How many, such as `8 topics` or `19 tasks of 9 topics`."""
        counted = many(self._units, "topic")
        return counted if self.single == "topics" else f"{self.entry['topics']} tasks of {counted}"

    @property
    def _units(self) -> int:
        """Topics that do not hang together; older documents do not count them."""
        return int(self.entry.get("independent_topics", self.entry["topics"]))

    @property
    def values(self) -> Mapping[str, Mapping[str, float | None]]:
        """System -> topic -> the compared number; empty where an older document lacks it."""
        return {one["system"]: one["topics"] for one in self.systems if one.get("topics")}

    def differs(self, one: Entry) -> bool:
        """Whether a difference is significant after the correction."""
        return bool(one["corrected_p"] <= self.design.significance)

    def better(self, one: Entry) -> bool:
        """Whether the first of two systems scores better."""
        return bool(one["difference"] < 0 if self.less_is_better else one["difference"] > 0)

    def p(self, one: Entry) -> str:
        """The corrected p of a difference, such as `p = 0.023 after Holm`."""
        return p_text(one["corrected_p"]) + self.corrected

    @property
    def corrected(self) -> str:
        """How p was corrected, such as ` after Holm`."""
        return _CORRECTIONS[self.design.correction]

    @property
    def single(self) -> str:
        """What the numbers are of: topics, or tasks where a topic has several."""
        return "topics" if self.entry["topics"] == self._units else "tasks"


def founds(document: Result) -> list[Found]:
    """Metric by metric."""
    design = Design(**document["design"])
    ceilings = {one["metric"]: one for one in document.get("ceilings", ())}
    return [Found(entry, design, ceilings.get(entry["metric"])) for entry in document["comparisons"]]


def p_text(value: float) -> str:
    """`p = 0.023`, `p < 0.001`.

    >>> p_text(0.0234), p_text(0.0001)
    ('p = 0.023', 'p < 0.001')
    """
    shown = shown_p(value)
    return f"p < {shown[1:]}" if shown.startswith("<") else f"p = {shown}"


def pair_of(one: Entry) -> str:
    """The names of a difference, `first - second`."""
    return f"{one['first']} - {one['second']}"
