"""`cliometer timelines` and `cliometer annotate`: runs in files, training without leaks, and what is refused."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from cliometer.io.articles import read_corpus
from cliometer.io.timeml import read_timeml
from cliometer.text.annotate import annotate
from tests.unit.cli.cliometer_command import DEMO, cliometer

ARTICLES, GOLD = DEMO / "articles", DEMO / "references"
TWO = ("rosetta", "notre-dame")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Two topics of the demo."""
    folder = tmp_path / "articles"
    folder.mkdir()
    for topic in TWO:
        shutil.copy(ARTICLES / f"{topic}.jsonl", folder)
    return folder


def make(corpus: Path, *arguments: object, status: int = 0) -> str:
    done = cliometer("timelines", corpus, "--like", GOLD, "--tags", "no", *arguments)
    assert done.status == status, done.err
    return done.out if status == 0 else done.err


def test_runs_are_scored_by_the_other_commands(corpus: Path, tmp_path: Path) -> None:
    make(corpus, "-s", "datewise", "-s", "lead", "-o", tmp_path / "runs")
    runs = sorted((tmp_path / "runs").iterdir())
    assert [run.name for run in runs] == ["datewise_dates=mentions", "lead"]
    done = cliometer("score", *runs, "-r", GOLD, "--per-reference", "--missing", "skip", "-m", "AR-1", "--csv")
    assert done.status == 0 and "rosetta/almanac" in done.out


def test_a_second_call_makes_only_what_is_missing(corpus: Path, tmp_path: Path) -> None:
    runs, file = tmp_path / "runs", tmp_path / "runs/lead/rosetta/almanac.txt"
    first = make(corpus, "-s", "lead", "-o", runs)
    content, record = file.read_bytes(), (runs / "lead/record.json").read_bytes()
    file.unlink()
    kept = file.with_name("chronicle.txt").stat().st_mtime_ns
    second = make(corpus, "-s", "lead", "-o", runs)
    assert file.read_bytes() == content and (runs / "lead/record.json").read_bytes() == record
    assert file.with_name("chronicle.txt").stat().st_mtime_ns == kept
    assert "3 of 4 timelines were there already" in second and "there already" not in first


