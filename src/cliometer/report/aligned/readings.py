"""The texts of one topic as they are shown and as metrics read them, and what pairs share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cliometer.metrics.rouge.variants import Variant
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.report.aligned.marks import common, flat_spans
from cliometer.report.aligned.places import Placed, placed_words, shown
from cliometer.text.settings import TextSettings

Marks = list[int]
Read = Callable[[str, TextSettings], list[list[Placed]]]


class Reading:
    """One system beside the references; who reads several hands over a `read` that remembers."""

    def __init__(self, system: Timeline, references: ReferenceSet, read: Read = placed_words) -> None:
        self.system = [shown(said) for said in system.values()]
        column = {when: index for index, when in enumerate(references.dates)}
        self.references = [
            {column[when]: shown(said) for when, said in timeline.items()} for timeline in references
        ]
        self._words = read

    def pair(self, row: int, column: int, variant: Variant, text: TextSettings) -> list[Marks]:
        """Marks of the system's day, then of each reference that has the date."""
        ours = self._words(self.system[row], text)
        texts = [days[column] for days in self.references if column in days]
        found = [common(ours, self._words(theirs, text), variant) for theirs in texts]
        said = [word for each in found for word in each.system]
        written = [flat_spans(each.reference, theirs) for each, theirs in zip(found, texts, strict=True)]
        return [flat_spans(said, self.system[row]), *written]

    def whole(self, variant: Variant, text: TextSettings) -> tuple[list[Marks], list[list[Marks]]]:
        """Marks where all days run together: of each day of the system; of each day of each reference."""
        ours = self._run_together(self.system, text)
        found = [common(ours, self._run_together(list(r.values()), text), variant) for r in self.references]
        said = _by_day([word for each in found for word in each.system], self.system)
        written = [
            _by_day(each.reference, list(days.values()))
            for each, days in zip(found, self.references, strict=True)
        ]
        return said, written

    def counted(self, day: str, text: TextSettings) -> int:
        """How many words of a day count."""
        return sum(map(len, self._words(day, text)))

    def _run_together(self, days: Sequence[str], text: TextSettings) -> list[list[Placed]]:
        return [line for index, day in enumerate(days) for line in placed_words(day, text, index)]


def _by_day(words: Sequence[Placed], days: Sequence[str]) -> list[Marks]:
    grouped: list[list[Placed]] = [[] for _ in days]
    for word in words:
        grouped[word.day].append(word)
    return [flat_spans(found, day) for found, day in zip(grouped, days, strict=True)]
