"""Timelines and articles of many topics in one JSON file, as projects release them; recognised by the keys.

An object a line, or in a list, is a story: CHRONOS's outputs, DTELS's references and submissions, NewsLiveblog-TLS,
CrisisLTLSum and WCEP. Lines are read one after the other, so that a file may be larger than memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, groupby
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.input_form import STANDARD_INPUT
from cliometer.io.json_values import JsonNode, JsonObject, JsonObjectNode, json_nodes
from cliometer.io.lines import DayEntry, Notebook, assemble
from cliometer.io.text_files import folder_entries, has_ending, raw_lines, read_start
from cliometer.io.timelines import STORY_ENDINGS, Reading
from cliometer.model.notes import Note
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.spelling import quoted

Rows = list[tuple[JsonNode, tuple[str, ...]]]  # dates with their sentences
_HEAD = 65_536  # bytes in which the first object shows its keys
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"(?:\s*:\s*(?=(.)))?|[\[\]{}]', re.DOTALL)
_AMERICAN = re.compile(r"(\d\d)/(\d\d)/(\d{4}), (\d\d:\d\d:\d\d)", re.ASCII)  # of CrisisLTLSum


@dataclass(frozen=True)
class Story:
    """The timelines of a topic by their names, and its articles as JSON objects, which are made when asked for."""

    topic: str
    timelines: Mapping[str, Rows]
    articles: Iterable[JsonObjectNode] = ()


@dataclass(frozen=True)
class Shape:
    """A kind of story: the keys of its objects, with how their values start, and its reader.

    `topics` says whether each object is a topic, and `joins` whether entries of one date stand together.
    """

    name: str
    keys: Mapping[str, str]
    read: Callable[[JsonObjectNode, int], Story | None]
    topics: bool = True
    joins: bool = False


@dataclass(frozen=True)
class StoryFile:
    """A file of stories; its notes are complete when it was read."""

    path: Path
    shape: Shape
    text: str | None
    notebook: Notebook

    @classmethod
    def of(cls, path: Path, text: str | None = None, notebook: Notebook | None = None) -> StoryFile | None:
        """Return the stories of a file, or of a text that stands for it; None where it holds something else."""
        if text is None and path != STANDARD_INPUT and not (has_ending(path, *STORY_ENDINGS) and path.is_file()):
            return None
        head = read_start(path, _HEAD).decode("utf-8", "replace") if text is None else text[:_HEAD].lstrip()
        keys = first_keys(head)
        fits = (each for each in SHAPES if all(keys.get(key, " ") in start for key, start in each.keys.items()))
        shape = next(fits, None) if keys else None
        return cls(path, shape, text, notebook or Notebook(path)) if shape else None

    def stories(self) -> Iterator[tuple[int | None, Story]]:
        """Yield each story with its line."""
        seen: set[str] = set()
        lines = raw_lines(self.path) if self.text is None else self.text.splitlines(keepends=True)
        for number, node in enumerate(objects_of(lines, self.notebook), 1):
            if (story := self.shape.read(node.as_object("a story"), number)) is None:
                continue
            topic = re.sub(r"^\.|[/\\\0]", "_", story.topic)
            if topic in seen and not self.shape.joins:
                raise FormatError("story-repeated", self.path, node.line, topic=quoted(story.topic))
            seen.add(topic)
            yield node.line, replace(story, topic=topic)

    def reading(self, duplicates: Duplicates) -> Reading:
        """Return all timelines, named by their topics, or `topic/name` where a topic has several."""
        timelines = []
        for name, rows in self.rows().items():
            if self.shape.joins:  # entries of a day are events, and no repetition
                timelines.append(Timeline([(stamp.as_date(), texts) for stamp, texts in rows], name, "append"))
                continue
            numbered = enumerate(rows, 1)
            days = (DayEntry(stamp.as_date(), texts, f"as day {n}", stamp.line) for n, (stamp, texts) in numbered)
            timelines.append(assemble(days, self.notebook, duplicates, name))
        if not timelines:
            raise FormatError("stories-without-timelines", self.path, shape=self.shape.name)
        return Reading(tuple(timelines), self.notebook.notes, "json", self.shape.topics)

    def rows(self) -> dict[str, Rows]:
        """Return the entries of each timeline by its name."""
        topics: dict[str, dict[str, Rows]] = {}
        for _, story in self.stories():
            for name, rows in story.timelines.items():
                topics.setdefault(story.topic, {}).setdefault(name, []).extend(rows)
        return {
            f"{topic}/{name}" if len(timelines) > 1 else topic: rows
            for topic, timelines in topics.items()
            for name, rows in timelines.items()
        }


def story_files(path: Path) -> list[StoryFile]:
    """Return a file with stories of several topics, or those of a folder where all its JSON files are such."""
    entries = folder_entries(path) if path.is_dir() else [path]
    stories: list[StoryFile] = []
    for file in (entry for entry in entries if entry == path or has_ending(entry, *STORY_ENDINGS)):
        story_file = StoryFile.of(file)
        if story_file is None or not story_file.shape.topics:
            return []
        stories.append(story_file)
    return stories


def objects_of(lines: Iterable[str], notebook: Notebook) -> Iterator[JsonNode]:
    """Yield the values of JSON lines one after the other; else those of the whole text, or the members of its list."""
    lines = iter(lines)
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip("\ufeff \t\r\n"))
    number, first = next(numbered, (1, ""))
    if first.lstrip("\ufeff \t").startswith("{") and first.rstrip().endswith("}"):
        for place, line in chain([(number, first)], numbered):
            yield from json_nodes(line.rstrip("\r\n"), notebook, place)
        return
    for node in json_nodes("".join([first, *lines]), notebook, number):
        yield from node.as_items("a list of objects") if isinstance(node.value, list) else [node]


def first_keys(head: str) -> dict[str, str]:
    """Return the keys of the first object in a text, with the first character of each value."""
    keys: dict[str, str] = {}
    start = re.match(r"\[?\s*\{", head)
    level, depth = (2 if head[:1] == "[" else 1), 0
    for token in _TOKEN.finditer(head) if start else ():
        if token[1] is None:
            depth += 1 if token[0] in "[{" else -1
            if depth < level and token[0] == "}":
                break
        elif token[2] and depth == level:
            keys.setdefault(token[1], token[2])
    return keys


def iso_stamp(node: JsonNode) -> JsonNode:
    """Return a date as ISO 8601 has it, where it is a list such as [2021, 7, 3], or 07/30/2021, 14:00:44."""
    if isinstance(node.value, list) and len(node.value) > 2 and all(type(part) is int for part in node.value[:3]):
        return replace(node, value="{:04}-{:02}-{:02}".format(*node.value))
    if isinstance(node.value, str) and (match := _AMERICAN.fullmatch(node.value.strip())):
        node.notebook.add(node.line, "times such as 07/30/2021, 14:00:44 were read as month, day and year", "american")
        return replace(node, value=f"{match[3]}-{match[1]}-{match[2]} {match[4]}")
    return node


def _texts(node: JsonNode) -> tuple[str, ...]:
    return (node.value,) if isinstance(node.value, str) else node.as_texts("sentences")


def _pairs(node: JsonObjectNode, dates: str, texts: str) -> list[tuple[JsonNode, JsonNode]]:
    """Return the members of two lists that must be as long as each other."""
    pair = [list(node.items(key)) for key in (dates, texts)]
    if len(pair[0]) != len(pair[1]):
        raise node.fail("lists-not-parallel", first=dates, one=len(pair[0]), second=texts, other=len(pair[1]))
    return list(zip(*pair, strict=True))


def _chronos(node: JsonObjectNode, _number: int) -> Story:
    such, timeline = '{"start": "2024-05-01", "events": ["..."]}', replace(node.at("predict-timeline"), line=None)
    rows = [entry.as_object("an entry", such=such) for entry in timeline.as_items("entries")]
    return Story("", {"": [(row.at("start"), _texts(row.at("events"))) for row in rows]})


def _dtels(node: JsonObjectNode, _number: int) -> Story:
    timelines = {"N": _dtels_rows(node.at("timeline"))}
    if node.has("meta_timeline"):
        for level, meta in node.at("meta_timeline").as_object("meta timelines").members.items():
            inner = JsonNode(meta, f"meta_timeline.{level}", node.notebook, node.line)
            inner = inner.as_object("a meta timeline").at("timeline") if isinstance(meta, JsonObject) else inner
            timelines[level] = _dtels_rows(inner)
    if len(timelines) > 1:
        node.notebook.add(None, Note.of("meta-timelines-read"))
    docs = (doc.as_object("an article") for doc in node.items("docs"))
    return Story(str(node.members["id"]), timelines, docs)


def _dtels_rows(timeline: JsonNode) -> Rows:
    rows: Rows = []
    for item in timeline.as_items("the nodes of a timeline"):
        if isinstance(item.value, list):
            _, date, text = item.as_parts('a node such as [0, "2021-07-03", "..."]', "id", "time", "summary")
        else:
            node = item.as_object("a node", such='{"id": 0, "time": "2021-07-03", "summary": "..."}')
            date, text = node.at("time"), node.at("node_summary" if node.has("node_summary") else "summary")
        rows.append((iso_stamp(date), _texts(text)))
    return rows


def _liveblog(node: JsonObjectNode, number: int) -> Story:
    timelines: dict[str, Rows] = {}
    if len(list(node.items("summary"))) == len(list(node.items("key_timeline"))):
        rows = [(time, _texts(text)) for time, text in _pairs(node, "key_timeline", "summary")]
        timelines = {"summary": rows} if rows else {}
    else:
        node.notebook.add(node.line, Note.of("summary-without-times"), "summary")
    days = groupby(_pairs(node, "timeline", "document"), key=lambda pair: pair[0].read(str)[:10])
    articles = (node.holding({"date": day, "sentences": [text.value for _, text in pairs]}) for day, pairs in days)
    return Story(str(number), timelines, articles)


def _crisis_ltl(node: JsonObjectNode, _number: int) -> Story | None:
    ids = "tweet_ids" if node.has("tweet_ids") else "tweets"
    posts = [(iso_stamp(time), id) for time, id in _pairs(node, "times", ids)]
    labels = [True, *(str(label.value) == "1" for label in node.items("labels"))]  # the first post is the seed
    if len(labels) != len(posts):
        raise node.fail("lists-not-parallel", first="labels and seed", one=len(labels), second=ids, other=len(posts))
    relevant = [time for (time, _), label in zip(posts, labels, strict=True) if label and time.value]
    if not all(time.value for time, _ in posts):
        node.notebook.add(node.line, Note.of("posts-without-times"), "times")
    if not relevant:
        node.notebook.add(node.line, Note.of("story-without-times"), "no times")
        return None
    days = sorted(time.as_date() for time in relevant)
    span = replace(relevant[0], value=f"{days[0]}/{days[-1]}" if days[0] != days[-1] else str(days[0]))
    summaries = {key: node.text(key) for key in node.members if key.startswith("Summary") and node.has(key)}
    node.notebook.add(None, Note.of("summaries-dated-by-span"))
    topic = "-".join(str(node.members[key]) for key in ("batch_id", "timeline_id") if node.has(key))
    return Story(topic, {key: [(span, (text,))] for key, text in summaries.items()}, _tweets(node))


def _tweets(node: JsonObjectNode) -> Iterator[JsonObjectNode]:
    """Yield the posts that have a text and a time."""
    if not node.has("tweets"):
        raise node.fail("posts-without-texts")
    for time, text in _pairs(node, "times", "tweets"):
        if time.value:
            yield node.holding({"date": time.value, "text": text.value})


def _wcep(node: JsonObjectNode, _number: int) -> Story | None:
    if not node.has("collection"):
        node.notebook.add(node.line, Note.of("event-without-story"), "no story")
        return None
    # only articles of CommonCrawl have ids
    articles = (node.holding({**each.as_object("an article").members, "id": None}) for each in node.items("articles"))
    return Story(node.text("collection"), {"": [(node.at("date"), (node.text("summary"),))]}, articles)


SHAPES = (
    Shape("chronos", {"predict-timeline": "["}, _chronos, topics=False),
    Shape("dtels", {"id": '"0123456789', "timeline": "["}, _dtels),
    Shape("news-liveblog", {"document": "[", "timeline": " ["}, _liveblog, joins=True),
    Shape("crisis-ltl-sum", {"timeline_id": '"0123456789', "times": "["}, _crisis_ltl),
    Shape("wcep", {"articles": "[", "summary": '"'}, _wcep, joins=True),
)
