"""`ledger+`: ledger with sentence vectors, so that what is left of two sentences that mean the same can be booked.

An embedder turns sentences into vectors. Ours reads static word vectors from an installed package; a callable of
the user's is registered with `register_embedder`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError, shown
from cliometer.expressions import Expression, Registry, setting
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
        ...


embedders: Registry[Embedder] = Registry("embedder")


def register_embedder(
    name: str, vectors: Callable[[list[str]], Any], alike: Ramp = (0.35, 0.60), same: Ramp = (0.50, 0.90)
) -> None:
    """Register a callable, list of sentences to array, so that `ledger+(vectors=NAME)` uses it."""
    body = {
        "name": name,
        "alike": alike,
        "same": same,
        "vectors": staticmethod(vectors),
        "__doc__": f"Vectors by {name}.",
    }
    embedders.register(dataclass(frozen=True, repr=False)(type(name, (Expression,), body)))


_FILES = {  # of the package wordllama, with their SHA-256
    "weights/l2_supercat_256.safetensors": "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
    "tokenizers/l2_supercat_tokenizer_config.json": "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
}


@embedders.register
@dataclass(frozen=True, repr=False)
class Static(Expression):
    """The mean of static word vectors of 256 numbers, from the package wordllama 0.4 (the extra `vectors`)."""

    name: ClassVar[str] = "static"
    citation: ClassVar[str] = "the vectors of wordllama 0.4"
    alike: ClassVar[Ramp] = (0.35, 0.60)
    same: ClassVar[Ramp] = (0.50, 0.90)

    def vectors(self, sentences: list[str]) -> Vectors:
        """Return the mean vector of the tokens of each sentence."""
        table, tokeniser = _static()
        found = np.zeros((len(sentences), table.shape[1]), np.float32)
        for row, tokens in enumerate(tokeniser.encode_batch(sentences, add_special_tokens=False)):
            if tokens.ids:
                found[row] = table[tokens.ids].mean(axis=0)
        return found


@cache
def _static() -> tuple[Vectors, Any]:
    """Return the table of vectors and the tokeniser, both checked; the package itself is not imported."""
    package = importlib.util.find_spec("wordllama")
    if package is None or package.origin is None or importlib.util.find_spec("tokenizers") is None:
        remedy = "install cliometer[vectors], or register an embedder of yours"
        raise UsageError(f"ledger+ needs sentence vectors, and the package wordllama is not installed; {remedy}")
    contents = []
    for name, digest in _FILES.items():
        path = Path(package.origin).parent / name
        content = path.read_bytes() if path.is_file() else b""
        if hashlib.sha256(content).hexdigest() != digest:
            raise UsageError(f"{path} is not the file of wordllama 0.4.0.post1; install that version")
        contents.append(content)
    from tokenizers import Tokenizer

    start = 8 + int.from_bytes(contents[0][:8], "little")
    (entry,) = (e for key, e in json.loads(contents[0][8:start]).items() if key != "__metadata__")
    table = np.frombuffer(contents[0], {"F16": "<f2", "F32": "<f4"}[entry["dtype"]], offset=start)
    return table.reshape(entry["shape"]).astype(np.float32), Tokenizer.from_str(contents[1].decode())


_KEPT: dict[tuple[Embedder, str], Vectors] = {}  # unit vectors by content
_MOST = 1 << 16


def unit_vectors(embedder: Embedder, sentences: Sequence[str]) -> Vectors:
    """Return a vector of length 1, or 0, for each sentence; each distinct sentence is embedded once."""
    known = {sentence: _KEPT.get((embedder, sentence)) for sentence in sentences}
    if new := [sentence for sentence, vector in known.items() if vector is None]:
        found = np.asarray(embedder.vectors(new), np.float32) if new else np.zeros((0, 0), np.float32)
        if found.ndim != 2 or len(found) != len(new) or not np.isfinite(found).all():
            wanted = f"expected an array of {len(new)} rows of finite numbers"
            raise UsageError(f"the embedder {embedder.name}: {wanted}, it gave {shown(found.shape)}")
        found = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12)
        if len(_KEPT) + len(new) > _MOST:
            _KEPT.clear()
        _KEPT.update({(embedder, sentence): vector for sentence, vector in zip(new, found, strict=True)})
        known |= dict(zip(new, found, strict=True))
    return np.array([known[sentence] for sentence in sentences], np.float32)


@metrics.register
@dataclass(frozen=True, repr=False)
class LedgerPlus(Ledger):
    """Ledger, in which what is left of sentences that mean the same is booked by the cosine of their vectors."""

    name: ClassVar[str] = "ledger+"
    formula: ClassVar[str] = (
        "as ledger, q = max(q, ramp of the cosine), and what the bookings leave of two sentences flows between them, "
        "pairs of the largest v times ramp of the cosine first"
    )
    decides_by_text: ClassVar[bool] = True
    vectors: Embedder = setting(Static(), parse=embedders.parse, doc="where sentence vectors come from")

    @property
    def properties(self) -> Properties:
        """What the metric promises; flows are not the best there could be, so a removal can help."""
        return Properties(True, True, False, True, True, uses_dates=True)

    @property
    def is_slow(self) -> bool:
        """Vectors take long, and may not be installed."""
        return True

    def sameness(self, texts: Sequence[str], first: Ints, second: Ints) -> tuple[Floats, Floats]:
        """Return for pairs of sentences how alike they are, and how far they say the same, by their vectors."""
        table = unit_vectors(self.vectors, texts)
        cosine = np.zeros(len(first))
        for start in range(0, len(first), _PAIRS_AT_ONCE):
            part = slice(start, start + _PAIRS_AT_ONCE)
            cosine[part] = np.einsum("ij,ij->i", table[first[part]], table[second[part]], dtype=np.float64)
        cosine[first == second] = 1.0  # whatever rounding, and the vector of a sentence without tokens, say
        return _ramp(cosine, self.vectors.alike), _ramp(cosine, self.vectors.same)


_PAIRS_AT_ONCE = 10_000
_NOTHING = 1e-9  # rounding leaves this of a sentence that is all booked


def _ramp(values: Floats, ends: Ramp) -> Floats:
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
    own, other, writers = sentences.own, sentences.other, len(sentences.comparison.references)
    i, j = own.row[entries.left], other.row[entries.right]
    used = weights[own.gram[entries.left]]
    sizes = [group_sums(side.row, weights[side.gram] * side.count, len(side.sentence)) for side in (own, other)]
    spare = sizes[0] - group_sums(i, used * entries.counted, len(sizes[0]))  # what precision has not counted yet
    by_writer = group_sums(i * writers + sentences.writer[j], used * entries.amount, len(sizes[0]) * writers)
    mine = (np.repeat(sizes[0], writers) - by_writer).tolist()
    systems, width = entries.systems[1] - start, len(sizes[1])
    by_system = group_sums((sentences.system[i] - start) * width + j, used * entries.amount, systems * width)
    theirs = (np.tile(sizes[1], systems) - by_system).tolist()
    assert pairs.sameness is not None  # `Entries.flows` has asked
    worth = pairs.worth * pairs.sameness
    found: list[tuple[int, float, int, int]] = []
    given: dict[int, list[float]] = {}  # what the flows of each writer give a sentence
    for pair in np.argsort(-worth, kind="stable")[: int((worth > 0).sum())].tolist():
        row, writer = int(pairs.own[pair]), int(sentences.writer[pairs.other[pair]])
        left, right = row * writers + writer, int((sentences.system[row] - start) * width + pairs.other[pair])
        if (mass := min(mine[left], theirs[right])) > _NOTHING:
            mine[left] -= mass
            theirs[right] -= mass
            found.append((pair, mass, row, writer))
            given.setdefault(row, [0.0] * writers)[writer] += mass * float(worth[pair])
    counted = np.zeros(len(found))
    for place, (_, mass, row, writer) in enumerate(found):
        if writer == given[row].index(max(given[row])):
            counted[place] = min(mass, max(0.0, float(spare[row])))
            spare[row] -= counted[place]
    pair = np.array([entry[0] for entry in found], np.int64)
    return Flows(pair, np.array([entry[1] for entry in found]), worth[pair], counted)
