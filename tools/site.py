"""The documentation site: `python -m tools.site` stages its pages, and zensical builds them into build/site.

Pages link to what stands outside of docs/ (the README, a module, a test), as they may on a forge. On the site
such a link would be dead, so whatever is linked becomes a page as well: Markdown of the project under
project/, any other file under source/ unchanged. Links are rewritten in the staged copies alone. The reference
pages are written from the code (tools/reference) and are not committed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from tools import reference
from tools.notebook_pages import page_of

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
STAGED, SITE = Path("build/pages"), Path("build/site")  # docs_dir and site_dir of mkdocs.yml
PROJECT = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")  # in the navigation
_LINK = re.compile(r"^```.*?^```$|(?P<before>\[[^\]]*\]\()(?P<target>[^)\s]+)(?=\))", re.DOTALL | re.MULTILINE)
_LANGUAGES = {
    ".py": "python",
    ".md": "markdown",
    ".toml": "toml",
    ".json": "json",
    ".yml": "yaml",
    ".txt": "text",
}
_BAR = r"\|"
_BARRED = re.compile(r"`([^`\n]*\\\|[^`\n]*)`")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"


@dataclass
class Stage:
    """A folder of staged pages, and what is still to be put there."""

    folder: Path
    waiting: list[Path] = field(default_factory=list)
    staged: set[Path] = field(default_factory=set)

    def fill(self) -> None:
        """Copy docs/ with the reference, then whatever pages link to, and what those link to."""
        shutil.copytree(DOCS, self.folder, ignore=shutil.ignore_patterns(reference.FOLDER.name))
        self.waiting = [*documentation_pages(), *(ROOT / name for name in PROJECT)]
        while self.waiting:
            path = self.waiting.pop()
            if path not in self.staged:
                self.staged.add(path)
                self._put(path)
        reference.gallery.draw(self.folder / reference.FOLDER.name)

    def _put(self, path: Path) -> None:
        place = self.folder / place_of(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(self._page(path), encoding="utf-8", newline="\n")

    def _page(self, path: Path) -> str:
        if path.is_dir():
            return _listing(path)
        if path.suffix == ".ipynb":
            return _UNSEARCHED + self._relinked(page_of(path), path)
        text = text_of(path)
        return _piped(self._relinked(text, path)) if path.suffix == ".md" else _source(path, text)

    def _relinked(self, text: str, path: Path) -> str:
        def relink(match: re.Match[str]) -> str:
            target = match["target"]
            if target is None or ":" in target or target.startswith("#"):
                return match[0]
            return match["before"] + self._address(target, path)

        return _LINK.sub(relink, text)

    def _address(self, target: str, path: Path) -> str:
        """A link of a page as it must read on the site; what it names is staged too."""
        name, hash, anchor = target.partition("#")
        named = (path.parent / name).resolve()
        if not exists(named):
            return target  # zensical complains
        if not (named.is_relative_to(DOCS) and not named.is_dir()):
            self.waiting.append(named)
        return os.path.relpath(place_of(named), Path(place_of(path)).parent) + hash + anchor


def documentation_pages() -> list[Path]:
    """The pages below docs/, those of the reference included."""
    written = {path for path in DOCS.rglob("*.md") if path.parent != reference.FOLDER}
    return sorted(written | {reference.FOLDER / f"{name}.md" for name in reference.PAGES})


def exists(path: Path) -> bool:
    """Whether there is such a file or folder, or such a page or picture of the reference."""
    return path.exists() or _is_of_the_reference(path) or path in reference.gallery.pictures(reference.FOLDER)


def text_of(path: Path) -> str:
    """The text of a page; pages of the reference are made from the code."""
    return reference.text_of(path.stem) if _is_of_the_reference(path) else path.read_text(encoding="utf-8")


def _is_of_the_reference(path: Path) -> bool:
    return path.parent == reference.FOLDER and path.stem in reference.PAGES


def place_of(path: Path) -> str:
    """Where a file of the repository stands among the staged pages."""
    inside = path.relative_to(ROOT)
    if path.is_relative_to(DOCS) and not path.is_dir():
        return path.relative_to(DOCS).as_posix()
    if path.suffix == ".md" and path.is_file():
        return f"project/{inside.as_posix()}"
    return f"source/{inside.as_posix()}{'/index' if path.is_dir() else ''}.md"


def _piped(text: str) -> str:
    """Code in tables with an escaped bar, which a forge unescapes and Python-Markdown does not."""
    return _BARRED.sub(lambda found: f"<code>{escape(found[1]).replace(_BAR, '&#124;')}</code>", text)


def _listing(folder: Path) -> str:
    """A folder as a list of what is in it."""
    names = sorted(path.name for path in folder.iterdir() if not path.name.startswith((".", "_")))
    return f"{_UNSEARCHED}# {folder.relative_to(ROOT).as_posix()}/\n\n" + "".join(f"- `{name}`\n" for name in names)


def _source(path: Path, text: str) -> str:
    """A file as it stands; four ticks hold any three that are in it."""
    language = _LANGUAGES.get(path.suffix, "text")
    return f"{_UNSEARCHED}# {path.relative_to(ROOT).as_posix()}\n\n````{language}\n{text.rstrip()}\n````\n"


def build(root: Path) -> str:
    """Stage the pages below a folder and build the site there; returns what is wrong, mostly nothing."""
    for made in (STAGED, SITE):
        shutil.rmtree(root / made, ignore_errors=True)
    Stage(root / STAGED).fill()
    if root != ROOT:
        shutil.copy(ROOT / "mkdocs.yml", root)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    printed = _COLOUR.sub("", done.stdout + done.stderr)
    return printed.partition("Traceback")[0] if done.returncode or "No issues found" not in printed else ""


if __name__ == "__main__":
    complaints = build(ROOT)
    print(complaints or f"The site stands in {SITE}; open {SITE}/index.html.")
    sys.exit(1 if complaints else 0)
