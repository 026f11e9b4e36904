"""A report assembled from result files or from runs and gold, and written in the form of its ending."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.gates import with_names
from cliometer.engine.compare.system_comparison import compare_in
from cliometer.engine.evaluation import Evaluation
from cliometer.engine.results import Results
from cliometer.engine.score_shards import ScoreShards, is_shards
from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.io.text_files import read_text, refuse_existing, unpacked, write_bytes_whole, write_whole
from cliometer.model.display import Progress
from cliometer.reporting.chapters import HOMES, kind_of, result_section
from cliometer.reporting.chapters.base import FigureNames, Result, records_table
from cliometer.reporting.chapters.comparison import comparison_section
from cliometer.reporting.chapters.event_order import reading_sections
from cliometer.reporting.chapters.fact_days import fact_section
from cliometer.reporting.chapters.gold_sections import event_section, nugget_section, unit_section
from cliometer.reporting.chapters.scores import scores_section
from cliometer.reporting.document import MADE_BY, Block, Document, Notes, Paragraph, Section, Timelines
from cliometer.reporting.render.text_forms import latex, markdown
from cliometer.reporting.render.web import Form, charts_or_tables, pictures, web_page
from cliometer.reporting.timeline_view.view_data import drawable, folded, topic_view
from cliometer.spelling import task_noun
from cliometer.study.releases import read_release

if TYPE_CHECKING:
    from cliometer.engine.leaderboard import Leaderboard

_RESULTS_OF_EXPERIMENT = "results.json"


def results_document(paths: Sequence[Path], title: str | None = None) -> Document:
    """Return a report of one or several results, in their order."""
    names = FigureNames()
    sections = [_result_of(path, names) for path in paths]
    if len(sections) == 1:  # the only chapter need not be a heading of its own: its parts are
        (only,) = sections
        first = [Section("Overview", only.blocks)] if only.blocks else []
        return Document(title or f"{only.title}: {unpacked(paths[0]).stem}", [*first, *only.sections])
    named = [
        Section(f"{section.title}: {unpacked(path).stem}", section.blocks, section.sections)
        for section, path in zip(sections, paths, strict=True)
    ]
    return Document(title or "Report", named)


def _result_of(path: Path, names: FigureNames) -> Section:
    """Return the chapter of a file, of the release of a study, or of a folder of scores."""
    release = read_release(path)
    if release is not None:
        return result_section(release, names)
    if is_shards(path):
        return scores_section(ScoreShards.read(path).results(), names)
    return section_of(read_result(path), path, names)


def section_of(document: Result, path: Path, names: FigureNames) -> Section:
    """Return the chapter of a result; InputError where the document is none, or lacks members of its kind."""
    kind = kind_of(document, path)
    if kind is None:
        raise InputError("result-not-reportable", path, known=", ".join(HOMES))
    try:
        return kind.chapter(document, names)
    except (CliometerError, LookupError, TypeError, AttributeError, ValueError) as error:
        raise InputError(
            "result-damaged", path, kind=kind.name, fault=type(error).__name__, reason=str(error)
        ) from error


_MOST_DIGITS = 300  # of a whole number; larger ones are no floats


def read_result(path: Path) -> dict[str, Any]:
    """Return the JSON document of a file, of standard input, or of the folder of an experiment."""
    file = path / _RESULTS_OF_EXPERIMENT if path.is_dir() else path
    if path.is_dir() and not file.is_file():
        raise UsageError("folder-not-reportable", path=path, results_of_experiment=_RESULTS_OF_EXPERIMENT)
    text = read_text(file)
    if not text.strip():
        raise InputError("result-file-empty", file)
    try:
        document = json.loads(text, parse_constant=_finite, parse_float=_finite, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise InputError("result-not-json", file, error.lineno, reason=error.msg) from None
    except OverflowError as error:
        raise InputError("result-number-too-large", file, reason=str(error)) from None
    except RecursionError:
        raise InputError("result-too-deep", file) from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise InputError("result-digits-too-many", file) from None
    if not isinstance(document, dict) or "cliometer" not in document:
        raise InputError("result-not-recognised", file)
    return document


def _whole(text: str) -> int:
    """Return a whole number, which must not be larger than any that can be shown."""
    value = int(text)  # which refuses thousands of digits by itself
    if len(text) > _MOST_DIGITS:
        raise OverflowError(f"{text[:9]}... is no number")
    return value


def _finite(text: str) -> float:
    """Return a number; refuse NaN, Infinity and numbers too large for a float, which Python's JSON reader allows."""
    if not math.isfinite(number := float(text)):
        raise OverflowError(f"{text} is no number")
    return number


