"""Two coders, blind to each other, somebody who settles, and a release that `cliometer study reasons` reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.html import escape

from cliometer.errors import Refused
from cliometer_workbench.kinds.study_kind import DEMO_FOLDER
from cliometer_workbench.models import Sheet, Study
from cliometer_workbench.services import imports
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.study_lifecycle import create
from cliometer_workbench.services.study_releases import freeze, readiness, release_archive
from cliometer_workbench.services.worksheets import load
from cliometer_workbench.study.preferences.reason_sheets import CodingSheet
from workbench.tests.app.people import Answer, Town
from workbench.tests.app.preferences.voters import answer_all, ballot_of, later, run, study_of

REASONS = ("easier to read", "Easier to  read", "covers more", "shorter")
BOOK = (DEMO_FOLDER / "codebook.toml").read_text()


def voted(town: Town) -> Study:
    """Ann and bo have voted, ann with reasons; cy and dee are verifiers."""
    study = study_of(town, "ann", "bo")
    for name in ("cy", "dee"):
        seat(study, town.person(name), "verifier")
    for name in ("ann", "bo"):
        sheet = town.sheet(study, "vote", name)
        answer_all(town, name, sheet)
        votes = [item for item in ballot_of(sheet).questions if item.kind == "vote"]
        for item, reason in zip(votes if name == "ann" else [], REASONS, strict=False):
            choice = ballot_of(sheet).given[item.id].choice
            with later(9.0):
                assert town.act(name, sheet, "answer", item=item.id, choice=choice, reason=reason).status_code == 200
        assert town.hand_in(name, sheet).status_code == 302
    return study


def opened(town: Town, study: Study, *coders: str, codebook: str = BOOK) -> Answer:
    given = {"codebook": codebook, "coders": [town.person(name).pk for name in coders]}
    return town.client("owner").post(f"/studies/{study.slug}/coding", given)


def coding(sheet: Sheet) -> CodingSheet:
    work = load(Sheet.objects.select_related("study", "topic", "judge").get(pk=sheet.pk)).work
    assert isinstance(work, CodingSheet)
    return work


def code(town: Town, study: Study, name: str, *categories: str) -> Sheet:
    sheet = town.sheet(study, "code", name)
    for reason, category in zip(coding(sheet).task.ids, categories, strict=True):
        assert town.act(name, sheet, "code", reason=reason, category=category).status_code == 200
    assert town.hand_in(name, sheet).status_code == 302
    return sheet


def page(town: Town, study: Study, name: str = "owner") -> str:
    return town.client(name).get(f"/studies/{study.slug}/agreement").content.decode()


def test_two_people_code_and_a_third_settles_and_the_release_is_read_by_reasons(tmp_path: Path, town: Town) -> None:
    study = voted(town)
    assert escape("Give the reasons to the coders") in page(town, study)
    assert opened(town, study, "cy", "dee").status_code == 302
    assert not readiness(study).whole and "cy: at work" in page(town, study)
    code(town, study, "cy", "readability", "informativeness", "length")
    assert "Krippendorff" not in page(town, study).partition("Coding of reasons")[2]
    code(town, study, "dee", "readability", "informativeness", "readability")
    shown = page(town, study).partition("Coding of reasons")[2]
    assert "66.7" in shown and "They differ on 1 reason." in shown
    overview = town.client("owner").get(f"/studies/{study.slug}/").content.decode()
    assert "differ on 1 reason, which nobody" in overview and "Every topic is finished" not in overview
    said = "the coders differ on 1 reason, and nobody has settled between them"
    assert said in town.client("owner").get(f"/studies/{study.slug}/releases").content.decode()
    with pytest.raises(Refused, match=f"{said}; complete the study, or freeze a partial release"):
        freeze(study, town.person("owner"))
    assert said in freeze(study, town.person("owner"), partial=True)[0].notes
    assign = {"judge": town.person("owner").pk, "step": "settle", "open": "on"}
    answer = town.client("owner").post(f"/studies/{study.slug}/people/assign", assign)
    settle = town.sheet(study, "settle", "owner")
    assert answer["Location"] == f"/sheets/{settle.pk}/"
    assert "shorter" in town.client("owner").get(f"/sheets/{settle.pk}/").content.decode()
    third = coding(town.sheet(study, "code", "cy")).task.ids[2]
    assert town.client("owner").post(f"/sheets/{settle.pk}/hand-in", headers={"Accept": "text/html"}).status_code == 409
    assert town.act("owner", settle, "settle", reason=third, category="length").status_code == 200
    assert town.hand_in("owner", settle).status_code == 302
    release, new = freeze(study, town.person("owner"))
    assert new and not any("coders differ" in note for note in release.notes)
    assert release.files["codes/settled.csv"] == release.files["codes/cy.csv"]
    for name, text in release.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    sheets = [str(tmp_path / "codes" / f"{name}.csv") for name in ("cy", "dee")]
    printed = run(
        "study",
        "reasons",
        str(tmp_path / "reasons.csv"),
        "--codebook",
        str(tmp_path / "codebook.toml"),
        "--codes",
        *sheets,
    )
    assert "66.7 %" in printed
    again = create("preferences", "Again", town.person("owner"), "", {}, coded=False)
    whole = SimpleUploadedFile("release.zip", release_archive(release))
    imports.import_files(again, [whole], town.person("owner"))
    assert freeze(again, town.person("owner"), partial=True)[0].files == release.files


def test_a_coder_sees_no_other_codes_and_no_page_of_figures_before_handing_in(town: Town) -> None:
    study = voted(town)
    opened(town, study, "cy", "dee")
    mine, other = (town.sheet(study, "code", name) for name in ("cy", "dee"))
    reason = coding(other).task.ids[0]
    assert town.act("dee", other, "code", reason=reason, category="length").status_code == 200
    assert town.client("cy").get(f"/sheets/{other.pk}/").status_code == 403
    assert town.client("cy").get(f"/api/sheets/{other.pk}").status_code == 403
    assert town.act("cy", other, "code", reason=reason, category="length").status_code == 403
    assert 'aria-pressed="true"' not in town.client("cy").get(f"/sheets/{mine.pk}/").content.decode()
    for name in ("cy", "ann", ""):
        assert town.client(name).post(f"/studies/{study.slug}/coding", {}).status_code in (302, 403)


def test_an_owner_who_codes_is_blind_too(town: Town) -> None:
    study = voted(town)
    seat(study, town.person("owner"), "verifier")
    opened(town, study, "cy", "owner")
    sheet = town.sheet(study, "code", "cy")
    assert town.act("cy", sheet, "code", reason=coding(sheet).task.ids[0], category="length").status_code == 200
    assert town.client("owner").get(f"/sheets/{sheet.pk}/").status_code == 403
    assert "Not yet" in page(town, study)


def test_reasons_are_coded_once_and_when_all_votes_are_in(town: Town) -> None:
    study = study_of(town, "ann", "bo")
    assert "sheets are open" in opened(town, study, "ann", "bo").content.decode()
    assign = {"judge": town.person("ann").pk, "step": "code"}
    answer = town.client("owner").post(f"/studies/{study.slug}/people/assign", assign)
    assert answer.status_code == 409 and "has no codebook yet" in answer.content.decode()


def test_a_reason_or_category_that_is_not_there_is_refused(town: Town) -> None:
    study = voted(town)
    opened(town, study, "cy", "dee")
    sheet = town.sheet(study, "code", "cy")
    reason = coding(sheet).task.ids[0]
    assert town.act("cy", sheet, "code", reason="nothing", category="length").status_code == 409
    assert town.act("cy", sheet, "code", reason=reason, category="beauty").status_code == 409
    assert town.act("cy", sheet, "code", reason=reason, category="length").status_code == 200
    assert town.act("cy", sheet, "clear", reason=reason).status_code == 200
    assert not coding(sheet).codes
