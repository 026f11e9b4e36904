"""Every address, by everybody, in one's own study and another's: as declared."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver

from cliometer_workbench.config import ServerConfig
from cliometer_workbench.models import Release, Sheet, Study
from cliometer_workbench.services.seats import seat
from cliometer_workbench.urls import ROUTES, urlpatterns
from workbench.tests.app.access.places import METHODS, PLACES, Place, declared, documented
from workbench.tests.app.held import undone
from workbench.tests.app.people import Answer, Town
from workbench.tests.app.stories import TOPIC

PEOPLE = ("", "zoe", "ed", "ann", "bo", "cy", "owner", "olga", "sten", "root")
"""A stranger; without a seat; reader, judge, other judge, verifier and owner of ours; the owner of theirs;
staff without a seat; and a superuser without one."""
DIGEST = "d" * 64

STRANGER, SEATLESS, REFUSED, LET_IN = "sign in", "404", "403", "let in"
_SEATED = ("ed", "ann", "bo", "cy", "owner")
_HIDDEN = {"": STRANGER} | dict.fromkeys(PEOPLE[1:], SEATLESS)  # whoever has no seat learns nothing
_CLOSED = {"": STRANGER} | dict.fromkeys(PEOPLE[1:], REFUSED)
_OURS = {
    "anyone": dict.fromkeys(PEOPLE, LET_IN),
    "person": {"": STRANGER} | dict.fromkeys(PEOPLE[1:], LET_IN),
    "staff": _CLOSED | dict.fromkeys(("owner", "olga", "sten", "root"), LET_IN),
    "member": _HIDDEN | dict.fromkeys(_SEATED, LET_IN),
    "owner": _HIDDEN | dict.fromkeys(_SEATED, REFUSED) | {"owner": LET_IN},
    # of ann's open sheet of a blind step
    "reading": _HIDDEN | dict.fromkeys(_SEATED, REFUSED) | {"ann": LET_IN, "owner": LET_IN},
    "working": _HIDDEN | dict.fromkeys(_SEATED, REFUSED) | {"ann": LET_IN},
}
"""What everybody gets at each access in our study."""
_THEIRS = {
    access: table
    if access in ("anyone", "person", "staff")
    else {"": STRANGER} | dict.fromkeys(PEOPLE[1:], SEATLESS) | {"olga": REFUSED if access == "working" else LET_IN}
    for access, table in _OURS.items()
}
"""The same in olga's study, where nobody else has a seat and a judge from nowhere works."""


class Matrix:
    """Two studies, everybody, and a request whose outcome is forgotten."""

    def __init__(self, town: Town) -> None:
        self.town = town
        for name in ("olga", "sten", "root"):
            person = town.person(name)
            person.is_staff, person.is_superuser = True, name == "root"
            person.save()
        self.ours = town.study("events", [TOPIC], "ours", ann="judge", bo="judge", cy="verifier", ed="reader")
        self.theirs = town.study("events", [TOPIC], "theirs", olga="owner", jo="judge")
        self.theirs.members.filter(user=town.person("owner")).delete()
        for study, boss in ((self.ours, "owner"), (self.theirs, "olga")):
            assert town.hand_in(boss, town.sheet(study, "split")).status_code == 302
            documented(town, study, "ann", "jo")
            Release.objects.create(study=study, digest=DIGEST, files={"a.txt": "text"}, created_by=town.person(boss))
        self.sheets = {
            self.ours: town.sheet(self.ours, "list", "ann"),
            self.theirs: town.sheet(self.theirs, "list", "jo"),
        }

    def ask(self, name: str, method: str, place: Place, study: Study) -> Answer:
        """One request, undone afterwards."""
        client = self.town.forgetful(name)  # who is signed in before, and stays so
        with undone():
            return client.generic(method, self.path(place, study), headers={"Accept": "text/html"})

    def path(self, place: Place, study: Study) -> str:
        """The address of a place in a study."""
        return place.at(study, self.sheets[study], DIGEST)

    def studies(self, place: Place) -> dict[Study, dict[str, dict[str, str]]]:
        """The studies, each with what everybody gets there; ours alone where the address names none."""
        tables = {self.ours: _OURS, self.theirs: _THEIRS}
        return dict(list(tables.items())[: len({self.path(place, study) for study in tables})])


def outcome(answer: Answer) -> str:
    """What an answer means for whoever asked."""
    status = answer.status_code
    if status == 401 or (status == 302 and answer["Location"].startswith("/login")):
        return STRANGER
    if status in (403, 404, 405):
        return str(status)
    return LET_IN if status < 500 else f"error {status}"


