"""`python -m benchmarks [NAME...] [--json FILE] [--quick] [--pairs N]`: print the table, fail if a bar is missed."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from pathlib import Path

from benchmarks.clock import ONE_CORE

os.environ.update(ONE_CORE)  # before numpy is loaded, which reads it once


def main(argv: list[str]) -> int:
    """Run the cases that were asked for; 1 if a bar is missed."""
    from benchmarks import cases, table
    from benchmarks.registry import CASES, Effort

    assert cases  # importing it registers them
    asked = _parse(argv, list(CASES))
    print(table.heading(), flush=True)
    rows, failed = [], []
    for name in asked.cases or CASES:
        try:
            for row in CASES[name](Effort(asked.quick, asked.pairs)):
                print("measured:", "  ".join(cell for cell in row.cells() if cell), file=sys.stderr, flush=True)
                rows.append(row)
        except Exception:  # what the other cases measured is worth hours
            traceback.print_exc()
            failed.append(name)
    print(table.table(rows), table.verdict(rows), sep="\n\n")
    if asked.quick:
        print("a quick run shows that every case ends; missed bars do not fail it")
    if failed:
        print(f"\nended by an error, which is printed above: {', '.join(failed)}")
    if asked.json:
        asked.json.write_text(table.document(rows), encoding="utf-8")
    return int(bool(failed) or (not asked.quick and any(row.met is False for row in rows)))


def _parse(argv: list[str], names: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="NAME", help=f"some of {', '.join(names)}; without any, all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every number there as well")
    parser.add_argument("--quick", action="store_true", help="run every case on small sizes, without bars")
    parser.add_argument("--pairs", type=int, default=50_000, metavar="N", help="the size of million (default: 50000)")
    asked = parser.parse_args(argv)
    for name in asked.cases:
        if name not in names:
            parser.error(f"unknown case {name!r}; there are {', '.join(names)}")
    return asked


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
