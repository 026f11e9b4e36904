"""docs/perturbations.md lists every perturbation, as the registry knows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.court.perturbation import Perturbation, kind_of_trial
from cliometer.court.perturbations import perturbations
from cliometer.expressions import settings_of, spell_value

PAGE = (Path(__file__).parents[4] / "docs" / "perturbations.md").read_text("utf-8")


def row(cls: type[Perturbation]) -> str:
    """The line of a perturbation in the table."""
    expectation = cls().expectation
    least = "any" if "falls" in (expectation.precision, expectation.recall) else "none"
    loss = least if expectation.loss is None else f"{expectation.loss:.2f}"
    loss = loss if expectation.most is None else f"at most {expectation.most:.2f} is left"
    summary = (cls.__doc__ or "").partition("\n")[0]
    ladder = cls().ladder()
    steps = ", ".join(f"`{step}`" for step in ladder) if len(ladder) > 1 else ""
    tries = f"{kind_of_trial(cls())}: {cls.aspect or cls.name}"
    cells = (f"`{cls.name}`", summary, tries, expectation.precision, expectation.recall, loss, steps)
    return f"| {' | '.join(cells)} |"


def settings(cls: type[Perturbation]) -> list[str]:
    """The lines of its settings."""
    return [
        f"| `{cls.name}` | `{field.name}` | {spell_value(field.default)} | {field.metadata['doc']} |"
        for field in settings_of(cls)
    ]


@pytest.mark.parametrize("name", perturbations.names)
def test_the_page_describes_every_perturbation(name: str) -> None:
    assert row(perturbations[name]) in PAGE.splitlines()


@pytest.mark.parametrize("name", perturbations.names)
def test_the_page_describes_every_setting(name: str) -> None:
    assert [line for line in settings(perturbations[name]) if line not in PAGE.splitlines()] == []


def test_the_page_describes_nothing_else() -> None:
    listed = {line.split("`")[1] for line in PAGE.splitlines() if line.startswith("| `")}
    assert listed == set(perturbations.names)
