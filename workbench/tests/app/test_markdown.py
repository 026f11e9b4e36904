"""What people write in Markdown is shown, and nothing in it runs or loads from elsewhere."""

from __future__ import annotations

import re

import pytest

from cliometer_workbench.services.markdown import render


def test_markdown_is_shown_as_html() -> None:
    shown = render("# Rules\nOne\ntwo **three**\n\n| a | b |\n|---|--:|\n| 1 | 2 |")
    assert '<h3 dir="auto">Rules</h3>' in shown
    assert '<p dir="auto">One<br />\ntwo <strong>three</strong></p>' in shown
    assert '<td dir="auto" class="align-right">2</td>' in shown


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "[a](JaVaScRiPt:alert(1))",
        "<javascript:alert(1)>",
        "[a](data:text/html,x)",
        "[a](//elsewhere.example)",
        "![a](https://elsewhere.example/a.png)",
        "![a](../a.png)",
        "[a]: javascript:alert(1)\n\n[a]",
        "| a |\n|--:|\n| <style> |",
    ],
)
def test_nothing_runs_and_nothing_loads_from_elsewhere(text: str) -> None:
    tags = " ".join(re.findall("<[^>]*>", render(text, "/pictures/")))
    assert not re.search("script|img|style|href|src|on[a-z]+=", tags)


def test_links_open_beside_the_work() -> None:
    assert render("[a](https://a.example)") == (
        '<p dir="auto"><a href="https://a.example" rel="noopener noreferrer" target="_blank">a</a></p>\n'
    )


def test_an_uploaded_picture_is_shown_with_its_description() -> None:
    assert '<img src="/p/a.png" alt="&quot;A&quot;" loading="lazy">' in render('!["A"](a.png)', "/p/")
    assert "[a link]" in render("![a link](a.png)")
    assert "href" not in render("[a](a.png)", "/p/")
