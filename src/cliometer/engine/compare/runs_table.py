"""A comparison as one LaTeX table in the manner of ranx (Bassani 2022): systems are rows, metrics columns.

Every system has a letter; a superscript beside a score names the systems that it beats significantly, and
the best score of a column is bold. What other superscripts there could be takes its room all the same, so
that the digits of a column stand below each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.engine.compare.design import Design
from cliometer.engine.compare.standings import Standings
from cliometer.engine.compare.wording import score_word
from cliometer.engine.latex import latex_escaped as escaped
from cliometer.stats.groups import letter

_LETTERS = 26  # with more systems letters come in pairs, and a comma must part them


def runs_latex(standings: Sequence[Standings], design: Design, signature: str) -> str:
    """A floating table for the booktabs package; systems stand in the order of the first metric."""
    systems = [one.system for one in standings[0].systems]
    heading = " & ".join(["", "system", *(escaped(found.metric) for found in standings)])
    lines = [
        f"% {' '.join(signature.splitlines())}",  # columns of others may be called anything
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escaped(_caption(standings, design))}}}",
        rf"\begin{{tabular}}{{ll{'l' * len(standings)}}}",
        r"\toprule",
        rf"{heading} \\",
        r"\midrule",
        *(_row(place, systems, standings, design) for place in range(len(systems))),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _row(place: int, systems: Sequence[str], standings: Sequence[Standings], design: Design) -> str:
    cells = [_cell(systems[place], systems, found, design) for found in standings]
    return " & ".join([letter(place), escaped(systems[place]), *cells]) + r" \\"


def _cell(system: str, systems: Sequence[str], found: Standings, design: Design) -> str:
    """The score, bold where none is better as printed, and the systems it beats."""
    score, best = f"{found[system].score:.3f}", f"{found.systems[0].score:.3f}"
    lost = beaten(system, found, design)
    others = [name for name in systems if name not in lost and name != system]
    shown = rf"\textbf{{{score}}}" if score == best else score
    marks, room = (_letters(names, systems) for names in (lost, others))
    above = rf"\textsuperscript{{{marks}}}" if marks else ""
    return shown + above + (rf"\hphantom{{\textsuperscript{{{room}}}}}" if room and found.differences else "")


def beaten(system: str, found: Standings, design: Design) -> set[str]:
    """The systems that one is significantly better than, after correction."""
    apart = [one for one in found.differences if one.corrected_p <= design.significance]
    won = [one for one in apart if (one.difference < 0) is found.less_is_better]
    lost = [one for one in apart if one not in won]
    better = {one.second for one in won if one.first == system}
    return better | {one.first for one in lost if one.second == system}


def _letters(names: set[str] | Sequence[str], systems: Sequence[str]) -> str:
    marks = [letter(place) for place, name in enumerate(systems) if name in names]
    return ("," if len(systems) > _LETTERS else "").join(marks)


def _caption(standings: Sequence[Standings], design: Design) -> str:
    words = dict.fromkeys(score_word(design, found.side) for found in standings)
    tests = list(dict.fromkeys(found.test for found in standings if found.test))
    lower = [found.metric for found in standings if found.less_is_better]
    topics = " or ".join(dict.fromkeys(str(found.topics) for found in standings))
    parts = [f"Systems by {', '.join(words)} on {topics} topics, the best in bold."]
    if tests:
        only = f" (tested against {design.baseline} only)" if design.baseline else ""
        parts.append(
            f"Superscripts name the systems that are significantly beaten{only}: "
            f"p of at most {design.significance:g}; {'; or '.join(tests)}."
        )
    untested = [found.metric for found in standings if not found.test]
    parts += [f"Not tested: {', '.join(untested)}."] * bool(untested)
    parts += [f"Less is better: {', '.join(lower)}."] * bool(lower)
    return " ".join(parts)
