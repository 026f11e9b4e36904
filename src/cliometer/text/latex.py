"""Text that LaTeX prints as it stands."""

from __future__ import annotations

from cliometer.text.tokenisation import printable

_SIGNS = {"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}"}
_SIGNS |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}  # others in the default encoding
_SIGNS |= {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
_MATHS = {"✓": "surd", "✗": "times", "×": "times", "≈": "approx", "≤": "leq", "≥": "geq", "→": "rightarrow"}
_MATHS |= {
    "←": "leftarrow",
    "▼": "bigtriangledown",
    "▲": "bigtriangleup",
    "−": "-",
    "…": "ldots",
    "α": "alpha",
}
_SIGNS |= {
    sign: rf"\ensuremath{{{'' if name == '-' else chr(92)}{name}}}" for sign, name in _MATHS.items()
}  # what tables of ours hold and pdfLaTeX alone has no letter for


def latex_escaped(text: str) -> str:
    """With every sign that LaTeX would read as a command spelled out."""
    return "".join(_SIGNS.get(character, character) for character in printable(text))
