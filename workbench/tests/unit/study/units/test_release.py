"""A frozen study is read by the commands, gives the figures that were shown, and opens again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cliometer.errors import InputError
from cliometer.io.extracts import write_extracts
from cliometer.io.native import NativeJson
from cliometer.io.units import read_units, units_document
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.timeline import Timeline
from cliometer.model.units import ContentUnit, Contributor, UnitTopic
from cliometer.model.when import When
from cliometer.study.agreement_survey import SurveyOptions, survey_agreement
from cliometer_workbench.study.steps import SHARED
from cliometer_workbench.study.units.unit_files import reopen_units, unit_release_files
from cliometer_workbench.study.units.unit_study import release_units, rematched_units, unit_figures, written_timelines
from tests.unit.cli.cliometer_command import DEMO, cliometer
from workbench.tests.unit.study.units.unit_study import WRITTEN, board, study


def frozen(folder: Path) -> tuple[Path, Path, Path]:
    """The files of the study: units, the second matching, timelines."""
    texts = unit_release_files("war", study())
    timelines = NativeJson().write(written_timelines(study()))
    files = folder / "units.json", folder / "second.json", folder / "timelines.json"
    written = texts["units/war.json"], texts["second/war/rematch-ny.json"], timelines
    for file, text in zip(files, written, strict=True):
        file.write_text(text, encoding="utf-8")
    return files


def test_the_second_matching_has_the_sample_alone() -> None:
    (second,) = rematched_units("war", study()).values()
    assert list(second.by_id) == ["start", "end"]


def test_the_files_are_read_back_as_they_were(tmp_path: Path) -> None:
    units, second, _ = frozen(tmp_path)
    assert read_units(units).units == (release_units("war", study()),)
    assert read_units(second).units == tuple(rematched_units("war", study()).values())


def test_cliometer_agreement_gives_the_figures_that_the_pages_show(tmp_path: Path) -> None:
    units, second, _ = frozen(tmp_path)
    shown = unit_figures("war", study())
    assert shown is not None
    found = survey_agreement(SurveyOptions([units], second=second))
    assert found.units == (shown.statistics,)
    assert shown.splits is not None and found.splits == (shown.splits.summary("war"),)
    assert found.matchings == tuple(shown.matchings.values())
    told = json.loads(cliometer("study", "agreement", units, "--second", second, "--json").out)
    assert told["matching"][0]["agreement"] == shown.matchings["rematch-ny"].agreement
    assert told["matching"][0]["left_out"] == ["border"]
    assert shown.splits is not None
    assert told["splits"][0]["mean_grey"] == shown.splits.mean_grey
    assert told["units"][0]["levels"] == list(shown.statistics.shape.levels) == [1, 0, 2, 0]


def test_both_matchers_may_have_set_the_same_anchor() -> None:
    shown = unit_figures("war", study())
    assert shown is not None
    assert (1, 1) in [(a > 0, b > 0) for a, b in shown.matchings["rematch-ny"].values]


def test_the_number_of_unseen_units_can_be_given() -> None:
    shown = unit_figures("war", study(), unseen=7)
    assert shown is not None
    assert shown.splits is not None
    assert shown.splits.unseen == 7


def test_cliometer_score_reads_the_release(tmp_path: Path) -> None:
    units, _, _ = frozen(tmp_path)
    write_extracts(
        tmp_path / "run.json", [Extract((ExtractItem("a/e1"), ExtractItem("a/m34-40")), topic="war", system="s")]
    )
    done = cliometer("score", tmp_path / "run.json", units, "-m", "pyramid", "--json")
    assert done.status == 0, done.err
    earned, most = 3 * 1 + 3 * 0.375, 3 + 3 + 1
    assert json.loads(done.out)["scores"][0]["value"] == pytest.approx(earned / most)


def test_cliometer_score_reads_the_writers_timelines_as_references(tmp_path: Path) -> None:
    _, _, references = frozen(tmp_path)
    (tmp_path / "run.txt").write_text("1950-06-25\nThe war starts.\n" + "-" * 32 + "\n", encoding="utf-8")
    done = cliometer("score", tmp_path / "run.txt", references, "-m", "concat(rouge=1)", "--json")
    assert done.status == 0, done.err
    assert json.loads(done.out)["scores"][0]["f"] > 0


def test_timelines_are_named_after_their_writers() -> None:
    assert [timeline.name for timeline in written_timelines(study())] == list(WRITTEN)


def test_before_anybody_matched_there_are_units_without_links() -> None:
    works = study()
    topic = release_units("war", {"build": works["build"]})
    assert [unit.group for unit in topic.units] == [None, None, None]
    assert rematched_units("war", {"build": works["build"]}) == {}


def test_before_there_is_a_unit_there_are_no_figures() -> None:
    assert unit_figures("war", {}) is None
    assert unit_figures("war", {"build": {SHARED: board()}}) is None
    with pytest.raises(InputError, match="topic war: no units have been built yet"):
        release_units("war", {})


def test_three_writers_cannot_be_split() -> None:
    works = {"build": {SHARED: board(("make", {"lines": ["ann/l1", "bo/l1", "di/l1"]}))}}
    shown = unit_figures("war", works)
    assert shown is not None
    assert shown.splits is None


def test_a_release_opens_as_works_that_release_to_the_same_bytes() -> None:
    texts = unit_release_files("war", study())
    opened = reopen_units(
        release_units("war", study()), written_timelines(study()), {"ny": rematched_units("war", study())["rematch-ny"]}
    )
    assert unit_release_files("war", opened.works) == texts


def test_without_timelines_the_units_open_to_the_same_bytes() -> None:
    opened = reopen_units(release_units("war", study()))
    opened_again, first = (unit_release_files("war", works) for works in (opened.works, study()))
    assert opened_again["units/war.json"] == first["units/war.json"]
    assert len(opened.journals["write", "bo"]) == 3  # the end with the border beside it, and the border


def test_a_writer_who_says_the_same_twice_in_a_unit_opens_with_two_lines() -> None:
    said = Contributor("ann", "It ends.", When.parse("1953"))
    topic = UnitTopic("war", (), (ContentUnit("u", contributors=(said, said)),))
    assert release_units("war", reopen_units(topic).works).units[0].contributors == (said, said)


def test_lines_that_no_unit_has_come_back_as_omitted() -> None:
    extra = Timeline({"1951": ["Talks begin."]}, "cy")
    opened = reopen_units(release_units("war", study()), [extra])
    assert list(opened.works["build"][SHARED].omitted) == ["cy/l1"]  # type: ignore[attr-defined]


def test_what_was_opened_can_be_handed_in_at_once() -> None:
    works = reopen_units(release_units("war", study()), written_timelines(study())).works
    assert [sheet.unsettled for sheets in works.values() for sheet in sheets.values()] == [()] * 6


def test_units_made_elsewhere_open_with_the_same_scores() -> None:
    (topic,) = read_units(DEMO / "units" / "apollo-13.json").units
    again = release_units("apollo-13", reopen_units(topic).works)
    assert units_document([release_units("apollo-13", reopen_units(again).works)]) == units_document([again])
    for one, other in zip(topic.units, again.units, strict=True):
        assert (one.id, one.weight, one.time, one.leaves) == (other.id, other.weight, other.time, other.leaves)
        assert [one.credit({leaf}) for leaf in one.leaves] == [other.credit({leaf}) for leaf in one.leaves]


@pytest.mark.parametrize(
    ("contributor", "lacks"),
    [(Contributor("ann", "x"), "date"), (Contributor("ann", "", "1953"), "text")],  # type: ignore[arg-type]
)
def test_what_can_be_no_line_of_a_timeline_is_refused(contributor: Contributor, lacks: str) -> None:
    topic = UnitTopic("war", (), (ContentUnit("u", contributors=(contributor,)),))
    with pytest.raises(InputError, match=f"unit u: what ann wrote has no {lacks}"):
        reopen_units(topic)
