"""Baselines as tables: a row a baseline (table 3 of Bauer & Teufel 2015), and the tests of all pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cliometer.report.tables import Cell, Table
from cliometer.systems.trial import BaselineScores, PairTest, Trial
from cliometer.version import __version__


def baseline_table(trial: Trial) -> Table:
    """The mean pyramid score of each; a star marks means over fewer topics."""
    rows: list[list[Cell]] = [_row(scores, len(trial.topics)) for scores in trial.baselines]
    return Table(["id", "method", "topics", "score"], rows)


def score_table(trial: Trial) -> Table:
    """Every score, a line each."""
    rows: list[list[Cell]] = [
        [scores.baseline.id, scores.baseline.method, topic, score]
        for scores in trial.baselines
        for topic, score in scores.scores.items()
    ]
    return Table(["id", "method", "topic", "score"], rows)


def pair_table(trial: Trial) -> Table:
    """Wilcoxon's test of each pair."""
    rows: list[list[Cell]] = [_pair(pair) for pair in trial.pairs]
    return Table(["pair", "topics", "difference", "p", "corrected", "method"], rows)


def as_text(trial: Trial) -> str:
    """Both tables, or only the first where nothing could be tested."""
    runs = f"; random ones averaged over {trial.runs} runs, seed {trial.seed}"
    head = f"{trial.metric} on {len(trial.topics)} topic{'s' * (len(trial.topics) != 1)}{runs}\n"
    parts = [head, baseline_table(trial).text()]
    legend = [
        "*: on fewer topics; the notes say why" * any(s.dropped and s.scores for s in trial.baselines),
        "-: on no topic; the notes say why" * any(not s.scores for s in trial.baselines),
    ]
    if any(legend):
        parts.append("\n".join(filter(None, legend)) + "\n")
    if any(pair.p is not None for pair in trial.pairs):
        parts.append(pair_table(trial).text())
        parts.append("p: Wilcoxon's signed-rank test over topics, two-sided; corrected after Holm")
    else:
        parts.append("No pair was tested: Wilcoxon's test compares two baselines over two topics or more.")
    return "\n".join(parts).rstrip() + "\n"


def document(trial: Trial, notes: Sequence[str] = ()) -> dict[str, Any]:
    """One JSON document with everything; `notes` are those on the gold."""
    return {
        "cliometer": __version__,
        "metric": trial.metric,
        "runs": trial.runs,
        "seed": trial.seed,
        "notes": [*notes, *trial.notes],
        "baselines": [
            {
                "id": scores.baseline.id,
                "method": scores.baseline.method,
                "mean": scores.mean,
                "scores": dict(scores.scores),
                "dropped": list(scores.dropped),
            }
            for scores in trial.baselines
        ],
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "topics": pair.topics,
                "difference": pair.difference,
                "p": pair.p,
                "corrected": pair.corrected,
                "method": pair.method,
            }
            for pair in trial.pairs
        ],
    }


def _row(scores: BaselineScores, topics: int) -> list[Cell]:
    starred = "*" if len(scores.scores) < topics else ""
    mean = "-" if scores.mean is None else f"{scores.mean:.3f}{starred}"
    return [scores.baseline.id, scores.baseline.method, len(scores.scores), mean]


def _pair(pair: PairTest) -> list[Cell]:
    tested = [_digits(pair.p), _digits(pair.corrected)]
    return [f"{pair.first} - {pair.second}", pair.topics, _digits(pair.difference), *tested, pair.method]


def _digits(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
