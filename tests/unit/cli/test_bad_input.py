"""Bad input: exit status 2, one clear line that names the place and the remedy, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.io import write_timelines
from cliometer.model.timeline import Timeline
from tests.unit.cli.cliometer_command import Finished, cliometer, process

pytestmark = pytest.mark.slow

BAR = "-" * 32
GOOD = f"2010-05-27\nObama extends the moratorium\n{BAR}\n"
SYSTEM, REFERENCE = "system.txt", "reference.txt"

# what stands in a file -> how its complaint starts, and the remedy in it
WRONG_FILES = {
    "another kind of text": (b"Dear all,\nplease find the timeline attached.\n", ":1: ", "expected a date"),
    "an unreadable date": (f"{GOOD}May 27th\nsealed\n{BAR}\n".encode(), ":4: ", "such as 2010-05-27"),
    "a date that does not exist": (b"2010-02-30\nsealed\n", ":1: ", "its month has days 01 to 28"),
    "a binary file": (b"\x7fELF\x02\x01\x00\x00", ": ", "if it is packed, unpack it first"),
    "a packed file": (b"\x1f\x8b\x08\x00" + bytes(range(256)), ": ", "is a damaged gzip file"),
    "a NUL in a text": (b"2010-05-27\nsea\x00led\n", ":2: ", "a NUL character in the text; remove it: tr -d"),
    "UTF-32": ("\ufeff2010-05-27\nsealed\n".encode("utf-32-le"), ": ", "--encoding utf-32"),
    "UTF-16": ("\ufeff2010-05-27\nsealed\n".encode("utf-16-le"), ": ", "--encoding utf-16"),
    "not UTF-8": (b"2010-05-27\ncaf\xe9\n", ":2: ", "--encoding cp1252"),
    "malformed JSON": (b'{"2010-05-27": ["sealed"', ":1: ", "(column 25); correct it there"),
    "JSON of another shape": (b'{"2010-05-27": 7}', ":1: ", "expected a list of sentences"),
    "JSON of a later version": (b'{"cliometer": "timeline/99"}', ": ", "if a newer Cliometer wrote it"),
}  # fmt: skip


def refused(folder: Path, *words: object) -> str:
    """The one line that a command which must fail prints."""
    return line_of(cliometer(*words), folder)


def line_of(found: Finished, folder: Path) -> str:
    assert found.status == 2
    assert found.out == ""
    assert found.err.endswith("\n") and len(found.err.splitlines()) == 1, found.err
    assert found.err.startswith("cliometer") and "Traceback" not in found.err
    return found.err.removeprefix("cliometer: ").replace(f"{folder}/", "").rstrip("\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (SYSTEM, REFERENCE):
        (tmp_path / name).write_text(GOOD)
    return tmp_path


def pair(folder: Path) -> tuple[Path, Path]:
    return folder / SYSTEM, folder / REFERENCE


@pytest.mark.parametrize("kind", WRONG_FILES)
@pytest.mark.parametrize("name", [SYSTEM, REFERENCE])
def test_a_wrong_file_is_named_with_the_remedy(folder: Path, kind: str, name: str) -> None:
    content, place, remedy = WRONG_FILES[kind]
    (folder / name).write_bytes(content)
    line = refused(folder, "score", *pair(folder))
    assert line.startswith(f"{name}{place}")
    assert remedy in line


@pytest.mark.parametrize("command", ["score", "explain", "convert", "tilse"])
def test_a_process_of_its_own_refuses_a_wrong_file_as_well(folder: Path, command: str) -> None:
    (folder / SYSTEM).write_bytes(b"\x00\x01\x02")
    system, reference = pair(folder)
    words: dict[str, list[object]] = {
        "score": ["score", system, reference],
        "explain": ["explain", system, reference],
        "convert": ["convert", system, "--to", "json"],
        "tilse": ["compat", "tilse", "-p", system, "-r", reference, "-m", "concat"],
    }
    assert line_of(process(*words[command]), folder).startswith(f"{SYSTEM}: is a binary file")


@pytest.mark.parametrize("name", [SYSTEM, REFERENCE])
def test_a_line_of_50_megabytes_is_no_timeline(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"2010-05-27\n" + b"oil " * (50 << 18))
    line = refused(folder, "score", *pair(folder))
    assert line == f"{name}: has a line of more than 16 MB: is this the right file?"


@pytest.mark.parametrize("content", ["", " \n\n", "\ufeff"])
def test_an_empty_reference_is_refused(folder: Path, content: str) -> None:
    (folder / REFERENCE).write_text(content)
    assert refused(folder, "score", *pair(folder)).startswith(f"{REFERENCE}: is empty: expected a timeline")


@pytest.mark.parametrize("command", ["score", "explain"])
@pytest.mark.parametrize("name", [SYSTEM, REFERENCE])
@pytest.mark.parametrize("said", ["Скважина закрыта", "油井が封鎖された", "He was not the one"])
def test_a_text_without_a_countable_word_is_refused(folder: Path, said: str, name: str, command: str) -> None:
    (folder / name).write_text(f"2010-05-27\n{said}\n{BAR}\n")
    line = refused(folder, command, *pair(folder), "-m", "align+m1")
    assert line.startswith("system: " if name == SYSTEM else "reference reference: ")
    assert "no countable word under tokens=rouge155, stop words removed" in line
    assert "--preset modern" in line


@pytest.mark.parametrize("said", ["Скважина закрыта", "油井が封鎖された", "He was not the one"])
def test_the_remedy_for_it_works(folder: Path, said: str) -> None:
    for name in (SYSTEM, REFERENCE):
        (folder / name).write_text(f"2010-05-27\n{said}\n{BAR}\n")
    found = cliometer("score", *pair(folder), "-m", "concat", "--preset", "modern")
    assert (found.status, found.err) == (0, "")
    assert ["concat(rouge=1)", "1.000", "1.000", "1.000"] in [line.split() for line in found.out.splitlines()]


@pytest.mark.parametrize("command", ["score", "explain"])
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["-m", "aling"], "unknown metric 'aling'; did you mean align"),
        (["-m", "AR-L"], "unknown metric 'AR-L'; did you mean align+m1(rouge=L)?"),
        (["--jason"], "unknown option --jason; did you mean --json? See cliometer"),
        (["-m", "align(\nrouge"], "write name or name(setting=value, ...)"),
        (["--preset", "modren"], "unknown preset 'modren'; did you mean modern?"),
        (["--duplicates", "first"], "--duplicates: unknown choice 'first'; known: append, last, error; see"),
        (["--no-such-option"], "unknown option --no-such-option; see cliometer"),
    ],
)  # fmt: skip
def test_an_unknown_word_is_refused_with_what_is_known(
    folder: Path, command: str, options: list[str], complaint: str
) -> None:
    assert complaint in refused(folder, command, *pair(folder), *options)


@pytest.mark.parametrize("name", [SYSTEM, REFERENCE])
def test_a_missing_file_has_near_misses(folder: Path, name: str) -> None:
    (folder / name).rename(folder / f"my-{name}")
    assert refused(folder, "score", *pair(folder)) == f"{name}: does not exist; did you mean my-{name}?"


def benchmark(folder: Path) -> tuple[Path, Path]:
    timeline = Timeline({"2010-05-27": ["Obama extends the moratorium"]})
    for path in ("run/oil.txt", "gold/oil/bbc.txt", "gold/mine/bbc.txt"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_timelines(folder / path, [timeline])
    return folder / "run", folder / "gold"


NONE = "^no reference was given for system.txt; write SYSTEM REFERENCE... or use --references$"
FIRST = "-r takes all that follows, so put the systems before it; see cliometer"
SEVERAL = (
    "^several references must all be files of one topic, but none is a folder; with several systems use --references"
)
FILE = "none: is a folder where a file is expected; name one of the files in it"
CALLS = [  # in a folder with a run and its gold, an empty one, and links that lead nowhere; ^ and $ are the ends
    *((f"{command} system.txt", NONE) for command in ("score", "explain")),
    *((f"{command} -r system.txt reference.txt", FIRST) for command in ("score", "explain")),
    *((command, ": missing: ") for command in ("score", "explain", "convert")),
    *((words, "the path is empty; name a file or a folder") for words in ("score  a", "convert ", "convert a -o ")),
    ("score system.txt none", "^none: holds no timelines; expected <topic>/<reference>.txt or <topic>.txt"),
    ("score system.txt reference.txt none", f"{SEVERAL} none$"),
    *((words, FILE) for words in ("convert none --to json", "compat tilse -p system.txt -m concat -r none")),
    (
        "compat tilse -p system.txt -r reference.txt -m agree",
        "^unknown metric of tilse 'agree'; did you mean agreement?$",
    ),
    ("score gold run", "if the two were swapped, the order is SYSTEM REFERENCE$"),
    ("score run gold", "^run has no timeline for mine (it has oil); add it, or allow it with --missing skip"),
    ("score circle.txt reference.txt", "^circle.txt: "),
    ("score link.txt reference.txt", "^link.txt: is a link to gone.txt, which cannot be reached; correct the link$"),
]


@pytest.mark.parametrize(("words", "complaint"), CALLS)
def test_a_call_is_refused(words: str, complaint: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    benchmark(folder)
    Path("none").mkdir()
    for link, target in (("link.txt", "gone.txt"), ("circle.txt", "circle.txt")):
        Path(link).symlink_to(target)
    assert complaint in f"^{refused(folder, *words.split(' '))}$"


def test_an_extra_topic_is_refused_with_the_option_that_allows_it(folder: Path) -> None:
    run, gold = benchmark(folder)
    (run / "mine.txt").write_text(GOOD)
    (run / "war.txt").write_text(GOOD)
    line = refused(folder, "score", run, gold)
    assert line.startswith("run has timelines without a reference: war (references: mine and oil)")
    assert line.endswith('allow it with --extra skip, in Python extra="skip"')


def test_a_folder_of_runs_is_told_from_a_run(folder: Path) -> None:
    run, gold = benchmark(folder)
    (folder / "runs").mkdir()
    run.rename(folder / "runs" / "lead")
    line = refused(folder, "score", folder / "runs", "-r", gold)
    assert line.startswith("lead has no timeline for mine")


def test_a_broken_file_deep_in_a_folder_is_named(folder: Path) -> None:
    run, gold = benchmark(folder)
    (gold / "mine" / "bbc.txt").write_text("May 27th\n")
    assert refused(folder, "score", run, gold).startswith("gold/mine/bbc.txt:1: expected a date")


def test_nothing_is_written_where_the_input_is_bad(folder: Path) -> None:
    (folder / SYSTEM).write_text("May 27th\n")
    refused(folder, "convert", folder / SYSTEM, "-o", folder / "out.json")
    assert sorted(path.name for path in folder.iterdir()) == [REFERENCE, SYSTEM]


@pytest.mark.parametrize("content", ["", f"2010-05-27\n{BAR}\n", "[]"])
def test_an_empty_system_is_no_error_scores_zero_and_is_named(folder: Path, content: str) -> None:
    name = "system.jsonl" if content == "[]" else SYSTEM
    (folder / name).write_text(content)
    found = cliometer("score", folder / name, folder / REFERENCE)
    assert found.status == 0
    what = "has dates without a sentence; metrics of words score it 0" if BAR in content else "is empty; it scores 0"
    assert f"system: the timeline for reference {what}\n" in found.err
    scores = [line.split()[1:] for line in found.out.splitlines()[2:-2] if not line.startswith("date ")]
    assert len(scores) == 11 and all(row == ["0.000"] * 3 for row in scores)
