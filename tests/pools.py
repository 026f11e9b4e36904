"""Small judged pools of our own making: folders as of TREC Temporal Summarization and of CrisisFACTS, and JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FACTS = [  # of 2020-03-01 and the days after it, one a day
    "The dam above Elm breaks after a week of rain.",
    "Nine hundred people leave the valley in buses.",
    "Soldiers close the northern bridge to lorries.",
    "The mayor asks the ministry for two more pumps.",
    "Engineers blame a crack that was seen in spring.",
    "Water reaches the old mill but spares the school.",
    "A judge opens an inquiry into the builder.",
    "The first families return to their houses.",
]
START = 1_583_020_800  # 2020-03-01
DAY = 86_400


def topic(name: str = "T1", good: int = 36, bad: int = 64) -> dict[str, Any]:
    """Return a topic: each good text tells one fact, every third two, some hours after they became known."""
    nuggets = [
        {"id": f"n{place}", "time": START + place * DAY, "importance": 3 - place % 3, "text": text}
        for place, text in enumerate(FACTS)
    ]
    texts: list[dict[str, Any]] = []
    for place in range(good):
        facts = [place % 8, *([(place + 3) % 8] if place % 3 == 0 else [])]
        line = " ".join(f"{name} report {place}: {FACTS[fact]}" for fact in facts)
        matches = {f"n{fact}": [[0, len(line)]] if place % 2 else [] for fact in facts}
        texts.append({"time": START + facts[0] * DAY + 900 * place, "text": line, "matches": matches})
    for place in range(bad):
        line = f"{name} remark {place}: readers of page {place % 7} may order shoes number {place}."
        texts.append({"time": START + place % 8 * DAY + 700 * place, "text": line, "matches": {}})
    for place, text in enumerate(texts):
        text["id"] = f"{text['time']}-{name.lower()}-{place}"
    runs = {
        run: [[text["id"], text["time"] + 3600] for text in texts[first::step]]
        for run, first, step in (("even", 0, 2), ("third", 1, 3), ("late", good // 2, 1))
    }
    return {"id": name, "nuggets": nuggets, "texts": texts, "runs": runs}


def pool_json(path: Path, *topics: dict[str, Any]) -> Path:
    """Write topics as a pool in JSON."""
    document = {"cliometer": "0.1.0", "kind": "pool", "format": 2, "topics": topics}
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def trec_folder(folder: Path, *topics: dict[str, Any]) -> Path:
    """Write topics as the files of a year of TREC Temporal Summarization, with a run file and a duplicate each."""
    nuggets = ["query_id\tnugget_id\ttimestamp\timportance\tnugget_len\tnugget_text"]
    updates = ["query_id\tupdate_id\tdoc_id\tsentence_id\tupdate_len\tduplicate_id\tupdate_text"]
    matches, runs = ["query_id\tupdate_id\tnugget_id\tmatch_start\tmatch_end\tauto_p"], []
    for each in topics:
        name = each["id"]
        nuggets += [f"{name}\t{n['id']}\t{n['time']}\t{n['importance']}\t9\t{n['text']}" for n in each["nuggets"]]
        for text in each["texts"]:
            head, _, sentence = text["id"].rpartition("-")
            updates.append(f"{name}\t{text['id']}\t{head}\t{sentence}\t9\tNULL\t{text['text']}")
            for nugget, spans in text["matches"].items():
                for start, end in spans or [[0, len(text["text"])]]:
                    matches.append(f"{name}\t{text['id']}\t{nugget}\t{start}\t{end}\t0")
        runs += [
            f"{name} us {run} {id.rpartition('-')[0]} {id.rpartition('-')[2]} {time} 1"
            for run, lines in each["runs"].items()
            for id, time in lines
        ]
    folder.mkdir(exist_ok=True)
    for file, lines in (("nuggets.tsv", nuggets), ("updates.tsv", updates), ("matches.tsv", matches), ("us.ssv", runs)):
        (folder / file).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def crisis_folder(folder: Path, days: int = 2) -> Path:
    """Write an event of CrisisFACTS: pools of 64 facts a day, labels, requests, and facts of 2022."""
    folder.mkdir(exist_ok=True)
    event, labels, requests = "CrisisFACTS-999", {}, []
    by_request: dict[str, list[Any]] = {}
    for day in range(days):
        request, first = f"{event}-r{day}", START + day * DAY
        requests.append(
            {"eventID": event, "requestID": request, "dateString": f"2020-03-0{day + 1}",
             "startUnixTimestamp": first, "endUnixTimestamp": first + DAY - 1}
        )  # fmt: skip
        facts, marked = [], []
        for place in range(64):
            id = f"{request}-collapsed-{place:04d}"
            told = FACTS[(place + day) % 8] if place % 3 == 0 else f"Shoes number {place} are cheap on page {day}."
            members = [f"{request}-{run}-{place:04d}" for run in ("a", "b", "c") if (place + ord(run)) % 4]
            facts.append(
                {"collapsed_fact_id": id, "fact_text": f"{told} ({place})", "relevant_facts": members,
                 "num_relevant_facts": len(members), "importance": 1 - place / 64}
            )  # fmt: skip
            if place % 3 == 0:
                marked.append([id, "assr_01", "REDUNDANT_FACT" if place % 9 == 0 else "USEFUL_FACT"])
        (folder / f"Collapsed-{request}.json").write_text(json.dumps(facts), encoding="utf-8")
        labels[request] = {"fact_list": marked, "status": "complete" if day else "useful-only"}
        by_request[request] = [
            {"eventID": event, "event": "Elm", "dateString": f"2020-03-0{day + 1}", "dateUnix": first * 1000,
             "fact": text, "source": ""}
            for text in FACTS[day * 4 : day * 4 + 4]
        ]  # fmt: skip
    facts2022 = [{"event": "Elm", "eventID": event, "summaryRequests": requests, "factsByRequest": by_request,
                  "allFacts": []}]  # fmt: skip
    for name, document in (("labels", labels), ("requests", requests), ("facts", facts2022)):
        (folder / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
    return folder
