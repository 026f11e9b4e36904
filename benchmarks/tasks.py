"""A shared task as files: references of two writers, and submissions of which some are broken in ten ways."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from benchmarks.texts import Days, timeline

DATES, SENTENCES = 10, 12
LIMITS = ("--first", "2009-01-01", "--last", "2011-12-31", "--dates", str(DATES), "--sentences", str(SENTENCES))


def _spelled(days: Days) -> str:
    """The text of a timeline file; days are cut to what the task allows."""
    parts = ["\n".join([date, *said[:SENTENCES]]) for date, said in days.items()]
    return "".join(f"{part}\n{'-' * 32}\n" for part in parts)


def _append(text: str) -> Callable[[Path], None]:
    def break_file(run: Path) -> None:
        file = run / "topic-1.txt"
        file.write_text(file.read_text("utf-8") + text, "utf-8")

    return break_file


def _replace(content: bytes) -> Callable[[Path], object]:
    return lambda run: (run / "topic-1.txt").write_bytes(content)


def _unlink(run: Path) -> None:
    (run / "topic-1.txt").unlink()
    (run / "topic-1.txt").symlink_to("nowhere")


def _copy(run: Path) -> None:
    shutil.rmtree(run)
    shutil.copytree(run.with_name("run-00000"), run)


FAULTS: dict[str, Callable[[Path], object]] = {  # the rule that is broken, and how
    "topic-missing": lambda run: (run / "topic-1.txt").unlink(),
    "topic-unknown": lambda run: shutil.copy(run / "topic-1.txt", run / "topic-one.txt"),
    "date-range": _replace(b"2031-01-01\nToo late.\n--------------------------------\n"),
    "dates": _append("".join(f"2010-12-{day:02}\nOne more.\n{'-' * 32}\n" for day in range(1, 13))),
    "sentences": _replace(b"2010-01-01\n" + b"A sentence.\n" * (SENTENCES + 1) + b"-" * 32 + b"\n"),
    "encoding": _replace(b"2010-01-01\nOp\xe9ration termin\xe9e.\n--------------------------------\n"),
    "empty": _replace(b""),
    "duplicate": _copy,
    "date": _replace(b"2010-02-31\nNever.\n--------------------------------\n"),
    "unreadable": _unlink,
}


def make_task(folder: Path, submissions: int, broken: int, topics: int) -> dict[str, str]:
    """Write gold and submissions into a folder; return the rule that each broken submission breaks.

    No two neighbours are broken, and every fault is made equally often.
    """
    for topic in range(topics):
        for writer in ("ann", "bob"):
            file = folder / "gold" / f"topic-{topic}" / f"{writer}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(_spelled(timeline(f"task/{writer}/{topic}", DATES)), "utf-8")
    step, faults = submissions // broken, list(FAULTS)
    expected: dict[str, str] = {}
    for number in range(submissions):
        run = folder / "runs" / f"run-{number:05}"
        run.mkdir(parents=True)
        for topic in range(topics):
            (run / f"topic-{topic}.txt").write_text(_spelled(timeline(f"task/{number}/{topic}", DATES)), "utf-8")
        if number % step == step - 1 and len(expected) < broken:
            rule = faults[len(expected) % len(faults)]
            FAULTS[rule](run)
            expected[run.name] = rule
    return expected
