"""Comparison of systems, from runs or a table of scores, with its flat tables and its LaTeX table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from cliometer.engine.compare.figures import Design, ScoreFigures, figures_of, grouped, score_word, shared_topics
from cliometer.engine.compare.gates import Gate, Ruling, gates_of, rule
from cliometer.engine.compare.human_level import HumanLevel, OracleBound, RelativeScore, human_level_of, score_writers
from cliometer.engine.compare.significance import SystemDifference
from cliometer.engine.compare.standings import Standings, SystemStanding, means_of, standings_of
from cliometer.engine.evaluation import Evaluation
from cliometer.engine.results import Results, full_spelling
from cliometer.errors import InputError, UsageError, unknown
from cliometer.io.frames import Records, TabularResult, columns_of
from cliometer.metrics.catalogue import expect_evidence, paper_label, parse
from cliometer.model.backend import active_backend
from cliometer.model.display import NotebookDisplay, Progress
from cliometer.model.records import decode, head
from cliometer.model.score import Signature
from cliometer.spelling import many, many_tasks
from cliometer.stats.multiple_comparisons import letter
from cliometer.text.tables import latex_escaped as escaped

_ABOUT = {"metric": str, "side": str, "lower_is_better": bool}
_WRITERS = {"writers": float, "writers_low": float, "writers_high": float, "tasks": int, "topics": int}


def tables_of(standings: Sequence[Standings], levels: Sequence[HumanLevel]) -> dict[str, Records]:
    """Return the tables of a comparison, each with the metric in front and all numbers in full."""
    return {
        "differences": Records(
            {"metric": str, **columns_of(SystemDifference)},
            [{"metric": found.metric, **vars(one)} for found in standings for one in found.differences],
        ),
        "systems": Records(
            {**_ABOUT, **columns_of(SystemStanding)},
            [
                {name: getattr(found, name) for name in _ABOUT} | vars(one)
                for found in standings
                for one in found.systems
            ],
        ),
        "human-level": Records(
            {"metric": str, **columns_of(RelativeScore), **_WRITERS},
            [
                vars(one)
                | {"metric": level.metric, "writers": level.writers, "writers_low": level.low}
                | {"writers_high": level.high, "tasks": level.tasks, "topics": level.topics}
                for level in levels
                for one in level.systems
            ],
        ),
        "topics": Records(
            {"metric": str, "system": str, "topic": str, "value": float},
            [
                {"metric": found.metric, "system": one.system, "topic": topic, "value": value}
                for found in standings
                for one in found.systems
                for topic, value in one.topics.items()
            ],
        ),
    }


# A comparison as one LaTeX table in the manner of ranx (Bassani 2022): systems are rows, metrics columns.
# Every system has a letter; a superscript beside a score names the systems that it beats significantly, and
# the best score of a column is bold. What other superscripts there could be takes its room all the same, so
# that the digits of a column stand below each other.

_LETTERS = 26  # with more systems letters come in pairs, and a comma must part them


def runs_latex(
    standings: Sequence[Standings], design: Design, signature: str, digits: int = 3, percent: bool = False
) -> str:
    """Return a floating table for the booktabs package; systems stand in the order of the first metric."""
    systems = [one.system for one in standings[0].systems]
    labels = {found.metric: paper_label(found.metric) for found in standings}
    heading = " & ".join(["", "system", *map(escaped, labels.values())])
    form = f"{{:.{digits}{'%' if percent else 'f'}}}"
    rows = [
        " & ".join(
            [letter(place), escaped(system), *(_cell(system, systems, found, design, form) for found in standings)]
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


def _cell(system: str, systems: Sequence[str], found: Standings, design: Design, form: str) -> str:
    """Return the score, bold where none is better as printed, and the systems that it beats."""
    score, best = (form.format(one.score).rstrip("%") for one in (found[system], found.systems[0]))
    lost = beaten(system, found, design)
    others = [name for name in systems if name not in lost and name != system]
    shown = rf"\textbf{{{score}}}" if score == best else score
    marks, room = (_letters(names, systems) for names in (lost, others))
    above = rf"\textsuperscript{{{marks}}}" if marks else ""
    return shown + above + (rf"\hphantom{{\textsuperscript{{{room}}}}}" if room and found.differences else "")


def beaten(system: str, found: Standings, design: Design) -> set[str]:
    """Return the systems that one is significantly better than, after correction."""
    apart = [one for one in found.differences if one.differs(design)]
    better = {one.second for one in apart if one.first == system and found.better(one)}
    return better | {one.first for one in apart if one.second == system and not found.better(one)}


def _letters(names: set[str] | Sequence[str], systems: Sequence[str]) -> str:
    marks = [letter(place) for place, name in enumerate(systems) if name in names]
    return ("," if len(systems) > _LETTERS else "").join(marks)


def _caption(standings: Sequence[Standings], design: Design, percent: bool) -> str:
    words = dict.fromkeys(score_word(design, found.side) for found in standings)
    tests = list(dict.fromkeys(found.test for found in standings if found.test))
    lower = [found.metric for found in standings if found.lower_is_better]
    topics = " or ".join(dict.fromkeys(many_tasks(found.topics, found.independent_topics) for found in standings))
    parts = [f"Systems by {', '.join(words)}{' times 100' if percent else ''} on {topics}, the best in bold."]
    if tests:
        only = f" (tested against {design.baseline} only)" if design.baseline else ""
        parts.append(
            f"Superscripts name the systems that are significantly beaten{only}: "
            f"p of at most {design.significance:g}; {'; or '.join(tests)}."
        )
    untested = [found.metric for found in standings if not found.test]
    parts += [f"Not tested: {', '.join(untested)}."] * bool(untested)
    parts += [f"Lower is better: {', '.join(lower)}."] * bool(lower)
    return " ".join(parts)


FEW_TOPICS = 6  # with fewer writers' topics the human level carries a note


@dataclass(frozen=True)
class _ComparisonDocument:
    """The members of the JSON document of a comparison."""

    signature: str
    design: Design
    notes: Sequence[str]
    comparisons: Sequence[Standings]
    human_levels: Sequence[HumanLevel]
    gates: Sequence[Mapping[str, object]]
    bounds: Sequence[OracleBound] = ()


@dataclass(frozen=True, repr=False)
class SystemComparison(TabularResult, NotebookDisplay):
    """What was found, metric by metric."""

    signature: Signature
    design: Design
    standings: Sequence[Standings]
    human_levels: Sequence[HumanLevel] = ()
    rulings: Sequence[Ruling] = ()
    notes: Sequence[str] = ()
    bounds: Sequence[OracleBound] = ()

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
        """Return the metrics that were compared."""
        return [standings.metric for standings in self.standings]

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer compare --json` prints."""
        return {
            **head("comparison"),
            "signature": str(self.signature),
            "design": self.design.to_dict(),
            "notes": list(self.notes),
            "comparisons": [standings.to_dict() for standings in self.standings],
            "human_levels": [level.to_dict() for level in self.human_levels],
            **({"bounds": [asdict(bound) for bound in self.bounds]} if self.bounds else {}),
            "gates": [ruling.to_dict() for ruling in self.rulings],
            "passed": self.passed(),
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> SystemComparison:
        """Read a document that `cliometer compare --json` printed.

        Raises
        ------
        InputError
            If a member is absent or of another type.
        """
        if "ceilings" in document:  # as versions before 0.2 called it
            document = {"human_levels": document["ceilings"], **document}
        read = decode(_ComparisonDocument, document)
        rulings = [Ruling.from_dict(ruling, read.design.level) for ruling in read.gates]
        signature = Signature.parse(read.signature)
        return cls(signature, read.design, read.comparisons, read.human_levels, rulings, read.notes, read.bounds)

    def frames(self) -> Mapping[str, Records]:
        """Return the tables `differences`, `systems`, `human-level`, and `topics`: what each system scored on each."""
        return tables_of(self.standings, self.human_levels)

    def to_latex(self, digits: int | None = None, percent: bool = False) -> str:
        """Return all systems by all metrics in one table for a paper, with marks of significance."""
        decimals = digits if digits is not None else 1 if percent else 3
        return runs_latex(self.standings, self.design, str(self.signature), decimals, percent)

    def __repr__(self) -> str:
        return f"SystemComparison({len(self.standings[0].systems)} systems, {len(self.standings)} metrics)"


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
    conditions = gates_of(gates, confident)
    oracles, lenient = evaluation.oracles, bool(conditions) or design.groups == "leaders"
    competing = [system for system in evaluation.systems if system not in oracles]
    if len(competing) < (1 if oracles else 2) and not lenient:
        raise UsageError(
            f"a comparison needs two systems or more, found only {', '.join(competing) or 'none'}"
            f"{' beside oracles' * bool(oracles)}; name another run, or set a gate for this one"
        )
    if design.baseline in oracles:
        raise UsageError(f"{design.baseline} was made with the references in view, so it is no baseline; name another")
    asked = list(dict.fromkeys([*map(str, evaluation.metrics), *(gate.metric for gate in conditions)]))
    metrics = [parse(metric) for metric in asked]
    for metric in metrics:
        expect_evidence(metric, evaluation.evidence)
    evaluation = replace(evaluation, metrics=metrics)
    results = shared_topics((results or evaluation.run(progress)).noted(notes))
    bounding, results = results, results.only(competing)
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
    bounds = [bound for one in bounded for bound in bounds_of(one, oracles)]
    notes = [*comparison.notes, *few * (topics < FEW_TOPICS)]
    return replace(comparison, human_levels=levels, rulings=rulings, notes=notes, bounds=bounds)


def bounds_of(figures: ScoreFigures, oracles: Mapping[str, str]) -> list[OracleBound]:
    """Return what each oracle scores, and the share of it that each system reaches."""
    scores = dict(zip(figures.systems, figures.aggregate.observed().tolist(), strict=True))
    return [
        OracleBound(
            figures.metric,
            run,
            oracle,
            scores[run],
            {name: own / scores[run] if scores[run] else None for name, own in scores.items() if name not in oracles},
        )
        for run, oracle in oracles.items()
    ]


def compared(
    figures: Sequence[ScoreFigures], design: Design, gated: bool = False, confident: bool = False
) -> list[Standings]:
    """Return where systems stand by each metric.

    InputError where no metric tells any two apart, or where there is one topic: then there is nothing to
    test. A gate needs no test, so `gated` systems may be the same, and on one topic unless it is confident.
    """
    if not gated and len(figures[0].systems) > 1 and all(one.tied for one in figures):
        raise InputError(
            "all systems score the same on every topic, so there is no difference to test; were the runs copied?"
        )
    alone = gated and not confident
    found = list(active_backend().map(_standings, figures, (design, alone), lambda one: f"the metric {one.metric}"))
    pairs = [pair for one in found for pair in one.differences]
    constant = [pair for pair in pairs if pair.low is None]
    if constant and not gated and all(pair.low is None or pair.low == pair.high for pair in pairs):
        one = constant[0]
        raise InputError(
            f"{one.names} is {one.difference:.4g} on every topic, so there is no spread by which an interval or a "
            "test could judge it; more varied topics are needed"
        )
    return found


def _standings(shared: tuple[Design, bool], figures: ScoreFigures) -> Standings:
    """Return where systems stand by one metric, computed here or in a worker."""
    design, alone = shared
    return means_of(figures) if alone and figures.units < 2 else standings_of(figures, design)


def signed(scores: Signature, design: Design, standings: Sequence[Standings], notes: Sequence[str]) -> SystemComparison:
    """Sign with all that scores and tests depend on; remarks on several metrics are made once."""
    scored = [(key, value) for key, value in scores.fields if key != "averaging"]
    tested = [(key, value) for key, value in design.to_dict().items() if value is not None]
    remarks = dict.fromkeys(note for found in standings for note in found.notes)
    return SystemComparison(Signature.of([*scored, *tested]), design, standings, notes=[*notes, *remarks])
