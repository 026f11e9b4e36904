"""A folder with one small valid file of every format, and the commands that read each of them."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import shlex
import shutil
import zipfile
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from cliometer.cli.main import main

DEMO = Path(__file__).parents[2] / "src" / "cliometer" / "demo"

DAYS = (
    ("1970-04-11", ("The Saturn V rocket lifts Apollo 13 off the launch pad.", "Three astronauts are on board.")),
    ("1970-04-13", ("An oxygen tank explodes and the landing on the Moon is given up.",)),
    ("1970-04-17", ("The crew splashes down safely in the Pacific Ocean.",)),
)
BAR = "-" * 32
TIMEML = (
    '<?xml version="1.0" ?>\n<TimeML>\n<DOCID>a</DOCID>\n<DCT><TIMEX3 tid="t0" type="DATE" value="1970-04-13" '
    'functionInDocument="CREATION_TIME">1970-04-13</TIMEX3></DCT>\n<TEXT>A tank <EVENT eid="e1" class="OCCURRENCE">'
    'exploded</EVENT> on <TIMEX3 tid="t1" type="DATE" value="1970-04-13">Monday</TIMEX3>.</TEXT>\n'
    '<MAKEINSTANCE eventID="e1" eiid="ei1" tense="PAST" aspect="NONE" polarity="POS" pos="VERB"/>\n</TimeML>\n'
)
TIMELINE_COMMANDS = (
    "score {} other.txt --json",
    "score other.txt {}",
    "score {} other.txt --preset modern -m date -m concat",
    "explain {} other.txt",
    "convert {} --to json",
    "convert {} --to csv",
    "compat tilse -p {} -r other.txt -m concat",
)


OTHERWISE = "--columns date=when,text=what --date-format dd/mm/yyyy --encoding cp1252"


@dataclass(frozen=True)
class Format:
    """A valid file, and the commands in which `{}` stands for it."""

    name: str
    file: str
    commands: tuple[str, ...]


FORMATS = (
    Format("tilse", "line.txt", TIMELINE_COMMANDS),
    Format("json", "line.json", TIMELINE_COMMANDS[:5]),
    Format("dates", "dates.json", TIMELINE_COMMANDS[:5]),
    Format("newstls", "line.jsonl", TIMELINE_COMMANDS[:5]),
    Format("csv", "line.csv", TIMELINE_COMMANDS[:5]),
    Format("tsv", "line.tsv", TIMELINE_COMMANDS[:5]),
    Format("markdown", "line.md", TIMELINE_COMMANDS[:5]),
    Format("rows", "rows.json", TIMELINE_COMMANDS[:5]),
    Format("row-lines", "rows.jsonl", TIMELINE_COMMANDS[:5]),
    Format("other-table", "when.csv", tuple(f"{command} {OTHERWISE}" for command in TIMELINE_COMMANDS[:5])),
    Format("other-rows", "when.jsonl", tuple(f"{command} {OTHERWISE}" for command in TIMELINE_COMMANDS[:5])),
    Format("packed", "line.txt.gz", TIMELINE_COMMANDS),
    Format("packed-rows", "rows.json.gz", TIMELINE_COMMANDS[:5]),
    Format("packed-posts", "packed/notre-dame.csv.gz", ("summarise {} -k 2", "background build {} --encoding latin-1")),
    Format("packed-votes", "packed/votes.csv.gz", ("vote {} --resamples 100",)),
    Format("packed-scores", "packed/scores.csv.gz", ("compare --scores {} --resamples 100",)),
    Format("packed-units", "packed/units.json.gz", ("score extract.json {}", "study agreement {}")),
    Format(
        "run",
        "runs/lead/apollo-13.txt",
        (
            "score runs/lead gold",
            "compare runs/lead runs/mentions -r gold --resamples 100",
            "court metrics gold --systems runs/lead -t 'shift(days=1)' -m date",
            "report runs/lead runs/mentions -r gold --resamples 100 -o out/report.html",
        ),
    ),
    Format(
        "gold",
        "gold/apollo-13/almanac.txt",
        (
            "score runs/lead gold --missing skip",
            "compare runs/lead runs/mentions -r gold --per-reference --resamples 100",
            "court metrics gold -t 'shift(days=1)' -m date",
            "study draft gold -o out/units.json",
        ),
    ),
    Format(
        "units",
        "units.json",
        (
            "score extract.json {}",
            "study agreement {}",
            "summarise {} --runs 2 -s 1",
            "explain extract.json {} -m pyramid",
        ),
    ),
    Format("extract", "extract.json", ("score {} units.json", "score {} units.json -m pyramid --csv")),
    Format(
        "events", "events.json", ("score ranking.json {}", "study agreement {} links.csv", "curve ranking.json -r {}")
    ),
    Format("ranking", "ranking.json", ("score {} events.json", "curve {} -r events.json", "explain {} events.json")),
    Format("links", "links.csv", ("study agreement events.json {}", "study agreement events.json {} --json")),
    Format("topics", "judged/topics.csv", ("study agreement judged",)),
    Format(
        "articles",
        "articles/apollo-13.jsonl",
        (
            "score runs/lead/apollo-13.txt {} -m jsd",
            "summarise {} -k 2",
            "background build {}",
            "court metrics gold -t add -m date --corpus articles",
        ),
    ),
    Format(
        "posts",
        "posts/ever-given.jsonl",
        ("summarise {} -k 2", "summarise {} -k 2 -s sumbasic --json", "background build {}"),
    ),
    Format("posts-csv", "posts/notre-dame.csv", ("summarise {} -k 2", "score runs/lead/apollo-13.txt {} -m jsd")),
    Format("posts-plan", "plan.toml", ("experiment microblog posts --config {} --json",)),
    Format(
        "votes",
        "votes.csv",
        (
            "vote {} --resamples 100",
            "vote {} --json --resamples 100",
            "study reasons {} --codebook codebook.toml --resamples 100",
        ),
    ),
    Format("orderings", "orderings.csv", ("vote {} --resamples 100",)),
    Format("matrix", "matrix.csv", ("vote {} --resamples 100",)),
    Format("votes-json", "votes.json", ("vote {} --resamples 100",)),
    Format("codebook", "codebook.toml", ("study reasons votes.csv --codebook {} --resamples 100",)),
    Format("codes", "codes.csv", ("study reasons votes.csv --codebook codebook.toml --codes {} --resamples 100",)),
    Format(
        "scores",
        "scores.csv",
        (
            "compare --scores {} --resamples 100",
            "agree scores {} --human human.csv --resamples 100",
            "agree metrics {}",
        ),
    ),
    Format(
        "human",
        "human.csv",
        (
            "agree scores scores.csv --human {} --resamples 100",
            "agree scores scores.csv --human {} --json --resamples 100",
        ),
    ),
    Format("scores-json", "scores.json", ("compare --scores {} --resamples 100", "report {} -o out/r.html", "cite {}")),
    Format("compare-json", "compare.json", ("report {} -o out/r.md", "cite {}")),
    Format("court-json", "court.json", ("report {} -o out/r.md",)),
    Format("vote-json", "vote.json", ("report {} -o out/r.tex",)),
    Format("agree-json", "agree.json", ("report {} -o out/r.md",)),
    Format("explain-json", "explain.json", ("report {} -o out/r.html",)),
    Format("agreement-json", "agreement.json", ("report {} -o out/r.md",)),
    Format("pan", "peer.pan", ("compat pyramid {}", "read cliometer.io.pyramids:read_peer {}")),
    Format("pyr", "pyramid.pyr", ("read cliometer.io.pyramids:read_pyramid {}",)),
    Format("timeml", "story.tml", ("read cliometer.io.timeml:read_timeml {}",)),
    Format("study", "study.zip", ("read cliometer_workbench.formats.archives:read_archive {}",)),
    Format("nuggets", "nuggets/nuggets.tsv", ("score updates.txt nuggets",)),
    Format("matches", "nuggets/matches.tsv", ("score updates.txt nuggets",)),
    Format("updates", "nuggets/updates.tsv", ("score updates.txt nuggets",)),
    Format(
        "bank",
        "banks/nuggets.jsonl",
        (
            "score banks/assignments.jsonl {}",
            "score runs/lead {} -m date --extra skip --missing skip",
            "convert {} --to nuggetbank",
        ),
    ),
    Format("assignments", "banks/assignments.jsonl", ("score {} banks/nuggets.jsonl", "compat nuggetizer {}")),
    Format("answers", "answers.jsonl", ("convert {} --to nuggetizer",)),
    Format("leaderboard", "board.txt", ("agree metrics {} --resamples 100",)),
    Format(
        "pushed",
        "updates.txt",
        ("score {} nuggets", "compat trec-ts -n nuggets/nuggets.tsv -m nuggets/matches.tsv -u nuggets/updates.tsv {}"),
    ),
    Format(
        "background",
        "background.txt",
        (
            "convert {} --to background",
            "score runs/lead/apollo-13.txt articles/apollo-13.jsonl -m fotw --background {}",
        ),
    ),
    Format("rouge-settings", "rouge/settings.xml", ("compat rouge155 -n 1 -a {}",)),
    Format("simetrix", "simetrix/mapping.txt", ("compat simetrix {} simetrix/config.txt",)),
    Format("simetrix-config", "simetrix/config.txt", ("compat simetrix simetrix/mapping.txt {}",)),
)

RESULTS = {
    "scores.json": "score runs/lead runs/mentions -r gold -m date -m align+m1 --json",
    "compare.json": "compare runs/lead runs/mentions -r gold -m date --resamples 100 --json",
    "court.json": "court metrics gold -t 'shift(days=1)' -m date --json",
    "vote.json": "vote votes.csv --resamples 100 --json",
    "agree.json": "agree scores scores.csv --human human.csv --resamples 100 --json",
    "explain.json": "explain line.txt other.txt --json",
    "agreement.json": "study agreement events.json links.csv --json",
}


def run(words: list[str]) -> str:
    """What a command prints that must succeed."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(err):
        try:
            status = main(words, out, err)
        except SystemExit as stopped:
            status = int(stopped.code or 0)
    assert status == 0, (words, err.getvalue())
    return out.getvalue()


