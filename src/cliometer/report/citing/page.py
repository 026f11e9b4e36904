"""What to cite as a page: signatures as comments, a sentence for the paper, and the BibTeX entries.

BibTeX reads nothing outside its entries, so the page as a whole can be kept as a .bib file.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from cliometer.report.citing.bibtex import bibtex, latex
from cliometer.report.citing.runs import Run, all_works
from cliometer.report.citing.used import Used
from cliometer.version import __version__

_PLURALS = {"metric": "the metrics", "summariser": "the summarisers"}


def as_text(runs: Sequence[Run]) -> str:
    """Each run with its sentence, then the entries of all."""
    return "\n".join([*map(_paragraph, runs), bibtex(all_works(runs))])


def document(runs: Sequence[Run]) -> dict[str, Any]:
    """For JSON."""
    works = all_works(runs)
    return {
        "cliometer": __version__,
        "runs": [
            {
                "source": run.source,
                "kind": run.kind,
                "version": run.version,
                "signature": run.signature,
                "sentence": sentence(run),
                "used": [used.to_dict() for used in run.used],
            }
            for run in runs
        ],
        "works": [
            {"key": work.key, "authors": list(work.authors), "title": work.title, "year": work.year or None}
            | dict(work.details)
            for work in works
        ],
        "bibtex": bibtex(works),
    }


def _paragraph(run: Run) -> str:
    lines = [_comment(f"{run.source}: {run.kind} by Cliometer {run.version}")] if run.used else []
    lines += [_comment(f"signature {run.signature}")] if run.signature else []
    lines += [_comment(f"{used.name}: not in our list of works; cite its own") for used in run.uncited]
    said = sentence(run).replace("@", r"\char64{}")
    wrapped = textwrap.wrap(said, 100, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, *([""] if lines else []), *wrapped, ""])


def _comment(text: str) -> str:
    """One line; BibTeX would take an @ for the start of an entry, also in a comment."""
    return f"% {' '.join(text.split())}".replace("@", " at ")


def sentence(run: Run) -> str:
    """One sentence for the methods section of a paper.

    >>> print(sentence(Run("", "evaluation", "1.0", None, ())))
    All numbers were computed with Cliometer 1.0~\\citep{cliometer}.
    """
    said = list(_phrases(run.used))
    using = f", using {_joined(said)}" if said else ""
    return f"All numbers were computed with Cliometer {latex(run.version)}~\\citep{{cliometer}}{using}."


def _phrases(used: Sequence[Used]) -> Iterator[str]:
    """`the metrics A and B`, then each method by its title."""
    for role in dict.fromkeys(one.role for one in used):
        own = [one for one in used if one.role == role]
        named = [rf"\texttt{{{latex(one.title)}}}" if role in _PLURALS else one.title for one in own]
        spelled = [name + _cited(one) for name, one in zip(named, own, strict=True)]
        if role in _PLURALS:
            yield f"{_PLURALS[role] if len(own) > 1 else f'the {role}'} {_joined(spelled)}"
        else:
            yield from spelled


def _cited(used: Used) -> str:
    return f"~\\citep{{{','.join(work.key for work in used.works)}}}" if used.works else ""


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
