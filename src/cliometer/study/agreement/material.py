"""What people made, read from files of any kind: units, events, judges' sheets, facts of topics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.listing import files_ending
from cliometer.io.sheets.links import Link, read_entries, read_links, units_of
from cliometer.io.sheets.topics import TopicFacts, kind_of_sheet, read_topic_sheet
from cliometer.io.text_file import missing, read_text
from cliometer.io.units.gold import read_unit_gold
from cliometer.model.judged_events import EventTopic
from cliometer.model.units import UnitTopic

_ENDINGS = (".json", ".csv", ".tsv")


@dataclass(frozen=True)
class Material:
    """Topics, the links of judges by sheet, and what is known of topics."""

    units: tuple[UnitTopic, ...] = ()
    events: tuple[EventTopic, ...] = ()
    sheets: dict[str, tuple[Link, ...]] = field(default_factory=dict)
    facts: dict[str, TopicFacts] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_material(paths: Iterable[Path]) -> Material:
    """Read everything; a folder stands for the .json, .csv and .tsv files in it."""
    files = [file for path in paths for file in _files(path)]
    documents = [file for file in files if _is_json(file)]
    kinds = {file: kind_of_sheet(file) for file in files if file not in documents}
    gold = read_unit_gold(documents)
    drafted = tuple(UnitTopic(file.stem, (), units_of(read_entries(file))) for file in _of(kinds, "entries"))
    facts: dict[str, TopicFacts] = {}
    for file in _of(kinds, "topics"):
        for fact in read_topic_sheet(file):
            if fact.topic in facts:
                raise InputError(f"topic {fact.topic} stands in another sheet already; keep one", file)
            facts[fact.topic] = fact
    sheets = {str(file): read_links(file) for file in _of(kinds, "links")}
    return Material((*gold.units, *drafted), gold.events, sheets, facts, gold.notes)


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise missing(path)
    if not path.is_dir():
        return [path]
    files = files_ending(path, *_ENDINGS)
    if not files:
        raise InputError(f"holds no file that ends in {' or '.join(_ENDINGS)}", path)
    return files


def _is_json(file: Path) -> bool:
    return read_text(file).lstrip("\ufeff \t\r\n").startswith(("{", "["))


def _of(kinds: dict[Path, str], wanted: str) -> Iterator[Path]:
    return (file for file, kind in kinds.items() if kind == wanted)


def links_by_topic(
    topics: Sequence[EventTopic], sheets: dict[str, tuple[Link, ...]]
) -> dict[str, list[Link]]:
    """Each link under the topic whose sentences it names; an error where no topic, or several, have them."""
    found: dict[str, list[Link]] = {topic.id: [] for topic in topics}
    for sheet, links in sheets.items():
        for link in links:
            found[_topic_of(link, topics, Path(sheet))].append(link)
    return found


def _topic_of(link: Link, topics: Sequence[EventTopic], sheet: Path) -> str:
    if len(topics) == 1:
        return topics[0].id  # what is wrong with the link is said when it is checked
    fit = [topic.id for topic in topics if all(s in topic.marks.sentences for s in link.sentences)]
    if len(fit) != 1:
        named = "+".join(link.sentences)
        have = f"topics {', '.join(fit)} have" if fit else "no topic has"
        raise InputError(
            f"{have} the sentence {named} that {link.judge} linked to {link.event}", sheet, link.line
        )
    return fit[0]