def tilse_text(days: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    """A timeline in the format of tilse."""
    return "".join(f"{date}\n" + "".join(f"{line}\n" for line in lines) + f"{BAR}\n" for date, lines in days)


def timelines() -> dict[str, str]:
    """One timeline in all formats."""
    rows = [(date, line) for date, lines in DAYS for line in lines]
    native = {
        "cliometer": "timeline/1",
        "name": "a",
        "days": [{"date": date, "sentences": list(lines)} for date, lines in DAYS],
    }
    return {
        "line.txt": tilse_text(DAYS),
        "other.txt": tilse_text((*DAYS[1:], ("1970-04-20", ("An inquiry begins.",)))),
        "line.json": json.dumps(native, indent=1),
        "dates.json": json.dumps({date: list(lines) for date, lines in DAYS}),
        "line.jsonl": json.dumps([[date, list(lines)] for date, lines in DAYS]) + "\n",
        "line.csv": "date,sentence\n" + "".join(f'{date},"{line}"\n' for date, line in rows),
        "line.tsv": "date\tsentence\n" + "".join(f"{date}\t{line}\n" for date, line in rows),
        "rows.json": json.dumps([{"date": date, "text": list(lines)} for date, lines in DAYS]),
        "rows.jsonl": "".join(json.dumps({"date": date, "summary": line}) + "\n" for date, line in rows),
        "when.csv": "when;what\n" + "".join(f"{_reversed(date)};{line}\n" for date, line in rows),
        "when.jsonl": "".join(json.dumps({"when": _reversed(date), "what": line}) + "\n" for date, line in rows),
        "line.md": "# Apollo 13\n" + "".join(f"\n## {date}\n- {line}\n" for date, line in rows),
    }


def _reversed(date: str) -> str:
    return "/".join(reversed(date.split("-")))


def votes() -> dict[str, str]:
    """Preferences in their other layouts."""
    return {
        "orderings.csv": "ordering,count\na > b = c,3\nb > a > c,2\nc > a > b,1\n",
        "matrix.csv": ",a,b,c\na,,3,2\nb,1,,4\nc,2,0,\n",
        "votes.json": json.dumps({"a>b>c": 3, "b>a>c": 2}),
        "codes.csv": "reason,category\ncovers more of the events,informativeness\n",
    }


def old_tools() -> dict[str, str]:
    """Settings and texts of ROUGE-1.5.5 and of SIMetrix."""
    text = "The crew splashes down safely in the Pacific Ocean.\nAn oxygen tank explodes.\n"
    peers = '<P ID="1">peer.txt</P>'
    models = '<M ID="A">model.txt</M>'
    settings = (
        '<ROUGE-EVAL version="1.55">\n<EVAL ID="1">\n<PEER-ROOT>rouge</PEER-ROOT>\n<MODEL-ROOT>rouge</MODEL-ROOT>\n'
        f'<INPUT-FORMAT TYPE="SPL"></INPUT-FORMAT>\n<PEERS>\n{peers}\n</PEERS>\n<MODELS>\n{models}\n</MODELS>\n'
        "</EVAL>\n</ROUGE-EVAL>\n"
    )
    return {
        "rouge/settings.xml": settings,
        "rouge/peer.txt": text,
        "rouge/model.txt": text[20:],
        "simetrix/mapping.txt": "t1 s1 simetrix/input simetrix/summary.txt\n",
        "simetrix/config.txt": "performStemming = N\nremoveStopWords = N\ntopicWordFeatures = N\ncosineOverlap = N\n",
        "simetrix/summary.txt": text,
        "simetrix/input/a.txt": text * 2,
        "story.tml": TIMEML,
        "answers.jsonl": '{"run_id": "r", "topic_id": "t", "topic": "?", "references": ["d"], "answer": '
        '[{"text": "It broke.", "citations": [0, "e"]}]}\n',
        "board.txt": "".join(
            f"{run} {topic} {m} 0.{n}\n" for n, (run, topic, m) in enumerate(product("ab", "xyz", "mn"))
        ),
        "background.txt": "the 100\ncrew 12\noxygen 3\n",
    }


def from_demo(folder: Path) -> None:
    """Carry over what the demo has, cut to a size at which a run takes milliseconds."""
    for run_name in ("lead", "mentions"):
        for topic in ("apollo-13", "rosetta"):
            _copy(DEMO / f"runs/{run_name}/{topic}.txt", folder / f"runs/{run_name}/{topic}.txt")
    for topic in ("apollo-13", "rosetta"):
        for writer in ("almanac", "chronicle"):
            _copy(DEMO / f"references/{topic}/{writer}.txt", folder / f"gold/{topic}/{writer}.txt")
    copies = {
        "events/berlin-wall.csv": ("links.csv", "judged/links.csv"),
        "events/berlin-wall.json": ("events.json", "judged/berlin-wall.json"),
        "events/topics.csv": ("judged/topics.csv",),
        "rankings/first.json": ("ranking.json",),
        "units/apollo-13.json": ("units.json",),
        "votes.csv": ("votes.csv",),
        "codebook.toml": ("codebook.toml",),
        "scores.csv": ("scores.csv",),
        "human.csv": ("human.csv",),
        "pyramids/APOLLO.M.50.A.1.pan": ("peer.pan",),
        "pyramids/APOLLO.pyr": ("pyramid.pyr",),
        "posts/ever-given.jsonl": ("posts/ever-given.jsonl",),
        "posts/notre-dame.csv": ("posts/notre-dame.csv",),
        "experiment.toml": ("plan.toml",),
        "nuggets/runs.txt": ("updates.txt",),
        **{f"banks/{name}.jsonl": (f"banks/{name}.jsonl",) for name in ("nuggets", "assignments")},
        **{f"nuggets/{name}.tsv": (f"nuggets/{name}.tsv",) for name in ("nuggets", "matches", "updates")},
    }
    for source, targets in copies.items():
        for target in targets:
            _copy(DEMO / source, folder / target)
    articles = (DEMO / "articles/apollo-13.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)[:4]
    (folder / "articles").mkdir()
    (folder / "articles/apollo-13.jsonl").write_text("".join(articles), encoding="utf-8")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def build(folder: Path) -> None:
    """Fill an empty folder, which must be the working folder, with all files."""
    for name, text in (timelines() | votes() | old_tools()).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    from_demo(folder)
    (folder / "out").mkdir()
    with zipfile.ZipFile(folder / "study.zip", "w") as archive:
        archive.writestr(zipfile.ZipInfo("topic.txt"), "A tank exploded.")
    for kind in FORMATS:
        if kind.file.endswith(".gz"):
            plain = Path(kind.file.removeprefix("packed/").removesuffix(".gz"))
            source = plain if (folder / plain).exists() else "posts" / plain
            (folder / kind.file).parent.mkdir(exist_ok=True)
            (folder / kind.file).write_bytes(gzip.compress((folder / source).read_bytes(), mtime=0))
    run(["summarise", "units.json", "-s", "1", "--runs", "1", "-o", "written"])
    shutil.copyfile(next((folder / "written").glob("*.json")), folder / "extract.json")
    shutil.rmtree(folder / "written")
    for name, command in RESULTS.items():
        (folder / name).write_text(run(shlex.split(command)), encoding="utf-8")
