"""The files of the TREC Temporal Summarization track, with their quirks."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io.trec_ts import Judgements, Submissions, read_judgements, read_runs

NUGGETS = (
    "query_id\tnugget_id\ttimestamp\timportance\tnugget_len\tnugget_text\nTS14.1\tn1\t100\t3\t3\tthe spire falls\n"
)
MATCHES = "query_id\tupdate_id\tnugget_id\tmatch_start\tmatch_end\tauto_p\nTS14.1\ta-0\tn1\t0\t9\t0\n"
UPDATES = (
    "query_id\tupdate_id\tdoc_id\tsentence_id\tupdate_len\tduplicate_id\tupdate_text\n"
    "TS14.1\ta-0\ta\t0\t4\tNULL\tthe spire has fallen\n"
)


def read(
    folder: Path, nuggets: str | bytes = NUGGETS, matches: str | bytes = MATCHES, updates: str | bytes = UPDATES
) -> Judgements:
    paths = [folder / name for name in ("nuggets.tsv", "matches.tsv", "updates.tsv")]
    for path, content in zip(paths, (nuggets, matches, updates), strict=True):
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_judgements(*paths)


def runs(folder: Path, text: str, topics: tuple[str, ...] = ("TS14.1", "TS14.2")) -> Submissions:
    (folder / "runs.txt").write_text(text)
    return read_runs([folder / "runs.txt"], topics)


def test_packed_files_are_read_whatever_their_ending(tmp_path: Path) -> None:
    assert read(tmp_path, updates=gzip.compress(UPDATES.encode())) == read(tmp_path)


def test_a_packed_file_that_is_not_utf_8_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"updates\.tsv:2: not UTF-8"):
        read(tmp_path, updates=gzip.compress(UPDATES.replace("spire", "spir\u00e9").encode("latin-1")))


def test_a_file_without_a_header_loses_no_row(tmp_path: Path) -> None:
    found = read(tmp_path, updates=UPDATES.split("\n", 1)[1])
    assert list(found.topics["TS14.1"].updates) == ["a-0"]
    assert found.notes == (f"{tmp_path}/updates.tsv:1: no header: the first line was read as a row",)


def test_lines_may_end_in_cr_lf_and_start_with_a_byte_order_mark(tmp_path: Path) -> None:
    assert read(tmp_path, nuggets="\ufeff" + NUGGETS.replace("\n", "\r\n")) == read(tmp_path)


@pytest.mark.parametrize(
    ("matches", "note"),
    [
        ("TS14.1\ta-0\tn9\t0\t9\t0", "a match with a nugget that is not in the nuggets file; it earns nothing"),
        ("TS14.1\tx-0\tn1\t0\t9\t0", "a match of an update that is not in the updates file; it has no words to cover"),
        ("TS14.1\ta-0\tn1\t5\t9\t0", "a match that appears twice; the first counts"),
    ],
)
def test_matches_that_lead_nowhere_are_noted(tmp_path: Path, matches: str, note: str) -> None:
    assert read(tmp_path, matches=f"{MATCHES}{matches}\n").notes == (f"{tmp_path}/matches.tsv:3: {note}",)


def test_a_match_beyond_the_text_is_noted(tmp_path: Path) -> None:
    (note,) = read(tmp_path, matches=MATCHES.replace("\t9\t", "\t21\t")).notes
    assert note.endswith("matches.tsv:2: a match that ends beyond its update's text; cut at the end")


def test_of_an_update_that_stands_twice_the_last_row_counts(tmp_path: Path) -> None:
    found = read(tmp_path, updates=f"{UPDATES}TS14.1\ta-0\ta\t0\t3\tNULL\tthe spire fallen\n")
    assert found.topics["TS14.1"].updates["a-0"].text == "the spire fallen"
    assert "updates.tsv:3: an update that appears twice in its topic; the last row counts" in found.notes[0]


def test_duplicates_of_unknown_updates_are_counted_in_a_note(tmp_path: Path) -> None:
    more = "".join(f"TS14.1\t{id}-0\t{id}\t0\t1\tz-0\tfire\n" for id in "bc")
    (note,) = read(tmp_path, updates=UPDATES + more).notes
    assert note.endswith("a duplicate of an update that is not in the pool; it stands for itself (2 times)")


def test_a_pooled_topic_without_nuggets_is_noted(tmp_path: Path) -> None:
    (note,) = read(tmp_path, updates=f"{UPDATES}TS14.9\tb-0\tb\t0\t1\tNULL\tfire\n").notes
    assert note.endswith("updates.tsv: topic TS14.9 has no nuggets; it is not scored")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("\t100\t", "\tnoon\t", 'nuggets.tsv:2: expected the time as a whole number in column 3, found "noon"'),
        ("\t3\t3\t", "\thigh\t3\t", 'nuggets.tsv:2: expected the importance as a number in column 4, found "high"'),
        ("\t3\t3\t", "\t900\t3\t", "nuggets.tsv:2: expected an importance from 0 to 3, found 900"),
        ("\t100\t", f"\t{10**400}\t", "nuggets.tsv:2: expected the time as a whole number in column 3"),
        ("\t100\t", "\t1_0\t", 'nuggets.tsv:2: expected the time as a whole number in column 3, found "1_0"'),
        ("\t3\t3\t", "\t3\t0\t", "nuggets.tsv:2: expected the length of at least 1 in column 5, found"),
        ("\t3\t3\t", "\tinf\t3\t", "nuggets.tsv:2: expected the importance as a finite number in column 4"),
        ("\t3\tthe spire falls", "", "nuggets.tsv:2: expected 6 columns (query_id nugget_id timestamp importance"),
    ],
)
def test_a_wrong_cell_is_refused_with_its_place(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(FormatError) as refused:
        read(tmp_path, nuggets=NUGGETS.replace(old, new))
    assert complaint in str(refused.value)


def test_a_file_of_runs_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1 us a d 0 5 1\n")
    with pytest.raises(InputError, match=r"a\.txt: was given twice; name it once"):
        read_runs([tmp_path / "a.txt", tmp_path / "a.txt"], ["TS14.1"])


TOPICS = "<events><event><id>1</id><start>90</start><end>200</end></event></events>"


def windowed(folder: Path, topics: str) -> tuple[int, int] | None:
    read(folder)
    (folder / "topics.xml").write_text(topics)
    nuggets, matches, updates = (folder / f"{name}.tsv" for name in ("nuggets", "matches", "updates"))
    return read_judgements(nuggets, matches, updates, folder / "topics.xml").topics["TS14.1"].window


def test_the_file_of_topics_says_when_a_topic_begins_and_ends(tmp_path: Path) -> None:
    assert read(tmp_path).topics["TS14.1"].window is None
    assert windowed(tmp_path, TOPICS) == (90, 200)


@pytest.mark.parametrize(("old", "new"), [("<id>1</id>", ""), ("90", "soon"), ("200", "90"), ("<end>200</end>", "")])
def test_a_topic_without_id_start_or_end_is_refused(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(FormatError, match=r"topics\.xml:1: expected an event with an id, a start and a later end"):
        windowed(tmp_path, TOPICS.replace(old, new))
