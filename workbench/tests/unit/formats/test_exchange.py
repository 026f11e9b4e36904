"""Judgements in the formats of other tools: what is written, read by foreign and independent readers, and back."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import cassis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cliometer.io.xml import parse_xml
from cliometer.model.judgements import Vote
from cliometer_workbench.formats.exchange import exchange_files
from cliometer_workbench.formats.label_studio import is_label_studio, read_label_studio
from cliometer_workbench.formats.markup import ComparedPair, DocumentMarkup, Layer, Mark, MarkedText

few = settings(max_examples=25)
LETTERS = st.sampled_from([*"abz 0.", "\n", "\r", "\r\n", "\t", "é", "ش", "ُ", "中", "😀", "𝔘", "\u2028"])
KINDS: list[tuple[Layer, float | None]] = [("event", None), ("unit", 0.5)]
LABELS = {"e1": "The wall opens", "e2": "الجدار يُفتح", "e3": "The wall opens"}


@st.composite
def markups(draw: st.DrawFn) -> DocumentMarkup:
    text = draw(st.lists(LETTERS, min_size=2, max_size=25).map("".join).filter(str.strip))
    spans = st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text))).filter(
        lambda one: text[slice(*one)].strip()
    )
    marks = [
        Mark(layer, *draw(spans), id, LABELS[id], draw(st.sampled_from(["", "ann", "bo"])), v=v)
        for layer, v in draw(st.lists(st.sampled_from(KINDS), max_size=4))
        for id in [draw(st.sampled_from(list(LABELS)))]
    ]
    tagged = [Mark("time", *draw(spans), "d/t1", "1989-11", type="DATE"), Mark("mention", *draw(spans), "d/e1")]
    return DocumentMarkup((MarkedText("wall", "wall/d", text, (*marks, *tagged)),), labels={"wall": LABELS})


def summary(markup: DocumentMarkup) -> list[tuple[object, ...]]:
    """What every format must keep of the judgements of a text."""
    (text,) = markup.texts
    return sorted((m.layer, m.start, m.end, m.id, m.judge, m.v or 0.0) for m in text.marks)


@few
@given(markups())
def test_label_studio_gives_back_what_it_was_given(markup: DocumentMarkup) -> None:
    found = read(exchange_files(markup, "label-studio")["wall.json"], Path("/nowhere/wall.json"))
    assert summary(found) == summary(markup)
    assert found.texts[0].text == markup.texts[0].text


def read(text: str, path: Path) -> DocumentMarkup:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cliometer.io.json_values.read_bare_text", lambda place: text)
        return read_label_studio(path)


@few
@given(markups())
def test_the_configuration_of_label_studio_names_every_label_and_control(markup: DocumentMarkup) -> None:
    files = exchange_files(markup, "label-studio")
    view = parse_xml(files["wall.xml"], Path("wall.xml")).root
    controls = {one.get("name"): one for one in view.elements()}
    for annotation in json.loads(files["wall.json"])[0]["annotations"]:
        for result in annotation["result"]:
            control = controls[result["from_name"]]
            assert control.get("toName") == result["to_name"] == "text"
            labels = {one.get("value") for one in control.elements("Label")}
            assert set(result["value"].get("labels", ())) <= labels


def brat(text: str, annotations: str) -> list[tuple[str, str, str, str, str]]:
    """An independent reader: type, spans, judge and v of each text-bound annotation, checked against the text."""
    bound: dict[str, tuple[str, str]] = {}
    told: dict[str, dict[str, str]] = {}
    notes: dict[str, str] = {}
    for line in annotations.split("\n")[:-1]:
        key, about, *rest = line.split("\t", 2)
        if key.startswith("T"):
            type, _, spans = about.partition(" ")
            pieces = [tuple(map(int, one.split())) for one in spans.split(";")]
            assert " ".join(text[a:b] for a, b in pieces) == rest[0]
            bound[key] = (type, spans)
        elif key.startswith("A"):
            name, target, value = about.split(" ")
            told.setdefault(target, {})[name] = value
        elif key.startswith("#"):
            notes[about.split(" ")[1]] = rest[0]
    return [
        (type, spans, told.get(key, {}).get("Judge", ""), told.get(key, {}).get("V", ""), notes[key])
        for key, (type, spans) in bound.items()
    ]


@few
@given(markups().filter(lambda one: not re.search("[\n\r\u2028]", one.texts[0].text)))
def test_brat_has_every_mark_at_its_characters(markup: DocumentMarkup) -> None:
    files = exchange_files(markup, "brat")
    (text,) = markup.texts
    found = brat(files["wall/d.txt"], files["wall/d.ann"])
    expected = [(f"{m.start} {m.end}", m.judge, "" if m.v is None else f"{m.v:g}") for m in text.marks]
    assert [(spans, judge, v) for _, spans, judge, v, _ in found] == expected
    assert [note.partition(":")[0] for *_, note in found] == [m.id for m in text.marks]
    types = files["wall/annotation.conf"].split("\n\n")[0].split("\n")[1:]
    assert {type for type, *_ in found} <= set(types)


@few
@given(markups())
def test_a_span_over_several_lines_has_a_piece_on_each_in_brat(markup: DocumentMarkup) -> None:
    (text,) = markup.texts
    files = exchange_files(markup, "brat")
    assert files["wall/d.txt"] == text.text
    for (_, spans, *_), mark in zip(brat(text.text, files["wall/d.ann"]), text.marks, strict=True):
        pieces = [text.text[int(a) : int(b)] for a, b in (one.split() for one in spans.split(";"))]
        kept = "".join(letter for letter in text.text[mark.start : mark.end] if letter not in "\n\r\u2028")
        assert "".join(pieces) == (kept)


@few
@given(markups())
def test_a_foreign_library_reads_our_xmi_and_finds_the_same_words(markup: DocumentMarkup) -> None:
    files = exchange_files(markup, "xmi")
    types = cassis.load_typesystem(io.BytesIO(files["TypeSystem.xml"].encode()))
    cas = cassis.load_cas_from_xmi(io.BytesIO(files["wall/d.xmi"].encode()), typesystem=types)
    (text,) = markup.texts
    assert cas.sofa_string == text.text
    names = {"event": "EventLink", "unit": "UnitLink", "mention": "EventMention", "time": "TimeExpression"}
    for layer, name in names.items():
        found = sorted((one.get_covered_text(), one.identifier) for one in cas.select(f"webanno.custom.{name}"))
        assert found == sorted((text.text[m.start : m.end], m.id) for m in text.marks if m.layer == layer)


@few
@given(markups())
def test_the_raw_offsets_of_xmi_count_utf16_units(markup: DocumentMarkup) -> None:
    (text,) = markup.texts
    root = parse_xml(exchange_files(markup, "xmi")["wall/d.xmi"], Path("d.xmi")).root
    wide = text.text.encode("utf-16-le")
    links = [one for one in root.elements() if one.tag.startswith("custom:")]
    words = [wide[2 * int(one.get("begin") or 0) : 2 * int(one.get("end") or 0)].decode("utf-16-le") for one in links]
    assert words == [text.text[m.start : m.end] for m in text.marks]


@few
@given(markups())
def test_csv_keeps_every_mark_and_text(markup: DocumentMarkup) -> None:
    files = exchange_files(markup, "csv")
    (text,) = markup.texts
    rows = list(csv.DictReader(io.StringIO(files["annotations.csv"], newline="")))
    assert [(row["id"], int(row["start"]), row["text"]) for row in rows] == [
        (m.id, m.start, text.text[m.start : m.end]) for m in text.marks
    ]
    (document,) = csv.DictReader(io.StringIO(files["documents.csv"], newline=""))
    assert document["text"] == text.text


GROUP = DocumentMarkup(
    (
        MarkedText(
            "wall", "wall/d", "One. Two. Three.",
            tuple(Mark("event", a, b, "e1", "It opens", "ann", "s1+s3") for a, b in ((0, 4), (10, 16))),
        ),
    ),
    labels={"wall": {"e1": "It opens"}},
)  # fmt: skip


def test_sentences_that_belong_together_stay_together() -> None:
    found = read(exchange_files(GROUP, "label-studio")["wall.json"], Path("wall.json"))
    assert len({mark.group for mark in found.texts[0].marks} - {""}) == 1
    assert "R1\tTogether Arg1:T1 Arg2:T2" in exchange_files(GROUP, "brat")["wall/d.ann"]


PAIRS = DocumentMarkup(
    pairs=(
        ComparedPair(
            "oil", "The spill", "a", "b", ("Oil spills.", "النفط"),
            (Vote("a", "b", "b", "oil", "ann", "clear"), Vote("a", "b", None, "oil", "bo", criterion="readable")),
        ),
    )
)  # fmt: skip


def test_votes_on_pairs_come_back_from_label_studio() -> None:
    assert read(exchange_files(PAIRS, "label-studio")["pairs.json"], Path("pairs.json")).pairs == PAIRS.pairs


EXPORT = [
    {
        "id": 7,
        "data": {"text": "💩This is an annotation.", "extra": 1},
        "annotations": [
            {
                "completed_by": {"email": "ann@example.org", "id": 3},
                "result": [
                    {"id": "x", "type": "labels", "from_name": "label", "to_name": "text",
                     "value": {"start": 13, "end": 23, "text": "annotation", "labels": ["Thing"]}},
                    {"id": "y", "type": "choices", "from_name": "c", "value": {"choices": ["good"]}},
                ],
            },
            {"was_cancelled": True, "result": []},
        ],
    }
]  # fmt: skip


def test_an_export_of_label_studio_itself_is_read_with_notes_on_what_is_left_out(tmp_path: Path) -> None:
    """Offsets of versions before 1.4.1 count UTF-16 units, as in issue 1347 of Label Studio."""
    path = tmp_path / "export.json"
    path.write_text(json.dumps(EXPORT), encoding="utf-8")
    assert is_label_studio(path)
    found = read_label_studio(path)
    (text,) = found.texts
    (mark,) = text.marks
    assert (text.topic, text.id, mark.judge) == ("export", "task-7", "ann@example.org")
    assert text.text[mark.start : mark.end] == "annotation"
    assert [note.removeprefix(f"{path}: ") for note in found.notes] == [
        "1 result of the type choices left out",
        "1 skipped annotation left out",
    ]
