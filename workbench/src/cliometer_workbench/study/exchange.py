"""Judgements as marked texts, for other tools: of a release, of files of events and units, or of a running study."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from cliometer.errors import InputError, UsageError
from cliometer.grouping import by_key
from cliometer.io.archives import packed
from cliometer.io.sheets import Link
from cliometer.io.text_files import existing, files_below, read_text, refuse_existing, write_bytes_whole
from cliometer.io.votes import read_votes
from cliometer.model.judgements import Vote
from cliometer.model.notes import Note, as_note
from cliometer.model.nuggets import JudgedEvent
from cliometer.model.sources import Source
from cliometer.model.timeline import Timeline
from cliometer.model.units import EventGroup, UnitTopic
from cliometer.spelling import listed, many
from cliometer.study.agreement_survey import links_by_topic, read_corpus_material
from cliometer.study.study_plan import PLAN_FILE, PLANNED_TOPICS
from cliometer.study.topics import Topic, read_topics
from cliometer_workbench.formats.archives import read_archive, unpacked_files
from cliometer_workbench.formats.exchange import EXCHANGE_FORMATS, exchange_files
from cliometer_workbench.formats.markup import ComparedPair, DocumentMarkup, Mark, MarkedText, joined_markup
from cliometer_workbench.study.events import event_study
from cliometer_workbench.study.events.event_listing import EventBoard
from cliometer_workbench.study.events.story_sentences import SplittingSheet
from cliometer_workbench.study.preferences import preference_release
from cliometer_workbench.study.steps import EarlierWork, begun_work, shared_work, unused_id
from cliometer_workbench.study.units import unit_files
from cliometer_workbench.study.units.unit_board import UnitBoard
from cliometer_workbench.study.units.unit_matching import unit_label
from cliometer_workbench.study.units.unit_study import release_units, rematched_units, written_timelines

_PREFERENCES = (preference_release.TOPICS_FILE, preference_release.SHEETS_FILE, preference_release.ANSWERS_FILE)
VOTES_FILE = "votes.csv"
_MARKS = (preference_release.TOPICS_FILE, preference_release.MARKS_FILE, VOTES_FILE)
_EVENTS = (event_study.EVENTS_FILE, event_study.LINKS_FILE, event_study.TOPICS_FILE)
_WANTED = "a release of a study (a folder or its archive), or a file of content units or judged events"


def document_text(topic: str, source: Source, marks: Iterable[Mark] = ()) -> MarkedText:
    """Return a document with its sentences, mentions and times, and the marks of judges on it."""
    prefix = f"{source.id}/"
    tagged = [
        *(Mark("mention", mention.start, mention.end, id, type=mention.pos) for id, mention in source.mentions.items()),
        *(
            Mark("time", time.start, time.end, f"{prefix}{time.id or f't{n}'}", time.value, type=time.type)
            for n, time in enumerate(source.times, start=1)
        ),
    ]
    return MarkedText(
        topic,
        source.id,
        source.text,
        tuple(sorted((*marks, *tagged), key=lambda mark: (mark.start, mark.end, mark.layer, mark.judge, mark.id))),
        tuple((id.removeprefix(prefix), sentence.start, sentence.end) for id, sentence in source.sentences.items()),
        source.title,
        str(source.date or ""),
    )


def event_markup(
    topic: str, sources: Sequence[Source], events: Sequence[JudgedEvent] = (), links: Iterable[Link] = ()
) -> DocumentMarkup:
    """Return the stories of a topic with the links of each judge and, without a judge, the verified ones."""
    spans = {id: (source.id, sentence) for source in sources for id, sentence in source.sentences.items()}
    texts = {event.id: event.text for event in events}
    judged = [(part, event.id, "") for event in events for part in event.parts]
    judged += [(link.sentences, link.event, link.judge) for link in links]
    marks: dict[str, list[Mark]] = {source.id: [] for source in sources}
    for sentences, event, judge in judged:
        group = "+".join(sentences) if len(sentences) > 1 else ""
        for sentence in sentences:
            document, span = spans[sentence]
            marks[document].append(Mark("event", span.start, span.end, event, texts.get(event, ""), judge, group))
    documents = tuple(document_text(topic, source, marks[source.id]) for source in sources)
    return DocumentMarkup(documents, labels={topic: texts})


def unit_markup(
    topic: UnitTopic, timelines: Sequence[Timeline] = (), seconds: Mapping[str, UnitTopic] | None = None
) -> DocumentMarkup:
    """Return documents and writers' timelines with the links to units: the first matching without a judge.

    The names of `seconds` are those of their files, such as `rematch-bo`.
    """
    marks: dict[str, list[Mark]] = {source.id: [] for source in topic.sources}
    others = {name.partition("-")[2] or name: matching for name, matching in (seconds or {}).items()}
    for judge, matched in {"": topic, **others}.items():
        for unit in matched.units:
            for id, v, group in _leaves(unit.group) if unit.group else ():
                document = matched.marks.document_of[id]
                span = matched.marks.sentences.get(id) or matched.marks.mentions[id]
                if document in marks:
                    mark = Mark("unit", span.start, span.end, unit.id, unit_label(unit), judge, group, v)
                    marks[document].append(mark)
    documents = [document_text(topic.id, source, marks[source.id]) for source in topic.sources]
    nested = [unit.id for unit in topic.units if unit.group and unit.group.depth > 1]
    which = f"of {many(len(nested), 'unit')} ({listed(nested, 5)})"
    notes = [Note.of("groups-not-exchanged", topic=topic.id, links=which)] * bool(nested)
    labels = {unit.id: unit_label(unit) for unit in topic.units}
    try:
        written = unit_files.WriterLines(topic.units, timelines)
    except InputError as reason:
        notes.append(Note.of("timelines-left-out", topic=topic.id, why=reason))
        written = unit_files.WriterLines((), timelines)
    documents += _timeline_texts(topic.id, written, labels, {source.id for source in topic.sources})
    return DocumentMarkup(tuple(documents), labels={topic.id: labels}, notes=tuple(notes))


def running_events(topic: Topic, works: EarlierWork) -> DocumentMarkup:
    """Return a topic of a study of events as far as it has come; links are verified where somebody did so."""
    sources = shared_work(works, "split", SplittingSheet).sources if "split" in works else topic.sources
    board = begun_work(works, "merge", EventBoard)
    if not board or not board.events:
        return event_markup(topic.id, sources)
    made = tuple(JudgedEvent(event.id, event.text) for event in board.events)
    events = event_study.verified_topic(topic.id, works).events if "verify" in works else made
    return event_markup(topic.id, sources, events, event_study.link_rows(works))


def running_units(topic: Topic, works: EarlierWork) -> DocumentMarkup:
    """Return a topic of a study of units as far as it has come."""
    written, board = written_timelines(works), begun_work(works, UnitBoard.step, UnitBoard)
    if board and board.content:
        return unit_markup(release_units(topic.id, works), written, rematched_units(topic.id, works))
    documents = [document_text(topic.id, source) for source in topic.sources]
    documents += _timeline_texts(
        topic.id, unit_files.WriterLines((), written), {}, {source.id for source in topic.sources}
    )
    return DocumentMarkup(tuple(documents))


def _leaves(group: EventGroup, name: str = "") -> Iterator[tuple[str, float, str]]:
    for number, member in enumerate(group.members, start=1):
        if isinstance(member.of, str):
            yield member.of, float(member.v), name
        else:
            yield from _leaves(member.of, member.of.id or f"{name}g{number}")


def _timeline_texts(
    topic: str, written: unit_files.WriterLines, labels: Mapping[str, str], taken: Collection[str]
) -> Iterator[MarkedText]:
    """Return what each writer wrote, a line for each event, with the parts that belong to units."""
    for writer, lines in written.by_writer.items():
        text, marks, sentences = "", list[Mark](), list[tuple[str, int, int]]()
        for number, line in enumerate(lines, start=1):
            wording = " ".join(line.text.split())
            start = len(text) + len(str(line.date)) + 1
            sentences.append((f"l{number}", len(text), start + len(wording)))
            text += f"{line.date} {wording}\n"
            for unit, parts in written.parts.items():
                if line.id in parts:
                    kept = " ".join((parts[line.id].text or wording).split())
                    place = wording.find(kept)
                    first = start + max(place, 0)
                    end = first + len(kept if place >= 0 else wording)
                    marks.append(Mark("unit", start=first, end=end, id=unit, label=labels[unit]))
        name = unused_id(f"{topic}/timeline-{writer}", taken)
        yield MarkedText(topic, name, text, tuple(marks), tuple(sentences), writer, kind="timeline")


def preference_markup(topics: Iterable[Topic], votes: Iterable[Vote]) -> DocumentMarkup:
    """Return each pair as it was shown, with the votes on it; the same two the other way round are another pair."""
    by_id = {topic.id: topic for topic in topics}
    pairs = by_key(((vote.topic, vote.left, vote.right), vote) for vote in votes)
    compared = [
        ComparedPair(
            topic, by_id[topic].title, left, right,
            (by_id[topic].summaries.get(left, ""), by_id[topic].summaries.get(right, "")), tuple(cast),
        )
        for (topic, left, right), cast in pairs.items()
    ]  # fmt: skip
    return DocumentMarkup(pairs=tuple(compared))


def coded_markup(markup: DocumentMarkup, names: Mapping[str, str]) -> DocumentMarkup:
    """Return the markup with other names of judges and writers, where there are any."""

    def named(text: MarkedText) -> MarkedText:
        marks = tuple(replace(mark, judge=names.get(mark.judge, mark.judge)) for mark in text.marks)
        if text.kind == "document":
            return replace(text, marks=marks)
        writer = names.get(text.title, text.title)
        return replace(text, marks=marks, title=writer, id=f"{text.id.removesuffix(text.title)}{writer}")

    pairs = [
        replace(pair, votes=tuple(replace(vote, judge=names.get(vote.judge, vote.judge)) for vote in pair.votes))
        for pair in markup.pairs
    ]
    return replace(markup, texts=tuple(map(named, markup.texts)), pairs=tuple(pairs))


def read_markup(path: Path) -> DocumentMarkup:
    """Read a release, a folder or its archive, or a file of content units or judged events."""
    if not (existing(path).is_file() and path.suffix.casefold() == ".zip"):
        return _folder_markup(path, path)
    archive = read_archive(path)
    refuse_plan(archive.files, path)
    markup = release_markup(archive.files, path)
    return replace(markup, notes=(*archive.notes, *markup.notes))


def refuse_plan(names: Collection[str], named: Path) -> None:
    """Refuse a plan of a study, which holds no judgements yet."""
    if {PLAN_FILE, PLANNED_TOPICS} <= {*names}:
        raise InputError("exchange-of-plan", named)


def release_markup(files: Mapping[str, bytes], named: Path) -> DocumentMarkup:
    """Read the files of a release by their names; `named` is what messages call it."""
    with unpacked_files(files, named) as folder:
        markup = _folder_markup(folder, named)
    return replace(markup, notes=tuple(as_note(note).beneath(folder) for note in markup.notes))


def _folder_markup(path: Path, named: Path) -> DocumentMarkup:
    files = files_below(path) if path.is_dir() else [path]
    names = {file.name for file in files}
    refuse_plan(names, named)
    if {*_PREFERENCES} <= names:
        package = preference_release.unpack_study({name: read_text(path / name) for name in _PREFERENCES})
        return preference_markup(package.topics, package.release.votes)
    if {*_MARKS} <= names:  # marks are no choices between two, but votes follow from them
        table = read_text(path / VOTES_FILE)
        polls = read_votes(path / VOTES_FILE) if len(table.splitlines()) > 1 else ()
        votes = [vote for poll in polls for vote in poll.votes]
        return preference_markup(read_topics(read_text(path / preference_release.TOPICS_FILE)), votes)
    documents = [file for file in files if file.suffix.casefold() == ".json"]
    if not documents:
        raise InputError("exchange-nothing", named, wanted=_WANTED)
    if (path / unit_files.UNITS_FOLDER).is_dir():  # a release holds other folders, on its people and guidelines, too
        folders = (unit_files.UNITS_FOLDER, unit_files.SECOND_FOLDER, unit_files.TIMELINES_FOLDER)
        read = unit_files.read_unit_release([file for file in documents if file.relative_to(path).parts[0] in folders])
        parts = [
            unit_markup(topic, read.timelines.get(topic.id, ()), read.seconds.get(topic.id))
            for topic in read.gold.units
        ]
        return joined_markup([*parts, DocumentMarkup(notes=read.gold.notes)])
    if (path / event_study.EVENTS_FILE).is_file():
        files = [path / name for name in _EVENTS if (path / name).is_file()]
    material = read_corpus_material(files)
    links = links_by_topic(material.events, material.sheets)
    parts = [event_markup(topic.id, topic.sources, topic.events, links[topic.id]) for topic in material.events]
    parts += [unit_markup(topic) for topic in material.units]
    return joined_markup([*parts, DocumentMarkup(notes=material.notes)])


def convert_judgements(
    source: str | PathLike[str], output: str | PathLike[str] | None, to: str | None, force: bool = False
) -> tuple[str, ...]:
    """Write judgements in a format of another tool, to a folder or to an archive; return notes on what was left out."""
    if existing(Path(source)).suffix.casefold() == ".zip":
        refuse_plan(read_archive(Path(source)).files, Path(source))
    if to is None:
        wanted = f"for a release of a study one of {listed(EXCHANGE_FORMATS, last=' or ')}"
        raise UsageError("exchange-format-missing", source=source, wanted=wanted)
    if output is None:
        raise UsageError("exchange-target-single", to=to)
    target, markup = Path(output), read_markup(Path(source))
    files = exchange_files(markup, to)
    if target.suffix.casefold() == ".zip":
        write_bytes_whole(target, packed(files), force)
        return markup.notes
    for name in files:
        if (target / name).exists():
            refuse_existing(target / name, force)
    for name, text in files.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        write_bytes_whole(target / name, text.encode(), force)
    return markup.notes
