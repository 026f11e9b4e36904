"""Gold on disk other than timelines: units and judged events in our JSON, nuggets of TREC-TS, sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cliometer.engine.coverage import Allowance
from cliometer.engine.evaluation import chosen
from cliometer.engine.gold import GoldEvaluation
from cliometer.engine.gold_kinds import NUGGET_FILES, left_out, nugget_file
from cliometer.engine.source_files import SourceFiles
from cliometer.errors import InputError, UsageError
from cliometer.io.backgrounds import read_background
from cliometer.io.trec_ts.gold import read_judgements
from cliometer.io.trec_ts.runs import read_runs
from cliometer.io.units.gold import read_unit_gold
from cliometer.io.units.runs import read_extract_run
from cliometer.metrics.evidence import evidence_of, find
from cliometer.metrics.nuggets.trust import trust_notes
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.extracts import Extract, Of
from cliometer.model.source_texts import Summary

Read = tuple[GoldEvaluation, tuple[str, ...]]


@dataclass(frozen=True)
class GoldFiles:
    """What `cliometer score` was asked to do where the gold is not timelines."""

    systems: Sequence[Path]
    gold: Sequence[Path]
    metrics: Sequence[str] | None = None
    allow: Allowance = field(default_factory=Allowance)
    backgrounds: Sequence[Path] = ()

    def read(self, kind: str) -> Read:
        """What lies on disk, ready to be scored, and what was noticed while reading."""
        return _READERS[kind](self)

    def of_units(self) -> Read:
        """Units or events: whichever the metrics read; where none is named, what the files hold."""
        found = read_unit_gold(self.gold)
        topics: dict[str, Mapping[str, Any]] = {
            "units": {topic.id: topic for topic in found.units},
            "events": {topic.id: topic for topic in found.events},
        }
        kind = self._kind(topics)
        other = "events" if kind == "units" else "units"
        of: Of = "mentions" if kind == "units" else "sentences"
        runs: dict[str, dict[str, Extract]] = {}
        notes = found.notes
        for path in self.systems:
            answers, seen = read_extract_run(path, topics[kind], of)
            notes += seen
            for system, extracts in answers.items():
                if system in runs:
                    raise InputError(f"the system {system} stands in another run already; rename one", path)
                runs[system] = extracts
        evaluation = self._evaluation(kind, runs, topics[kind], Extract(()))
        return evaluation, (*notes, *self._others(runs, kind, topics[kind], other, topics[other]))

    def _others(
        self,
        runs: Mapping[str, Mapping[str, Extract]],
        kind: str,
        own: Mapping[str, Any],
        other: str,
        topics: Mapping[str, Any],
    ) -> Iterator[str]:
        """What the gold holds of the other kind is not scored; runs that answer both are asked which."""
        ways = {"units": "content units (-m pyramid)", "events": "judged events (-m nu)"}
        answered = [t for run in runs.values() for t in run if t in topics and t not in own]
        if answered and self.allow.extra == "error":
            raise UsageError(
                f"runs answer topics with {ways[kind]} and with {ways[other]}, the latter for {answered[0]}; "
                "score them apart: name the metric, and leave the others out with --extra skip"
            )
        if topics:
            yield f"not scored: topics with {ways[other]}: {', '.join(topics)}"

    def of_nuggets(self) -> Read:
        """A folder of nuggets, matches and updates; a file may hold several runs."""
        judged = read_judgements(*(nugget_file(self.gold[0], name) for name in NUGGET_FILES))
        submitted = read_runs(self.systems, judged.topics)
        runs = {f"{run.team}/{run.name}": run.topics for run in submitted.runs}
        evaluation = self._evaluation("nuggets", runs, judged.topics, ())
        trust = trust_notes(evaluation.metrics, judged.topics, runs)
        return evaluation, (*left_out(self.gold[0]), *judged.notes, *submitted.notes, *trust)

    def of_sources(self) -> Read:
        """The documents of topics, and summaries of them: timelines or plain texts."""
        found = SourceFiles(self.systems, self.gold).read()
        backgrounds = [read_background(path) for path in self.backgrounds]
        remarks = (background.remark for background in backgrounds if background.remark)
        corpus = Corpus(found.documents, backgrounds)
        topics = corpus.topics()
        gold = {topic: topics[topic] for topic in found.scored}
        evaluation = self._evaluation("sources", found.runs, gold, Summary())
        if any(metric.needs_background for metric in evaluation.metrics):
            evaluation = replace(evaluation, signed=(("background", corpus.fingerprint),))
        return evaluation, (*found.notes, *remarks)

    def _kind(self, topics: Mapping[str, Mapping[str, Any]]) -> str:
        asked = {evidence_of(find(metric)) for metric in self.metrics or ()}
        if len(asked) > 1:
            raise UsageError(
                "some of these metrics read content units, others judged events; score them apart"
            )
        kind = asked.pop() if asked else "units" if topics["units"] else "events"
        if kind in topics and not topics[kind]:
            held = "judged events" if kind == "units" else "content units"
            raise InputError(f"holds {held} only, which these metrics do not read", self.gold[0])
        return kind if kind in topics else "units"

    def _evaluation(
        self, kind: str, runs: Mapping[str, Mapping[str, Any]], gold: Mapping[str, Any], nothing: Any
    ) -> GoldEvaluation:
        return GoldEvaluation(runs, gold, chosen(self.metrics, kind), kind, nothing, self.allow)


_READERS: dict[str, Callable[[GoldFiles], Read]] = {
    "units": GoldFiles.of_units,
    "nuggets": GoldFiles.of_nuggets,
    "sources": GoldFiles.of_sources,
}
