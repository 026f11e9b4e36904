"""Runs made with the references in view are bounds: shown, but never ranked, tested or a baseline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cliometer
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.engine.results import Results
from cliometer.errors import UsageError
from cliometer.model.documents import Article
from cliometer.model.when import When
from cliometer.reporting.chapters.comparison import comparison_section
from cliometer.reporting.chapters.scores import mean_table
from cliometer.reporting.render.terminal import terminal
from cliometer.text.tables import BestNumber

TEXTS = {
    "gold": ("Oil spills into the sea.", "The leak is stopped.", "A judge fines the firm."),
    "first": ("Oil spills.", "The leak goes on.", "A judge speaks."),
    "second": ("Fire.", "A leak is stopped.", "Shares fall."),
    "best": ("Oil spills into the sea.", "The leak is stopped.", "A judge fines."),
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Three topics of one day; `best` has the record of an oracle."""
    for name, texts in TEXTS.items():
        for number, text in enumerate(texts):
            file = tmp_path / name / f"t{number}.txt"
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"2010-05-2{number}\n{text}\n--------------------------------\n")
    record = {"system": "date_oracle(dates=mentions)", "reads_gold": True}
    (tmp_path / "best" / "record.json").write_text(json.dumps(record))
    return tmp_path


def compared(home: Path, *runs: str, baseline: str | None = None) -> SystemComparison:
    paths = [home / run for run in runs]
    return cliometer.compare(paths, home / "gold", ["concat"], baseline=baseline)


def test_an_oracle_is_a_bound_and_not_ranked_or_tested(home: Path) -> None:
    found = compared(home, "first", "second", "best")
    (standings,), (bound,) = found.standings, found.bounds
    assert set(standings.names) == {"first", "second"}
    assert [one.names for one in standings.differences] == [f"{standings.names[0]} - {standings.names[1]}"]
    assert bound.run == "best" and bound.score > standings.systems[0].score
    assert bound.shares["first"] == pytest.approx(standings["first"].score / bound.score)
    assert any(note.startswith("best: an oracle") for note in found.notes)
    assert SystemComparison.from_dict(found.to_dict()).bounds == found.bounds


def test_what_the_date_oracle_has_more_is_lost_by_dates(home: Path) -> None:
    page = terminal(comparison_section(compared(home, "first", "best")))
    assert "lost by dates" in page and "of best" in page and "lost by text" not in page.split("system")[-1]


def test_without_the_word_of_the_record_a_run_is_a_system(home: Path) -> None:
    (home / "best" / "record.json").write_text(json.dumps({"system": "lead", "reads_gold": False}))
    found = compared(home, "first", "best")
    assert set(found.standings[0].names) == {"first", "best"} and not found.bounds


def test_an_oracle_is_no_baseline(home: Path) -> None:
    with pytest.raises(UsageError, match="best was made with the references in view"):
        compared(home, "first", "second", "best", baseline="best")


def test_a_table_of_scores_marks_an_oracle_and_lets_it_win_nothing(home: Path) -> None:
    results = cliometer.score([home / name for name in ("first", "best")], home / "gold", ["concat"])
    first, best = mean_table(results).rows
    assert best[0] == "best (reads gold)" and not any(isinstance(cell, BestNumber) for cell in best)
    assert first[0] == "first" and isinstance(first[-1], BestNumber)
    read = Results.from_dict(results.to_dict())
    assert read.oracles == {"best": "date_oracle(dates=mentions)"}
    assert "oracles" not in cliometer.score([home / "first"], home / "gold", ["concat"]).to_dict()
    cliometer.report(read, home / "report.md")
    text = (home / "report.md").read_text("utf-8")
    assert "best (reads gold)" in text and "best is best" not in text


def test_an_oracle_is_known_as_a_value_and_by_the_path_of_its_run(home: Path) -> None:
    articles = {
        f"t{number}": [Article("a", When.parse(f"2010-05-2{number}"), (text, "A crowd looks on."))]
        for number, text in enumerate(TEXTS["gold"])
    }
    gold = {f"t{number}": [{f"2010-05-2{number}": [text]}] for number, text in enumerate(TEXTS["gold"])}
    made = cliometer.timelines(articles, ["full_oracle", "lead"], like=gold)
    assert set(cliometer.score(dict(made), gold, ["concat"], per_reference=True).oracles) == {"full_oracle"}
    paths = {"first": home / "first", "best": str(home / "best")}
    assert set(cliometer.score(paths, gold, ["concat"]).oracles) == {"best"}
