"""What settings can be: presets, tokenisers, everything registered that is no metric, the environment."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import cliometer.court.perturbations
import cliometer.systems.summarisers  # noqa: F401  # both fill their registries
from cliometer.court.perturbation import Perturbation, kind_of_trial, perturbations
from cliometer.expressions import Registry, spell_value
from cliometer.judges.judge import judges
from cliometer.metrics.catalogue import PRESETS
from cliometer.metrics.similarity import kernels, similarities
from cliometer.systems.summarisers.pool import summarisers
from cliometer.systems.timelines import generators
from cliometer.text.tokenisation import TOKENISERS, Tokeniser
from tools.reference.markdown import code, codes, document, escaped, summary, table
from tools.reference.named import section

OPENING = """Written from the registries. Settings of metrics stand [with the metrics](metrics.md), options
of commands [with the commands](commands.md). A setting that an expression leaves open takes the preset's
value."""
REGISTRIES: dict[str, tuple[Registry[Any], str]] = {
    "Kernels": (kernels, "What a pair of dates is worth by the days between them."),
    "Similarities": (
        similarities,
        "How alike two daily summaries are, for the costs of `align+` and `align+m1`.",
    ),
    "Summarisers": (
        summarisers,
        "For `cliometer summarise`, `tune` and `experiment`: [summarise](../summarise.md).",
    ),
    "Generators of timelines": (generators, "For `cliometer timelines`: [timelines](../timelines.md)."),
    "Judges": (judges, "For `cliometer judge`, `study draft` and `court judge`: [models as judges](../judges.md)."),
    "Perturbations": (perturbations, "For `cliometer court`: [what the columns mean](../court.md#perturbations)."),
}
ENVIRONMENT = {
    "XDG_DATA_HOME": "the workbench keeps its data there, in `cliometer/workbench`, unless given `--data`",
    "LOCALAPPDATA": "the same on Windows; with neither, `~/.local/share/cliometer/workbench`",
    "CLIOMETER_WORKBENCH": "how the workbench tells its own processes; set by the command, not by people",
    "DJANGO_SETTINGS_MODULE": "set by the workbench to its own settings",
    "NO_COLOR": "tables on a terminal have no colours and no bold winners",
    "FORCE_COLOR": "tables have colours even where the output is no terminal",
    "TERM": "`dumb` is a terminal without colours",
    "OPENAI_API_KEY": "the key that goes to the endpoint of a judge, unless its setting `key` names another variable",
    "CLIOMETER_CACHE": "where `cliometer timelines` keeps time tags, unless given `--tags`, and judges their answers",
    "XDG_CACHE_HOME": "with no `CLIOMETER_CACHE`, both are in `cliometer` there, else in `~/.cache/cliometer`",
    "OPENBLAS_NUM_THREADS": "1 unless you set it; so are `MKL_NUM_THREADS` and `OMP_NUM_THREADS`",
}


def page() -> str:
    """The whole page."""
    lists = [part for title in REGISTRIES for part in _registry(title)]
    return document("Settings", OPENING, [*_presets(), *_tokenisers(), *lists, *_workbench(), *_environment()])


def _presets() -> Iterator[str]:
    names = [field.name for field in dataclasses.fields(PRESETS["tilse"]) if field.name not in ("name", "note")]
    rows = [[code(name), *(code(spell_value(getattr(preset, name))) for preset in PRESETS.values())] for name in names]
    yield "## Presets"
    yield table(["preset", "meaning"], [[code(name), escaped(preset.note)] for name, preset in PRESETS.items()])
    yield table(["setting", *map(code, PRESETS)], rows)


def _tokenisers() -> Iterator[str]:
    yield "## Tokenisers"
    rows = [[code(name), _words(tokeniser)] for name, tokeniser in TOKENISERS.items()]
    yield table(["`tokens`", "words"], rows)


def _words(tokeniser: Tokeniser) -> str:
    if tokeniser.cut is str.split:
        dropped = "a substring of `string.punctuation` is dropped, as in tilse: `()` and `./` but not `--`"
        return f"What stands between blanks; {dropped}."
    return summary(tokeniser.cut.__doc__)


def _registry(title: str) -> Iterator[str]:
    registry, meaning = REGISTRIES[title]
    yield f"## {title}"
    yield meaning
    if registry is perturbations:
        yield table(["name", "tries", "precision", "recall", "F that must go", "ladder"], map(_expected, perturbations))
    yield from map(section, registry)


def _expected(cls: type[Perturbation]) -> list[str]:
    """What a perturbation should do to a score."""
    perturbation = cls()
    expectation = perturbation.expectation
    loss = "any" if "falls" in (expectation.precision, expectation.recall) else "none"
    loss = loss if expectation.loss is None else f"{expectation.loss:.2f}"
    loss = loss if expectation.most is None else f"at most {expectation.most:.2f} is left"
    tried = f"{kind_of_trial(perturbation)}: {cls.aspect or cls.name}"
    steps = [str(step) for step in perturbation.ladder()]
    return [code(cls.name), tried, expectation.precision, expectation.recall, loss, codes(steps if steps[1:] else [])]


def _workbench() -> Iterator[str]:
    yield "## The workbench"
    yield (
        "The workbench is set by the options of [`cliometer workbench`](commands.md#cliometer-workbench) "
        "alone; what a study is about is set on its pages ([workbench](../workbench.md))."
    )


def _environment() -> Iterator[str]:
    yield "## Environment variables"
    yield table(["variable", "meaning"], [[code(name), meaning] for name, meaning in ENVIRONMENT.items()])
