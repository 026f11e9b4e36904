"""Ways in: passwords, the brake on guessing, one-time links, invitations, keys."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone

from cliometer.errors import Refused
from cliometer_workbench.models import Invitation, Member, StartLink, Study, Throttle, Token
from cliometer_workbench.services import seats
from cliometer_workbench.services.seats import COOKIE, known_browser
from workbench.tests.app.people import Answer, Town
from workbench.tests.app.stories import TOPIC

PASSWORD = "a long enough phrase"


@pytest.fixture
def ann(town: Town) -> User:
    person = town.person("ann")
    person.set_password(PASSWORD)
    person.save()
    return person


@pytest.fixture
def study(town: Town) -> Study:
    return town.study("events", [TOPIC])


def browser(address: str = "10.0.0.1") -> Client:
    return Client(HTTP_HOST="localhost", REMOTE_ADDR=address)


def sign_in(client: Client, name: str, password: str, next: str = "") -> Answer:
    return client.post("/login", {"username": name, "password": password, "next": next})


def test_name_and_password_let_in(ann: User) -> None:
    assert sign_in(browser(), "ann", PASSWORD).status_code == 302


def test_signing_in_gives_a_new_session(ann: User) -> None:
    client = browser()
    session = client.session
    session["planted"] = "by somebody else"
    session.save()
    client.cookies["sessionid"] = str(session.session_key)
    sign_in(client, "ann", PASSWORD)
    assert client.cookies["sessionid"].value != session.session_key
    assert not Session.objects.filter(pk=session.session_key).exists()


def test_a_wrong_name_and_a_wrong_password_look_the_same(ann: User) -> None:
    """Also to those who try until they have to wait."""
    for _ in range(7):
        answers = [sign_in(browser(place), name, "no") for place, name in (("10.1.1.1", "ann"), ("10.1.1.2", "nn"))]
        pages = [_without_token(answer, name) for answer, name in zip(answers, ("ann", "nn"), strict=True)]
        assert pages[0] == pages[1]
    assert "too many attempts" in pages[0]


def _without_token(answer: Answer, name: str) -> str:
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return page.replace(f'value="{name}"', "")


def test_guessing_is_slowed_down(ann: User) -> None:
    for _ in range(5):
        sign_in(browser(), "ann", "wrong")
    answer = sign_in(browser(), "ann", PASSWORD)
    assert (answer.status_code, b"too many attempts" in answer.content) == (400, True)


def test_the_wait_grows_to_a_quarter_of_an_hour_and_no_longer(ann: User) -> None:
    for _ in range(30):
        sign_in(browser(), "ann", "wrong")
        Throttle.objects.update(until=timezone.now() - timedelta(seconds=1))
    sign_in(browser(), "ann", "wrong")
    longest = max(row.until - timezone.now() for row in Throttle.objects.all() if row.until)
    assert timedelta(minutes=14) < longest <= timedelta(minutes=15)


def test_one_address_cannot_try_many_names(ann: User) -> None:
    for number in range(20):
        sign_in(browser(), f"name{number}", "wrong")
    assert b"too many attempts" in sign_in(browser(), "ann", PASSWORD).content


def test_strangers_cannot_lock_somebody_out_who_was_here_before(ann: User) -> None:
    mine = browser("10.0.0.7")
    sign_in(mine, "ann", PASSWORD)
    mine.post("/logout")
    for number in range(60):
        sign_in(browser(f"10.9.0.{number}"), "ann", "wrong")
    assert b"too many attempts" in sign_in(browser("10.8.0.1"), "ann", PASSWORD).content
    assert sign_in(mine, "ann", PASSWORD).status_code == 302


def test_many_strangers_hold_up_a_new_browser_for_a_minute_at_most(ann: User) -> None:
    for number in range(70):
        sign_in(browser(f"10.9.0.{number}"), "ann", "wrong")
    assert max(row.until - timezone.now() for row in Throttle.objects.all() if row.until) <= timedelta(minutes=1)


def test_the_cookie_of_one_name_helps_no_other(ann: User, town: Town) -> None:
    mine = browser()
    sign_in(mine, "ann", PASSWORD)
    for _ in range(6):
        sign_in(mine, "bo", "wrong")
    assert b"too many attempts" in sign_in(mine, "bo", "wrong").content


def test_a_forged_cookie_helps_nobody(ann: User) -> None:
    for _ in range(6):
        client = browser()
        client.cookies["cliometer-known"] = "ann:forged"
        answer = sign_in(client, "ann", "wrong")
    assert b"too many attempts" in answer.content


def test_the_brake_keeps_no_names(ann: User) -> None:
    sign_in(browser(), "ann", "wrong")
    assert all(len(row.key) == 64 and "ann" not in row.key for row in Throttle.objects.all())


def test_a_day_later_failures_are_forgotten(ann: User) -> None:
    sign_in(browser(), "ann", "wrong")
    Throttle.objects.update(latest=timezone.now() - timedelta(days=2))
    sign_in(browser(), "bo", "wrong")
    assert Throttle.objects.count() == 3


@pytest.mark.parametrize(
    "next", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "http:///x", "\n//e"]
)
def test_signing_in_leads_to_no_other_site(next: str, ann: User) -> None:
    assert sign_in(browser(), "ann", PASSWORD, next)["Location"] == "/"


def test_signing_in_leads_back(ann: User) -> None:
    assert sign_in(browser(), "ann", PASSWORD, "/account?x=1")["Location"] == "/account?x=1"


@pytest.mark.parametrize("password", ["short", "password123", "1234567890", "zzyann-zzy"])
def test_weak_passwords_are_refused(password: str, study: Study, town: Town) -> None:
    token = seats.invite(study, "judge", town.person("owner"))
    given = {"username": "zzyann-zzy", "password1": password, "password2": password}
    answer = browser().post(f"/join/{token}", given)
    assert (answer.status_code, User.objects.filter(username="zzyann-zzy").exists()) == (400, False)


def test_a_new_password_needs_the_old_one(ann: User, town: Town) -> None:
    new = {"what": "password", "new_password1": "quite another phrase", "new_password2": "quite another phrase"}
    town.client("ann").post("/account", new)
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)
    town.client("ann").post("/account", new | {"old_password": PASSWORD})
    ann.refresh_from_db()
    assert ann.check_password("quite another phrase")


def test_a_new_password_ends_other_sessions(ann: User) -> None:
    here, there = browser(), browser()
    for client in (here, there):
        sign_in(client, "ann", PASSWORD)
    new = {"what": "password", "new_password1": "quite another phrase", "new_password2": "quite another phrase"}
    here.post("/account", new | {"old_password": PASSWORD})
    assert (here.get("/account").status_code, there.get("/account").status_code) == (200, 302)


def test_the_owners_link_is_good_once(town: Town) -> None:
    token = seats.start_link(town.person("owner"))
    assert browser().get(f"/start/{token}").status_code == 302
    assert browser().get(f"/start/{token}").status_code == 409


def test_an_old_link_is_void_and_a_new_one_replaces_it(town: Town) -> None:
    first = seats.start_link(town.person("owner"))
    second = seats.start_link(town.person("owner"))
    assert browser().get(f"/start/{first}").status_code == 409
    StartLink.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert browser().get(f"/start/{second}").status_code == 409


def test_an_invitation_seats_once_and_is_used_up(study: Study, town: Town) -> None:
    token = seats.invite(study, "judge", town.person("owner"))
    assert town.client("ann").post(f"/join/{token}").status_code == 302
    assert town.client("bo").get(f"/join/{token}").status_code == 409
    assert town.client("bo").post(f"/join/{token}").status_code == 409
    assert not Member.objects.filter(user=town.person("bo")).exists()


def test_whoever_is_invited_twice_keeps_one_seat_and_uses_nothing_up(study: Study, town: Town) -> None:
    token = seats.invite(study, "judge", town.person("owner"), uses=2)
    for _ in range(3):
        town.client("ann").post(f"/join/{token}")
    assert Member.objects.filter(user=town.person("ann")).count() == 1
    assert Invitation.objects.get().uses_left == 1


def test_an_invitation_expires(study: Study, town: Town) -> None:
    token = seats.invite(study, "judge", town.person("owner"))
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert town.client("ann").post(f"/join/{token}").status_code == 409


def test_who_comes_too_late_gets_no_account_either(study: Study, town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    token = seats.invite(study, "judge", town.person("owner"))

    def late(token: str, user: User) -> Study:
        raise Refused("this invitation is used up")

    monkeypatch.setattr(seats, "accept", late)
    given = {"username": "late", "password1": PASSWORD, "password2": PASSWORD}
    assert browser().post(f"/join/{token}", given).status_code == 409
    assert not User.objects.filter(username="late").exists()


def test_secrets_are_kept_as_digests_alone(study: Study, town: Town) -> None:
    owner = town.person("owner")
    secrets = [
        seats.invite(study, "judge", owner, label="x"),
        seats.start_link(owner),
        seats.new_api_token(owner, "key"),
    ]
    assert len(set(secrets)) == 3
    assert all(len(secret) >= 43 for secret in secrets)
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}"')
            rows = str(cursor.fetchall())
        assert not [secret for secret in secrets if secret in rows], table


def test_a_key_acts_as_its_owner_until_it_is_revoked(town: Town, study: Study) -> None:
    answer = town.client("owner").post("/account", {"what": "token", "name": "script"})
    secret = re.findall(r'id="secret">([^<]+)<', answer.content.decode())[0]
    header = {"Authorization": f"Bearer {secret}"}
    assert [one["slug"] for one in browser().get("/api/studies", headers=header).json()] == ["study"]
    assert secret not in town.client("owner").get("/account").content.decode()
    town.client("owner").post("/account", {"what": "revoke", "token": str(Token.objects.get().pk)})
    assert browser().get("/api/studies", headers=header).status_code == 401


def test_nobody_revokes_anothers_key(town: Town) -> None:
    seats.new_api_token(town.person("ann"), "hers")
    town.client("bo").post("/account", {"what": "revoke", "token": str(Token.objects.get().pk)})
    assert Token.objects.count() == 1


def test_the_key_of_a_closed_account_is_void(town: Town) -> None:
    secret = seats.new_api_token(town.person("ann"), "hers")
    User.objects.filter(username="ann").update(is_active=False)
    assert browser().get("/api/studies", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def test_a_browser_known_to_one_name_is_not_known_to_one_that_looks_alike(town: Town) -> None:
    request = RequestFactory().get("/login")
    request.COOKIES[COOKIE] = signing.dumps("ru\u00dfell", salt=COOKIE)
    known = {name: bool(known_browser(request, name)) for name in ("ru\u00dfell", "russell", "RU\u00dfELL")}
    assert known == {"ru\u00dfell": True, "russell": False, "RU\u00dfELL": False}
