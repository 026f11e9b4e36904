"""Label Studio: tasks with annotations as JSON, and the labelling configuration that shows them.

Each document is a task, each judge an annotation of it, each link a region under the name of its event or unit; what a
tagger marked (mentions, times) is a prediction. Offsets count characters (Label Studio stores code points since 1.4.1).
A pair of summaries is a task with two texts, a vote an annotation. The judge is a text of the annotation, because Label
Studio refuses annotators that it does not know.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from cliometer.grouping import by_key
from cliometer.io.json_values import JsonNode, JsonObject, JsonObjectNode, read_nodes
from cliometer.io.xml import Element, spell
from cliometer.model.judgements import Vote
from cliometer.model.notes import Note
from cliometer.spelling import many, quoted
from cliometer_workbench.formats.archives import file_name
from cliometer_workbench.formats.markup import (
    JUDGED_LAYERS,
    LAYERS,
    ComparedPair,
    DocumentMarkup,
    Layer,
    Mark,
    MarkedText,
)

TAGGER = "cliometer"
_TOGETHER, _NO_PREFERENCE, _OVERALL = "together", "no preference", "preference"
_SIDES = ("left", "right")


def label_studio_files(markup: DocumentMarkup) -> dict[str, str]:
    """Return for each topic the tasks (.json) and the labelling configuration (.xml); pairs are in one file."""
    files: dict[str, str] = {}
    for topic in markup.topics:
        texts = [text for text in markup.texts if text.topic == topic]
        names = _label_names(markup.labels.get(topic, {}))
        tasks = [_task(number, text, names) for number, text in enumerate(texts, start=1)]
        files[f"{file_name(topic)}.json"] = _json(tasks)
        files[f"{file_name(topic)}.xml"] = _config(texts, names)
    if markup.pairs:
        criteria = list(dict.fromkeys(vote.criterion for pair in markup.pairs for vote in pair.votes)) or [""]
        files["pairs.json"] = _json([_pair_task(n, pair) for n, pair in enumerate(markup.pairs, start=1)])
        files["pairs.xml"] = _pair_config(criteria)
    return files


def _json(tasks: Sequence[Mapping[str, Any]]) -> str:
    return json.dumps(tasks, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _label_names(labels: Mapping[str, str]) -> dict[str, str]:
    """Return a name for each id that no other has: its words, with the id where others have the same."""
    counts = Counter(labels.values())
    return {id: f"{text} ({id})" if counts[text] > 1 else text or id for id, text in labels.items()}


def _task(number: int, text: MarkedText, names: Mapping[str, str]) -> dict[str, Any]:
    data = {
        "text": text.text, "topic": text.topic, "document": text.id, "title": text.title, "date": text.date,
        "kind": text.kind, "sentences": [list(sentence) for sentence in text.sentences],
        "labels": {name: id for id, name in names.items()},
    }  # fmt: skip
    annotations = [
        {"id": place, "ground_truth": not judge, "result": _regions(text, judge, names)}
        for place, judge in enumerate(text.judges, start=1)
    ]
    tagged = [_region(text, mark, f"p{place}", names) for place, mark in enumerate(text.marks, start=1)
              if mark.layer not in JUDGED_LAYERS]  # fmt: skip
    predictions = [{"model_version": TAGGER, "result": tagged}] if tagged else []
    return {"id": number, "data": data, "annotations": annotations, "predictions": predictions}


def _regions(text: MarkedText, judge: str, names: Mapping[str, str]) -> list[dict[str, Any]]:
    regions: list[dict[str, Any]] = []
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for number, mark in enumerate(text.marks, start=1):
        if mark.layer not in JUDGED_LAYERS or mark.judge != judge:
            continue
        region = _region(text, mark, f"r{number}", names)
        regions.append(region)
        if mark.v is not None:
            value = {"start": mark.start, "end": mark.end, "number": mark.v}
            regions.append({**region, "from_name": "v", "type": "number", "value": value})
        if mark.group:
            groups[mark.id, mark.group].append(f"r{number}")
    for group in groups.values():
        for first, other in pairwise(group):
            about = {"type": "relation", "direction": "bi", "labels": [_TOGETHER]}
            regions.append({**about, "from_id": first, "to_id": other})
    return [*regions, *_said("judge", "text", judge)]


def _region(text: MarkedText, mark: Mark, id: str, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a region; tagged ones keep the value of a time in `meta`."""
    label = names.get(mark.id, mark.label or mark.id) if mark.layer in JUDGED_LAYERS else mark.layer
    value = {"start": mark.start, "end": mark.end, "text": text.text[mark.start : mark.end], "labels": [label]}
    meta = {} if mark.layer in JUDGED_LAYERS else {"meta": {"text": [mark.id, mark.type, mark.label]}}
    return {"id": id, "from_name": mark.layer, "to_name": "text", "type": "labels", "value": value, **meta}


