"""Works to cite for metrics, summarisers and statistical methods; signatures that name them; BibTeX
entries.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from cliometer.metrics.catalogue import EVIDENCE
from cliometer.model.bibliography import Publication
from cliometer.model.works import mentioned_in
from cliometer.text.latex import latex_escaped


class Method(NamedTuple):
    """How a paper calls it, and whose it is."""

    title: str
    citation: str


Methods = Mapping[str, Method]
TESTS: Methods = MappingProxyType(
    {
        "randomisation": Method(
            "paired randomisation", "Noreen (1989), Computer-Intensive Methods; p: Phipson & Smyth (2010)"
        ),
        "bootstrap": Method("the paired bootstrap", "Efron (1979), Bootstrap Methods"),
        "sign-flip": Method(
            "sign flips", "Fisher (1935), The Design of Experiments; p: Phipson & Smyth (2010)"
        ),
        "t": Method("the paired t test", "Student (1908), The Probable Error of a Mean"),
        "wilcoxon": Method(
            "Wilcoxon's signed-rank test", "Wilcoxon (1945), Individual Comparisons by Ranking Methods"
        ),
        "williams": Method(
            "Williams' test", "Williams (1959), The Comparison of Regression Variables; Steiger (1980)"
        ),
        "perm-both": Method("the PERM-BOTH test", "Deutsch et al. (2021), A Statistical Analysis"),
        "permutation": Method("permutation of systems", "Pitman (1937), Significance Tests"),
        "binomial": Method("exact binomial intervals", "Clopper & Pearson (1934), The Use of Confidence"),
    }
)
CORRECTIONS: Methods = MappingProxyType(
    {
        "holm": Method("Holm's correction", "Holm (1979), A Simple Sequentially Rejective Procedure"),
        "bh": Method(
            "the Benjamini-Hochberg correction", "Benjamini & Hochberg (1995), False Discovery Rate"
        ),
    }
)
INTERVALS: Methods = MappingProxyType(
    {
        "bca": Method("BCa bootstrap intervals", "Efron (1987), Better Bootstrap Confidence Intervals"),
        "percentile": Method("bootstrap percentile intervals", "Efron (1979), Bootstrap Methods"),
        "resampled": Method(
            "bootstrap intervals over systems and topics", "Deutsch et al. (2021), A Statistical Analysis"
        ),
    }
)
COEFFICIENTS: Methods = MappingProxyType(
    {
        "pearson": Method("Pearson's correlation", "Pearson (1895), Note on Regression"),
        "spearman": Method("Spearman's correlation", "Spearman (1904), Measurement of Association"),
        "kendall-b": Method("Kendall's tau-b", "Kendall (1945), The Treatment of Ties in Ranking Problems"),
        "kendall-c": Method("Stuart's tau-c", "Stuart (1953), Strengths of Association"),
    }
)
RULES: Methods = MappingProxyType(
    {
        "ranked-pairs": Method("Ranked Pairs", "Tideman (1987), Independence of Clones"),
        "copeland": Method("Copeland's rule", "Copeland (1951), A reasonable social welfare function"),
        "borda": Method("Borda's count", "Borda (1781), Mémoire sur les élections au scrutin"),
        "plurality": Method("plurality", "Borda (1781), who shows what it misses"),
        "modal": Method(
            "the modal ordering", "after table 8 of Mackie et al. (2014), where orderings are counted"
        ),
        "bradley-terry": Method(
            "the Bradley-Terry model", "Bradley & Terry (1952), Rank Analysis; ties: Davidson (1970)"
        ),
    }
)
GROUPS: Methods = MappingProxyType(
    {
        "critical difference": Method(
            "critical differences", "Demšar (2006), Statistical Comparisons of Classifiers; Friedman (1937)"
        ),
        "letters": Method("letter groups", "Piepho (2004), A Letter-Based Representation"),
        "joint ranks": Method("joint ranks", "Mackie et al. (2014), table 6"),
    }
)
AGREEMENT: Methods = MappingProxyType(
    {
        "alpha": Method("Krippendorff's alpha", "Krippendorff (2011), Computing Alpha-Reliability"),
        "masi": Method("alpha with the MASI distance", "Passonneau (2006), Measuring Agreement (MASI)"),
        "accuracy": Method("accuracy with calibrated ties", "Deutsch et al. (2023), Ties Matter"),
        "soft": Method("soft pairwise accuracy", "Thompson et al. (2024), Soft Pairwise Accuracy"),
        "events": Method(
            "judged events",
            "Khandelwal, Gupta & Allan (2001), An Evaluation Corpus for Temporal Summarization",
        ),
        "units": Method("content units", "Bauer & Teufel (2015), A Methodology"),
    }
)
DESIGNS: Methods = MappingProxyType(
    {
        "court": Method("trials of metrics by perturbation", "after Martschat & Markert (2017), section 5"),
        "majorities": Method("majorities between pairs", "Condorcet (1785), Essai sur l'application"),
        "baselines": Method("baselines of content units", "Bauer & Teufel (2015), table 3"),
        "reasons": Method(
            "reasons coded by a codebook", "after table 9 of Mackie et al. (2014), where reasons are sorted"
        ),
        "microblog": Method("the experiment on microblogs", "Mackie et al. (2014), On Choosing a Metric"),
    }
)
METHODS: Mapping[str, Methods] = MappingProxyType(
    {
        "test": TESTS,
        "correction": CORRECTIONS,
        "interval": INTERVALS,
        "coefficient": COEFFICIENTS,
        "voting rule": RULES,
        "groups": GROUPS,
        "agreement": AGREEMENT,
        "design": DESIGNS,
    }
)


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

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "role": self.role,
            "name": self.name,
            "citation": self.citation,
            "works": [work.key for work in self.works],
        }


def method(role: str, name: object) -> list[CitedComponent]:
    """A method by its name; none where it is not one of ours, such as the correction `none`."""
    found = METHODS[role].get(str(name))
    return [] if found is None else [CitedComponent(role, str(name), *found)]


def metric(expression: str) -> CitedComponent:
    """A metric by its expression, or a column `expression.f` of it."""
    return _registered("metric", expression, [evidence.registry for evidence in EVIDENCE.values()])


def summariser(expression: str) -> CitedComponent:
    """A summariser by its expression."""
    from cliometer.systems.summarisers import summarisers

    return _registered("summariser", expression, [summarisers])


def _registered(role: str, expression: str, registries: Iterable[Any]) -> CitedComponent:
    """Looked up by name alone: a setting that another version knew is no reason not to cite."""
    name = _bare(expression)
    for registry in registries:
        for known in (name, name.rpartition(".")[0]):
            if known in registry:
                return CitedComponent(role, expression, expression, getattr(registry[known], "citation", ""))
    return CitedComponent(role, expression, expression, "")


def _bare(expression: str) -> str:
    return expression.partition("(")[0].strip()


def distinct(used: Iterable[CitedComponent]) -> tuple[CitedComponent, ...]:
    """Each thing once, in the order of first use."""
    kept: Mapping[tuple[str, str], CitedComponent] = {
        (one.role, one.name): one for one in reversed(list(used))
    }
    return tuple(kept.values())[::-1]


_SIGNATURE = re.compile(r"(?<![\w/])cliometer:[^\s|]+\|[^\n]+")


def signatures_in(text: str) -> list[str]:
    """The signatures that stand in a text, such as what a command printed; each once."""
    return list(dict.fromkeys(found.strip() for found in _SIGNATURE.findall(text)))


def fields_of(signature: str) -> dict[str, str]:
    """Keys and values.

    >>> fields_of("cliometer:0.1.0|metrics:date,align+(rouge=1, content=raw)")["metrics"]
    'date,align+(rouge=1, content=raw)'
    """
    return dict(_pair(part) for part in signature.split("|"))


def _pair(part: str) -> tuple[str, str]:
    key, _, value = part.partition(":")
    return key.strip(), value.strip()


def used_in(signature: str) -> list[CitedComponent]:
    """What the fields of a signature name."""
    fields = fields_of(signature)
    found = [metric(expression) for expression in listed(fields.get("metrics", ""))]
    for role in ("test", "correction", "interval"):
        found += method(role, fields.get(role))
    return found + (method("design", "court") if "trials" in fields else [])


def listed(text: str) -> list[str]:
    """Expressions between the commas that stand in no brackets.

    >>> listed("date,align+(rouge=1, content=raw)")
    ['date', 'align+(rouge=1, content=raw)']
    """
    return [piece for piece in ("".join(letters).strip() for letters in _pieces(text)) if piece]


def _pieces(text: str) -> Iterator[list[str]]:
    piece: list[str] = []
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            yield piece
            piece = []
        else:
            piece.append(letter)
    yield piece


_MARKS = {"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"', "\u030c": "v "}
_MARKS |= {"\u0327": "c ", "\u0306": "u ", "\u0307": ".", "\u0304": "="}
_LETTERS = {"ł": r"{\l}", "Ł": r"{\L}", "ø": r"{\o}", "ß": r"{\ss}", "–": "--", "’": "'"}
_LETTERS |= {"{": r"\textbraceleft{}", "}": r"\textbraceright{}"}
_KEPT = re.compile(r"\b(?:\w+[A-Z][\w-]*|Bradley-Terry|Cliometer|Krippendorff)\b")  # not ours to lose


def cliometer_work(version: str) -> Publication:
    """This program; the version that made the numbers says more than a year, so there is none."""
    title = "Cliometer: measuring timelines and other summaries of events"
    return Publication(
        "cliometer", "misc", ("{Cliometer contributors}",), title, 0, (("note", f"Version {version}"),)
    )


def bibtex(works: Iterable[Publication]) -> str:
    """Entries with a blank line between them.

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
    """`Family, Given`; a name in braces, such as that of a group, is not to be taken apart.

    >>> _author("{Friends of R&D}")
    '{Friends of R\\\\&D}'
    """
    whole = name.startswith("{") and name.endswith("}")
    return f"{{{latex_accents(name[1:-1])}}}" if whole else latex_accents(name)


def latex_accents(text: str) -> str:
    """Plain text for LaTeX: `é` becomes `{\\'e}`, which every version of BibTeX sorts and prints.

    BibTeX counts braces, also those after a backslash, so that lone ones are spelled as commands.
    """
    return "".join(map(_letter, unicodedata.normalize("NFC", text)))


def _letter(letter: str) -> str:
    base, mark = unicodedata.normalize("NFD", letter)[:1], unicodedata.normalize("NFD", letter)[1:]
    if mark in _MARKS:
        return f"{{\\{_MARKS[mark]}{base}}}"
    return _LETTERS.get(letter) or latex_escaped(letter)
