"""Scores in shards: a folder of Parquet files with a manifest, which is read shard by shard.

The manifest names the signature, the digest of the inputs and the digest of each shard; a shard counts only if it is as
the manifest says. `shard_writing` makes them.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cliometer.engine.results import Mean, Results, ScoreRow, mean_numbers, metric_remarks, remarks_on
from cliometer.engine.score_arrow import NAMES, NUMBERS, is_restored, score_rows
from cliometer.engine.score_grid import MissingScores, ScoreGrid, split_part, without_gaps
from cliometer.errors import FormatError, InputError, UsageError
from cliometer.io.frames import library
from cliometer.io.text_files import read_text, write_whole
from cliometer.metrics.catalogue import lower_is_better, parse
from cliometer.model.notes import Note
from cliometer.model.records import decode
from cliometer.model.score import Signature, Undefined
from cliometer.spelling import many, quoted
from cliometer.stats.samples import Floats

MANIFEST = "manifest.json"
FORMAT = "cliometer shards/1"
_SHOWN = 20  # systems whose means are shown where there are more


@dataclass(frozen=True)
class Shard:
    """What the manifest says of a piece that is done."""

    number: int
    file: str
    bytes: int
    sha256: str
    pairs: int
    rows: int
    lost: int = 0  # texts of systems of which hardly a word counts
    notes: Sequence[str] = ()
    more_notes: int = 0

    def damage(self, folder: Path) -> str | None:
        """Say what is wrong with the file; None where it is as it was written."""
        path = folder / self.file
        if not path.is_file():
            return "is missing"
        size = path.stat().st_size
        if size != self.bytes:
            return f"is {'cut short' if size < self.bytes else 'too long'}: {size} bytes, not {self.bytes}"
        return "has other bytes than were written" if file_digest(path) != self.sha256 else None


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@dataclass(frozen=True)
class Manifest:
    """What a folder of shards holds, and how far the work on it is."""

    manifest: str
    cliometer: str
    signature: str
    inputs: str
    undefined: Undefined
    topics: Sequence[str]
    metrics: Sequence[str]
    oracles: Mapping[str, str]
    pieces: int
    notes: Sequence[str]
    shards: Sequence[Shard]

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Read the manifest of a folder."""
        path = folder / MANIFEST
        try:
            document = json.loads(read_text(path))
            manifest = decode(cls, document)
        except (ValueError, InputError):
            raise FormatError("manifest-damaged", path) from None
        if manifest.manifest != FORMAT:
            raise FormatError("manifest-version", path, format=FORMAT, manifest=manifest.manifest)
        return manifest

    def write(self, folder: Path) -> None:
        """Write the manifest, whole or not at all."""
        document = {**vars(self), "shards": [vars(shard) for shard in self.shards]}
        write_whole(folder / MANIFEST, json.dumps(document, indent=1, ensure_ascii=False) + "\n", force=True)

    def expect(self, other: Manifest, folder: Path) -> None:
        """Refuse to go on where a folder holds the scores of other settings or of other inputs."""
        if self.signature != other.signature:
            fields = [dict(Signature.parse(manifest.signature).fields) for manifest in (self, other)]
            key = next(key for key in {**fields[0], **fields[1]} if fields[0].get(key) != fields[1].get(key))
            then, now = (quoted(signature.get(key, "none")) for signature in fields)
            change = f"{key} was {then} and is now {now}"
            each = [signature.get("per_reference") == "true" for signature in fields]
            if each[0] != each[1]:  # which changes what is counted too
                change = (
                    f"--per-reference was {'' if each[0] else 'not '}given and is now {'' if each[1] else 'not '}given"
                )
            raise UsageError("shards-of-other-settings", folder=folder, change=change)
        if (self.inputs, self.pieces) != (other.inputs, other.pieces):
            raise UsageError("shards-of-other-systems", folder=folder)


def codes(names: Any, known: dict[str, int]) -> NDArray[np.int64]:
    """Return the number of each name; names that were not known get the next ones."""
    encoded = names.dictionary_encode()
    numbers = [known.setdefault(name, len(known)) for name in encoded.dictionary.to_pylist()]
    codes: NDArray[np.int64] = np.array(numbers, np.int64)[encoded.indices.to_numpy(False)]
    return codes


