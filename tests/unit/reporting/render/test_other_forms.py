"""Markdown, LaTeX and figures in files, and where they may be written."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from cliometer.reporting.assembly import publish
from cliometer.reporting.render.notebook import notebook_part
from cliometer.reporting.render.text_forms import latex
from cliometer.reporting.render.web import Form, pictures
from tests.reports import DOCUMENT, hostile_document


def test_latex_has_floats_with_captions() -> None:
    text = latex(DOCUMENT, "figures")
    assert r"\includegraphics{figures/means.pdf}" in text
    assert r"\caption{Means of two systems.}" in text and r"\begin{tabular}{lr}" in text
    assert r"\section{Scores}" in text and r"\subsection{Inner}" in text


def test_latex_obeys_no_command_of_a_text() -> None:
    assert r"\input{" not in latex(hostile_document(), "f").replace(r"\textbackslash{}input\{", "")


@pytest.mark.parametrize(("form", "start"), [("svg", b"<svg"), ("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_every_figure_becomes_a_file_of_its_form(form: Form, start: bytes) -> None:
    ((name, content),) = pictures(DOCUMENT, form)
    assert name == f"means.{form}" and content.startswith(start)


def test_the_worst_texts_can_be_written_in_every_form(tmp_path: Path) -> None:
    for name in ("worst.md", "worst.tex"):
        written = publish(hostile_document(), tmp_path / name)
        assert len(written) == len(hostile_document().figures()) + 1
    lines = (tmp_path / "worst.md").read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if "<script" in line and not line.startswith("    ")]
    assert "<img" in notebook_part(hostile_document())


def test_names_that_would_break_a_link_do_not(tmp_path: Path) -> None:
    publish(DOCUMENT, tmp_path / "my report (1) 50%.md")
    assert "(my-report-1-50--figures/means.svg)" in (tmp_path / "my report (1) 50%.md").read_text()
    publish(DOCUMENT, tmp_path / "отчёт.md")
    linked = re.search(r"\]\((.*?)/means\.svg\)", (tmp_path / "отчёт.md").read_text())
    assert linked and (tmp_path / unquote(linked[1])).is_dir()


def test_pictures_lie_in_a_folder_beside_the_text_that_shows_them(tmp_path: Path) -> None:
    assert publish(DOCUMENT, tmp_path / "r.md") == [tmp_path / "r-figures" / "means.svg", tmp_path / "r.md"]
    assert "(r-figures/means.svg)" in (tmp_path / "r.md").read_text()