def _said(name: str, to: str, words: str) -> list[dict[str, Any]]:
    about = {"id": name, "from_name": name, "to_name": to, "type": "textarea"}
    return [{**about, "value": {"text": [words]}}] if words else []


def _tag(tag: str, /, *children: Element, **attributes: str) -> Element:
    return Element(tag, tuple(attributes.items()), children)


def _view(to: str, *elements: Element) -> str:
    """Return a configuration, at whose end stands who judges."""
    return spell(_tag("View", *elements, _tag("TextArea", name="judge", toName=to, maxSubmissions="1"))) + "\n"


def _config(texts: Sequence[MarkedText], names: Mapping[str, str]) -> str:
    present = {mark.layer for text in texts for mark in text.marks}
    elements: list[Element] = []
    for layer in (layer for layer in LAYERS if layer in present):
        labels = list(names.values()) if layer in JUDGED_LAYERS else [layer]
        elements.append(_tag("Labels", *(_tag("Label", value=label) for label in labels), name=layer, toName="text"))
    if "unit" in present:
        elements.append(_tag("Number", name="v", toName="text", perRegion="true", min="0", max="1", step="0.1"))
    relations = _tag("Relations", _tag("Relation", value=_TOGETHER))
    return _view("text", *elements, relations, _tag("Text", name="text", value="$text"))


def _pair_task(number: int, pair: ComparedPair) -> dict[str, Any]:
    data = {
        "topic": pair.topic, "title": pair.title, "system1": pair.left, "system2": pair.right,
        "text1": pair.texts[0], "text2": pair.texts[1],
    }  # fmt: skip
    judges = by_key((vote.judge, vote) for vote in pair.votes)
    annotations = [
        {"id": place, "result": [*_votes(votes, pair), *_said("judge", "text1", judge)]}
        for place, (judge, votes) in enumerate(judges.items(), start=1)
    ]
    return {"id": number, "data": data, "annotations": annotations, "predictions": []}


def _votes(votes: Iterable[Vote], pair: ComparedPair) -> Iterator[dict[str, Any]]:
    for vote in votes:
        name = vote.criterion or _OVERALL
        if vote.winner is None:
            about = {"id": f"{name}-tie", "from_name": f"{name}-tie", "to_name": "text1", "type": "choices"}
            yield {**about, "value": {"choices": [_NO_PREFERENCE]}}
        else:
            side = _SIDES[vote.winner == pair.right]
            about = {"id": name, "from_name": name, "to_name": "text1,text2", "type": "pairwise"}
            yield {**about, "value": {"selected": side}}
        yield from _said(f"{name}-reason", "text1", vote.reason)


def _pair_config(criteria: Sequence[str]) -> str:
    asked: list[Element] = []
    for criterion in criteria:
        name = criterion or _OVERALL
        asked += [
            _tag("Header", value=criterion or "Which of the two is better?"),
            _tag("Pairwise", name=name, toName="text1,text2"),
            _tag("Choices", _tag("Choice", value=_NO_PREFERENCE), name=f"{name}-tie", toName="text1"),
            _tag("TextArea", name=f"{name}-reason", toName="text1", placeholder="Why?"),
        ]
    return _view("text1", *asked, *(_tag("Text", name=f"text{n}", value=f"$text{n}") for n in (1, 2)))