class ScoreSums:
    """Sums of scores by system and metric, as exact as `math.fsum`, in memory that grows with systems alone."""

    def __init__(self, metrics: int) -> None:
        self._metrics = metrics
        self.topics, self.undefined = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self._counts, self._high, self._low = (np.zeros((len(NUMBERS), 0)) for _ in range(3))
        self._beta = np.zeros(0)

    def add(self, keys: NDArray[np.int64], batch: Any, defined: NDArray[np.bool_], kept: NDArray[np.bool_]) -> None:
        """Add the rows of a batch, each to the sums of its key."""
        self._grow(int(keys.max(initial=-1)) + 1)
        np.add.at(self.topics, keys, 1)
        np.add.at(self.undefined, keys, ~defined)
        self._beta[keys] = batch.column("beta").to_numpy(False)
        for place, name in enumerate(NUMBERS):
            values = batch.column(name).to_numpy(False).astype(float)
            rest = np.flatnonzero(kept & ~np.isnan(values))
            np.add.at(self._counts[place], keys[rest], 1)
            while len(rest):  # a key that stands here twice is added in a second round
                _, first = np.unique(keys[rest], return_index=True)
                self._add(place, keys[rest[first]], values[rest[first]])
                rest = np.delete(rest, first)

    def _add(self, place: int, keys: NDArray[np.int64], values: Floats) -> None:
        """Add with the error of each sum kept beside it (Knuth's two-sum)."""
        high = self._high[place, keys]
        total = high + values
        rounded = total - high
        self._low[place, keys] += (high - (total - rounded)) + (values - rounded)
        self._high[place, keys] = total

    def _grow(self, size: int) -> None:
        if size > len(self.topics):
            extra = max(size, 2 * len(self.topics)) - len(self.topics)
            for name in ("topics", "undefined", "_counts", "_high", "_low", "_beta"):
                array = getattr(self, name)
                setattr(self, name, np.concatenate([array, np.zeros((*array.shape[:-1], extra), array.dtype)], axis=-1))

    def mean(self, system: str, metric: str, key: int) -> Mean:
        """Return the mean of a system by a metric."""
        counts, sums = self._counts[:, key], self._high[:, key] + self._low[:, key]
        numbers = {
            name: total / n if n else None
            for name, n, total in zip(NUMBERS, counts.tolist(), sums.tolist(), strict=True)
        }
        beta = float(self._beta[key])
        means = mean_numbers([numbers], beta, math.isnan(beta))
        return Mean(system, metric, int(self.topics[key]), int(self.undefined[key]), means)

    def beta(self, metric: int) -> float:
        """Return the beta of a metric, which is the same for all its scores."""
        return float(self._beta[metric :: self._metrics].max())

    def remarks(self, metrics: Sequence[str]) -> Iterator[str]:
        """Say how many scores of each metric are undefined."""
        for place, metric in enumerate(metrics):
            lacking, every = (int(counts[place :: self._metrics].sum()) for counts in (self.undefined, self.topics))
            if lacking:
                yield Note.of("scores-undefined", metric=metric, lacking=lacking, every=every)


