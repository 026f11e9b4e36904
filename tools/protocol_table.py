"""Print the table of docs/protocols.md: runs made of two published outputs on timeline17, under every protocol.

python -m tools.protocol_table                 print the table
python -m tools.protocol_table FOLDER          write its runs, for cliometer verify docs/claims/protocols.toml

Needs ../shared; the runs are those of its parity/protocols.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cliometer
from cliometer.engine.protocols.comparison import METRICS, ProtocolComparison
from tests.protocol_cases import gold_of, run_of
from tests.shared import parity

PROTOCOLS = ("news-tls", "llm-tls", "crest", "chinese-tls(skip_topics=0)", "tilse", "chronos")
_RUNS = 11


@cache
def comparison() -> ProtocolComparison:
    """The eleven runs that answer a topic with one timeline, under all protocols."""
    rows = parity("protocols.json")["table"]["rows"][:_RUNS]
    runs = {row["run"]: run_of(row) for row in rows}
    return cliometer.compare_protocols(runs, gold_of(rows[0]), missing="zero", protocols=list(PROTOCOLS))


def lines() -> Iterator[str]:
    """Yield the lines of the table: AR-1, AR-2 and date F1, with the rank by AR-1 in brackets."""
    found = comparison()
    yield f"| run | {' | '.join(PROTOCOLS)} |"
    yield f"|---|{'---|' * len(PROTOCOLS)}"
    scores = {(score.system, score.protocol, score.metric): score for score in found.scores}
    for system in found.systems:
        cells = []
        for protocol in PROTOCOLS:
            several = [scores[system, protocol, metric] for metric in METRICS]
            values = [f"{score.f:.4f}".lstrip("0") for score in several[:2] if score.f is not None]
            values += [f"{score.f:.3f}".lstrip("0") for score in several[2:] if score.f is not None]
            cells.append(f"{' '.join(values)} ({several[0].rank})" if values else "refused")
        yield f"| {system.partition(' ')[2]} | {' | '.join(cells)} |"


def write_runs(folder: Path) -> None:
    """Write the runs as `S1/<topic>.jsonl`, with their stamps and repeated dates; an empty answer is an empty file."""
    for row in parity("protocols.json")["table"]["rows"][:_RUNS]:
        home = folder / row["run"].partition(" ")[0]
        home.mkdir(parents=True, exist_ok=True)
        for topic, entries in run_of(row).items():
            (home / f"{topic}.jsonl").write_text(f"{json.dumps(entries)}\n" * bool(entries), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:]:
        write_runs(Path(sys.argv[1]))
    else:
        print("\n".join(lines()))
