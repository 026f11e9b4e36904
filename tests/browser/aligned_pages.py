"""Pages with nothing but the aligned view, as files: what the browser tests and the benchmark open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.charts.grammar import css_variables
from cliometer.reporting.render.web import aligned_script, asset
from cliometer.reporting.timeline_view.picture import LOOKS_CSS, page_part
from cliometer.reporting.timeline_view.view_data import topic_view

EVIL = '<img src=x onerror="window.hit=1"></script><script>window.hit=1</script>\u202e&amp;"\''
HOSTILE = {
    "-0799": ["Rome & <b>Remus</b> </textarea><!-- founded"],
    "1997-06": ["שלום עולם oil מזוט"],
    "1997-06-03": ["😀 emoji 👩‍👩‍👧 oil spill 🏴‍☠️"],
    "2001": ["中国石油泄漏 𐎠𐎡𐎢 \u2028 ꧁꧂"],
    "2001-03-01": ["oil <i>and</i> " + "longword" * 1250],
}
WORDY = {
    "2010-04-20": ["Oil reaches the coast.", 'Oil, oil & "oil" \\ <oil>'],
    "2010-04-21": [" ".join(map(str, range(70_000)))],  # so many words need codes of every length
}
_FIRST = date(2010, 1, 1)
_WORDS = ["rig", "well", "gulf", "coast", "crews", "mud", "cap", "leak", "spill", "fishing"]


def write_page(path: Path, views: Sequence[Mapping[str, Any]]) -> str:
    """The address of a page that was written."""
    style = css_variables() + asset("aligned.css") + LOOKS_CSS
    body = f"<main><h1>Timelines</h1>{page_part(views, 'pair')}</main>"
    head = f'<meta charset="utf-8"><title>Timelines</title><style>{style}</style>'
    colours = "background: var(--paper); color: var(--ink); font-family: sans-serif"
    body = f'<body style="{colours}">{body}<script>{aligned_script()}</script></body>'
    page = f'<!doctype html><html lang="en"><head>{head}</head>{body}</html>'
    path.write_text(page, encoding="utf-8")
    return path.as_uri()


def small() -> list[dict[str, Any]]:
    """Two topics, two systems, three metrics."""
    gold = ReferenceSet(
        [
            Timeline(
                {
                    "2010-04-20": ["A rig explodes in the gulf."],
                    "2010-04-24": ["Oil leaks from the well."],
                    "2010-05-27": ["Crews pump mud."],
                },
                "bbc",
            )
        ]
    )
    ours = Timeline(
        {"2010-04-20": ["The rig exploded."], "2010-04-26": ["Oil is leaking."], "2010-05-01": ["Elsewhere."]}
    )
    metrics = ["align(rouge=1)", "concat(rouge=1)", "date"]
    systems = {"first": ours, "second": Timeline({"2010-05-27": ["Mud was pumped by crews."]})}
    return [topic_view(topic, gold, systems, metrics) for topic in ("spill", "again")]


def hostile() -> list[dict[str, Any]]:
    """Texts and names that would like to be markup."""
    days = Timeline(HOSTILE, EVIL)
    return [topic_view(EVIL, ReferenceSet([days] * 5), {EVIL: days}, ["align+m1(rouge=1)"], "modern")]


def wordy() -> list[dict[str, Any]]:
    """More words than codes of three characters."""
    return [topic_view("wordy", ReferenceSet([Timeline(WORDY)]), {"silent": Timeline()}, ["date"])]


def large(dates: int = 1000) -> list[dict[str, Any]]:
    """So many dates on each side, every third the same day."""
    gold = Timeline({str(_FIRST + timedelta(3 * n)): [_sentence(n)] for n in range(dates)}, "writer")
    ours = Timeline({str(_FIRST + timedelta(3 * n + n % 3)): [_sentence(n + n % 2)] for n in range(dates)})
    return [topic_view("large", ReferenceSet([gold]), {"ours": ours}, ["date(tolerance=within(days=2))"])]


def _sentence(n: int) -> str:
    return " ".join(_WORDS[(n * step) % len(_WORDS)] for step in (1, 3, 7, 9))
