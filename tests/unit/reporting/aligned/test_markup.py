"""Hostile texts cannot leave the data."""

from __future__ import annotations

import base64
import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import cliometer
from cliometer.io import read_references, read_run
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.timeline_view.picture import as_json, page_part
from cliometer.reporting.timeline_view.view_data import topic_view
from tests import strategies
from tests.unit.reporting.aligned.pairs import REFERENCE, view

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


@given(strategies.sentences)
def test_any_sentence_is_read_back_as_it_was_written(sentence: str) -> None:
    text = as_json([sentence])
    assert json.loads(text) == [sentence] and not set(text) & set("<>&\u2028\u2029")


def test_a_text_that_several_systems_have_takes_room_once() -> None:
    days = Timeline({"2010-04-20": [" ".join(map(str, range(2_000)))]})
    sizes = [
        len(page_part([topic_view("a", ReferenceSet([REFERENCE]), dict.fromkeys(names, days), ["date"])], "a"))
        for names in ("x", "xyz")
    ]
    assert sizes[1] < 1.3 * sizes[0]


def test_the_same_views_make_the_same_page() -> None:
    assert page_part([view()], "a") == page_part([view()], "a")


def test_without_script_the_first_pair_is_a_picture() -> None:
    page = page_part([view()], "a")
    assert page.index("<noscript>") < page.index("<svg ") < page.index("</noscript>")


@pytest.mark.parametrize("views", [[], [topic_view("t", ReferenceSet([REFERENCE]), {}, ["date"])]])
def test_a_page_without_topics_or_systems_is_written(views: list[dict[str, Any]]) -> None:
    assert page_part(views, 'a"b').startswith('<section class="aligned" id="a&quot;b"')


def test_the_demo_of_eight_topics_and_three_systems_stays_small() -> None:
    demo = Path(cliometer.__file__).parent / "demo"
    gold, _ = read_references(demo / "references")
    runs = {path.name: read_run(path)[0] for path in sorted((demo / "runs").iterdir())}
    views = [
        topic_view(topic, found, {name: run[topic] for name, run in runs.items()}, ["align+m1(rouge=1)"])
        for topic, found in gold.items()
    ]
    assert len(page_part(views, "a")) < 150_000
