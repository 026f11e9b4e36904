"""The files that keep an experiment: its plan, folds, settings, summaries, scores, report and results."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from cliometer.experiments.microblog import Microblog
from cliometer.experiments.microblog_people import Agreement, People
from cliometer.experiments.microblog_ranks import Ranks, Standing
from cliometer.experiments.plan_text import as_toml
from cliometer.experiments.record import PLAN
from cliometer.experiments.tuning import Tuning
from cliometer.io.posts.runs import folder_name
from cliometer.model.judgements import Order
from cliometer.report.experiments import as_text
from cliometer.report.tables import Table
from cliometer.report.tuning import document as tuning_document
from cliometer.version import __version__


def microblog_files(found: Microblog) -> dict[str, str]:
    """Path within the folder -> text."""
    summaries = {
        f"summaries/{folder_name(system)}/{topic}.txt": "".join(f"{text}\n" for text in texts)
        for system, chosen in found.summaries.items()
        for topic, texts in chosen.items()
    }
    return {
        PLAN: as_toml(found.plan),
        "folds.json": _json({"seed": found.plan.seed, "folds": [list(fold) for fold in found.folds]}),
        "settings.json": _json({name: _settings(tuning) for name, tuning in found.tunings.items()}),
        **summaries,
        "scores.csv": score_rows(found).csv(),
        "report.txt": as_text(found),
        "results.json": _json(document(found)),
    }


FILES: Mapping[str, Callable[[Microblog], dict[str, str]]] = {"microblog": microblog_files}
"""By kind of experiment, what is kept of it."""


def score_rows(found: Microblog) -> Table:
    """Every score on a line; an undefined one is empty."""
    return Table(["system", "topic", "metric", "value"], list(found.scores.rows()))


def document(found: Microblog) -> dict[str, Any]:
    """Everything that the report shows, all digits."""
    return {
        "cliometer": __version__,
        "kind": found.plan.kind,
        "fingerprint": found.plan.fingerprint,
        "background": found.background or None,
        "notes": list(found.notes),
        "topics": [{"topic": t, "posts": read, "kept": kept} for t, (read, kept) in found.posts.items()],
        "systems": list(found.scores.systems),
        "measures": [_standing(entry, found) for entry in found.standings],
        "correlations": [asdict(entry) for entry in found.associations],
        "people": _people(found.people) if found.people else None,
        "significance": found.plan.significance,
        "settings": {name: _settings(tuning) for name, tuning in found.tunings.items()},
    }


def _settings(tuning: Tuning) -> dict[str, object]:
    whole = tuning_document(tuning, ())
    return {
        name: whole[name]
        for name in ("loss", "background", "k", "folds", "held_out_loss", "best", "settings")
    }


def _standing(entry: Standing, found: Microblog) -> dict[str, Any]:
    systems = found.scores.systems
    return {
        **asdict(entry.measure),
        "topics": entry.topics,
        "left_out": entry.left_out,
        "means": dict(zip(systems, entry.means, strict=False)),
        "ranks": _ranks(entry.ranks, systems),
        "ranks_holm": _ranks(entry.ranks_holm, systems),
        "tests": [asdict(contrast) for contrast in entry.contrasts],
    }


def _ranks(ranks: Ranks | None, systems: tuple[str, ...]) -> dict[str, Any] | None:
    if ranks is None:
        return None
    joint = ranks.joint
    places = dict(zip(systems, map(list, joint.places), strict=True)) if joint.places else None
    letters = {name: list(own) for name, own in zip(systems, ranks.letters, strict=True)}
    return {"places": places, "undefined": joint.undefined, "letters": letters}


def _people(people: People) -> dict[str, Any]:
    return {
        "votes": people.votes,
        "topics": people.topics,
        "ranked_pairs": _order(people.order),
        "orderings": [{"order": _order(order), "topics": count} for order, count in people.orderings],
        "first_places": dict(people.firsts),
        "measures": [_agreement(entry) for entry in people.measures],
    }


def _agreement(entry: Agreement) -> dict[str, Any]:
    return {**asdict(entry), "order": _order(entry.order), "share": entry.share}


def _order(order: Order | None) -> list[list[str]] | None:
    return None if order is None else [list(group) for group in order]


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
