"""Documents that people upload, as topics: texts, articles, the summaries of a pyramid file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.articles import read_corpus
from cliometer.io.text_file import read_text
from cliometer.io.xml.tree import read_xml
from cliometer.model.annotation import Annotation, Sentence
from cliometer.model.documents import Article
from cliometer.model.pyramids import Pyramid
from cliometer.model.sources import Source
from cliometer.model.when import When
from cliometer.study.protocol.topics import Topic

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
