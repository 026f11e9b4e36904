"""What people write in Markdown is shown, and nothing in it runs or loads from elsewhere."""

from __future__ import annotations

import re

import pytest

from cliometer_workbench.services.markdown import render


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
