"""A document written to disk: the form follows the ending of its name, pictures lie in a folder beside it."""

from __future__ import annotations

import re
from pathlib import Path

from cliometer.errors import InputError, UsageError
from cliometer.io.atomic import refuse_existing, write_bytes_whole, write_whole
from cliometer.report.document import MADE_BY, Document
from cliometer.report.render.latex import latex
from cliometer.report.render.markdown import markdown
from cliometer.report.render.pictures import pictures
from cliometer.report.render.vega import Form
from cliometer.report.render.web import web_page

FORMS = (".html", ".md", ".tex")
_STRANGE = re.compile(r"[^\w.-]+")  # in a name that LaTeX and Markdown must find
_ANY_VERSION = MADE_BY.rpartition(" ")[0].encode()


def publish(document: Document, path: Path, force: bool = False) -> list[Path]:
    """Write a report; returns what was written, the report last."""
    refuse_place(path, force)
    force = force or is_ours(path)
    if path.suffix.lower() == ".html":
        write_whole(path, web_page(document), force)
        return [path]
    folder = path.with_name(f"{_STRANGE.sub('-', path.stem)}-figures")
    markdown_wanted = path.suffix.lower() == ".md"
    drawn = write_pictures(document, folder, "svg" if markdown_wanted else "pdf", force)
    text = markdown(document, folder.name) if markdown_wanted else latex(document, folder.name)
    write_whole(path, text, force)
    return [*drawn, path]


def write_pictures(document: Document, folder: Path, form: Form, force: bool = False) -> list[Path]:
    """Every picture as a file of the folder, which is made where it is missing."""
    made = list(pictures(document, form))
    if made:
        _make_folder(folder)
    for name, _ in made:
        refuse_existing(folder / name, force)
    for name, content in made:
        write_bytes_whole(folder / name, content, force)
    return [folder / name for name, _ in made]


def refuse_place(path: Path, force: bool = False) -> None:
    """Fail where the ending says no form that there is, or where something stands that is no report."""
    if path.suffix.lower() not in FORMS:
        raise UsageError(f"{path}: a report ends in {', '.join(FORMS[:-1])} or {FORMS[-1]}; rename it")
    refuse_existing(path, force or is_ours(path))


def is_ours(path: Path) -> bool:
    """Whether a report of ours stands there already, which a new one may replace."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return _ANY_VERSION in file.read(2_000)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder cannot be made: {error.strerror}", folder) from None
