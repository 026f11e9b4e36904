"""Works as BibTeX: accents as commands, capitals of titles kept, one entry a work."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from cliometer.engine.latex import latex_escaped
from cliometer.model.works import Work

_MARKS = {"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"', "\u030c": "v "}
_MARKS |= {"\u0327": "c ", "\u0306": "u ", "\u0307": ".", "\u0304": "="}
_LETTERS = {"ł": r"{\l}", "Ł": r"{\L}", "ø": r"{\o}", "ß": r"{\ss}", "–": "--", "’": "'"}
_LETTERS |= {"{": r"\textbraceleft{}", "}": r"\textbraceright{}"}
_KEPT = re.compile(r"\b(?:\w+[A-Z][\w-]*|Bradley-Terry|Cliometer|Krippendorff)\b")  # not ours to lose


def cliometer(version: str) -> Work:
    """This program; the version that made the numbers says more than a year, so there is none."""
    title = "Cliometer: measuring timelines and other summaries of events"
    return Work(
        "cliometer", "misc", ("{Cliometer contributors}",), title, 0, (("note", f"Version {version}"),)
    )


def bibtex(works: Iterable[Work]) -> str:
    """Entries with a blank line between them.

    >>> print(bibtex([Work("lin-2004", "misc", ("Lin, Chin-Yew",), "ROUGE & co", 2004)]), end="")
    @misc{lin-2004,
      author = {Lin, Chin-Yew},
      title = {{ROUGE} \\& co},
      year = {2004}
    }
    """
    return "\n".join(map(_entry, works))


def _entry(work: Work) -> str:
    fields = {
        "author": " and ".join(map(_author, work.authors)),
        "title": _KEPT.sub(r"{\g<0>}", latex(work.title)),
        **{name: latex(value) for name, value in work.details},
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
    return f"{{{latex(name[1:-1])}}}" if whole else latex(name)


def latex(text: str) -> str:
    """Plain text for LaTeX: `é` becomes `{\\'e}`, which every version of BibTeX sorts and prints.

    BibTeX counts braces, also those after a backslash, so that lone ones are spelled as commands.
    """
    return "".join(map(_letter, unicodedata.normalize("NFC", text)))


def _letter(letter: str) -> str:
    base, mark = unicodedata.normalize("NFD", letter)[:1], unicodedata.normalize("NFD", letter)[1:]
    if mark in _MARKS:
        return f"{{\\{_MARKS[mark]}{base}}}"
    return _LETTERS.get(letter) or latex_escaped(letter)
