"""To a crowd platform and back: only what lacks votes goes out, each answer counts once."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import override_settings

from cliometer.errors import Refused
from cliometer.study.contests import LEFT, RIGHT
from cliometer_workbench.kinds.preferences.vote_collection import collect_votes, export_csv, import_csv
from cliometer_workbench.kinds.preferences.vote_figures import figures
from cliometer_workbench.models import Study
from cliometer_workbench.services.imports import import_files
from cliometer_workbench.services.study_releases import freeze, readiness
from cliometer_workbench.study.preferences.ballot_plan import read_preference_settings
from cliometer_workbench.study.preferences.crowdsourcing import crowd_items
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import study_of, topics, uploads, vote


def rows(text: str) -> list[dict[str, str]]:
    """A table."""
    return list(csv.DictReader(io.StringIO(text)))


def results(study: Study, *workers: str, wrong: bool = False) -> str:
    """What the platform gives back: every worker answers every item that is asked for."""
    known = {one.item.id: one.item for one in crowd_items(topics(), read_preference_settings(study.settings))}
    lines = ["item,worker,choice,seconds"]
    for row in rows(export_csv(study)):
        item = known[row["item"]]
        choice = item.expected or LEFT
        if wrong and item.expected:
            choice = LEFT if item.expected == RIGHT else RIGHT
        lines += [f"{item.id},{worker},{choice},9" for worker in workers]
    return "\n".join(lines) + "\n"


def test_no_name_of_a_system_goes_out(town: Town) -> None:
    text = export_csv(study_of(town))
    assert not any(name in text for name in ("alpha", "beta", "gamma", "(filler)", "(shuffled)"))


def test_answers_come_in_under_pseudonyms_and_count(town: Town) -> None:
    study = study_of(town, "ann")
    vote(town, study, "ann")
    notes = import_csv(study, results(study, "W1"), town.person("owner"))
    page = figures(study)
    assert notes[-1] == "8 answers of 1 worker were imported"
    assert (page["cast"], page["lacking"]) == (12, 0)
    assert [row.state for row in page["judges"]] == ["handed in", "crowd"]
    assert "W1" not in study.crowd.get().answers


def test_a_worker_who_fails_the_tests_is_set_aside(town: Town) -> None:
    study = study_of(town)
    notes = import_csv(study, results(study, "W1", wrong=True), town.person("owner"))
    assert "is set aside" in notes[-1] and "hidden tests" in notes[-1]
    assert figures(study)["cast"] == 0 and len(collect_votes(study).release.aside) == 12


def test_nor_where_a_backup_was_restored_elsewhere_under_another_key(town: Town) -> None:
    study = study_of(town)
    text = results(study, "W1")
    import_csv(study, text, town.person("owner"))
    with override_settings(SECRET_KEY="of another folder"), pytest.raises(Refused, match="imported before"):
        import_csv(study, text, town.person("owner"))


def test_pseudonyms_of_one_study_say_nothing_in_another(town: Town) -> None:
    names = set()
    for slug in ("one", "two"):
        study = study_of(town, slug=slug)
        import_csv(study, results(study, "W1"), town.person("owner"))
        names |= {answer.judge for answer in collect_votes(study).crowd}
        assert study.crowd.get().salt not in ("", town.client("owner").get("/").content.decode())
    assert len(names) == 2


def test_a_study_by_the_crowd_alone_is_frozen_and_opens_again(town: Town) -> None:
    study, owner = study_of(town), town.person("owner")
    assert readiness(study).waiting
    import_csv(study, results(study, "W1"), owner)
    first, _ = freeze(study, owner)
    again = Study.objects.create(slug="again", kind="preferences", title="Again", created_by=owner)
    import_files(again, uploads(first), owner)
    second, _ = freeze(again, owner)
    assert second.digest == first.digest


def test_settings_and_topics_are_closed_once_the_crowd_has_answered(town: Town) -> None:
    study = study_of(town)
    import_csv(study, results(study, "W1"), town.person("owner"))
    assert "locked" in town.client("owner").get(f"/studies/{study.slug}/settings").content.decode()


def test_the_page_takes_and_gives_the_tables(town: Town) -> None:
    study = study_of(town)
    client = town.client("owner")
    assert client.get(f"/studies/{study.slug}/crowd.csv")["Content-Type"].startswith("text/csv")
    file = io.BytesIO(results(study, "W1").encode())
    file.name = "results.csv"
    answer = client.post(f"/studies/{study.slug}/crowd", {"file": file}, follow=True)
    assert "The answers were imported" in answer.content.decode()
