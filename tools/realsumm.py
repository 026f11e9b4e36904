"""`python -m tools.realsumm FOLDER`: how recall of ledger and its parts agrees with people, on REALSumm.

REALSumm (Bhandari et al. 2020) has 100 texts, 25 systems, and LitePyramid recall by people. All summaries stand on
one date, so only what ledger makes of the content is tried. The folder is `scores_dicts` with abs.json and ext.json.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import cliometer
from cliometer.stats.correlation import correlate_tables, kendall_b_rows
from cliometer.stats.correlation_tests import correlation_interval

METRICS = {
    "budget": "ledger(weights=flat, function=0, low=0, high=0, guard=1)",
    "budget+idf": "ledger(function=0, low=0, high=0, guard=1)",
    "ledger, guards off": "ledger(guard=1)",
    "ledger, guard .5": "ledger(guard=0.5)",
    "ledger": "ledger",
}
PUBLISHED = {"ROUGE-1": "rouge_1_recall", "ROUGE-2": "rouge_2_recall"}  # as they come with the data
Table = NDArray[np.float64]
_DAY = "2000-01-01"


def main(folder: Path) -> None:
    """Print one row a metric: tau within texts with its interval, less ROUGE-1, then tau and r of systems."""
    people, recall = tables(folder)
    within = {name: kendall_b_rows(table.T, people.T) for name, table in recall.items()}
    print(f"{'recall of':20} {'tau of summaries':>24} {'less ROUGE-1 (s.e.)':>20} {'tau of systems':>24} {'r':>6}")
    for name, table in recall.items():
        gap = within[name] - within["ROUGE-1"]
        less = "" if name == "ROUGE-1" else f"{gap.mean():+.3f} ({gap.std(ddof=1) / np.sqrt(len(gap)):.3f})"
        taus = [_with_interval(table, people, level) for level in ("text", "system")]
        r = correlate_tables(table, people, "pearson", "system").value
        print(f"{name:20} {taus[0]:>24} {less:>20} {taus[1]:>24} {r:6.3f}")


def _with_interval(table: Table, people: Table, level: str) -> str:
    found = correlation_interval(table, people, "kendall-b", level, over="texts", seed=0)  # type: ignore[arg-type]
    return f"{found.estimate:.3f} [{found.low:.3f}, {found.high:.3f}]"


def tables(
    folder: Path, metrics: Mapping[str, str] = METRICS, preset: str | None = None
) -> tuple[Table, dict[str, Table]]:
    """Return LitePyramid recall, and recall by each metric: systems x texts."""
    gold: dict[str, list[dict[str, list[str]]]] = {}
    runs: dict[str, dict[str, dict[str, list[str]]]] = {}
    known: dict[tuple[str, str, str], float | None] = {}
    for kind in ("abs", "ext"):
        for text, entry in json.loads((folder / f"{kind}.json").read_text(encoding="utf-8")).items():
            gold[text] = [{_DAY: _sentences(entry["ref_summ"])}]
            for name, summary in entry["system_summaries"].items():
                system = f"{kind} {name}"
                runs.setdefault(system, {})[text] = {_DAY: _sentences(summary["system_summary"])}
                known |= {(score, system, text): value for score, value in summary["scores"].items()}
    results = cliometer.score(runs, gold, list(metrics.values()), preset)
    known |= {(row.metric, row.system, row.topic): row.score.numbers("zero")["recall"] for row in results.rows}
    columns = {"people": "litepyramid_recall", **PUBLISHED, **dict(zip(metrics, results.metrics, strict=True))}
    found = {
        name: np.array([[known[column, system, text] for text in gold] for system in runs], float)
        for name, column in columns.items()
    }
    return found.pop("people"), found


def _sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in re.findall(r"<t>(.*?)</t>", text) if sentence.strip()]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
