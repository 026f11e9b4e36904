"""Summaries from files: folders of runs, tables, extracts; what is wrong is named with its place."""

from __future__ import annotations

import json
from pathlib import Path

import cliometer
from cliometer_workbench.kinds.preferences.summary_uploads import read
from workbench.tests.app.preferences.voters import run


def laid(folder: Path, **files: str) -> list[Path]:
    """Files below a folder; `a__b_txt` is a/b.txt."""
    paths = []
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return sorted(paths)


def test_folders_are_systems_and_files_are_topics(tmp_path: Path) -> None:
    paths = laid(tmp_path, one__flood_txt="Water rose.", two__flood_txt="It rained.\nA lot.")
    (topic,) = read(paths).topics
    assert (topic.id, dict(topic.summaries)) == ("flood", {"one": "Water rose.", "two": "It rained.\nA lot."})


def test_a_table_has_systems_topics_and_texts(tmp_path: Path) -> None:
    table = 'system,topic,text,title\none,a,"x, y",The A\ntwo,a,z,\n'
    (topic,) = read(laid(tmp_path, table_csv=table)).topics
    assert (topic.name, dict(topic.summaries)) == ("The A", {"one": "x, y", "two": "z"})


def test_what_summarise_writes_is_read_once(tmp_path: Path) -> None:
    posts = Path(cliometer.__file__).parent / "demo" / "posts"
    run("summarise", str(posts), "-s", "centroid", "-s", "sumbasic", "-k", "2", "-o", str(tmp_path / "r"))
    found = read(sorted(path for path in tmp_path.rglob("*") if path.is_file()))
    assert [(topic.id, list(topic.summaries)) for topic in found.topics] == [
        ("ever-given", ["centroid", "sumbasic"]),
        ("notre-dame", ["centroid", "sumbasic"]),
    ]


def test_extracts_with_texts_are_summaries(tmp_path: Path) -> None:
    def extracts(system: str, text: str) -> str:
        items = [{"id": "1", "text": text}]
        one = {"topic": "a", "system": system, "of": "sentences", "items": items}
        return json.dumps({"format": "cliometer-extracts", "version": 1, "extracts": [one]})

    paths = laid(tmp_path, one_json=extracts("one", "x"), two_json=extracts("two", "y"))
    assert dict(read(paths).topics[0].summaries) == {"one": "x", "two": "y"}


def test_several_topics_that_lack_summaries_are_one_note(tmp_path: Path) -> None:
    table = "system,topic,text\none,a,x\ntwo,a,y\nsix,a,q\none,b,z\ntwo,b,w\none,c,z\ntwo,c,w\n"
    assert read(laid(tmp_path, t_csv=table)).notes == ("2 topics lack summaries: b (six) and c (six)",)