@pytest.fixture(scope="module")
def matrix(workbench: ServerConfig) -> Iterator[Matrix]:
    """Made once: what is asked of it is undone each time."""
    with undone():
        yield Matrix(Town())


# A name or key that does not exist is no way in, and yet not refused by access; blind judges get no release.
_BY_DESIGN = {
    ("logout", "*"): "sign in",  # a sign-out ends where one signs in
    ("crowd_export", LET_IN): "404", ("crowd_import", LET_IN): "404",  # of preference studies alone
    ("deletion", LET_IN): "404",  # of nobody
    ("open_coding", LET_IN): "404",
    ("download", "ann"): REFUSED, ("download", "bo"): REFUSED,
    ("export_release", "ann"): REFUSED, ("export_release", "bo"): REFUSED,
    ("api /studies/{slug:study}/releases/{digest}/{format} member", "ann"): REFUSED,
    ("api /studies/{slug:study}/releases/{digest}/{format} member", "bo"): REFUSED,
    ("api /studies/{slug:study}/releases/{digest} member", "ann"): REFUSED,
    ("api /studies/{slug:study}/releases/{digest} member", "bo"): REFUSED,
}  # fmt: skip


def _wanted(place: Place, table: dict[str, dict[str, str]], name: str) -> str:
    plain = table[place.access][name]
    if plain != LET_IN:
        return plain
    for key in ((place.name, "*"), (place.name, name), (place.name, LET_IN)):
        if key in _BY_DESIGN:
            return _BY_DESIGN[key]
    return plain


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_everybody_gets_what_is_declared(place: Place, matrix: Matrix) -> None:
    found, wanted = {}, {}
    for study, table in matrix.studies(place).items():
        for name in PEOPLE:
            for method in place.methods:
                found[study.slug, name, method] = outcome(matrix.ask(name, method, place, study))
                wanted[study.slug, name, method] = _wanted(place, table, name)
    assert found == wanted


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_what_is_not_declared_is_not_allowed(place: Place, matrix: Matrix) -> None:
    others = [method for method in METHODS if method not in declared(place.path)]
    asked = [("owner", method) for method in others] + [(name, method) for name in ("", "ann") for method in others[:1]]
    found = {(name, method): matrix.ask(name, method, place, matrix.ours).status_code for name, method in asked}
    assert set(found.values()) == {405}, found


def test_every_address_is_in_a_table() -> None:
    """Pages, the API and the administration: an address that is added elsewhere fails here."""
    pages = [one for one in urlpatterns if isinstance(one, URLPattern)]
    assert len(pages) == len(ROUTES)
    assert [str(one.pattern) for one in urlpatterns if isinstance(one, URLResolver)] == ["api/", "admin/"]


def test_every_operation_of_the_api_is_in_the_table() -> None:
    (resolver,) = (one for one in urlpatterns if str(one.pattern) == "api/")
    served = {str(one.pattern) for one in resolver.url_patterns if one.name != "api-root"}  # type: ignore[union-attr]
    braced = {path.replace("<", "{").replace(">", "}") for path in served}
    assert braced == {place.path.removeprefix("/api/") for place in PLACES if place.by_program}


def test_every_access_has_a_row() -> None:
    assert {place.access for place in PLACES} <= set(_OURS)


@pytest.mark.parametrize("name", [name for name in PEOPLE if name not in ("owner", "root")])
def test_the_administration_is_for_superusers(name: str, matrix: Matrix) -> None:
    answer = matrix.town.client(name).get("/admin/")
    assert (answer.status_code, "/login" in answer["Location"]) == (302, True)


def test_superusers_reach_the_administration(matrix: Matrix) -> None:
    assert matrix.town.client("root").get("/admin/").status_code == 200


@pytest.mark.parametrize("role", ["reader", "verifier", "owner"])
def test_a_role_that_is_taken_away_closes_the_sheet(role: str, matrix: Matrix) -> None:
    """A judge who is a reader now keeps no pen."""
    ours, ann = matrix.ours, matrix.town.person("ann")
    with undone():
        ours.members.filter(user=ann).delete()
        seat(ours, ann, role)
        assert matrix.town.act("ann", matrix.sheets[ours], "add", text="More").status_code == 403


def test_a_seat_in_one_study_opens_no_sheet_of_another(matrix: Matrix) -> None:
    sheet: Sheet = matrix.sheets[matrix.theirs]
    for name in ("ann", "owner"):
        assert matrix.town.client(name).get(f"/sheets/{sheet.pk}/").status_code == 404
        assert matrix.town.client(name).get(f"/api/sheets/{sheet.pk}").status_code == 404