def test_timelines_of_other_articles_are_not_written_over(corpus: Path, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    make(corpus, "-s", "lead", "-o", runs)
    lines = (corpus / "rosetta.jsonl").read_text("utf-8").splitlines(keepends=True)
    (corpus / "rosetta.jsonl").write_text("".join(lines[1:]), "utf-8")
    assert "was made from other articles" in make(corpus, "-s", "lead", "-o", runs, status=2)
    make(corpus, "-s", "lead", "-o", runs, "--force")


def test_the_order_of_articles_changes_no_byte(corpus: Path, tmp_path: Path) -> None:
    make(corpus, "-s", "datewise(dates=supervised)", "-o", tmp_path / "one")
    for topic in TWO:
        lines = (corpus / f"{topic}.jsonl").read_text("utf-8").splitlines(keepends=True)
        (corpus / f"{topic}.jsonl").write_text("".join(reversed(lines)), "utf-8")
    make(corpus, "-s", "datewise(dates=supervised)", "-o", tmp_path / "two")
    files = [path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.*")]
    assert files and all((tmp_path / "one" / f).read_bytes() == (tmp_path / "two" / f).read_bytes() for f in files)


def test_the_record_says_what_was_used(corpus: Path, tmp_path: Path) -> None:
    make(corpus, "-s", "datewise(dates=supervised)", "-o", tmp_path / "runs")
    (file,) = (tmp_path / "runs").rglob("record.json")
    record = json.loads(file.read_text("utf-8"))
    assert (record["kind"], record["system"]) == ("generation-record", "datewise(dates=supervised)")
    assert len(record["tagger"]) == 12 and not record["reads_gold"]
    (entry,) = [one for one in record["tasks"] if one["task"] == "rosetta/almanac"]
    assert entry["trained_on"] == ["notre-dame"] and entry["length"] == "open"
    assert set(entry["model"]) == {"coefficients", "intercept", "dates"}


def test_topics_that_share_an_article_are_left_out_together(corpus: Path) -> None:
    shutil.copy(ARTICLES / "fukushima.jsonl", corpus)
    with (corpus / "rosetta.jsonl").open("a", encoding="utf-8") as stream:
        stream.write((ARTICLES / "notre-dame.jsonl").read_text("utf-8").splitlines()[0] + "\n")
    done = cliometer("timelines", corpus, "--like", GOLD, "--tags", "no", "-s", "datewise(dates=supervised)", "--json")
    document = json.loads(done.out)
    trained = {one["task"]: one["trained_on"] for one in document["records"][0]["tasks"]}
    assert trained["rosetta/almanac"] == ["fukushima"] == trained["notre-dame/almanac"]
    assert any("share an article or a reference" in note for note in document["notes"])


def test_lengths_by_hand_and_tags_from_the_cache(tmp_path: Path) -> None:
    asked = ("timelines", ARTICLES / "rosetta.jsonl", "-s", "mentions", "--dates", 3, "--sentences", 2, "--json")
    done = cliometer(*asked, "--first", "2014-01-01", "--tags", tmp_path / "cache")
    days = Counter(row["date"] for row in json.loads(done.out)["timelines"][0]["sentences"])
    assert len(days) == 3 and all(day >= "2014" and 1 <= lines <= 2 for day, lines in days.items())
    assert (tmp_path / "cache/tags.sqlite").exists()
    assert cliometer(*asked, "--first", "2014-01-01", "--tags", tmp_path / "cache").out == done.out


def test_a_chosen_sentence_holds_a_keyword(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("rosetta: comet, philae\n", "utf-8")
    document = json.loads(make(corpus, "-s", "datewise", "--keywords", tmp_path / "words.txt", "--json"))
    chosen = [row["sentence"] for one in document["timelines"] if "rosetta" in one["task"] for row in one["sentences"]]
    assert chosen and all("comet" in line.lower() or "philae" in line.lower() for line in chosen)


def test_a_default_span_has_what_the_articles_tell_and_a_published_one_their_publications(tmp_path: Path) -> None:
    lines = [
        {"id": "a", "date": "2010-04-21", "text": "The rig exploded on 20 April 2010. It burns. It sank in 1912."},
        {"id": "b", "date": "2010-04-22", "text": "The rig sank. Oil reached the beach on 30 April 2010."},
    ]
    (tmp_path / "oil.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    asked = ("timelines", tmp_path / "oil.jsonl", "-s", "mentions", "--dates", 4, "--tags", "no", "--json")
    days = {
        rules: [
            row["date"] for row in json.loads(cliometer(*asked, "--length", rules).out)["timelines"][0]["sentences"]
        ]
        for rules in ("open", "newstls")
    }
    assert days == {"open": ["2010-04-20", "2010-04-30"], "newstls": []}


@pytest.mark.parametrize(
    "system", ["datewise", "pubcount", "lead", "clust", "random", "submodular", "chieu", "date_oracle"]
)
def test_no_sentence_stands_on_two_dates_by_the_default_rules(system: str) -> None:
    def repeats(rules: str) -> int:
        made = cliometer(
            "timelines", ARTICLES, "-s", system, "--like", GOLD, "--tags", "no", "--length", rules, "--json"
        )
        lines = [Counter(row["sentence"] for row in one["sentences"]) for one in json.loads(made.out)["timelines"]]
        return sum(count.total() - len(count) for count in lines)

    assert repeats("open") == 0
    assert system != "datewise" or repeats("newstls") == 21  # as published


@pytest.mark.parametrize(
    ("system", "most"),
    [("datewise", 418), ("chieu", 264), ("submodular(constraint=total)", 405), ("chieu(most=sentences)", 405)],
)
def test_the_table_shows_the_sentences_that_were_asked_for(system: str, most: int, tmp_path: Path) -> None:
    out = cliometer("timelines", ARTICLES, "-s", system, "--like", GOLD, "--tags", "no", "-o", tmp_path).out
    (row,) = [line for line in out.splitlines() if re.match(r"\S+( \S+)*\s+19\s", line)]
    assert int(row.split()[-1]) == most >= int(row.split()[-2])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-s", "datewise(dates=supervised)"], "learns from other topics, and there is no other"),
        (["-s", "datewise", "-s", "datewise(dates=mentions)"], "was asked for twice"),
        (["-s", "datwise"], "did you mean datewise"),
        (["--dates", "3"], "references give the lengths and the span"),
        (["--length", "short"], "unknown choice 'short'"),
    ],
)
def test_what_cannot_be_done_is_refused(arguments: list[str], message: str) -> None:
    done = cliometer("timelines", ARTICLES / "rosetta.jsonl", "--like", GOLD, "--tags", "no", *arguments)
    assert done.status == 2 and message in done.err and done.err.count("\n") == 1


def test_the_runs_of_the_demo_are_what_the_generators_make(corpus: Path, tmp_path: Path) -> None:
    runs = sorted((DEMO / "timelines").iterdir())
    systems = [json.loads((run / "record.json").read_text("utf-8"))["system"] for run in runs]
    make(corpus, *(word for system in systems for word in ("-s", system)), "-o", tmp_path)
    files = sorted(path.relative_to(tmp_path) for path in tmp_path.glob("*/*/*.txt"))
    assert len(files) == len(runs) * 4
    for file in files:
        assert (tmp_path / file).read_bytes() == (DEMO / "timelines" / file).read_bytes(), (
            "run tools/build_demo_runs.py"
        )


def test_a_run_of_lengths_by_hand_is_scored_against_its_articles(corpus: Path, tmp_path: Path) -> None:
    done = cliometer("timelines", corpus, "--dates", 3, "-s", "lead", "-o", tmp_path / "runs", "--tags", "no")
    assert done.status == 0
    scored = cliometer("score", tmp_path / "runs/lead", corpus, "-m", "jsd", "--csv")
    assert (scored.status, scored.out.count("\n")) == (0, 3)


TEXT = "BP gave up on Saturday. It will try again in June."
LINE = json.dumps({"id": "a/1", "date": "2010-05-30", "title": "Top kill & after", "text": TEXT})
GERMAN = "Der Konzern hat am Samstag aufgegeben, das Leck zu stopfen, und will es im Juni wieder versuchen. " * 3


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    (tmp_path / "articles").mkdir()
    (tmp_path / "articles" / "bp.jsonl").write_text(LINE + "\n")
    return tmp_path / "articles"


@pytest.mark.parametrize("form", ["jsonl", "timeml"])
def test_what_was_written_is_read_as_the_same_articles(articles: Path, tmp_path: Path, form: str) -> None:
    done = cliometer("annotate", articles, "-o", tmp_path / "out", "--to", form)
    assert done.err == f"wrote {tmp_path / 'out'}: 1 article, 2 times and {done.err.split(' and ')[1]}"
    assert read_corpus(tmp_path / "out") == (read_corpus(articles)[0], ())


def test_timeml_has_a_file_for_each_article(articles: Path, tmp_path: Path) -> None:
    cliometer("annotate", articles, "-o", tmp_path / "out", "--to", "timeml")
    (file,) = (tmp_path / "out" / "bp").iterdir()
    assert file.name == "a%2F1.tml"
    assert read_timeml(file).annotation == annotate(TEXT, "2010-05-30")


def test_a_wrong_article_leaves_nothing_behind(articles: Path, tmp_path: Path) -> None:
    (articles / "egypt.jsonl").write_text(LINE + "\n" + LINE + "\n")
    done = cliometer("annotate", articles, "-o", tmp_path / "out")
    assert done.status == 2 and 'egypt.jsonl:2: a second article has the id "a/1"' in done.err
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["articles"]


@pytest.mark.parametrize("command", [("annotate",), ("timelines", "-s", "lead", "--dates", "1", "--tags", "no")])
def test_a_topic_that_is_not_english_is_noted(articles: Path, command: tuple[str, ...]) -> None:
    assert "English" not in cliometer(*command, articles).err
    (articles / "bp.jsonl").write_text(LINE.replace(TEXT, GERMAN))
    assert "note: topic bp: the texts do not look English" in cliometer(*command, articles).err


def test_columns_and_dates_of_other_names_are_named(tmp_path: Path) -> None:
    (tmp_path / "bp.csv").write_text(f'when;story\n30/05/2010;"{TEXT}"\n')
    words = (tmp_path / "bp.csv", "--columns", "date=when,text=story", "--date-format", "dd/mm/yyyy")
    assert json.loads(cliometer("annotate", *words).out)["date"] == "2010-05-30"
    made = cliometer("timelines", *words, "-s", "lead", "--dates", "1", "--tags", "no")
    assert "2010-05-30  BP gave up on Saturday." in made.out and "no effect" not in made.err
