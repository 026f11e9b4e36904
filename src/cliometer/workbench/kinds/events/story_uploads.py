"""Uploads and settings of a study of events: stories as texts or articles, a release, the demo."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django import forms

import cliometer
from cliometer.errors import InputError, Refused
from cliometer.io.lines import quoted
from cliometer.io.sources import read_corpus
from cliometer.io.text_files import read_text
from cliometer.model.documents import Article
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.model.when import When
from cliometer.study.agreement_survey import read_corpus_material
from cliometer.study.events.event_study import EVENTS, reopen_event_files
from cliometer.study.events.event_verification import PREACCEPT
from cliometer.study.events.story_sentences import start_splitting, with_sentences
from cliometer.study.journal import Action
from cliometer.study.steps import Desk, ReopenedTopic, Topic
from cliometer.workbench.kinds.base import ImportBatch, Sample, refuse_endless, refuse_large

PARTS = "parts"
_HOURS, _PART = "hours of", "part of"  # with the id of a topic that came with them


class EventSettingsForm(forms.Form):
    """How links are verified, and which part of the corpus a topic belongs to."""

    preaccept = forms.BooleanField(
        required=False,
        initial=True,
        label="Accept what all judges linked from the start",
        help_text="The verifier then decides on disagreements alone, and can still reject the rest.",
    )
    parts = forms.CharField(
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        label="Parts of the corpus",
        help_text="A topic and its part in each line, such as: berlin-wall training. Table 3 adds them up.",
    )

    def clean_parts(self) -> str:
        """Each line must name a topic and a part."""
        text: str = self.cleaned_data["parts"]
        for number, line in enumerate(text.splitlines(), start=1):
            if len(line.split()) == 1:
                raise forms.ValidationError(
                    f"line {number}: expected a topic and its part, found {quoted(line.strip())}"
                )
        return text


def default_event_settings() -> dict[str, Any]:
    """The settings of a study whose owner chose nothing."""
    return {PREACCEPT: True, PARTS: ""}


def facts_as_settings(topic: str, part: str, hours: float | None) -> dict[str, Any]:
    """What a release told of a topic; a key for each topic, so that imports add up."""
    found: dict[str, Any] = {f"{_PART} {topic}": part} if part else {}
    return found | ({} if hours is None else {f"{_HOURS} {topic}": hours})


def part_of(settings: Mapping[str, Any], topic: str) -> str:
    """The part of a topic, as the owner wrote it or else as it was imported."""
    for line in str(settings.get(PARTS, "")).splitlines():
        name, _, part = line.strip().rpartition(" ")
        if name.strip() == topic:
            return part
    return str(settings.get(f"{_PART} {topic}", ""))


def hours_elsewhere(settings: Mapping[str, Any], topic: str) -> float | None:
    """Hours that people had spent on a topic before it was imported."""
    hours = settings.get(f"{_HOURS} {topic}")
    return float(hours) if isinstance(hours, int | float) else None


UPLOADS = (
    "Stories as .txt (a zip archive, or a folder in one, is a topic), articles as <topic>.jsonl, "
    "or a release: events as .json with the sheets of links and topics as .csv."
)
_LOOSE = "cliometer-upload-"  # how the folder begins that uploads are put in: its name is nobody's topic
_TEXTS, _ARTICLES, _RELEASES = (".txt", ".text"), (".jsonl",), (".json", ".csv", ".tsv")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def read(paths: Sequence[Path]) -> ImportBatch:
    """Topics with sentences; a release brings its work along, and must come by itself."""
    texts, articles, releases, others = _sorted_out(paths)
    if releases and (texts or articles):
        raise InputError("is no story; give stories and releases in separate goes", releases[0])
    if releases:
        found = _released(releases)
    else:
        told: list[str] = []
        topics = [*_of_texts(texts, told), *_of_articles(articles, told)]
        refuse_endless(topics)
        found = ImportBatch(tuple(with_sentences(topic) for topic in topics), tuple(told))
    refuse_large(found.topics)
    _check(found.topics)
    left_out = tuple(f"{path}: left out, it is no story and no part of a release" for path in others)
    return ImportBatch(found.topics, (*found.notes, *left_out), found.actions, found.settled, found.settings)


def _sorted_out(paths: Sequence[Path]) -> tuple[list[Path], ...]:
    """Texts, articles, releases, and what is none of them."""
    found: tuple[list[Path], ...] = ([], [], [], [])
    for path in sorted(paths):
        endings = (_TEXTS, _ARTICLES, _RELEASES)
        kind = next((n for n, ends in enumerate(endings) if path.name.casefold().endswith(ends)), 3)
        found[kind].append(path)
    return found


def _of_texts(files: Iterable[Path], told: list[str]) -> list[Topic]:
    """Each folder a topic; texts that came without one are a topic under the name of the first."""
    folders: dict[Path, list[Path]] = {}
    for file in files:
        folders.setdefault(file.parent, []).append(file)
    return [_of_folder(folder, mine, told) for folder, mine in folders.items()]


def _of_folder(folder: Path, files: Sequence[Path], told: list[str]) -> Topic:
    name = folder.name
    if name.startswith(_LOOSE):
        name = files[0].stem
        if len(files) > 1:
            told.append(
                f"{len(files)} texts make the topic {name}, named after the first; "
                "put them in a folder of a zip archive to name it yourself"
            )
    return Topic(name, sources=tuple(_story(name, file) for file in files))


def _story(topic: str, file: Path) -> Source:
    """A text; a date at the start of its file name is its day."""
    text = read_text(file).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise InputError("is empty; leave it out", file)
    return Source(f"{topic}/{file.stem}", Annotation(text), _day(file))


def _day(file: Path) -> When | None:
    found = _DAY.match(file.name)
    try:
        return When.of(found[0]) if found else None
    except InputError:
        return None


def _of_articles(files: Iterable[Path], told: list[str]) -> list[Topic]:
    topics: list[Topic] = []
    for file in files:
        corpus, notes = read_corpus(file)
        told += notes
        topics += [
            Topic(name, sources=tuple(_of_article(name, article) for article in articles))
            for name, articles in corpus.items()
            if articles
        ]
    return topics


def _of_article(topic: str, article: Article) -> Source:
    """The sentences as they were cut; ids tell the topic, since a sheet of links names sentences alone."""
    text, sentences = "", []
    for number, sentence in enumerate(article.sentences, start=1):
        start = len(text) + bool(text)
        text = f"{text} {sentence}" if text else sentence
        sentences.append(Sentence(f"s{number}", start, len(text), sentence))
    id = article.id if article.id.startswith(f"{topic}/") else f"{topic}/{article.id}"
    return Source(id, Annotation(text, tuple(sentences)), article.date, article.title)


def _released(files: Sequence[Path]) -> ImportBatch:
    """Topics with judged events are done; documents with content units are stories yet to be judged."""
    material = read_corpus_material(files)
    units = [topic for topic in material.units if topic.sources]
    if units and material.events:
        raise InputError(f"holds content units ({units[0].id}); give them apart from judged events", files[0])
    if material.events:
        return _done(reopen_event_files(files), material.notes)
    if not units:
        raise InputError("holds no topic with documents; expected judged events in JSON", files[0])
    told = [f"topic {topic.id}: its documents are stories here, its units left aside" for topic in units]
    found = (with_sentences(Topic(topic.id, sources=topic.sources)) for topic in units)
    return ImportBatch(tuple(found), (*material.notes, *told))


def _done(opened: Sequence[ReopenedTopic], notes: tuple[str, ...]) -> ImportBatch:
    actions: dict[tuple[str, str, str], Sequence[Action]] = {}
    settings: dict[str, Any] = {}
    for one in opened:
        actions |= {(one.topic.id, step, judge): journal for (step, judge), journal in one.journals.items()}
        settings |= facts_as_settings(one.topic.id, one.facts.part, one.facts.hours)
    steps = frozenset(step.name for step in EVENTS.steps)
    return ImportBatch(tuple(one.topic for one in opened), notes, actions, steps, settings)


def _check(topics: Sequence[Topic]) -> None:
    """What a later step would refuse is refused now: stories without words, ids that sheets cannot hold."""
    seen: dict[str, str] = {}
    for topic in topics:
        try:
            unsettled = start_splitting(Desk((topic,))).unsettled
        except Refused as reason:
            raise InputError(f"topic {topic.id}: {reason}") from None
        if unsettled:
            raise InputError(f"topic {topic.id}: {unsettled[0]}")
        for source in topic.sources:
            if source.id in seen:
                raise InputError(
                    f"the topics {seen[source.id]} and {topic.id} both have a story {source.id}; rename one"
                )
            seen[source.id] = topic.id


_INSTRUCTIONS = """\
Read the stories in their order. List the events that somebody who followed the news should know: what \
happened, in a few words, one event a line. Leave out opinions and background.
Later you link every sentence that mentions an event of the common list, also where it says nothing new."""


def demo() -> Sample:
    """One topic of fifteen short stories; whoever begins it owns it and judges alone."""
    folder = Path(cliometer.__file__).parent / "demo" / "articles"
    return Sample(
        "Demo: the fall of the Berlin Wall",
        _INSTRUCTIONS,
        read([folder / "berlin-wall.jsonl"]),
        default_event_settings(),
    )