def is_label_studio(path: Path) -> bool:
    """Return whether a file holds tasks: a list of objects, each with `data`."""
    _, nodes, _ = read_nodes(path)
    values = nodes[0].value if len(nodes) == 1 and isinstance(nodes[0].value, list) else ()
    return bool(values) and all(isinstance(task, dict) and isinstance(task.get("data"), dict) for task in values)


def read_label_studio(path: Path) -> DocumentMarkup:
    """Read the tasks of an export with their annotations; what cannot be kept is noted."""
    _, nodes, notebook = read_nodes(path)
    tasks = [node.as_object("a task") for node in nodes[0].as_items("tasks")]
    reader = _TaskReader(path)
    for task in tasks:
        reader.read(task)
    left_out = [
        Note.of("tasks-left-out", file=path, tasks=many(count, what)) for what, count in reader.left_out.items()
    ]
    return DocumentMarkup(tuple(reader.texts), tuple(reader.pairs), reader.labels, (*notebook.notes, *left_out))


class _TaskReader:
    """What the tasks of a file hold, as far as it was read."""

    def __init__(self, path: Path) -> None:
        self.stem = path.stem
        self.texts: list[MarkedText] = []
        self.pairs: list[ComparedPair] = []
        self.labels: dict[str, dict[str, str]] = {}
        self.left_out: Counter[str] = Counter()

    def read(self, task: JsonObjectNode) -> None:
        data = task.at("data").as_object("the data of a task")
        if data.has("text1") and data.has("text2"):
            self.pairs.append(self._pair(task, data))
            return
        if not data.has("text"):
            raise data.fail("text-column-missing")
        topic, number = data.maybe_text("topic") or self.stem, task.members.get("id", len(self.texts) + 1)
        ids = data.at("labels").as_object("labels").members if data.has("labels") else JsonObject(())
        text = MarkedText(
            topic,
            data.maybe_text("document") or f"task-{number}",
            data.text("text"),
            sentences=tuple(self._sentence(node) for node in data.items("sentences")),
            title=data.maybe_text("title") or "",
            date=data.maybe_text("date") or "",
            kind="timeline" if data.members.get("kind") == "timeline" else "document",
        )
        known = {name: str(id) for name, id in ids.items()}
        judged = [mark for node in self._finished(task) for mark in self._marks(node, text, known, _annotator(node))]
        tagged = [
            mark
            for prediction in task.items("predictions")
            for node in [prediction.as_object("a prediction")]
            for mark in self._marks(node, text, known, node.maybe_text("model_version") or "predictions")
        ]
        self.labels.setdefault(topic, {}).update({id: name for name, id in known.items()})
        self.labels[topic].update({mark.id: mark.label for mark in judged if mark.id not in self.labels[topic]})
        plain = [replace(mark, judge="") for mark in tagged if mark.layer not in JUDGED_LAYERS]
        guessed = tuple(mark for mark in tagged if mark.layer in JUDGED_LAYERS)
        self.texts.append(data.build(lambda: replace(text, marks=(*judged, *plain), predicted=guessed)))

    def _sentence(self, node: JsonNode) -> tuple[str, int, int]:
        id, start, end = node.as_parts("a sentence as [id, start, end]", "id", "start", "end")
        return id.read(str), start.read(int), end.read(int)

    def _finished(self, task: JsonObjectNode) -> Iterator[JsonObjectNode]:
        for key in ("annotations", "completions"):  # as older versions call them
            for node in task.items(key):
                annotation = node.as_object("an annotation")
                if annotation.truth("was_cancelled"):
                    self.left_out["skipped annotation"] += 1
                else:
                    yield annotation

    def _marks(
        self, annotation: JsonObjectNode, text: MarkedText, ids: Mapping[str, str], judge: str
    ) -> Iterator[Mark]:
        results = [node.as_object("a result") for node in annotation.items("result")]
        weights = {result.members.get("id"): result.at("value").as_object("a value").number("number")
                   for result in results if result.members.get("type") == "number"}  # fmt: skip
        groups = _groups(results)
        for result in results:
            kind = result.members.get("type")
            if kind not in ("labels", "number", "relation") and result.members.get("from_name") != "judge":
                self.left_out[f"result of the type {kind}"] += 1
            if kind != "labels":
                continue
            name, region = result.members.get("from_name"), str(result.members.get("id", ""))
            layer: Layer = next((layer for layer in LAYERS if layer == name), "event")
            value = result.at("value").as_object("a value")
            start, end = _span(value, text.text)
            if layer not in JUDGED_LAYERS:
                meta = result.members.get("meta")
                labelled = meta.get("text") if isinstance(meta, dict) else None
                id, type, label = labelled if isinstance(labelled, list) and len(labelled) == 3 else ("", "", "")
                yield Mark(layer, start, end, str(id), str(label), judge, type=str(type))
                continue
            for label in value.texts("labels"):
                v = weights.get(result.members.get("id"))
                yield Mark(layer, start, end, ids.get(label, label), label, judge, group=groups.get(region, ""), v=v)

    def _pair(self, task: JsonObjectNode, data: JsonObjectNode) -> ComparedPair:
        left, right = data.maybe_text("system1") or "first", data.maybe_text("system2") or "second"
        topic = data.maybe_text("topic") or f"task-{task.members.get('id', len(self.pairs) + 1)}"
        votes = [vote for annotation in self._finished(task) for vote in self._cast(annotation, topic, left, right)]
        texts = data.text("text1"), data.text("text2")
        return ComparedPair(topic, data.maybe_text("title") or "", left, right, texts, tuple(votes))

    def _cast(self, annotation: JsonObjectNode, topic: str, left: str, right: str) -> Iterator[Vote]:
        results = [node.as_object("a result") for node in annotation.items("result")]
        values = {str(result.members.get("from_name")): result.at("value").as_object("a value") for result in results
                  if result.has("value")}  # fmt: skip
        judge = _annotator(annotation)
        for name, value in values.items():
            criterion = name.removesuffix("-tie")
            if value.has("selected"):
                side = value.text("selected")
                if side not in _SIDES:
                    raise value.at("selected").fail("side-expected", side=quoted(side))
                winner: str | None = (left, right)[_SIDES.index(side)]
            elif name.endswith("-tie"):
                winner = None
            else:
                continue
            reason_value = values.get(f"{criterion}-reason")
            reason = reason_value.texts("text")[0] if reason_value and reason_value.texts("text") else ""
            yield Vote(left, right, winner, topic, judge, reason, criterion="" if criterion == _OVERALL else criterion)


