"""Hostile texts cannot leave the data."""

from __future__ import annotations

import base64
import gzip
import json
import re
from html.parser import HTMLParser
from typing import Any

from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.timeline_view.picture import page_part
from cliometer.reporting.timeline_view.view_data import topic_view
from tests.unit.reporting.aligned.pairs import view

EVIL = "</script><script>alert(1)</script><!-- & \u2028 \ud800 \x00 \"'"
_SCRIPT = re.compile(r'<script type="application/gzip" data-topic=[^>]*>([^<]*)</script>')


class Tags(HTMLParser):
    """Every element of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.found.append(tag)


def read_back(page: str) -> list[Any]:
    """The views that a page holds."""
    return [json.loads(gzip.decompress(base64.b64decode(data)))["view"] for data in _SCRIPT.findall(page)]


def test_the_page_holds_the_view_unchanged() -> None:
    assert read_back(page_part([view(), view(metric="date")], "a")) == [
        json.loads(json.dumps(found)) for found in (view(), view(metric="date"))
    ]


def test_hostile_texts_and_names_add_no_element() -> None:
    gold = ReferenceSet([Timeline({"2010-04-20": [EVIL]}, EVIL)])
    data = topic_view(EVIL, gold, {EVIL: Timeline({"2010-04-20": [EVIL]})}, ["align(rouge=1)"])
    page = page_part([data], "a")
    assert Tags(page).found.count("script") == 1 and "<!--" not in page
    page.encode("utf-8")
    assert read_back(page)[0]["topic"] == EVIL
