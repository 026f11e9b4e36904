"""TimeML: TimeBank's layout, HeidelTime's, and our own annotations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cliometer.errors import InputError
from cliometer.io.timeml import TimeMLTag, parse_timeml, spell_timeml
from cliometer.model.sources import Annotation, EventMention, Sentence, TimeExpression
from cliometer.text.annotate import annotate
from cliometer.text.annotate.sentences import split_sentences

BANK = """<?xml version="1.0" ?>
<TimeML xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="x.xsd">
<DOCID> ship-1 </DOCID>
<!-- ours -->
<DCT>
<TIMEX3 tid="t0" type="TIME" value="2021-03-24T10:00" functionInDocument="CREATION_TIME">noon</TIMEX3>
</DCT>
<TITLE>A <EVENT eid="e9" class="STATE">title</EVENT></TITLE>
<TEXT>
The ship <EVENT eid="e1" class="OCCURRENCE">ran</EVENT> aground <SIGNAL sid="s1">on</SIGNAL>
<TIMEX3 tid="t1" type="DATE" value="2021-03-23" anchorTimeID="t0"><TIMEX3
 tid="t2" type="DATE" value="2021-W12-2">Tues<!-- ! -->day</TIMEX3> &amp; so</TIMEX3>.
It <EVENT eid="e2" class="REPORTING">said</EVENT> &lt;no&gt;.<TIMEX3 tid="t3" type="DATE" value="2021"/>
</TEXT>
<MAKEINSTANCE eventID="e1" eiid="ei1" pos="VERB" tense="PAST" aspect="NONE" polarity="POS"/>
<MAKEINSTANCE eventID="e1" eiid="ei2" pos="NOUN"/>
<MAKEINSTANCE eid="e2" eiid="ei3" pos="VERB"/>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToTime="t0"/>
<SLINK lid="l2" relType="EVIDENTIAL" eventInstanceID="ei3"/>
</TimeML>
"""
HEIDEL = """<?xml version="1.0"?>
<!DOCTYPE TimeML SYSTEM "TimeML.dtd">
<TimeML>
On <TIMEX3 tid="t1" type="DATE" value="2021-03-23">Tuesday</TIMEX3> it &quot;ran&quot; aground.
</TimeML>
"""


def test_events_have_class_and_the_part_of_speech_of_their_first_instance() -> None:
    events = parse_timeml(BANK).annotation.events
    assert [(event.id, event.text, event.kind, event.pos) for event in events] == [
        ("e1", "ran", "OCCURRENCE", "VERB"),
        ("e2", "said", "REPORTING", "VERB"),
    ]


def test_an_ordinary_time_is_no_creation_time() -> None:
    assert parse_timeml(HEIDEL).date == ""


def test_id_links_instances_and_signals_are_there() -> None:
    found = parse_timeml(BANK)
    assert found.id == "ship-1"
    assert [link.get("lid") for link in found.links] == ["l1", "l2"]
    assert [instance.get("eiid") for instance in found.instances] == ["ei1", "ei2", "ei3"]
    assert [(mark.get("sid"), found.text[mark.start : mark.end]) for mark in found.signals] == [("s1", "on")]


def test_sentences_are_split_where_the_file_marks_none() -> None:
    found = parse_timeml(BANK)
    assert found.annotation.sentences == tuple(split_sentences(found.text)) != ()


def test_sentences_that_the_file_marks_are_taken() -> None:
    found = parse_timeml("<TimeML><TEXT><s>A b.</s> <s>C. d.</s></TEXT></TimeML>").annotation.sentences
    assert [(sentence.id, sentence.text) for sentence in found] == [("s1", "A b."), ("s2", "C. d.")]


def test_heideltimes_output_has_no_text_element_and_keeps_its_dtd() -> None:
    found = parse_timeml(HEIDEL)
    assert found.text == '\nOn Tuesday it "ran" aground.\n'
    assert '<!DOCTYPE TimeML SYSTEM "TimeML.dtd">' in spell_timeml(found)


def test_sentences_of_another_splitter_are_written() -> None:
    annotation = Annotation("A b.", (Sentence("x1", 0, 2, "A "), Sentence("x2", 2, 4, "b.")))
    assert "<s " not in spell_timeml(annotate("A b."))
    assert parse_timeml(spell_timeml(annotation)).annotation == annotation


def test_times_and_events_without_ids_are_numbered_around_those_that_have_one() -> None:
    times = tuple(
        TimeExpression(place, place + 1, "abc"[place], "DATE", "2021", id=id) for place, id in enumerate(("", "t1", ""))
    )
    found = parse_timeml(spell_timeml(Annotation("abc", times=times))).annotation
    assert [time.id for time in found.times] == ["t2", "t1", "t3"]


def test_of_two_tags_on_the_same_words_the_time_is_the_outer_one() -> None:
    times = (TimeExpression(0, 3, "war", "DATE", "1914"),)
    found = parse_timeml(spell_timeml(Annotation("war", times=times, events=(EventMention(0, 3, "war"),))))
    assert [(mark.tag, mark.depth) for mark in found.marks] == [("TIMEX3", 0), ("EVENT", 1)]


def test_marks_that_cross_cannot_be_written() -> None:
    times = (TimeExpression(0, 3, "abc", "DATE", "2021"),)
    events = (EventMention(2, 4, "cd"),)
    with pytest.raises(InputError, match=r"<EVENT> at 2-4 crosses <TIMEX3> at 0-3"):
        spell_timeml(Annotation("abcd", times=times, events=events))


@pytest.mark.parametrize("depth", [0, 2])
def test_marks_that_were_moved_out_of_order_cannot_be_written(depth: int) -> None:
    found = parse_timeml("<TimeML><a>x<b>y</b></a></TimeML>")
    moved = replace(found, marks=(found.marks[0], TimeMLTag("b", (), 0, 2, depth)))
    with pytest.raises(InputError, match="<b> at 0-2"):
        spell_timeml(moved)


def test_events_without_an_id_or_with_one_that_repeats_are_noted() -> None:
    marks = '<EVENT eid="e1">a</EVENT> <EVENT eid="e1">b</EVENT> <EVENT>c</EVENT>'
    notes = " ".join(parse_timeml(f"<TimeML>{marks}</TimeML>", "a.tml").notes)
    assert 'the eid "e1" appears twice' in notes and "an EVENT without eid" in notes
