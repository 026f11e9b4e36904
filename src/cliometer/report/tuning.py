"""A tuning as text, as a table of folds, of settings, and as one JSON document."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.experiments.tuning import Tuning
from cliometer.report.tables import Cell, Table
from cliometer.version import __version__


def fold_table(found: Tuning) -> Table:
    """What was chosen for each fold, and its loss on the topics it was chosen by and on those held out."""
    rows: list[list[Cell]] = [
        [fold.number, len(fold.topics), str(fold.chosen), fold.training_loss, fold.loss]
        for fold in found.folds
    ]
    return Table(["fold", "topics", "chosen on the other folds", "their loss", "held-out loss"], rows)


def setting_table(found: Tuning) -> Table:
    """Every setting with its mean loss over all topics."""
    rows: list[list[Cell]] = [
        [str(setting), mean] for setting, mean in zip(found.grid, found.means, strict=True)
    ]
    return Table(["setting", "loss"], rows)


def as_text(found: Tuning) -> str:
    """The folds, and one line on each of the two numbers that matter."""
    return (
        fold_table(found).text()
        + f"\nloss {found.loss}, {len(found.grid)} settings, summaries of {found.k}, seed {found.seed}\n"
        + (f"background: {found.background}\n" if found.background else "")
        + f"mean held-out loss {found.held_out:.4f}: what to report\n"
        + f"best on all topics {found.best} ({min(found.means):.4f}): what to use on new topics\n"
    )


def document(found: Tuning, notes: Sequence[str]) -> dict[str, object]:
    """Everything: folds with their topics, the losses of each topic, the mean loss of each setting."""
    return {
        "cliometer": __version__,
        "loss": found.loss,
        "background": found.background or None,
        "k": found.k,
        "seed": found.seed,
        "notes": list(notes),
        "folds": [
            {
                "fold": fold.number,
                "topics": list(fold.topics),
                "chosen": str(fold.chosen),
                "training_loss": fold.training_loss,
                "held_out_loss": fold.loss,
                "losses": dict(fold.losses),
            }
            for fold in found.folds
        ],
        "held_out_loss": found.held_out,
        "best": str(found.best),
        "settings": [
            {"setting": str(setting), "loss": mean}
            for setting, mean in zip(found.grid, found.means, strict=True)
        ],
    }
