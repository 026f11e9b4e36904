"""`ledger+`: ledger with sentence vectors, so that what is left of two sentences that mean the same can be booked.

An embedder turns sentences into vectors. None is built in: `register_embedder` names a callable of any library.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError, expected, shown
from cliometer.expressions import Expression, Registry, registered, setting
from cliometer.metrics.base import Properties, metrics
from cliometer.metrics.comparison import group_sums
from cliometer.metrics.ledger import Entries, Ledger
from cliometer.metrics.similarity import Floats
from cliometer.text.word_rows import Ints

Vectors = NDArray[np.float32]
Ramp = tuple[float, float]


class Embedder(Protocol):
    """Sentences in, vectors out; the same sentence always has the same vector.

    `alike` is the cosine up to which sentences have nothing in common, and from which on they are alike; `same` those
    from which on they begin to say the same, and say all the same.
    """

    name: ClassVar[str]
    citation: ClassVar[str]
    alike: ClassVar[Ramp]
    same: ClassVar[Ramp]

    def vectors(self, sentences: list[str]) -> Any:
        """Return a row of numbers for each sentence."""


embedders: Registry[Embedder] = Registry("embedder")


def register_embedder(
    name: str, vectors: Callable[[list[str]], Any], alike: Ramp = (0.35, 0.60), same: Ramp = (0.50, 0.90)
) -> None:
    """Register a function that embeds sentences, so that `ledger+(vectors=NAME)` uses it.

    Parameters
    ----------
    name
        The name that expressions use.
    vectors
        A function from a list of sentences to an array with one row for each.
    alike
        The cosine up to which two sentences have nothing in common, and the cosine from which on they are alike.
    same
        The cosine up to which two sentences do not mean the same, and the cosine from which on they do.

    Returns
    -------
    None
        The name can be used from now on.

    Examples
    --------
    >>> import cliometer
    >>> cliometer.register_embedder("length", lambda sentences: [[len(sentence), 1] for sentence in sentences])
    >>> cliometer.parse_metric("ledger+(vectors=length)")
    ledger+(vectors=length)
    """
    if not isinstance(name, str) or not name.isidentifier():
        raise expected("a name of letters, digits and _ for an embedder", name)
    if not callable(vectors):
        raise expected("a function from sentences to vectors", vectors)
    for ramp in (alike, same):
        if not isinstance(ramp, list | tuple) or len(ramp) != 2 or not all(isinstance(end, Real) for end in ramp):
            raise expected("a pair of cosines", ramp)
    body = {
        "name": name,
        "alike": alike,
        "same": same,
        "vectors": staticmethod(vectors),
        "__doc__": f"Vectors by {name}.",
        "__module__": getattr(vectors, "__module__", None) or __name__,
    }
    embedders.register(dataclass(frozen=True, repr=False)(type(name, (Expression,), body)))


_KEPT: dict[tuple[Embedder, str], Vectors] = {}  # unit vectors by content
_MOST = 1 << 16


def unit_vectors(embedder: Embedder, sentences: Sequence[str]) -> Vectors:
    """Return a vector of length 1, or 0, for each sentence; each distinct sentence is embedded once."""
    known = {sentence: _KEPT.get((embedder, sentence)) for sentence in sentences}
    if new := [sentence for sentence, vector in known.items() if vector is None]:
        vectors = np.asarray(embedder.vectors(new), np.float32)
        if vectors.ndim != 2 or len(vectors) != len(new) or not np.isfinite(vectors).all():
            raise UsageError("embedder-shape-wrong", embedder=embedder.name, count=len(new), shape=shown(vectors.shape))
        scaled = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        if len(_KEPT) + len(new) > _MOST:
            _KEPT.clear()
        _KEPT.update({(embedder, sentence): vector for sentence, vector in zip(new, scaled, strict=True)})
        known |= dict(zip(new, scaled, strict=True))
    return np.array([known[sentence] for sentence in sentences], np.float32)


@registered(metrics)
class LedgerPlus(Ledger):
    """Ledger, in which what is left of sentences that mean the same is booked by the cosine of their vectors."""

    name: ClassVar[str] = "ledger+"
    formula: ClassVar[str] = (
        "as ledger, q = max(q, ramp of the cosine), and what the bookings leave of two sentences flows between them, "
        "pairs of the largest v times ramp of the cosine first"
    )
    decides_by_text: ClassVar[bool] = True
    vectors: Embedder | None = setting(None, parse=embedders.parse, doc="the registered embedder of sentences")

    # flows are not the best there could be, so a removal can help
    properties: ClassVar[Properties] = Properties(True, True, False, True, True, uses_dates=True)
    is_slow: ClassVar[bool] = True  # embedding takes long, and an embedder must be named

    def sameness(self, texts: Sequence[str], first: Ints, second: Ints) -> tuple[Floats, Floats]:
        """Return for pairs of sentences how alike they are, and how far they say the same, by their vectors."""
        if self.vectors is None:
            raise UsageError("vectors-needed", metric=self)
        table = unit_vectors(self.vectors, texts)
        cosine = np.zeros(len(first))
        for start in range(0, len(first), _PAIRS_AT_ONCE):
            part = slice(start, start + _PAIRS_AT_ONCE)
            cosine[part] = np.einsum("ij,ij->i", table[first[part]], table[second[part]], dtype=np.float64)
        cosine[first == second] = 1.0  # whatever rounding, and the vector of a sentence without tokens, say
        return ramp(cosine, self.vectors.alike), ramp(cosine, self.vectors.same)


_PAIRS_AT_ONCE = 10_000
_NOTHING = 1e-9  # rounding leaves this of a sentence that is all booked


def ramp(values: Floats, ends: Ramp) -> Floats:
    """Return 0 up to the first end, 1 from the second on, and what lies between in proportion."""
    ramped: Floats = np.clip((values - ends[0]) / (ends[1] - ends[0]), 0, 1)
    return ramped


@dataclass(frozen=True)
class Flows:
    """What flowed between pairs of sentences: how much, what a point of it is worth, and how much precision counts."""

    pair: Ints
    mass: Floats
    worth: Floats
    counted: Floats


def flows(entries: Entries) -> Flows:
    """Return what flows between what the bookings leave, the pairs of the largest worth first."""
    books, pairs, start = entries.books, entries.pairs, entries.systems[0]
    sentences, weights = books.sentences, books.weights
    peer, other, writers = sentences.own, sentences.other, len(sentences.comparison.references)
    i, j = peer.row[entries.left], other.row[entries.right]
    used = weights[peer.gram[entries.left]]
    sizes = [group_sums(side.row, weights[side.gram] * side.count, len(side.sentence)) for side in (peer, other)]
    spare = sizes[0] - group_sums(i, used * entries.counted, len(sizes[0]))  # what precision has not counted yet
    by_writer = group_sums(i * writers + sentences.writer[j], used * entries.amount, len(sizes[0]) * writers)
    mine = (np.repeat(sizes[0], writers) - by_writer).tolist()
    systems, width = entries.systems[1] - start, len(sizes[1])
    by_system = group_sums((sentences.system[i] - start) * width + j, used * entries.amount, systems * width)
    theirs = (np.tile(sizes[1], systems) - by_system).tolist()
    assert pairs.sameness is not None  # `Entries.flows` has asked
    worth = pairs.worth * pairs.sameness
    moves: list[tuple[int, float, int, int]] = []
    given: dict[int, list[float]] = {}  # what the flows of each writer give a sentence
    for pair in np.argsort(-worth, kind="stable")[: int((worth > 0).sum())].tolist():
        row, writer = int(pairs.own[pair]), int(sentences.writer[pairs.other[pair]])
        left, right = row * writers + writer, int((sentences.system[row] - start) * width + pairs.other[pair])
        if (mass := min(mine[left], theirs[right])) > _NOTHING:
            mine[left] -= mass
            theirs[right] -= mass
            moves.append((pair, mass, row, writer))
            given.setdefault(row, [0.0] * writers)[writer] += mass * float(worth[pair])
    counted = np.zeros(len(moves))
    for place, (_, mass, row, writer) in enumerate(moves):
        if writer == given[row].index(max(given[row])):
            counted[place] = min(mass, max(0.0, float(spare[row])))
            spare[row] -= counted[place]
    pair = np.array([entry[0] for entry in moves], np.int64)
    return Flows(pair, np.array([entry[1] for entry in moves]), worth[pair], counted)