def _annotator(annotation: JsonObjectNode) -> str:
    """Return the judge that our own export names, else whom Label Studio names; empty for a nameless ground truth."""
    for node in annotation.items("result"):
        result = node.as_object("a result")
        if result.members.get("from_name") == "judge" and result.has("value"):
            return " ".join(result.at("value").as_object("a value").texts("text"))
    by = annotation.members.get("completed_by")
    if isinstance(by, dict):
        by = by.get("username") or by.get("email") or by.get("id")
    if by is None:
        return "" if annotation.truth("ground_truth") else "annotator"
    return f"annotator-{by}" if isinstance(by, int) else str(by)


def _span(value: JsonObjectNode, text: str) -> tuple[int, int]:
    """Return a span in characters; older versions counted UTF-16 units, which the quoted words show."""
    start, end, quoted_text = value.whole("start"), value.whole("end"), value.maybe_text("text")
    if quoted_text is None or text[max(start, 0) : max(end, 0)] == quoted_text:
        return start, end
    wide = text.encode("utf-16-le")
    if wide[2 * start : 2 * end].decode("utf-16-le", "replace") == quoted_text:
        before = len(wide[: 2 * start].decode("utf-16-le", "replace"))
        return before, before + len(quoted_text)
    raise value.fail(
        "region-differs-from-text", start=start, end=end, text=quoted(text[start:end]), other_text=quoted(quoted_text)
    )


def _groups(results: Iterable[JsonObjectNode]) -> dict[str, str]:
    """Return the group of each region that a relation joins with another: the first region of it."""
    first: dict[str, str] = {}
    for result in results:
        if result.members.get("type") == "relation":
            a, b = (str(result.members.get(key)) for key in ("from_id", "to_id"))
            top, old = first.get(a, a), first.get(b, b)
            first |= dict.fromkeys([a, b, *(id for id, group in first.items() if group == old)], top)
    return first