@dataclass(frozen=True)
class ScoreShards:
    """The scores of a folder, which are read shard by shard."""

    folder: Path
    manifest: Manifest
    notes: tuple[str, ...] = ()  # on how they were made

    @classmethod
    def read(cls, folder: Path) -> ScoreShards:
        """Return the scores of a folder; refuse them where the work is not done, or a shard is not whole."""
        manifest = Manifest.read(folder)
        lacking = manifest.pieces - len(manifest.shards)
        if lacking:
            raise InputError(
                "shards-incomplete", folder, count=len(manifest.shards), pieces=many(manifest.pieces, "piece")
            )
        for shard in manifest.shards:
            if what := shard.damage(folder):
                raise InputError("shard-damaged", folder / shard.file, what=what)
        return cls(folder, manifest)

    @property
    def pairs(self) -> int:
        """How many answers were scored."""
        return sum(shard.pairs for shard in self.manifest.shards)

    def batches(self, *columns: str) -> Iterator[Any]:
        """Yield the rows of all shards, some of their columns only where these are named."""
        arrow, parquet = library("pyarrow"), library("pyarrow.parquet")
        for shard in self.manifest.shards:
            try:
                file = parquet.ParquetFile(self.folder / shard.file)
                yield from file.iter_batches(columns=list(columns) or None)
            except (arrow.ArrowException, OSError) as error:
                raise FormatError("file-unreadable", self.folder / shard.file, reason=str(error)) from None

    @cached_property
    def _sums(self) -> tuple[list[str], ScoreSums]:
        """The systems in the order of the shards, and the sums of their scores by each metric."""
        systems: dict[str, int] = {}
        sums = ScoreSums(len(self.manifest.metrics))
        for batch in self.batches("system", "metric", *NUMBERS, "undefined", "beta"):
            place, metric = codes(batch.column("system"), systems), codes(batch.column("metric"), self._metrics)
            counted = batch.column("undefined").is_null().to_numpy(False)
            kept = counted | (self.manifest.undefined == "zero")
            sums.add(place * len(self._metrics) + metric, batch, counted, kept)
        return list(systems), sums

    @cached_property
    def _metrics(self) -> dict[str, int]:
        return {metric: place for place, metric in enumerate(self.manifest.metrics)}

    @cached_property
    def means(self) -> list[Mean]:
        """The mean of every system by every metric, of which only sums are held."""
        systems, sums = self._sums
        return [
            sums.mean(system, metric, place * len(self._metrics) + number)
            for place, system in enumerate(systems)
            for metric, number in self._metrics.items()
            if sums.topics[place * len(self._metrics) + number]
        ]

    def results(self, most: int = _SHOWN) -> Results:
        """Return the scores of the best systems by the first metric, `most` of them, with their means and notes."""
        first, systems = self.manifest.metrics[0], self._sums[0]
        sign = 1 if lower_is_better(first) else -1
        ranked = sorted(
            (mean for mean in self.means if mean.metric == first),
            key=lambda mean: sign * (mean.f_of_means or mean.value or 0.0),
        )
        chosen = set(systems if len(systems) <= most else [mean.system for mean in ranked[:most]])
        rows = self.rows(chosen)
        means = [mean for mean in self.means if mean.system in chosen]
        notes, signature = self._remarks(rows, chosen), Signature.parse(self.manifest.signature)
        oracles = {name: maker for name, maker in self.manifest.oracles.items() if name in chosen}
        return Results(rows, signature, self.manifest.undefined, notes, means, oracles=oracles)

    @cached_property
    def columns(self) -> list[str]:
        """The numbers of each metric as columns of a table: `date.f`, or the metric alone where it has one value."""
        single = {mean.metric for mean in self.means if "value" in mean.numbers}
        parts = {metric: [""] if metric in single else [".precision", ".recall", ".f"] for metric in self._metrics}
        return [f"{metric}{part}" for metric, endings in parts.items() for part in endings]

    def beta(self, metric: str) -> float:
        """Return the weight of recall in the F of a metric."""
        return self._sums[1].beta(self._metrics[metric])

    def grid(self, columns: Sequence[str], missing: MissingScores = "error") -> ScoreGrid:
        """Return columns as tables of systems x topics, the only thing that is held; gaps are refused, or left out."""
        sides = {name: split_part(name) if name not in self._metrics else (name, "value") for name in columns}
        systems = {name: place for place, name in enumerate(self._sums[0])}
        topics = {name: place for place, name in enumerate(self.manifest.topics)}
        scores = {name: np.full((len(systems), len(topics)), np.nan) for name in columns}
        for batch in self.batches(*NAMES, *NUMBERS):
            names = (batch.column("system"), systems), (batch.column("topic"), topics)
            rows, lines = (codes(column, known) for column, known in names)
            metrics = codes(batch.column("metric"), self._metrics)
            for name, (metric, side) in sides.items():
                places = np.flatnonzero(metrics == self._metrics[metric])
                scores[name][rows[places], lines[places]] = batch.column(side).to_numpy(False).astype(float)[places]
        for name, (metric, side) in sides.items():
            if side in ("precision", "recall") and f"{metric}.f" in scores:  # of nothing retrieved: counts as 0
                scores[name][np.isnan(scores[name]) & ~np.isnan(scores[f"{metric}.f"])] = 0.0
        return without_gaps(ScoreGrid(list(systems), list(topics), scores), missing, self.folder)

    def rows(self, systems: Iterable[str]) -> list[ScoreRow]:
        """Return every score of some systems, in the order of systems, topics and metrics."""
        arrow, compute = library("pyarrow"), library("pyarrow.compute")
        places = {system: place for place, system in enumerate(self._sums[0])}
        topics = {topic: place for place, topic in enumerate(self.manifest.topics)}
        wanted = arrow.array(list(systems), arrow.string())
        rows: list[ScoreRow] = []
        for batch in self.batches():
            rows += score_rows(batch.filter(compute.is_in(batch.column("system"), wanted)))
        rows.sort(key=lambda row: (places[row.system], topics[row.topic], self._metrics[row.metric]))
        return rows

    def _remarks(self, rows: Sequence[ScoreRow], systems: Collection[str]) -> tuple[str, ...]:
        """Return what there is to say: all of it where all rows are here, else how much there is of each kind."""
        shards, every = self.manifest.shards, len(self._sums[0])
        notes = [*self.notes, *self.manifest.notes, *(note for shard in shards for note in shard.notes)]
        hidden = sum(shard.more_notes for shard in shards)
        notes += [Note.of("notes-not-kept", folder=self.folder, notes=many(hidden, "more note"))] * bool(hidden)
        if len(systems) == every:
            metrics = list(map(parse, self.manifest.metrics))
            restored = [row for row in rows if is_restored(row.score)]
            notes += [*metric_remarks(restored, metrics), *remarks_on(rows, self.manifest.undefined)]
        else:
            notes += self._sums[1].remarks(self.manifest.metrics)
            metric = self.manifest.metrics[0]
            notes.append(Note.of("systems-best", count=len(systems), every=every, metric=metric, folder=self.folder))
        return tuple(dict.fromkeys(notes))


def is_shards(path: Path) -> bool:
    """Return whether a path is a folder of scores."""
    return (path / MANIFEST).is_file()


def read_shards(paths: Sequence[Path]) -> ScoreShards | None:
    """Return the scores of the one folder of shards that is named; None where no path is one."""
    folders = list(filter(is_shards, paths))
    if folders and len(paths) > 1:
        raise UsageError("shards-beside-tables", folders=folders[0])
    return ScoreShards.read(folders[0]) if folders else None
