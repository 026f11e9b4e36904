"""A whole comparison: the results of an evaluation, where systems stand, the ceiling and the gates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from cliometer.engine.compare.ceiling import Ceiling, ceiling_of, score_writers
from cliometer.engine.compare.design import Design, Settings, designed
from cliometer.engine.compare.figures import Figures, figures_of, grouped, shared_topics
from cliometer.engine.compare.frames import tables_of
from cliometer.engine.compare.gates import Gate, gates_of
from cliometer.engine.compare.ruling import Ruling
from cliometer.engine.compare.rulings import rule
from cliometer.engine.compare.runs_table import runs_latex
from cliometer.engine.compare.standings import Standings, means_of, standings_of
from cliometer.engine.evaluation import Evaluation, Extra, Missing, References, prepared
from cliometer.engine.gold import GoldEvaluation
from cliometer.engine.results import Results
from cliometer.errors import InputError, UsageError, unknown
from cliometer.io.frames import Framed, Records
from cliometer.metrics.catalogue import Metric, parse
from cliometer.metrics.evidence import expect_evidence
from cliometer.metrics.presets import Preset
from cliometer.model.display import Displayed
from cliometer.model.progress import Progress
from cliometer.model.signature import Signature
from cliometer.model.timeline import Days
from cliometer.version import __version__

FEW_TOPICS = 6  # five have 126 different resamples: intervals are coarse


@dataclass(frozen=True, repr=False)
class Comparison(Framed, Displayed):
    """What was found, metric by metric."""

    signature: Signature
    design: Design
    standings: Sequence[Standings]
    ceilings: Sequence[Ceiling] = ()
    rulings: Sequence[Ruling] = ()
    notes: Sequence[str] = ()

    def passed(self) -> bool:
        """Whether every gate held, where the gates are confident also on the confidence bound."""
        return all(ruling.passed for ruling in self.rulings)

    def __getitem__(self, metric: str) -> Standings:
        """By the metric as it was written, or by its full expression."""
        known = {standings.metric: standings for standings in self.standings}
        return known[metric] if metric in known else known[self._expression(metric, known)]

    @staticmethod
    def _expression(metric: str, known: Mapping[str, Standings]) -> str:
        asked = str(parse(metric))
        if asked not in known:
            raise unknown("metric of the comparison", asked, known)
        return asked

    def to_dict(self) -> dict[str, object]:
        """The document that `cliometer compare --json` prints."""
        return {
            "cliometer": __version__,
            "signature": str(self.signature),
            "design": self.design.to_dict(),
            "notes": list(self.notes),
            "comparisons": [standings.to_dict() for standings in self.standings],
            "ceilings": [ceiling.to_dict() for ceiling in self.ceilings],
            "gates": [ruling.to_dict() for ruling in self.rulings],
            "passed": self.passed(),
        }

    def frames(self) -> Mapping[str, Records]:
        """`differences`, `systems`, `ceiling`, and `topics`: what each system scored on each."""
        return tables_of(self.standings, self.ceilings)

    def to_latex(self) -> str:
        """All systems by all metrics in one table for a paper, with marks of significance."""
        return runs_latex(self.standings, self.design, str(self.signature))

    def __repr__(self) -> str:
        return f"Comparison({len(self.standings[0].systems)} systems, {len(self.standings)} metrics)"


def compare_in(
    evaluation: Evaluation | GoldEvaluation,
    design: Design,
    gates: Sequence[str | Gate] = (),
    progress: Progress | None = None,
    notes: Sequence[str] = (),
    confident: bool = False,
) -> Comparison:
    """Score, then compare; metrics that only a gate names are scored as well."""
    conditions = gates_of(gates, confident)
    if len(evaluation.systems) < 2 and not conditions:
        raise UsageError(
            f"a comparison needs two systems or more, found only {', '.join(evaluation.systems) or 'none'}; "
            "name another run, or set a gate for this one"
        )
    asked = list(dict.fromkeys([*map(str, evaluation.metrics), *(gate.metric for gate in conditions)]))
    evaluation = replace(evaluation, metrics=_measured(asked, evaluation))
    results = shared_topics(evaluation.run(progress).noted(notes))
    writers = score_writers(evaluation) if isinstance(evaluation, Evaluation) else None
    figures = [figures_of(results, metric, design) for metric in asked]
    standings = compared(figures, design, bool(conditions), confident)
    return Comparison(
        signed(results.signature, design),
        design,
        standings,
        [ceiling_of(writers, metric, design) for metric in asked] if writers else [],
        [ruling for gate in conditions for ruling in rule(gate, results, writers, design, confident)],
        [*results.notes, *noted(standings), *_few(writers)],
    )


def _measured(asked: Sequence[str], evaluation: Evaluation | GoldEvaluation) -> list[Metric]:
    """The metrics, each of which must read the gold there is."""
    metrics = [parse(metric) for metric in asked]
    for metric in metrics:
        expect_evidence(metric, getattr(evaluation, "evidence", "references"))
    return metrics


def compared(
    figures: Sequence[Figures], design: Design, gated: bool = False, confident: bool = False
) -> list[Standings]:
    """Where systems stand by each metric.

    InputError where no metric tells any two apart, or where there is one topic: then there is nothing to
    test. A gate needs no test, so `gated` systems may be the same, and on one topic unless it is confident.
    """
    if not gated and len(figures[0].systems) > 1 and all(one.tied for one in figures):
        raise InputError(
            "all systems score the same on every topic, so there is no difference to test; "
            "were the runs copied?"
        )
    alone = gated and not confident
    return [means_of(one) if alone and one.units < 2 else standings_of(one, design) for one in figures]


def noted(standings: Sequence[Standings]) -> list[str]:
    """What is to be said of all metrics, each remark once."""
    return list(dict.fromkeys(note for found in standings for note in found.notes))


def signed(scores: Signature, design: Design) -> Signature:
    """The signature of the scores, and all that the tests depend on."""
    scored = [(key, value) for key, value in scores.fields if key != "averaging"]
    return Signature.of(
        [*scored, *((key, value) for key, value in design.to_dict().items() if value is not None)]
    )


def _few(writers: Results | None) -> list[str]:
    """A warning where the ceiling rests on hardly any topics."""
    topics = len(set(grouped(writers.topics) or writers.topics)) if writers else FEW_TOPICS
    if topics >= FEW_TOPICS:
        return []
    return [f"topics with several writers: only {topics}, so the human ceiling is a rough guide"]


def compare(
    systems: Mapping[str, Mapping[str, Days]],
    references: Mapping[str, References],
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset = "tilse",
    gates: Sequence[str | Gate] = (),
    missing: Missing = "error",
    extra: Extra = "error",
    baseline: str | None = None,
    confident: bool = False,
    **settings: Unpack[Settings],
) -> Comparison:
    """Compare systems (`{system: {topic: timeline}}`) on the same topics (`{topic: timelines}`).

    Settings such as `test="t"` or `seed=1` are the fields of `Design`; with a baseline only the differences
    to that system are tested. Gates that are `confident` must hold at the confidence bound as well.
    """
    design = designed(settings, baseline)
    evaluation = prepared(systems, references, metrics, preset, missing, extra)
    return compare_in(evaluation, design, gates, confident=confident)
