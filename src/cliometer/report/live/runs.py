"""Runs against gold as one report: what they score, whether they differ, and where the points come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cliometer.engine.compare.comparison import compare_in
from cliometer.engine.compare.design import Design
from cliometer.engine.compare.naming import with_names
from cliometer.engine.evaluation import Evaluation
from cliometer.engine.files import FileEvaluation
from cliometer.engine.gold import GoldEvaluation
from cliometer.engine.results import Results
from cliometer.errors import InputError
from cliometer.model.progress import Progress
from cliometer.report.chapters import Names
from cliometer.report.chapters.comparison import comparison
from cliometer.report.chapters.scores import scores
from cliometer.report.document import Document, Paragraph, Section
from cliometer.report.live.gold import gold_sections
from cliometer.report.live.timelines import timeline_section


@dataclass(frozen=True)
class LiveReport:
    """What `cliometer report RUN... -r GOLD` was asked for."""

    files: FileEvaluation
    design: Design
    title: str | None = None
    topics_shown: int = 40  # with their texts; the rest are named

    def document(self, progress: Progress | None = None) -> Document:
        """Read, score, compare and show."""
        evaluation, notes = self.files.read()
        design, _ = with_names(self.design, (), evaluation.systems, self.files.systems)
        results = evaluation.run(progress).noted(notes)
        names = Names()
        shown = list(self._shown(evaluation, results, names))
        scored = scores(results.to_dict(), names, compared=True)
        title = self.title or _title(results)
        if len(results.systems) == 1:  # nothing to compare: what was paired says more than the scores
            plain = replace(scored, sections=()) if len(results.topics) == 1 else scored
            return Document(title, [*shown, plain], results.notes)
        return Document(title, [_compared(evaluation, design, names), scored, *shown], results.notes)

    def _shown(
        self, evaluation: Evaluation | GoldEvaluation, results: Results, names: Names
    ) -> Iterator[Section]:
        if isinstance(evaluation, Evaluation):
            yield timeline_section(evaluation, results, self.topics_shown)
        else:
            yield from gold_sections(evaluation, results, names, self.topics_shown)


def _compared(evaluation: Evaluation | GoldEvaluation, design: Design, names: Names) -> Section:
    """The comparison, or why there is none."""
    try:
        return comparison(compare_in(evaluation, design).to_dict(), names)
    except InputError as error:  # one topic, or all systems alike; wrong usage is told as such
        return Section("Comparison", [Paragraph(f"Systems were not compared: {error}.")])


def _title(results: Results) -> str:
    systems = _listed(results.systems, "systems")
    return f"{systems} on {_listed(results.topics, 'topics')}"


def _listed(names: Sequence[str], many: str) -> str:
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} {many}"
