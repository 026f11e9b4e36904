"""Small trees and files in the layouts of published data, in words of our own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

LINE = "-" * 32


def put_files(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files into a folder."""
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def lines(*objects: object) -> str:
    """Return JSON lines."""
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in objects)


def timeline17(root: Path) -> Path:
    """Two sources of one event, a repeated date, an article that is not UTF-8, and a folder that is no day."""
    spill, capped = "Data/spill_bbc", "Data/spill_cnn"
    return put_files(root, {
        f"{spill}/timelines/bbc.txt": f"2010-04-20\nRig burns .\n{LINE}\n2010-04-20\nRig sinks.\n{LINE}\n",
        f"{spill}/InputDocs/2010-04-20/1.html.txt": "The rig burns. Crews flee.",
        f"{spill}/InputDocs/2010-04-22/1.html.txt": b"The caf\xe9 closes.",
        f"{spill}/InputDocs/2010-04-2x/9.txt": "Lost.",
        f"{capped}/timelines/cnn.txt": f"2010-07-15\nA cap holds .\n{LINE}\n",
        f"{capped}/InputDocs/2010-07-15/a.txt": "A cap holds.",
    })  # fmt: skip


def crisis(root: Path) -> Path:
    """A topic with a reference and an article that are not UTF-8, headlines, and a folder that is no day."""
    public = "mali/public"
    return put_files(root, {
        f"{public}/timelines/bbc": b"2012-03-22\nSoldiers seize power \x96 again .\n" + f"{LINE}\n".encode(),
        f"{public}/content/2012-03-22/7.cont": b"Soldiers took the caf\xe9.",
        f"{public}/content/2012-3-23/8.cont": "They left.",
        f"{public}/content/mixed/9.cont": "Lost.",
        f"{public}/timelines/old/cnn": "Older.",
        f"{public}/timelines/README": "About the timelines.",
        f"{public}/headlineNorm/2012-03-22/7.txt": "Soldiers in Bamako\n",
    })  # fmt: skip


def chinese(root: Path) -> Path:
    """A topic in Chinese, whose last entry lacks its text."""
    news = [{"url": "u", "title": "标题", "content": "船 搁浅。"}, {"url": "v", "title": "", "content": "河 堵塞。"}]
    return put_files(root, {
        "canal/timeline.txt": "运河 船\n\n2021-03-23\n\n船搁浅。\n2021-03-29\n共一条\n船脱困。\n2021-04-01\n\n",
        "canal/news/2021-03-23.json": json.dumps(news, ensure_ascii=False),
        "canal/news/2021-03-29_a": json.dumps(news[:1], ensure_ascii=False),
    })  # fmt: skip


def social(root: Path) -> Path:
    """An event with articles of two sources."""
    article = {"timestamp": "2014-03-08 10:00", "body": "A plane is missing."}
    return put_files(root, {
        "events/plane/bbc/articles/1.json": json.dumps(article, indent=1),
        "events/plane/cnn/articles/1": json.dumps({**article, "timestamp": "2014-03-09 11:00"}),
    })  # fmt: skip


def crest(root: Path) -> Path:
    """An entity with two constraints, of which the second has no timeline, and an article."""
    return put_files(root, {
        "A_B/articles.jsonl": lines({"id": "1", "time": "2024-05-01 00:00:00", "title": "", "text": "A rises."}),
        "A_B/0/timelines.jsonl": lines([["2024-05-01T00:00:00", ["A rises."]]]),
        "A_B/1/timelines.jsonl": "\n",
        "constraint_dict.json": json.dumps({"A_B": {"0": "Focus on rises"}}),
    })  # fmt: skip


def backgrounds(root: Path) -> Path:
    """An event of two writers."""
    rows = ['[2010-04-20]\t"Rig ""X"" burns.\\nCrews flee."\t', '[2010-04-22]\tRig sinks.\t"It ""burnt" ."']
    table = "\n".join(["Date\tUpdate\tBackground", *rows, ""])
    names = (f"events/spill/annotator{n}.tsv" for n in (1, 2))
    return put_files(root, {**dict.fromkeys(names, table), "splits/dev.txt": "spill\n"})


