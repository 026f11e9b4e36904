"""Uploads and settings of a study of units: documents, summaries of pyramid files, a release, the demo."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from django import forms

import cliometer
from cliometer.errors import InputError
from cliometer.io.folders import read_references
from cliometer.io.sources import read_corpus
from cliometer.io.text_files import read_text
from cliometer.io.xml import read_xml
from cliometer.model.documents import Article
from cliometer.model.pyramids import Pyramid
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.model.timeline import Timeline
from cliometer.model.when import When
from cliometer.study.journal import Action, number_actions
from cliometer.study.steps import Topic
from cliometer.study.units.unit_links import annotate_topic
from cliometer.study.units.unit_timelines import UnitSettings, WriterSheet
from cliometer.workbench.kinds.base import ImportBatch, Sample, refuse_endless, refuse_large
from cliometer.workbench.kinds.units.unit_releases import of_releases

_USUAL = UnitSettings()


class UnitSettingsForm(forms.Form):
    """The settings of `study.protocol.units`, with its defaults."""

    length = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=1000,
        label="Lines of a timeline, at most",
        help_text="For topics whose files do not say. Empty: as many as a writer likes.",
    )
    draft = forms.BooleanField(
        required=False,
        initial=True,
        label="Begin without units, with suggestions",
        help_text="Else every line is a unit of its own at first, and units are joined.",
    )
    conflicts = forms.ChoiceField(
        choices=[("remark", "are pointed out"), ("refuse", "are refused")],
        initial=_USUAL.conflicts,
        label="Lines of one unit whose dates exclude each other",
        help_text="1997 and 1997-06 do not; 1997 and 1998 do.",
    )
    sample = forms.IntegerField(
        min_value=1,
        max_value=10_000,
        initial=_USUAL.sample,
        label="Units that a second person matches again",
        help_text="Drawn from each topic; all of them where there are fewer.",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        initial=_USUAL.seed,
        label="Seed of that draw",
        help_text="The same seed draws the same units.",
    )


def default_unit_settings() -> dict[str, Any]:
    """The settings of a study whose owner chose nothing."""
    return {name: field.initial for name, field in UnitSettingsForm.base_fields.items()}


LOOSE = "cliometer-upload-"  # how the folder begins that uploads are put in: its name is nobody's topic
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def of_texts(files: Iterable[Path]) -> Iterator[Topic]:
    """Each folder is a topic, and so is each text that came without one."""
    folders: dict[tuple[Path, str], list[Path]] = {}
    for file in files:
        alone = file.stem if file.parent.name.startswith(LOOSE) else ""
        folders.setdefault((file.parent, alone), []).append(file)
    for (folder, alone), own in folders.items():
        yield Topic(alone or folder.name, sources=tuple(_text(file) for file in own))


def of_articles(files: Iterable[Path], told: list[str]) -> Iterator[Topic]:
    """A topic of each file, its articles as documents."""
    for file in files:
        corpus, notes = read_corpus(file)
        told += notes
        for name, articles in corpus.items():
            if articles:
                yield Topic(name, sources=tuple(_article(article) for article in articles))


def of_pyramids(files: Iterable[Path], told: list[str]) -> Iterator[Topic]:
    """The model summaries as documents: the units of a pyramid have no dates that lines could have."""
    for file in files:
        told.append(f"{file}: its summaries are documents here; its units have no dates, and were left aside")
        yield Topic(file.stem, sources=tuple(_summaries(file)))


def _text(file: Path) -> Source:
    """A text; a date at the start of its file name is its day."""
    text = read_text(file).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise InputError("is empty; leave it out", file)
    return Source(file.stem, Annotation(text), _day(file))


def _day(file: Path) -> When | None:
    found = _DAY.match(file.name)
    try:
        return When.of(found[0]) if found else None
    except InputError:
        return None


def _article(article: Article) -> Source:
    """The sentences as they were cut."""
    text, sentences = "", []
    for number, sentence in enumerate(article.sentences, start=1):
        start = len(text) + bool(text)
        text = f"{text} {sentence}" if text else sentence
        sentences.append(Sentence(f"s{number}", start, len(text), sentence))
    return Source(article.id, Annotation(text, tuple(sentences)), article.date, article.title)


def _summaries(file: Path) -> Iterator[Source]:
    """Cut at the usual headers; what the file itself calls a header is a pattern, and those can be traps."""
    whole = Pyramid(_pyramid_lines(file), ())
    starts = whole.headers or ((0, 0),)
    ends = [*(start for start, _ in starts[1:]), len(whole.text)]
    found = [
        (whole.text[a:b].strip("-\n\t "), whole.text[b:c].strip())
        for (a, b), c in zip(starts, ends, strict=True)
    ]
    if not any(text for _, text in found):
        raise InputError("holds no summary; expected a pyramid with the text of its models", file)
    for number, (name, text) in enumerate(found, start=1):
        if text:
            yield Source(name or str(number), Annotation(text))


def _pyramid_lines(file: Path) -> tuple[str, ...]:
    """The lines of its text."""
    root = read_xml(file).root
    pyramid = next((one for one in root.walk() if one.tag == "pyramid"), None)
    texts = pyramid.elements("text") if pyramid else ()
    return tuple(line.text for text in texts[:1] for line in text.elements("line"))


UPLOADS = (
    "documents as .txt (each a topic; a zip archive, or a folder in one, is a topic of several), articles as "
    "<topic>.jsonl, the summaries of a pyramid as .pyr, or units as .json: documents in that format, or a "
    "release with its folders second and timelines"
)
_ENDINGS = {
    "texts": (".txt", ".text"),
    "articles": (".jsonl",),
    "pyramids": (".pyr",),
    "releases": (".json",),
}


def read(paths: Sequence[Path]) -> ImportBatch:
    """Topics with sentences, times and mentions of events; a release brings its work along."""
    files = {kind: [path for path in sorted(paths) if _ends(path, kind)] for kind in _ENDINGS}
    told = [
        f"{path}: left out; expected {UPLOADS}" for path in paths if not any(_ends(path, k) for k in files)
    ]
    topics = [
        *of_texts(files["texts"]),
        *of_articles(files["articles"], told),
        *of_pyramids(files["pyramids"], told),
    ]
    done = of_releases(files["releases"]) if files["releases"] else ImportBatch(())
    if done.actions and topics:
        raise InputError(
            "holds finished work; give documents and releases in separate goes", files["releases"][0]
        )
    refuse_endless((*topics, *done.topics))
    found = tuple(_ready(topic) for topic in (*topics, *done.topics))
    refuse_large(found)
    _refuse_twice(found)
    return ImportBatch(found, (*done.notes, *told), done.actions, done.settled, done.settings)


def _ends(path: Path, kind: str) -> bool:
    return path.name.casefold().endswith(_ENDINGS[kind])


def _ready(topic: Topic) -> Topic:
    """What nobody could read, or link to, is refused now."""
    if not any(source.text.strip() for source in topic.sources):
        raise InputError(
            f"topic {topic.id}: its documents have no text; nobody could write a timeline of them"
        )
    whole = annotate_topic(topic)
    if not whole.marks.sentences:
        raise InputError(f"topic {topic.id}: no sentence was found in its documents")
    return whole


def _refuse_twice(topics: Iterable[Topic]) -> None:
    seen: set[str] = set()
    for topic in topics:
        if topic.id in seen:
            raise InputError(f"two of the files hold a topic {topic.id}; rename one, or give one at a time")
        seen.add(topic.id)


TOPIC = "apollo-13"
_INSTRUCTIONS = """\
Three writers have made timelines of the flight of Apollo 13. Build units of their lines: what several \
writers say alike is one unit, and counts for as many writers as have it. Keep to the main event of each line.
Then match each unit to the documents: find all that says it, and say how much of the unit each mention \
covers. Where several are needed together, give each its share; where any of them will do, make a group."""


def demo() -> Sample:
    """One topic; whoever begins it builds and matches alone."""
    folder = Path(cliometer.__file__).parent / "demo"
    documents = read([folder / "articles" / f"{TOPIC}.jsonl"])
    written = read_references(folder / "references")[0][TOPIC]
    actions = {(TOPIC, WriterSheet.step, one.name): _lines(one) for one in written}
    work = ImportBatch(documents.topics, documents.notes, actions, frozenset({WriterSheet.step}))
    return Sample(
        "Demo: the units of Apollo 13",
        _INSTRUCTIONS,
        work,
        {**default_unit_settings(), "length": 22, "sample": 5},
    )


def _lines(timeline: Timeline) -> Sequence[Action]:
    said = [(str(date), text) for date, sentences in timeline.items() for text in sentences]
    return number_actions(timeline.name, [("add", {"date": date, "text": text}) for date, text in said])
