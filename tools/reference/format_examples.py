"""An example of every file that is no timeline, with the function that reads it; a test reads them all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from cliometer.io.articles import read_corpus
from cliometer.io.backgrounds import read_background
from cliometer.io.extracts import read_extracts
from cliometer.io.posts import read_posts
from cliometer.io.pyramids import read_pyramid
from cliometer.io.scores import read_scores
from cliometer.io.sheets import read_entries, read_links, read_topic_sheet
from cliometer.io.timeml import read_timeml
from cliometer.io.units import read_units
from cliometer.io.votes import read_votes
from cliometer.model.timeline import Timeline


class FileExample(NamedTuple):
    """A file of a module of `cliometer.io`: its name, its text and its reader."""

    module: str
    name: str
    text: str
    read: Callable[[Path], Any]


TIMELINE = Timeline(
    {"2021-03-23": ["A ship runs aground.", "The canal is blocked."], "2021-03-29": ["It floats."]}, "almanac"
)
EXAMPLES = (
    FileExample(
        "backgrounds",
        "background.tsv",
        '{"format": "cliometer-background", "version": 1, "unit": "stem", "stop": true, "tokens": "unicode", '
        '"documents": 3, "words": 2, "total": 6}\nstorm\t4\t3\nsurg\t2\t1\n',
        read_background,
    ),
    FileExample(
        "extracts",
        "lead.json",
        '{"format": "cliometer-extracts", "version": 1, "extracts": [\n'
        ' {"system": "lead", "topic": "canal", "of": "sentences", "ranked": true, "items": [\n'
        '  {"id": "ap-1/s1", "date": "2021-03-23", "text": "A ship runs aground.", "score": 0.9},\n'
        '  {"id": "ap-1/s2", "score": 0.4}]},\n'
        ' {"system": "lead", "topic": "storm", "items": ["bbc-7/e2", "bbc-7/e5"]}]}\n',
        read_extracts,
    ),
    FileExample(
        "posts",
        "canal.jsonl",
        '{"id": "7", "user": "ana", "time": "2021-03-23T08:00:00Z", "lang": "en", "text": "A ship runs aground."}\n'
        '{"text": "The canal is blocked."}\n',
        read_posts,
    ),
    FileExample("posts", "canal.csv", "id,user,time,text\n7,ana,2021-03-23,A ship runs aground.\n", read_posts),
    FileExample(
        "pyramids",
        "canal.pyr",
        "<pyramid>\n <text>\n  <line>A ship runs aground.</line>\n </text>\n"
        ' <scu uid="1" label="a ship runs aground">\n  <contributor label="A ship runs aground">\n'
        '   <part label="A ship runs aground" start="0" end="19"/>\n  </contributor>\n </scu>\n</pyramid>\n',
        read_pyramid,
    ),
    FileExample(
        "scores",
        "long.csv",
        "system,topic,metric,precision,recall,f\nlead,canal,date,0.5,1,0.6667\nlead,canal,rouge1,0.25,0.5,0.3333\n",
        lambda path: read_scores([path]),
    ),
    FileExample(
        "scores",
        "wide.jsonl",
        '{"system": "lead", "topic": "canal", "date": 0.5, "rouge1": 0.25}\n',
        lambda path: read_scores([path]),
    ),
    FileExample("sheets", "links.csv", "sentence,event,judge\nap-1/s1,e1,anna\nap-1/s2+ap-1/s3,e2,anna\n", read_links),
    FileExample(
        "sheets",
        "entries.csv",
        "unit,writer,entry,date,discarded\nu1,anna,A ship runs aground.,2021-03-23,\n",
        read_entries,
    ),
    FileExample("sheets", "topics.csv", "topic,part,hours\ncanal,training,2.5\nstorm,test,\n", read_topic_sheet),
    FileExample(
        "articles",
        "canal.jsonl",
        '{"id": "ap-1", "date": "2021-03-23", "sentences": ["A ship runs aground.", "The canal is blocked."], '
        '"title": "Canal blocked"}\n',
        read_corpus,
    ),
    FileExample(
        "timeml",
        "canal.tml",
        '<?xml version="1.0" ?>\n<TimeML>\n'
        '<DCT><TIMEX3 tid="t0" type="DATE" value="2021-03-24">2021-03-24</TIMEX3></DCT>\n'
        '<TEXT>A ship <EVENT eid="e1" class="OCCURRENCE">ran</EVENT> aground '
        '<TIMEX3 tid="t1" type="DATE" value="2021-03-23">yesterday</TIMEX3>.</TEXT>\n</TimeML>\n',
        read_timeml,
    ),
    FileExample(
        "units",
        "canal.json",
        '{"format": "cliometer-units", "version": 1, "topics": [\n'
        ' {"id": "canal",\n'
        '  "sources": [{"id": "ap-1", "text": "A ship runs aground.", "sentences": [{"start": 0, "end": 20}]}],\n'
        '  "units": [{"id": "u1", "label": "a ship runs aground", "time": "2021-03-23",\n'
        '             "contributors": [{"writer": "anna", "text": "Ship aground"}, {"writer": "ben"}],\n'
        '             "group": {"members": [{"id": "ap-1/s1"}]}}],\n'
        '  "events": [{"id": "e1", "text": "The ship runs aground.", "links": ["ap-1/s1"], "judges": ["anna"]}]}]}\n',
        read_units,
    ),
    FileExample(
        "votes",
        "votes.csv",
        "topic,judge,first,second,preferred,reason\ncanal,anna,mentions,lead,mentions,the dates are right\n"
        "canal,ben,lead,mentions,tie,\n",
        read_votes,
    ),
    FileExample("votes", "orderings.csv", "ordering,count\nc > h > sb,13\nc > h = sb,2\n", read_votes),
    FileExample("votes", "matrix.csv", ",lead,random\nlead,,17\nrandom,7,\n", read_votes),
)
