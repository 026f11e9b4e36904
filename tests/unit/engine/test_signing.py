"""Signatures hold everything the numbers depend on, and nothing about the machine."""

from __future__ import annotations

import dataclasses
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

from cliometer.engine.evaluation import Allowance, Evaluation
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.io import write_timelines
from cliometer.metrics import timeline_rouge
from cliometer.metrics.base import GOLD_KINDS, Metric
from cliometer.metrics.catalogue import PRESETS, TILSE, Preset, parse, short_signature
from cliometer.metrics.similarity import Exponential, Words
from cliometer.model.score import Signature
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.version import __version__

DAY = Timeline({"2010-05-27": ["Obama extends the moratorium"]})
GOLD = {"oil": ReferenceSet(DAY)}
OTHERS: dict[str, Any] = {
    "tokens": "unicode",
    "stem": False,
    "stop": False,
    "references": "dated",
    "content": Words(),
    "kernel": Exponential(tau=3),
    "ties": "canonical",
    "undefined": "null",
}
SETTINGS = [
    field.name
    for field in dataclasses.fields(TILSE)
    if field.name not in ("name", "note", "duplicates", "metrics")  # files and metrics have fields of their own
]
EVERY = [cls() for cls in GOLD_KINDS["references"].metrics]


def sign(preset: Preset, metrics: list[Metric], gold: dict[str, ReferenceSet], read: Any) -> Signature:
    return Evaluation({}, gold, metrics, preset=preset, duplicates=read).signature()


def test_a_signature_starts_with_version_preset_and_metrics() -> None:
    signature = str(sign(TILSE, [parse("align+m1(rouge=2)"), parse("date")], GOLD, None))
    assert signature.startswith(f"cliometer:{__version__}|preset:tilse|metrics:align+m1(rouge=2),date|")


def test_a_signature_is_this_one() -> None:
    assert str(sign(TILSE, [parse("align+")], GOLD, "last")) == (
        f"cliometer:{__version__}|preset:tilse|metrics:align+(rouge=1)|tokens:rouge155|stem:true|stop:true|"
        "references:all|content:raw|kernel:reciprocal|ties:solver|undefined:zero|"
        f"scipy:{version('scipy')}|duplicates:last|nrefs:1|gold_digest:0ca8ed21af29|averaging:macro"
    )


def test_a_short_signature_is_this_one() -> None:
    signature = sign(TILSE, [parse("align+m1"), parse("date")], GOLD, "last")
    assert short_signature(signature) == f"cliometer:{__version__}|tilse|AR-1,date|nrefs:1|gold:0ca8ed21af29"
    assert str(Signature.parse(short_signature(signature))) == (
        f"cliometer:{__version__}|preset:tilse|metrics:AR-1,date|nrefs:1|gold_digest:0ca8ed21af29"
    )


@pytest.mark.parametrize("name", SETTINGS)
def test_a_short_signature_keeps_what_differs_from_the_preset(name: str) -> None:
    other = sign(dataclasses.replace(TILSE, **{name: OTHERS[name]}), EVERY, GOLD, None)
    assert f"|{name}:{dict(other.fields)[name]}|" in short_signature(other)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_of_a_preset_changes_the_signature(name: str) -> None:
    other = dataclasses.replace(TILSE, **{name: OTHERS[name]})
    assert sign(other, EVERY, GOLD, None) != sign(TILSE, EVERY, GOLD, None)


def test_every_preset_has_its_own_signature() -> None:
    assert len({sign(preset, EVERY, GOLD, None) for preset in PRESETS.values()}) == len(PRESETS)


@pytest.mark.parametrize(
    "expression",
    [
        "align+(rouge=2)", "align+(beta=2)", "align+(stem=false)", "align+(kernel=exponential)",
        "align+(kernel=exponential(tau=3))", "align+(ties=canonical)", "align+m1", "align",
        "date(tolerance=within(days=1))",
    ],
)  # fmt: skip
def test_what_an_expression_spells_out_changes_the_signature(expression: str) -> None:
    assert sign(TILSE, [parse(expression)], GOLD, None) != sign(TILSE, [parse("align+")], GOLD, None)


def test_no_path_or_name_of_a_file_is_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "secret"
    for path in (folder / "run" / "topic.txt", folder / "gold" / "topic" / "writer.txt"):
        path.parent.mkdir(parents=True)
        write_timelines(path, [DAY])
    results = FileEvaluation([folder / "run"], [folder / "gold"], allow=Allowance("skip", "skip")).run()
    words = ("secret", str(tmp_path), "topic", "writer", ".txt", str(Path.home()))
    assert not [word for word in words if word in str(results.signature)]


def test_the_version_of_a_package_is_not_looked_for_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no_such_package-9.9.dist-info").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PackageNotFoundError):
        timeline_rouge._version("no_such_package")
