"""`cliometer compat dtels`: recalls and rankings of other packages, rules counted by hand, and what it refuses."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cliometer.compat.dtels import DtelsRules, best_pieces, latin_words
from cliometer.expressions import choices_of, settings_of
from tests.unit.cli.cliometer_command import ROOT, cliometer

GOLD = ROOT / "tests" / "golden" / "dtels.jsonl"
[REFERENCE] = map(json.loads, GOLD.read_text(encoding="utf-8").splitlines())
NODES = REFERENCE["timeline"]
NAMES = ("informativeness", "granular_consistency", "factuality", "average")


def node(atoms: Sequence[str], time: str | None = "2021-03-23", **members: Any) -> dict[str, Any]:
    return {"id": 0, "time": time, "atoms": atoms} | members


def scores(folder: Path, submitted: Any, *words: object, **members: Any) -> dict[str, Any]:
    """The document of a submission to the reference, of which some members are changed."""
    lines = {"gold": REFERENCE | members, "run": {"id": "1", "timeline": submitted}}
    for name, line in lines.items():
        (folder / name).write_text(json.dumps(line), encoding="utf-8")
    done = cliometer(*COMMAND, folder / "gold", "--test_file", folder / "run", "--json", *words)
    assert done.status == 0, done.err
    document: dict[str, Any] = json.loads(done.out)
    return document


COMMAND = ("compat", "dtels", "--reference_file")


@pytest.mark.parametrize(
    ("text", "words"),  # what jieba 0.42.1 makes of it
    [
        ("The U.S. grew 3.5% (AT&T, C++).", "The,U,.,S,.,grew,3.5%,(,AT&T,,,C++,)"),
        ("state-of-the-art #1 c#x 1.2.3", "state,-,of,-,the,-,art,#,1,c#,x,1.2,.,3"),
        ("café... naïve", "caf,é,...,na,ï,ve"),
    ],
)
def test_texts_without_chinese_are_cut_as_jieba_cuts_them(text: str, words: str) -> None:
    assert ",".join(word for word in latin_words(text) if word.strip()).startswith(words)


@pytest.mark.parametrize(
    ("text", "atom", "recall"),  # of rouge-chinese 1.0.3 on the words of jieba; a line of blanks is an empty word
    [
        ("The dam breaks. Two die.", "Two people die.", 3 / 4),
        ("x\n\ny", "a\n\nb", 1 / 3),
        ("Yes? No.", "No? \n Yes", 1 / 4),
        ("a......b", "c......d\n", 1 / 3),
        ("one  two", "one two\n\n", 1),
    ],
)
def test_the_recall_of_an_atom_is_that_of_rouge_chinese(text: str, atom: str, recall: float, tmp_path: Path) -> None:
    found = scores(tmp_path, [node([text])], timeline=[node([atom])])
    assert found["overall"]["informativeness"] == pytest.approx(recall, abs=1e-12)


FACT = {"title": "", "content": "one two three four five six", "time": "2021-03-23"}
OTHER = FACT | {"content": "nothing of interest here, nothing at all"}
ALPHA = FACT | {"content": "alpha and nothing else of interest"}


@pytest.mark.parametrize(
    ("summary", "articles", "factuality"),
    [
        ("", [FACT | {"time": "2021-05-22"}, OTHER], 1),  # 60 days away
        ("", [FACT | {"time": "2021-05-23"}, OTHER], 0),
        ("", [FACT | {"time": "2021-05-23"}], 1),  # none is nearer
        ("", [FACT | {"content": "one two three four"}], 0),  # too short a piece
        ("", [ALPHA, ALPHA, ALPHA, FACT, OTHER, OTHER, OTHER], 1),
        ("alpha", [ALPHA, ALPHA, ALPHA, FACT, OTHER, OTHER, OTHER], 0),  # three pieces, by the summary
    ],
)
def test_facts_are_looked_up_in_three_pieces_of_near_articles(
    summary: str, articles: Any, factuality: int, tmp_path: Path
) -> None:
    found = scores(tmp_path, [node(["one two three four"], summary=summary)], docs=articles)
    assert found["overall"]["factuality"] == factuality


def test_pieces_are_ranked_by_bm25_with_a_floor_below_each_idf_and_the_later_of_equal_ones_first() -> None:
    pieces = ["a b c", "a b", "a d d e", "a"]

    def score(piece: str, query: str) -> float:
        words, every = piece.split(), [each.split() for each in pieces]
        idf = {}
        for word in {word for each in every for word in each}:
            having = sum(word in each for each in every)
            idf[word] = math.log((4 - having + 0.5) / (having + 0.5))
        idf = {word: x if x >= 0 else sum(idf.values()) / len(idf) / 4 for word, x in idf.items()}
        norm = 1.5 * (0.25 + 0.75 * len(words) / 2.5)
        counts = [(idf.get(word, 0), words.count(word)) for word in query.split()]
        return sum(x * n * 2.5 / (n + norm) for x, n in counts)

    for query in ("b c", "d a", "a", "z", "e b"):
        ranked = sorted(range(4), key=lambda place: (-score(pieces[place], query), -place))
        assert best_pieces(pieces, query.split()) == [pieces[place] for place in ranked[:3]]


FIRST, SECOND, THIRD = NODES
NEXT_DAY = {"timeline": [node(["x z"], "2021-03-01")]}
RULES: list[tuple[str, list[Any], dict[str, Any], str, list[float], list[float]]] = [
    ("divisor=reference", [FIRST, SECOND], {}, "N", [1, 1, 1, 1], [2 / 3, 1, 1, 8 / 9]),
    ("edges=matched", [SECOND, FIRST], {}, "N", [1, 1, 1, 1], [1, 0, 1, 2 / 3]),
    # no edge is left for level 2; the article that supports the third node is four months away
    ("level=asked", [FIRST, THIRD], {}, "2", [1, 1, 0.5, 5 / 6], [1, 0, 0.5, 0.5]),
    ("words=folded", [node(["THE EVER GIVEN"])], {}, "N", [0.0, 0, 0, 0], [0.3, 0, 1, 1.3 / 3]),
    # 28 February is 4 nominal days from 1 March; one match has no granularity
    ("days=calendar", [node(["x y"], "2021-02-28")], NEXT_DAY, "N", [1 / 10, 0, 0, 1 / 30], [1 / 4, 0, 0, 1 / 12]),
    ("days=calendar", [node(["x z"], "")], {"timeline": [node(["x z"], "soon")]}, "N", [1, 0, 0, 1 / 3], [0, 0, 0, 0]),
    ("single=full", [node(["x y"], "2021-02-28")], NEXT_DAY, "N", [1 / 10, 0, 0, 1 / 30], [1 / 10, 1, 0, 1.1 / 3]),
    # of nodes that share an id the last one's facts count
    ("ids=each", [node(FIRST["atoms"]), node(["unsupported"])], {}, "N", [0.5, 0, 0, 1 / 6], [0.5, 0, 0.5, 1 / 3]),
]


@pytest.mark.parametrize(("rule", "timeline", "members", "level", "released", "changed"), RULES)
def test_each_rule_changes_what_it_is_about(
    rule: str,
    timeline: list[Any],
    members: dict[str, Any],
    level: str,
    released: list[float],
    changed: list[float],
    tmp_path: Path,
) -> None:
    found = [scores(tmp_path, timeline, "--N", level, *words, **members)["overall"] for words in ((), ("--set", rule))]
    for overall, expected in zip(found, (released, changed), strict=True):
        assert [overall[name] for name in NAMES] == pytest.approx(expected, abs=1e-12)


def test_files_may_be_lists_spread_over_lines_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "gold").write_text(json.dumps([REFERENCE], indent=1), encoding="utf-8-sig")
    (tmp_path / "run").write_text(json.dumps([{"id": "1", "timeline": NODES}], indent=1), encoding="utf-8")
    done = cliometer(*COMMAND, tmp_path / "gold", "--test_file", tmp_path / "run")
    assert done.status == 0 and "1.000" in done.out, done.err


def test_every_rule_is_tried_or_is_about_whole_topics_and_the_page_has_each_with_its_values() -> None:
    rules = settings_of(DtelsRules)
    page = (ROOT / "docs" / "compat-dtels.md").read_text(encoding="utf-8")
    assert {rule.name for rule in rules} - {rule[0].partition("=")[0] for rule in RULES} == {"failing", "topics"}
    for rule in rules:
        first, *others = (f"`{value}`" for value in choices_of(rule))
        assert f"| `{rule.name}` | {first} | {', '.join(others)} |" in page


@pytest.mark.parametrize(
    ("timeline", "members", "why"),
    [
        ([node([" ", ""])], {}, "all atoms of a node are blank"),
        ([FIRST, SECOND], {"meta_timeline": None}, "meta_timeline is null"),
        (None, {}, "the timeline is null"),
        ([FIRST], {"docs": [{"title": None, "content": "text"}]}, "an article has null for its title or content"),
    ],
)
def test_a_topic_on_which_the_code_raises_is_left_out_zero_or_an_error(
    timeline: Any, members: dict[str, Any], why: str, tmp_path: Path
) -> None:
    document = scores(tmp_path, timeline, **members)
    assert (document["left_out"], document["overall"]["average"]) == ({"1": why}, None)
    zero = scores(tmp_path, timeline, "--set", "failing=zero", **members)
    assert (zero["left_out"], zero["overall"]["average"]) == ({"1": why}, 0)
    files = (tmp_path / "gold", "--test_file", tmp_path / "run")
    done = cliometer(*COMMAND, *files, "--set", "failing=error")
    assert (done.status, done.err.count("\n")) == (2, 1) and why in done.err


def test_topics_that_are_missing_are_no_part_of_the_means_zero_or_refused(tmp_path: Path) -> None:
    (tmp_path / "gold").write_text(f"{json.dumps(REFERENCE)}\n{json.dumps(REFERENCE | {'id': 2})}\n")
    (tmp_path / "run").write_text(  # of a topic that is submitted twice the first counts
        "".join(json.dumps({"id": id, "timeline": nodes}) for id, nodes in ((2, NODES), (3, []), (2, [])))
    )
    files = (*COMMAND, tmp_path / "gold", "--test_file", tmp_path / "run")
    done = cliometer(*files)
    assert [line.split() for line in done.out.splitlines()[2:]] == [
        ["2", "1.000", "1.000", "0.667", "0.889"],
        ["overall", "1.000", "1.000", "0.667", "0.889"],
    ]
    assert "no timeline is submitted for 1;" in done.err and "no topic 3" in done.err
    assert json.loads(cliometer(*files, "--set", "topics=all", "--json").out)["overall"]["average"] == pytest.approx(
        4 / 9
    )
    refused = cliometer(*files, "--set", "topics=same")
    assert refused.status == 2 and "do not have the same topics: 1 and 3" in refused.err


def test_chinese_is_cut_by_the_function_that_is_named(tmp_path: Path) -> None:
    found = scores(tmp_path, [node(["河堤决口"])], "--segmenter", "builtins:list", timeline=[node(["河堤修复"])])
    assert found["overall"]["informativeness"] == 0.5
    for name in ("nowhere:cut", "builtins:nothing", ""):
        done = cliometer(*COMMAND, tmp_path / "gold", "--test_file", tmp_path / "run", "--segmenter", name)
        assert (done.status, done.err.count("\n")) == (2, 1) and "--segmenter MODULE:FUNCTION" in done.err


@pytest.mark.parametrize(
    ("gold", "run", "complaint"),
    [
        ('{"id": 1}', "{}", "no line has id, timeline and meta_timeline"),
        ('{"id": 1, "timeline": [], "meta_timeline": {}}', "{}", 'add "docs": []'),
        (json.dumps(REFERENCE), '{"id": 1, "timeline": 3}', "timeline"),
        (json.dumps(REFERENCE), '{"id": 1, "timeline": [{"atoms": "x"}]}', "atoms"),
        (json.dumps(REFERENCE), "version https://git-lfs.github.com/spec/v1", "git lfs pull"),
    ],
)
def test_what_is_no_such_file_is_refused_in_one_line(gold: str, run: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "gold").write_text(gold)
    (tmp_path / "run").write_text(run)
    done = cliometer(*COMMAND, tmp_path / "gold", "--test_file", tmp_path / "run")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1) and complaint in done.err


def test_a_folder_in_place_of_a_file_is_refused_with_the_remedy(tmp_path: Path) -> None:
    done = cliometer(*COMMAND, tmp_path, "--test_file", tmp_path)
    assert (done.status, done.err) == (
        2,
        f"cliometer: {tmp_path}: is a folder where a file is expected; name one of the files in it\n",
    )


def test_a_level_that_no_reference_has_is_noted(tmp_path: Path) -> None:
    meta = {"3": {"timeline": NODES[:3]}}
    assert not any("no level" in note for note in scores(tmp_path, NODES, "--N", 3, meta_timeline=meta)["notes"])
    (note,) = scores(tmp_path, NODES, "--N", 7, meta_timeline=meta)["notes"]
    assert note == "no level 7 in the reference of 1, whose whole timeline is used"
