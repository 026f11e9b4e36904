"""What a preference study gives away: votes, reasons and checks, and all that is needed to open it again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from cliometer.study.protocol.preferences.contests import contests, left_out, systems_of
from cliometer.study.protocol.preferences.package import ANSWERS, pack
from cliometer.study.protocol.preferences.quality import position, quality
from cliometer.study.protocol.preferences.release import answers_jsonl, votes_csv
from cliometer.workbench.kinds.base import Files
from cliometer.workbench.kinds.preferences.figures import JudgeRow, figures
from cliometer.workbench.kinds.preferences.gathering import Gathered, gathered
from cliometer.workbench.kinds.preferences.lacking import short
from cliometer.workbench.kinds.preferences.uploads import CROWD
from cliometer.workbench.models import Study

REASONS, DESIGN = "reasons.csv", "design.json"


def release(study: Study) -> Files:
    """Every file; none where nobody has answered anything."""
    found = gathered(study)
    if not found.release.answers:
        return Files({})
    whole = found.release.files()
    texts = pack(found.topics, found.settings, found.ballots)
    texts |= {name: text for name, text in whole.items() if name != ANSWERS}
    reasoned = [vote for vote in found.release.votes if vote.reason]
    if reasoned:
        texts[REASONS] = votes_csv(reasoned)
    if found.crowd:
        texts[CROWD] = answers_jsonl(found.crowd)
    texts[DESIGN] = json.dumps(design(found), ensure_ascii=False, indent=1) + "\n"
    return Files(texts, tuple(_notes(study, found)))


def design(found: Gathered) -> dict[str, Any]:
    """What was asked of whom, and how far each can be trusted."""
    pairs = contests(found.topics)
    bias = position(found.release.answers)
    return {
        "settings": asdict(found.settings),
        "systems": list(systems_of(pairs)),
        "topics": [{"id": topic.id, "title": topic.name} for topic in found.topics],
        "pairs": [
            {"id": id, "topic": one.topic.id, "first": one.first, "second": one.second}
            | {"lacking": list(found.lacking[id])}
            for id, one in pairs.items()
        ],
        "left_out": list(left_out(found.topics)),
        "judges": [row.to_dict() for row in quality(found.release.answers, found.settings)],
        "position": asdict(bias.first) if bias.first else None,
    }


def _notes(study: Study, found: Gathered) -> Iterator[str]:
    """Nothing is left out in silence."""
    rows: tuple[JudgeRow, ...] = figures(study)["judges"]
    for row in rows:
        if row.aside:
            yield f"{row.judge} is set aside, and the votes are kept in aside.csv: {row.aside}"
    for row in rows:
        if row.state == "taken back" and row.quality:
            yield f"the sheet of {row.judge} was taken back; the answers on it count"
    if said := short(found):
        yield said
    if not found.release.votes:
        yield "no vote counts: votes.csv is empty"
    yield from left_out(found.topics)
