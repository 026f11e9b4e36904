"""Comparison of systems, from runs or a table of scores, with its flat tables and its LaTeX table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar

from cliometer.engine.compare.figures import Design, ScoreFigures, figures_of, grouped, score_word, shared_topics
from cliometer.engine.compare.gates import Gate, Ruling, gates_of, rule
from cliometer.engine.compare.human_level import HumanLevel, OracleBound, human_level_of, score_writers
from cliometer.engine.compare.standings import Standings, standings_of
from cliometer.engine.evaluation import Evaluation
from cliometer.engine.results import Results, full_spelling
from cliometer.errors import InputError, UsageError, unknown
from cliometer.io.frames import DocumentResult
from cliometer.metrics.catalogue import chosen, paper_label
from cliometer.model.backend import active_backend
from cliometer.model.display import Progress
from cliometer.model.protocols import ProtocolRecord
from cliometer.model.records import member, renamed
from cliometer.model.score import Signature
from cliometer.spelling import many, many_tasks
from cliometer.stats.multiple_comparisons import letter
from cliometer.text.tables import latex_escaped as escaped

# A comparison as one LaTeX table in the manner of ranx (Bassani 2022): systems are rows, metrics columns.
# Every system has a letter; a superscript beside a score names the systems that it beats significantly, and
# the best score of a column is bold. What other superscripts there could be takes its room all the same, so
# that the digits of a column stand below each other.

_LETTERS = 26  # with more systems letters come in pairs, and a comma must part them


def runs_latex(
    standings: Sequence[Standings], design: Design, signature: str, digits: int = 3, percent: bool = False
) -> str:
    """Return a floating table for the booktabs package; systems stand in the order of the first metric."""
    systems = [row.system for row in standings[0].systems]
    labels = {table.metric: paper_label(table.metric) for table in standings}
    heading = " & ".join(["", "system", *map(escaped, labels.values())])
    form = f"{{:.{digits}{'%' if percent else 'f'}}}"
    rows = [
        " & ".join(
            [letter(place), escaped(system), *(_cell(system, systems, table, design, form) for table in standings)]
        )
        + r" \\"
        for place, system in enumerate(systems)
    ]
    lines = [
        f"% {' '.join(signature.splitlines())}",  # columns of others may be called anything
        *(f"% {label} is {metric}" for metric, label in labels.items() if label != metric),
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escaped(_caption(standings, design, percent))}}}",
        r"\label{tab:systems}",
        rf"\begin{{tabular}}{{ll{'l' * len(standings)}}}",
        r"\toprule",
        rf"{heading} \\",
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _cell(system: str, systems: Sequence[str], standings: Standings, design: Design, form: str) -> str:
    """Return the score, bold where none is better as printed, and the systems that it beats."""
    score, best = (form.format(row.score).rstrip("%") for row in (standings[system], standings.systems[0]))
    lost = beaten(system, standings, design)
    others = [name for name in systems if name not in lost and name != system]
    shown = rf"\textbf{{{score}}}" if score == best else score
    marks, room = (_letters(names, systems) for names in (lost, others))
    above = rf"\textsuperscript{{{marks}}}" if marks else ""
    return shown + above + (rf"\hphantom{{\textsuperscript{{{room}}}}}" if room and standings.differences else "")


def beaten(system: str, table: Standings, design: Design) -> set[str]:
    """Return the systems that one is significantly better than, after correction."""
    apart = [pair for pair in table.differences if pair.differs(design)]
    better = {pair.second for pair in apart if pair.first == system and table.better(pair)}
    return better | {pair.first for pair in apart if pair.second == system and not table.better(pair)}


def _letters(names: set[str] | Sequence[str], systems: Sequence[str]) -> str:
    marks = [letter(place) for place, name in enumerate(systems) if name in names]
    return ("," if len(systems) > _LETTERS else "").join(marks)


def _caption(standings: Sequence[Standings], design: Design, percent: bool) -> str:
    words = dict.fromkeys(score_word(design, table.side) for table in standings)
    tests = list(dict.fromkeys(table.test for table in standings if table.test))
    lower = [table.metric for table in standings if table.lower_is_better]
    topics = " or ".join(dict.fromkeys(many_tasks(table.topics, table.independent_topics) for table in standings))
    parts = [f"Systems by {', '.join(words)}{' times 100' if percent else ''} on {topics}, the best in bold."]
    if tests:
        only = f" (tested against {design.baseline} only)" if design.baseline else ""
        parts.append(
            f"Superscripts name the systems that are significantly beaten{only}: "
            f"p of at most {design.significance:g}; {'; or '.join(tests)}."
        )
    untested = [table.metric for table in standings if not table.test]
    parts += [f"Not tested: {', '.join(untested)}."] * bool(untested)
    parts += [f"Lower is better: {', '.join(lower)}."] * bool(lower)
    return " ".join(parts)


_SAME = 1e-9  # by how much equal scores may differ
FEW_TOPICS = 6  # with fewer writers' topics the human level carries a note


@dataclass(frozen=True, repr=False)
class SystemComparison(DocumentResult):
    """What was found, metric by metric."""

    kind: ClassVar[str] = "comparison"
    tables: ClassVar[Mapping[str, str]] = {
        "differences": "comparisons[metric].differences",
        "systems": "comparisons[metric side lower_is_better].systems",
        "human-level": "human_levels[metric writers tasks topics].systems",
        "writers": "human_levels",
        "topics": "comparisons[metric].systems[system].topics",
    }
    signature: Signature
    design: Design
    standings: Sequence[Standings] = field(metadata=renamed("comparisons"))
    human_levels: Sequence[HumanLevel] = ()
    rulings: Sequence[Ruling] = field(default=(), metadata=renamed("gates"))
    notes: Sequence[str] = ()
    bounds: Sequence[OracleBound] = ()
    protocol: ProtocolRecord | None = None

    @member
    def passed(self) -> bool:
        """Whether every gate held, where the gates are confident also on the confidence bound."""
        return all(ruling.passed for ruling in self.rulings)

    def __getitem__(self, metric: str) -> Standings:
        """Return the standings under a metric, named as it was written or by its full expression."""
        known = {standings.metric: standings for standings in self.standings}
        asked = metric if metric in known else full_spelling(metric)
        if asked not in known:
            raise unknown("metric of the comparison", asked, known)
        return known[asked]

    def keys(self) -> list[str]:
        return [standings.metric for standings in self.standings]

    def to_latex(self, digits: int | None = None, percent: bool = False) -> str:
        """Return all systems by all metrics in one table for a paper, with marks of significance."""
        decimals = digits if digits is not None else 1 if percent else 3
        return runs_latex(self.standings, self.design, str(self.signature), decimals, percent)

    def __repr__(self) -> str:
        systems = many(len(self.standings[0].systems), "system")
        return f"SystemComparison({systems}, {many(len(self.standings), 'metric')})"


def compare_in(
    evaluation: Evaluation,
    design: Design,
    gates: Sequence[str | Gate] = (),
    progress: Progress | None = None,
    notes: Sequence[str] = (),
    confident: bool = False,
    results: Results | None = None,
) -> SystemComparison:
    """Score, then compare; metrics that only a gate names are scored as well.

    `results` are those of the evaluation where it was run already, without a gate.
    """
    conditions = gates_of(gates, confident) if gates or confident else []
    oracles, lenient = evaluation.oracles, bool(conditions) or design.groups == "leaders"
    competing = [system for system in evaluation.systems if system not in oracles]
    if len(competing) < (1 if oracles else 2) and not lenient:
        raise UsageError(
            "comparison-needs-systems", competing=", ".join(competing) or "none", hint=" beside oracles" * bool(oracles)
        )
    if design.baseline in oracles:
        raise UsageError("baseline-saw-references", baseline=design.baseline)
    metrics = chosen([*evaluation.metrics, *(gate.metric for gate in conditions)], evaluation.evidence)
    evaluation, asked = replace(evaluation, metrics=metrics), list(map(str, metrics))
    results = shared_topics((results or evaluation.run(progress)).noted(notes))
    bounding = results
    if oracles:
        results = results.only(competing)
        evaluation = replace(evaluation, systems={system: evaluation.systems[system] for system in competing})
    writers = score_writers(evaluation) if evaluation.evidence == "references" else None
    figures = [figures_of(results, metric, design) for metric in asked]
    standings = compared(figures, design, lenient, confident)
    levels = [human_level_of(writers, metric, design) for metric in asked] if writers else []
    rulings = [ruling for gate in conditions for ruling in rule(gate, results, writers, design, confident)]
    comparison = signed(results.signature, design, standings, results.notes)
    topics = len(set(grouped(writers.topics) or writers.topics)) if writers else FEW_TOPICS
    few = [f"human level: only {many(topics, 'topic')} with several writers, so it is a rough guide"]
    bounded = [figures_of(bounding, metric, design) for metric in asked if oracles]
    bounds = [bound for figure in bounded for bound in bounds_of(figure, oracles)]
    notes = [*comparison.notes, *few * (topics < FEW_TOPICS)]
    protocol = results.protocol
    return replace(comparison, human_levels=levels, rulings=rulings, notes=notes, bounds=bounds, protocol=protocol)


def bounds_of(figures: ScoreFigures, oracles: Mapping[str, str]) -> list[OracleBound]:
    """Return what each oracle scores, and the share of it that each system reaches."""
    scores = dict(zip(figures.systems, figures.aggregate.observed().tolist(), strict=True))
    systems, sign = {name: score for name, score in scores.items() if name not in oracles}, -1 if figures.lower else 1
    return [
        OracleBound(
            figures.metric,
            run,
            oracle,
            scores[run],
            {name: score / scores[run] if scores[run] else None for name, score in systems.items()},
            [name for name, score in systems.items() if sign * (score - scores[run]) > _SAME],
        )
        for run, oracle in oracles.items()
    ]


def compared(
    figures: Sequence[ScoreFigures], design: Design, gated: bool = False, confident: bool = False
) -> list[Standings]:
    """Return where systems stand by each metric.

    InputError where there is one topic, or no spread: then there is nothing to test. A gate needs no test, so `gated`
    systems may be on one topic unless it is confident.
    """
    copied = not gated and all(figure.tied for figure in figures)
    compare = partial(standings_of, design=design, untested=gated and not confident, copied=copied)
    standings = list(active_backend().map(compare, figures, label=lambda figure: f"the metric {figure.metric}"))
    pairs = [pair for table in standings for pair in table.differences]
    constant = [pair for pair in pairs if pair.low is None]
    if constant and not gated and all(pair.low is None or pair.low == pair.high for pair in pairs):
        pair = constant[0]
        raise InputError("difference-constant", names=pair.names, difference=pair.difference)
    return standings


def signed(scores: Signature, design: Design, standings: Sequence[Standings], notes: Sequence[str]) -> SystemComparison:
    """Sign with all that scores and tests depend on; remarks on several metrics are made once."""
    scored = [(key, value) for key, value in scores.fields if key != "averaging"]
    tested = [(key, value) for key, value in design.to_dict().items() if value is not None]
    remarks = dict.fromkeys(note for metric_standings in standings for note in metric_standings.notes)
    return SystemComparison(Signature.of([*scored, *tested]), design, standings, notes=[*notes, *remarks])
