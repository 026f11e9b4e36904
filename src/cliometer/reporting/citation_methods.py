"""Works to cite for metrics, summarisers and statistical methods; signatures that name them; BibTeX entries."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from cliometer.expressions import Registry
from cliometer.metrics.catalogue import PRESETS, usual_metrics
from cliometer.model.bibliography import Publication, mentioned_in
from cliometer.model.records import member
from cliometer.model.score import Signature
from cliometer.text.tables import latex_escaped


class Method(NamedTuple):
    """A statistical method: how a paper calls it, and whose it is; `citation_methods.toml` lists all."""

    title: str
    citation: str


METHODS: Mapping[str, Mapping[str, Method]] = {
    role: {name: Method(*entry) for name, entry in methods.items()}
    for role, methods in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
}


@dataclass(frozen=True)
class CitedComponent:
    """One thing that a run used: `role` is what it was for, `title` how a paper calls it."""

    role: str
    name: str
    title: str
    citation: str

    @property
    def works(self) -> tuple[Publication, ...]:
        """The works to cite for it; none where it is not ours, or says nothing of its origin."""
        return mentioned_in(self.citation)

    @property
    @member
    def cites(self) -> tuple[str, ...]:
        """The keys of the works."""
        return tuple(work.key for work in self.works)


_REGISTRIES = {  # of components that are cited by what their classes say
    "metric": "cliometer.metrics.base",
    "summariser": "cliometer.systems.summarisers",
    "generator": "cliometer.systems.timelines",
}


def method(role: str, name: object) -> list[CitedComponent]:
    """Return a list of one component: a method, or a metric, summariser or generator by its expression.

    It is empty where the name is no method of ours, such as the correction `none`.
    """
    if role in _REGISTRIES:
        return [_registered(role, str(name))]
    works = METHODS[role].get(str(name))
    return [] if works is None else [CitedComponent(role, str(name), *works)]


def _registered(role: str, expression: str) -> CitedComponent:
    """Look up a class by its name alone, so that a setting of another version does not prevent its citation."""
    registry: Registry[Any] = getattr(import_module(_REGISTRIES[role]), f"{role}s")
    name = expression.partition("(")[0].strip()
    name, _ = registry.aliases.get(name.upper(), (name, None))
    column = name.rpartition(".")[0]  # of `expression.f`
    citation = next((registry[known].citation for known in (name, column) if known in registry), "")
    return CitedComponent(role, expression, expression, citation)


def distinct(used: Iterable[CitedComponent]) -> tuple[CitedComponent, ...]:
    """Return each component once, in the order of first use."""
    kept: Mapping[tuple[str, str], CitedComponent] = {(part.role, part.name): part for part in reversed(list(used))}
    return tuple(kept.values())[::-1]


_SIGNATURE = re.compile(r"(?<![\w/])cliometer:[^\s|]+\|[^\n]+")


def signatures_in(text: str) -> list[str]:
    """Return the signatures that stand in a text, such as what a command printed; each once."""
    return list(dict.fromkeys(signature.strip() for signature in _SIGNATURE.findall(text)))


def fields_of(signature: str) -> dict[str, str]:
    """Return the keys and values of a signature.

    >>> fields_of("cliometer:0.1.0|metrics:date,align+(rouge=1, content=raw)")["metrics"]
    'date,align+(rouge=1, content=raw)'
    """
    return {key.strip(): value.strip() for key, value in Signature.parse(signature).fields}


def used_in(signature: str) -> list[CitedComponent]:
    """Return the components that the fields of a signature name."""
    fields = fields_of(signature)
    preset, named = PRESETS.get(fields.get("preset", "")), expressions_in(fields.get("metrics", ""))
    asked = usual_metrics(preset) if preset and named == ["usual"] else named
    components = [used for name in asked for used in method("metric", name)]
    for role in ("test", "correction", "interval"):
        components += method(role, fields.get(role))
    for name in (*expressions_in(fields.get("protocols", "")), fields.get("protocol", "")):
        components += method("protocol", name.partition("(")[0])
    return components + (method("design", "court") if "trials" in fields else [])


def expressions_in(text: str) -> list[str]:
    """Return the expressions between those commas that stand in no brackets.

    >>> expressions_in("date,align+(rouge=1, content=raw)")
    ['date', 'align+(rouge=1, content=raw)']
    """
    pieces, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += letter
    return [piece.strip() for piece in pieces if piece.strip()]


_MARKS = {"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"', "\u030c": "v "}
_MARKS |= {"\u0327": "c ", "\u0306": "u ", "\u0307": ".", "\u0304": "="}
_LETTERS = {"ł": r"{\l}", "Ł": r"{\L}", "ø": r"{\o}", "ß": r"{\ss}", "–": "--", "’": "'"}
_LETTERS |= {"{": r"\textbraceleft{}", "}": r"\textbraceright{}"}
_KEPT = re.compile(r"\b(?:\w+[A-Z][\w-]*|Bradley-Terry|Cliometer|Krippendorff)\b")  # not ours to lose


def cliometer_work(version: str) -> Publication:
    """Return this program as a work; it has no year, since the version that made the numbers says more."""
    title = "Cliometer: measuring timelines and other summaries of events"
    return Publication("cliometer", "misc", ("{Cliometer contributors}",), title, 0, (("note", f"Version {version}"),))


def bibtex(works: Iterable[Publication]) -> str:
    """Return the BibTeX entries of works, with a blank line between them.

    >>> print(bibtex([Publication("lin-2004", "misc", ("Lin, Chin-Yew",), "ROUGE & co", 2004)]), end="")
    @misc{lin-2004,
      author = {Lin, Chin-Yew},
      title = {{ROUGE} \\& co},
      year = {2004}
    }
    """
    return "\n".join(map(_entry, works))


def _entry(work: Publication) -> str:
    fields = {
        "author": " and ".join(map(_author, work.authors)),
        "title": _KEPT.sub(r"{\g<0>}", latex_accents(work.title)),
        **{name: latex_accents(value) for name, value in work.details},
        **({"year": str(work.year)} if work.year else {}),
    }
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return f"@{work.kind}{{{work.key},\n{lines}\n}}\n"


def _author(name: str) -> str:
    """Return an author as `Family, Given`; a name in braces, such as that of a group, stays whole.

    >>> _author("{Friends of R&D}")
    '{Friends of R\\\\&D}'
    """
    whole = name.startswith("{") and name.endswith("}")
    return f"{{{latex_accents(name[1:-1])}}}" if whole else latex_accents(name)


def latex_accents(text: str) -> str:
    """Return plain text for LaTeX: `é` becomes `{\\'e}`, which every version of BibTeX sorts and prints.

    BibTeX counts braces, also those after a backslash, so that lone ones are spelled as commands.
    """
    return "".join(map(_letter, unicodedata.normalize("NFC", text)))


def _letter(letter: str) -> str:
    base, mark = unicodedata.normalize("NFD", letter)[:1], unicodedata.normalize("NFD", letter)[1:]
    return f"{{\\{_MARKS[mark]}{base}}}" if mark in _MARKS else _LETTERS.get(letter) or latex_escaped(letter)