def chronos(root: Path) -> Path:
    """Outputs for two topics, and their averages."""
    entries = [{"start": "2024-05-01", "events": ["Votes start.", "Lines grow."]}]
    entries += [{"start": "2024-05-01", "events": ["Booths close."]}, {"start": "2024-06", "events": ["Counts end."]}]
    output = json.dumps({"rouge": {}, "date_score": {}, "predict-timeline": entries}, indent=1)
    return put_files(root, {
        "open-qwen2.5-72b-Iran-Iraq_2010.2.14-2.json": output,
        "open-qwen2.5-72b-SNP_2024.6.18-2.json": output,
        "open-qwen2.5-72b-2-avg_score.json": json.dumps({"res": {}, "time": 1}),
    })  # fmt: skip


def dtels(root: Path) -> Path:
    """Two topics, one with a coarser timeline and articles; nodes as objects and as lists."""
    node = {"id": 0, "time": "2021-07-03T00:00:00+00:00", "summary": "A flood.", "atoms": ["flood"]}
    late = {"id": 1, "time": [2021, 7, 5, 0, 0, 0, 0, 1, 0], "node_summary": ["It ends.", "All dry."], "atomics": []}
    meta = {"5": {"title": "t", "id": 1, "timeline": [{**node, "summary": "Flood."}]}}
    docs = [{"title": "Rain", "time": "2021-07-03", "content": "It rains."}] * 2
    first = {"id": 1, "title": "t", "timeline": [node, late], "meta_timeline": meta, "docs": docs}
    second = {"id": 2, "title": "u", "timeline": [[0, "2021-08-01", "A fire."]], "meta_timeline": None, "docs": docs}
    return put_files(root, {"reference_timelines.jsonl": lines(first, second)})


def liveblog(root: Path) -> Path:
    """A blog with key sentences, and one whose key sentences lack times."""
    times = ["2022-01-01T10:00:00Z", "2022-01-01T11:00:00Z", "2022-01-02T09:00:00Z"]
    blog = {"document": ["One.", "Two.", "Three."], "timeline": times, "summary": ["First.", "Last."]}
    blogs = [{**blog, "key_timeline": [times[0], times[1]]}, {**blog, "key_timeline": times[:1]}]
    return put_files(root, {"data/world_news.json": lines(*blogs)}) / "data"


def crisis_ltl(root: Path) -> Path:
    """A timeline of three posts without texts, in both forms of time, and one without times."""
    timeline = {
        "batch_id": "b1", "timeline_id": "t1", "tweet_ids": ["1", "2", "3"],
        "times": ["2021-07-30 14:00:44+00:00", "07/31/2021, 07:15:03", "2021-08-02 00:00:00+00:00"],
        "labels": ["1", "0"], "relevance_scores": ["[0, 1, 1]", "[0, 0, 0]"],
        "Summary 1": "Fire.", "Summary 2": "A fire.",
    }  # fmt: skip
    blank = {**timeline, "timeline_id": "t2", "times": ["", "", ""]}
    return put_files(
        root,
        {
            "train_notext.json": json.dumps([timeline, blank]),
            "dev_notext.json": json.dumps([{**timeline, "batch_id": "b2"}]),
        },
    )


def wcep(root: Path) -> Path:
    """A story of three events in two splits' worth of lines, and an event of no story."""
    article = {"title": "T", "text": "It rains.", "time": "2020-01-01 00:00:00", "url": "u", "origin": "WCEP"}
    event = {"id": "e", "date": "2020-01-01", "summary": "Rain.", "articles": [article], "collection": "Flood 2019/20",
             "wiki_links": [], "reference_urls": [], "category": "weather"}  # fmt: skip
    later = {**event, "date": "2020-01-02", "summary": "More rain.", "articles": [{**article, "id": "x"}]}
    return put_files(
        root, {"val.jsonl": lines(event, {**event, "summary": "Wind."}, later, {**event, "collection": None})}
    )


BUILDERS: dict[str, Callable[[Path], Path]] = {
    "timeline17-raw": timeline17, "crisis-raw": crisis, "chinese-tls": chinese, "social-timeline": social,
    "crest": crest, "background-summaries": backgrounds, "chronos": chronos, "dtels": dtels,
    "news-liveblog": liveblog, "crisis-ltl-sum": crisis_ltl, "wcep": wcep,
}  # fmt: skip
