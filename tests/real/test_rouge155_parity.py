"""Equal to ROUGE-1.5.5.pl on ../shared/parity: 18 option sets, 59,556 stems, whole outputs."""

import gzip
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest

from cliometer.compat.rouge155 import main
from cliometer.compat.rouge155.options import ScriptOptions, parse
from cliometer.metrics.rouge import rouge155
from cliometer.metrics.rouge.lcs import total
from cliometer.metrics.rouge.variants import Variant
from cliometer.text.stemmers import rouge_stem

PARITY = Path(__file__).parents[2].parent / "shared/parity"

pytestmark = pytest.mark.skipif(not PARITY.exists(), reason=f"{PARITY} is not here")


@cache
def cases() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((PARITY / "rouge155.json").read_text())
    return loaded


def names(pattern: str) -> list[Path]:
    return sorted((PARITY / "rouge155_compat").glob(pattern))


@dataclass
class Run:
    """One option set: what was asked for and what the script printed."""

    options: ScriptOptions
    printed: dict[str, Any]

    def labels(self) -> Iterator[tuple[str, str]]:
        """Every system with every metric that was printed."""
        return ((system, label) for system, labels in self.printed["per_eval"].items() for label in labels)

    def variant(self, label: str) -> Variant:
        return {metric.label: metric.variant for metric in self.options.metrics}[label]

    @cached_property
    def counts(self) -> dict[tuple[str, str], dict[str, rouge155.Counts]]:
        """Counts for each evaluation, in the script's order, for each system and metric."""
        return {(system, label): self._counts(system, label) for system, label in self.labels()}

    def scores(self, system: str, label: str) -> dict[str, rouge155.RougeScore]:
        counts = self.counts[system, label]
        return {key: rouge155.score(self.variant(label), each, self.options.alpha) for key, each in counts.items()}

    def _counts(self, system: str, label: str) -> dict[str, rouge155.Counts]:
        printed = self.printed["per_eval"][system][label]
        texts = {evaluation["id"]: evaluation for evaluation in cases()["evals"]}
        return {
            key: self._compare(self.variant(label), texts[key]["peers"][system], texts[key]["models"])
            for key in sorted(printed, key=lambda key: f"{key}.{system}")
        }

    def _compare(self, variant: Variant, peer: list[str], models: list[list[str]]) -> rouge155.Counts:
        words = self._tokens(peer)
        return rouge155.combine(
            [rouge155.match(variant, words, self._tokens(model)) for model in models], self.options.mode
        )

    def _tokens(self, sentences: list[str]) -> rouge155.Tokens:
        lines = [sentence.encode().decode("latin-1") for sentence in sentences if sentence]
        return rouge155.tokenise(lines, self.options.text, self.options.limit)


OPTION_SETS = (
    "plain", "m", "s", "ms", "m_best", "ms_best", "m_alpha0.8", "m_t1", "m_t2", "ms_t2", "m_l100", "m_b665",
    "m_c90_r200", "m_skip_unlimited", "tilse", "plain_noW_all", "m_noW_all", "ms_noW_all",
)  # fmt: skip


@pytest.fixture(scope="module", params=OPTION_SETS)
def run(request: pytest.FixtureRequest) -> Run:
    printed = cases()["runs"][request.param]
    options = parse([*printed["options"], "settings.xml"])
    assert options is not None
    return Run(options, printed)


def test_every_option_set_is_compared() -> None:
    assert set(OPTION_SETS) == set(cases()["runs"])


def test_every_score_or_count_equals_the_script(run: Run) -> None:
    for system, label in run.labels():
        expected = run.printed["per_eval"][system][label]
        if run.options.unit:
            found = {key: [c.model, c.peer, c.hits] for key, c in run.counts[system, label].items()}
            assert found == {key: pytest.approx(row, rel=1e-12) for key, row in expected.items()}
        else:
            assert {key: [*row] for key, row in run.scores(system, label).items()} == expected


def test_every_average_with_its_interval_or_total_equals_the_script(run: Run) -> None:
    for system, label in run.labels():
        counts = [*run.counts[system, label].values()]
        if run.options.unit == 2:
            totals = [int(total(column)) for column in zip(*counts, strict=True)]
            assert [totals[2], totals[1], totals[0]] == run.printed["raw"][system][label]
            continue
        alpha, how = run.options.alpha, run.options.resampling
        scores = [*run.scores(system, label).values()]
        triple = rouge155.over_tokens(counts, alpha, how) if run.options.unit else rouge155.over_texts(scores, how)
        found = {letter: [*interval] for letter, interval in zip("RPF", triple, strict=True)}
        assert found == run.printed["average"][system][label]


def test_all_59556_stems_equal_the_script() -> None:
    lines = gzip.decompress((PARITY / "rouge155_stems.tsv.gz").read_bytes()).decode().splitlines()
    pairs = [line.split("\t") for line in lines]
    assert len(pairs) == 59_556
    assert [(word, rouge_stem(word)) for word, _ in pairs] == [(word, expected) for word, expected in pairs]


@pytest.mark.parametrize("arguments", names("*/*.args"), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_output_equals_the_script_byte_for_byte(arguments: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(arguments.parent)
    out = io.StringIO()
    assert main(arguments.read_text().split(), out, io.StringIO()) == 0
    assert out.getvalue().encode() == arguments.with_suffix(".out").read_bytes()
