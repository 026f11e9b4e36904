"""A release as files that `cliometer score` and `cliometer agreement` read: events, links, facts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from cliometer.errors import InputError
from cliometer.io.sheets.header import LINK_COLUMNS, TOPIC_COLUMNS
from cliometer.io.sheets.links import TOGETHER
from cliometer.io.sheets.topics import TopicFacts
from cliometer.io.units.files import units_document
from cliometer.study.protocol.events.release import Release

EVENTS_FILE, LINKS_FILE, TOPICS_FILE = "events.json", "links.csv", "topics.csv"


def release_files(releases: Sequence[Release]) -> dict[str, str]:
    """The name and the text of each file; a sheet that would have no rows is left out.

    The same releases give the same texts. They are to be written as they are, in UTF-8: the sheets end their
    lines with a carriage return and a line feed, as CSV does.
    """
    _expect_own_sentences(releases)
    links = [
        (TOGETHER.join(link.sentences), link.event, link.judge) for one in releases for link in one.links
    ]
    facts = [
        _cells(one.topic.id, one.facts) for one in releases if one.facts.part or one.facts.hours is not None
    ]
    files = {EVENTS_FILE: units_document(events=[one.topic for one in releases])}
    if links:
        files[LINKS_FILE] = _sheet(LINK_COLUMNS, links)
    if facts:
        files[TOPICS_FILE] = _sheet(TOPIC_COLUMNS, facts)
    return files


def _cells(topic: str, facts: TopicFacts) -> tuple[str, str, str]:
    return topic, facts.part, "" if facts.hours is None else repr(facts.hours)


def _sheet(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    target = io.StringIO(newline="")
    csv.writer(target, lineterminator="\r\n").writerows([columns, *rows])
    return target.getvalue()


def _expect_own_sentences(releases: Sequence[Release]) -> None:
    """A row of the sheet names no topic: its sentences must tell it."""
    seen: dict[str, str] = {}
    for one in releases:
        for sentence in one.topic.marks.sentences:
            if sentence in seen:
                raise InputError(
                    f"the topics {seen[sentence]} and {one.topic.id} both have a sentence {sentence}; "
                    "release them apart, or import the documents under ids of their own"
                )
        seen.update(dict.fromkeys(one.topic.marks.sentences, one.topic.id))