Shown = Callable[[Evaluation, Sequence[str], FigureNames], Section]
_SECTIONS: dict[str, Shown] = {
    "units": unit_section,
    "events": event_section,
    "nuggets": nugget_section,
    "facts": fact_section,
}
MOST = 20  # topics with pictures of their own


def gold_sections(evaluation: Evaluation, results: Results, names: FigureNames, most: int = MOST) -> Iterator[Section]:
    """Yield the section of units, events, nuggets or facts: pictures of the first topics, and the names of the rest."""
    make = _SECTIONS.get(evaluation.evidence)
    if make is None:
        return
    shown, rest = results.topics[:most], results.topics[most:]
    section = make(evaluation, shown, names)
    left = [Notes([f"scored, but without pictures of their own: {', '.join(rest)}"])] if rest else []
    yield Section(section.title, [*section.blocks, *left], section.sections)


_MOST_METRICS = 2  # an alignment each; the first is shown, the other one can be chosen


def timeline_section(evaluation: Evaluation, results: Results, most: int) -> Section:
    """Return the aligned views of the first topics; topics beyond `most`, and further metrics, are named."""
    metrics = [m for m, closed in zip(evaluation.metrics, evaluation.closed, strict=True) if drawable(closed)]
    if not metrics:
        return Section("Timelines", [Paragraph("No metric of this report pairs dates, so no alignment is shown.")])
    # The field's own metric first, then those that pair dates, since their links say most.
    metrics.sort(key=lambda metric: folded(metric) or metric.text is None)
    metrics.sort(key=lambda metric: not str(metric).startswith("align+m1"))
    names, views = [*map(str, metrics)], []
    for topic in results.topics[:most]:
        systems = {name: runs[topic] for name, runs in evaluation.systems.items() if topic in runs}
        views.append(topic_view(topic, evaluation.gold[topic], systems, names[:_MOST_METRICS], evaluation.preset))
    left = [
        f"These {what} are scored but not aligned here: {', '.join(rest)}. {remedy}."
        for what, rest, remedy in (
            (f"{task_noun(results.topics)}s", results.topics[most:], "--topics shows more of them"),
            ("metrics", names[_MOST_METRICS:], "-m chooses others"),
        )
        if rest
    ]
    blocks: list[Block] = [Timelines(views)] if views else []
    return Section("Timelines", [*blocks, Notes(left)] if left else blocks)


def runs_document(
    evaluation: Evaluation,
    design: Design,
    paths: Sequence[Path] = (),
    notes: Sequence[str] = (),
    title: str | None = None,
    topics_shown: int = 40,
    progress: Progress | None = None,
) -> Document:
    """Score, compare and show runs; `paths`, where there are any, name a baseline, and `notes` are those of reading.

    Topics beyond `topics_shown` are named, without their texts.
    """
    if design.baseline is not None:
        design, _ = with_names(design, (), evaluation.systems, paths)
    scores = evaluation.run(progress)
    results = scores.noted(notes)
    names = FigureNames()
    if evaluation.evidence == "references":
        shown = [timeline_section(evaluation, results, topics_shown)]
        shown += reading_sections(evaluation, results.topics[:topics_shown], names)
    else:
        shown = list(gold_sections(evaluation, results, names, topics_shown))
    competing = [system for system in results.systems if system not in evaluation.oracles]  # the others are bounds
    scored = scores_section(results.only(competing or results.systems), names, compared=True)
    systems, topics = (
        ", ".join(listed) if len(listed) <= 3 else counted
        for listed, counted in ((results.systems, f"{len(results.systems)} systems"), (results.topics, results.counted))
    )
    title = title or f"{systems} on {topics}"
    if len(results.systems) == 1 or not competing:  # nothing to compare: what was paired says more than the scores
        plain = replace(scored, sections=()) if len(results.topics) == 1 else scored
        return Document(title, [*shown, plain], results.notes)
    try:
        compared = comparison_section(compare_in(evaluation, design, results=scores), names)
    except InputError as error:  # one topic, or all systems alike; wrong usage is reported as such
        compared = Section("Comparison", [Paragraph(f"Systems were not compared: {error}.")])
    return Document(title, [compared, scored, *shown], results.notes)


