"""What the track's script prints: rows; mean, deviation, lowest and highest by topic, by run, over all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

import numpy as np

from cliometer.compat.trec_ts.columns import COLUMNS, IDS
from cliometer.compat.trec_ts.evaluation import Row

_STATISTICS: dict[str, Callable[..., np.ndarray[tuple[int, ...], np.dtype[np.float64]]]] = {
    "AVG": np.mean,
    "STD": np.std,
    "MIN": np.amin,
    "MAX": np.amax,
}
_THIRD = 2


def lines(rows: Sequence[Row], year: int) -> Iterator[str]:
    """The whole table, tab-separated, with four decimals."""
    names = list(COLUMNS[year])
    yield "\t".join([*IDS, *COLUMNS[year].values()])
    for topic, group in groupby(rows, key=lambda row: row.topic):
        of_topic = list(group)
        yield from (_line((row.topic, row.team, row.run), _numbers(row, names)) for row in of_topic)
        for label, numbers in _statistics(of_topic, names):
            yield _line((topic, label, "-"), numbers)
    for of_run in _ranked(rows, year):
        for label, numbers in _statistics(of_run, names):
            yield _line((label, of_run[0].team, of_run[0].run), numbers)
    for label, numbers in _statistics(rows, names):
        yield _line((label, "ALL", "-"), numbers)


def _ranked(rows: Sequence[Row], year: int) -> list[list[Row]]:
    """The rows of each run, best run first."""
    runs: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        runs.setdefault((row.team, row.run), []).append(row)
    return sorted(runs.values(), key=_by_third_topic if year == 2013 else _by_mean_f, reverse=True)


def _by_mean_f(rows: Sequence[Row]) -> list[float]:
    return [float(np.mean([row.values["f"] for row in rows]))]


def _by_third_topic(rows: Sequence[Row]) -> list[float]:
    """The script of 2013 takes the third topic where it means the third measure."""
    return _numbers(rows[min(_THIRD, len(rows) - 1)], list(COLUMNS[2013]))


def _statistics(rows: Sequence[Row], names: Sequence[str]) -> Iterator[tuple[str, Sequence[float]]]:
    table = [_numbers(row, names) for row in rows]
    for label, statistic in _STATISTICS.items():
        yield label, statistic(table, axis=0).tolist()


def _numbers(row: Row, names: Sequence[str]) -> list[float]:
    return [row.values[name] for name in names]


def _line(ids: Sequence[str], numbers: Sequence[float]) -> str:
    return "\t".join([*ids, *(f"{number:.4f}" for number in numbers)])
