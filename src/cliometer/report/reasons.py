"""Reasons of preferences by category, shaped like table 9 of Mackie et al. (2014)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cliometer.report.tables import Cell, Table
from cliometer.report.wrapping import last_wrapped, sentence
from cliometer.study.reasons.survey import Accord, Survey
from cliometer.version import __version__

_EXAMPLES = 2
_NONE = "(no category)"


def as_text(found: Survey) -> str:
    """Table 9, who said what, agreement, and what is still open."""
    total = sum(reason.times for reason in found.reasons)
    basis = "the mean of the coders" if found.coders else "suggestions by the codebook; nobody coded them"
    parts = [
        f"{_number(len(found.reasons), 'distinct reason')}, given in {_number(total, 'vote')}; "
        f"{_number(found.silent, 'vote')} gave none. "
        f"Weights: {basis}."
    ]
    return "\n".join([*map(sentence, parts), "", category_table(found).text(), *_more(found)]).rstrip() + "\n"


def _number(number: int, of: str) -> str:
    return f"{number} {of}" if number == 1 else f"{number} {of}s"


def _more(found: Survey) -> Iterator[str]:
    yield count_table(found).text()
    if found.accord:
        yield "\n".join(map(sentence, _accord(found.accord))) + "\n"
    if found.disputed:
        rows: list[list[Cell]] = [[*codes, reason.text] for reason, codes in found.disputed]
        yield last_wrapped([*(coder.name for coder in found.coders), "disputed reason"], rows).text()
    open_ = [
        reason for reason, hint in zip(found.reasons, found.suggestions, strict=True) if not hint.category
    ]
    if open_:
        yield "No phrase of the codebook is in these reasons:"
        yield "".join(f"  {reason.text} ({reason.times})\n" for reason in open_)


def category_table(found: Survey) -> Table:
    """Category, weight, examples."""
    rows: list[list[Cell]] = [
        [
            category.name,
            found.weight(category.name),
            ", ".join(f'"{reason.text}"' for reason in found.examples(category.name)[:_EXAMPLES]),
        ]
        for category in found.codebook.categories
    ]
    return Table(["category", "weight", "examples"], rows)


def count_table(found: Survey) -> Table:
    """Votes in each category, by the codebook's suggestions and by each coder."""
    names: list[str | None] = [*found.codebook.names, None]
    rows: list[list[Cell]] = [
        [name or _NONE, *(column.counts.get(name, 0) for column in found.columns)] for name in names
    ]
    return Table(["category", *(column.name for column in found.columns)], rows)


def _accord(accord: Accord) -> Iterator[str]:
    said = accord.agreement
    yield (
        f"Agreement on {_number(accord.reasons, 'distinct reason')}: {100 * said.share:.1f} % (chance: "
        f"{100 * said.chance:.1f} %; {said.definition})."
    )
    if accord.alpha is None:
        yield f"Krippendorff's alpha (nominal) is undefined: {accord.undefined}."
    else:
        ends = f"{accord.alpha.low:.3f} to {accord.alpha.high:.3f}"
        yield f"Krippendorff's alpha (nominal) {accord.alpha.estimate:.3f}, 95 % interval {ends}."


def document(found: Survey, notes: tuple[str, ...]) -> dict[str, Any]:
    """Everything, all digits."""
    return {
        "cliometer": __version__,
        "notes": list(notes),
        "votes_without_reason": found.silent,
        "categories": [
            {
                "category": category.name,
                "description": category.description,
                "weight": found.weight(category.name),
                "votes": {column.name: column.counts.get(category.name, 0) for column in found.columns},
            }
            for category in found.codebook.categories
        ],
        "reasons": [
            {
                "reason": reason.text,
                "times": reason.times,
                "suggestion": hint.category or None,
                "because_of": list(hint.phrases),
                "codes": {coder.name: coder.codes[i] for coder in found.coders},
            }
            for i, (reason, hint) in enumerate(zip(found.reasons, found.suggestions, strict=True))
        ],
        "agreement": _accord_document(found.accord) if found.accord else None,
    }


def _accord_document(accord: Accord) -> dict[str, Any]:
    alpha = accord.alpha
    return {
        "reasons": accord.reasons,
        "share": accord.agreement.share,
        "chance": accord.agreement.chance,
        "definition": accord.agreement.definition,
        "alpha": alpha.estimate if alpha else None,
        "interval": [alpha.low, alpha.high] if alpha else None,
        "undefined": accord.undefined or None,
    }