FORMS = (".html", ".md", ".tex")
_STRANGE = re.compile(r"[^\w.-]+")  # in a name that LaTeX and Markdown must find
_ANY_VERSION = MADE_BY.rpartition(" ")[0].encode()


def publish(document: Document, path: Path, force: bool = False) -> list[Path]:
    """Write a report and its figures, and return the paths of all files, the report last."""
    refuse_place(path, force)
    force = force or is_ours(path)
    if path.suffix.lower() == ".html":
        write_whole(path, web_page(document), force)
        return [path]
    folder = path.with_name(f"{_STRANGE.sub('-', path.stem)}-figures")
    markdown_wanted = path.suffix.lower() == ".md"
    drawn = write_pictures(document, folder, "svg" if markdown_wanted else "pdf", force)
    text = markdown(document, folder.name) if markdown_wanted else latex(document, folder.name)
    write_whole(path, text, force)
    return [*drawn, path]


def write_pictures(document: Document, folder: Path, form: Form, force: bool = False) -> list[Path]:
    """Write every picture into a folder, which is made where it is missing, and return the paths."""
    made = list(pictures(document, form))
    try:
        if made:
            folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError("folder-not-made", folder, reason=error.strerror) from None
    for name, _ in made:
        refuse_existing(folder / name, force)
    for name, content in made:
        write_bytes_whole(folder / name, content, force)
    return [folder / name for name, _ in made]


BOARD = "leaderboard.html"
BOARD_TABLES = ("leaderboard", "topics", "faults")


def expect_board(folder: Path, force: bool = False) -> bool:
    """Return whether files may be replaced: the folder holds a leaderboard; refuse before the work what may not be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("folder-not-made", folder, reason=error.strerror) from None
    force = force or is_ours(folder / BOARD)
    for name in (BOARD, *(f"{table}.csv" for table in BOARD_TABLES)):
        refuse_existing(folder / name, force)
    return force


def write_board(board: Leaderboard, folder: Path, title: str | None = None, force: bool = False) -> Leaderboard:
    """Write the page of a leaderboard and its tables, and return it with the notes of the page."""
    force = expect_board(folder, force)
    section = result_section(board)
    sections = [Section("Systems", section.blocks), *section.sections]
    document = charts_or_tables(Document(title or "Leaderboard", sections, board.notes))
    for name, records in board.frames().items():
        if name in BOARD_TABLES:
            write_whole(folder / f"{name}.csv", records_table(records).csv(), force)
    write_whole(folder / BOARD, web_page(document), force)
    return replace(board, check=replace(board.check, notes=[*board.check.notes, *document.notes[len(board.notes) :]]))


def refuse_place(path: Path, force: bool = False) -> None:
    """Refuse a path whose ending names no form of reports, or where a file stands that is no report."""
    if path.suffix.lower() not in FORMS:
        raise UsageError("report-ending-unknown", path=path, forms=", ".join(FORMS[:-1]), last_form=FORMS[-1])
    refuse_existing(path, force or is_ours(path))


def is_ours(path: Path) -> bool:
    """Return whether a file is a report of ours, which a new one may replace."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return _ANY_VERSION in file.read(2_000)
