"""Summarisers as text, tables and JSON: summaries, tuning, baselines (table 3 of Bauer & Teufel 2015), and
recall-precision curves of their rankings.
"""

from __future__ import annotations

import inspect
import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Any

from cliometer.engine.curves import Curves, OnlineFault
from cliometer.experiments.tuning import Tuning
from cliometer.expressions.expression import spell_value
from cliometer.expressions.settings import choices_of, settings_of
from cliometer.metrics.units.curve import LEVELS
from cliometer.systems.baselines import BaselineScores, PairTest, Trial
from cliometer.systems.summaries import Summaries
from cliometer.systems.summarisers import Summariser, summarisers
from cliometer.text.tables import Cell, Table
from cliometer.version import __version__


def summaries_text(found: Summaries) -> str:
    """Topic by topic: the posts that each system chose, numbered."""
    lines: list[str] = []
    for topic in found.topics:
        kept = len(topic.topic.posts)
        lines += [f"{topic.topic.id} ({kept} of {topic.read} posts)", ""]
        for summary in (each for each in found.summaries if each.topic == topic.topic.id):
            lines += [f"  {summary.system}"]
            lines += [f"  {number}. {text}" for number, text in enumerate(summary.texts, start=1)] + [""]
    return "\n".join(lines)


def topic_table(found: Summaries) -> Table:
    """What was read of each topic, what was left out and why, and what was chosen."""
    reasons = list(dict.fromkeys(gone.reason for topic in found.topics for gone in topic.dropped))
    rows: list[list[Cell]] = []
    for topic in found.topics:
        dropped = Counter(gone.reason for gone in topic.dropped)
        counts = [dropped[reason] for reason in reasons]
        chosen = [len(summary.ids) for summary in found.summaries if summary.topic == topic.topic.id]
        most = [max(chosen, default=0)]
        rows.append([topic.topic.id, topic.read, *counts, len(topic.topic.posts), *most])
    return Table(["topic", "posts", *reasons, "kept", "chosen"], rows)


def summariser_catalogue() -> str:
    """Every summariser: what it does, and its settings with their defaults."""
    return "\n".join(_described(cls) for cls in summarisers)


def _described(cls: type[Summariser]) -> str:
    rows: list[list[Cell]] = [
        [field.name, spell_value(field.default), ", ".join(choices_of(field)), field.metadata["doc"]]
        for field in settings_of(cls)
    ]
    table = "\n" + Table(["setting", "default", "one of", "meaning"], rows).text() if rows else ""
    return f"{cls.name}\n" + textwrap.indent(f"{inspect.getdoc(cls)}\n{table}", "  ")


def summaries_document(found: Summaries, notes: Sequence[str]) -> dict[str, object]:
    """Everything, with the ids of the posts that were left out."""
    return {
        "cliometer": __version__,
        "k": found.k,
        "notes": list(notes),
        "topics": [
            {
                "topic": topic.topic.id,
                "posts": topic.read,
                "kept": len(topic.topic.posts),
                "dropped": [
                    {"id": gone.id, "reason": gone.reason, **({"of": gone.of} if gone.of else {})}
                    for gone in topic.dropped
                ],
            }
            for topic in found.topics
        ],
        "summaries": [
            {
                "system": summary.system,
                "topic": summary.topic,
                "posts": [
                    {"id": id, "text": text} for id, text in zip(summary.ids, summary.texts, strict=True)
                ],
            }
            for summary in found.summaries
        ],
    }


def fold_table(found: Tuning) -> Table:
    """What was chosen for each fold, and its loss on the topics it was chosen by and on those held out."""
    rows: list[list[Cell]] = [
        [fold.number, len(fold.topics), str(fold.chosen), fold.training_loss, fold.loss]
        for fold in found.folds
    ]
    return Table(["fold", "topics", "chosen on the other folds", "their loss", "held-out loss"], rows)


def setting_table(found: Tuning) -> Table:
    """Every setting with its mean loss over all topics."""
    rows: list[list[Cell]] = [
        [str(setting), mean] for setting, mean in zip(found.grid, found.means, strict=True)
    ]
    return Table(["setting", "loss"], rows)


def tuning_text(found: Tuning) -> str:
    """The folds, and one line on each of the two numbers that matter."""
    return (
        fold_table(found).text()
        + f"\nloss {found.loss}, {len(found.grid)} settings, summaries of {found.k}, seed {found.seed}\n"
        + (f"background: {found.background}\n" if found.background else "")
        + f"mean held-out loss {found.held_out:.4f}: what to report\n"
        + f"best on all topics {found.best} ({min(found.means):.4f}): what to use on new topics\n"
    )


def tuning_document(found: Tuning, notes: Sequence[str]) -> dict[str, object]:
    """Return the document that `cliometer tune --json` prints."""
    return {"cliometer": __version__, "seed": found.seed, "notes": list(notes), **found.to_dict()}


# Baselines as tables: a row a baseline (table 3 of Bauer & Teufel 2015), and the tests of all pairs.


def baseline_table(trial: Trial) -> Table:
    """The mean pyramid score of each; a star marks means over fewer topics."""
    rows: list[list[Cell]] = [_row(scores, len(trial.topics)) for scores in trial.baselines]
    return Table(["id", "method", "topics", "score"], rows)


def baseline_score_table(trial: Trial) -> Table:
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


def baselines_text(trial: Trial) -> str:
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


def baselines_document(trial: Trial, notes: Sequence[str] = ()) -> dict[str, Any]:
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


def curve_mean_table(curves: Curves) -> Table:
    """A row for each level of recall, a column for each system."""
    means = curves.means
    rows: list[list[Cell]] = [
        [f"{level:.1f}", *(mean[place] for mean in means.values())] for place, level in enumerate(LEVELS)
    ]
    return Table([f"{curves.metric} at recall", *means], rows)


def curve_point_table(curves: Curves) -> Table:
    """A row for each prefix of each ranking."""
    rows: list[list[Cell]] = [
        [system, topic, point.retrieved, point.recall, point.precision]
        for system, topics in curves.curves.items()
        for topic, found in topics.items()
        for point in found.points
    ]
    return Table(["system", "topic", "retrieved", "recall", "precision"], rows)


def curve_fault_table(faults: Sequence[OnlineFault]) -> Table:
    """A row for each place where a log was not online."""
    return Table(["system", "topic", "fault"], [[one.system, one.topic, one.fault] for one in faults])
