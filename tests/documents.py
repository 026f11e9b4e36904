"""The pages of the documentation, taken apart: blocks, links, commands with what they are said to print."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = sorted(path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")] if path.parent.name != "reference")
FOLLOWED = [
    ROOT / "README.md",
    ROOT / "docs/tutorial.md",
    ROOT / "docs/interoperability.md",
    ROOT / "docs/report.md",
    ROOT / "docs/compat-dtels.md",
    *sorted(ROOT.glob("docs/howto/*.md")),
]  # from top to bottom, see test_site
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def names(paths: Sequence[Path]) -> list[str]:
    """Paths as they are called from the root."""
    return [str(path.relative_to(ROOT)) for path in paths]


def entries(block: str) -> Iterator[tuple[str, str]]:
    """Each `$ command` of a console block, with the lines it is said to print."""
    for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = entry.partition("\n")
        yield command, shown


def arguments(command: str, folder: Path = ROOT) -> list[str]:
    """The words of a command; patterns are expanded as a shell in the folder would."""
    words = []
    for word in shlex.split(command)[1:]:
        globs = folder.glob(word) if "*" in word and "(" not in word else ()
        found = sorted(path.relative_to(folder).as_posix() for path in globs)
        words += found or [word]
    return words


def matches(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether the shown lines, with their elisions, are the printed ones."""
    if not shown:
        return not printed
    first, rest = shown[0], shown[1:]
    if first == "...":
        return any(matches(rest, printed[skipped:]) for skipped in range(len(printed) + 1))
    if not printed:
        return False
    same = printed[0].startswith(first[:-3]) if first.endswith("...") else printed[0] == first
    return same and matches(rest, printed[1:])
