"""Language and theme: chosen by the browser, or by cookies that everybody can set; settings in their groups."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client

from cliometer_workbench.kinds import KINDS
from workbench.tests.app.people import Town


def test_a_page_speaks_the_language_of_the_browser(town: Town) -> None:
    page = Client(HTTP_HOST="localhost").get("/login", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"})
    assert '<html lang="de"' in page.content.decode()
    other = Client(HTTP_HOST="localhost").get("/login", headers={"Accept-Language": "xx, en-US"})
    assert '<html lang="en"' in other.content.decode()


def test_strangers_choose_language_and_theme(town: Town) -> None:
    client = Client(HTTP_HOST="localhost")
    answer = client.post(
        "/display", {"cliometer-language": "de", "cliometer-theme": "dark", "next": "/login?next=/account"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/login?next=/account")
    page = client.get("/login").content.decode()
    assert '<html lang="de" data-theme="dark">' in page
    assert '<meta name="color-scheme" content="dark">' in page


@pytest.mark.parametrize(
    "sent", [{"cliometer-theme": '"><script>'}, {"cliometer-language": "tlh"}, {"next": "https://elsewhere.example/"}]
)
def test_what_is_no_choice_is_left_out(town: Town, sent: dict[str, str]) -> None:
    client = Client(HTTP_HOST="localhost")
    assert client.post("/display", sent)["Location"] == "/"
    assert not {"cliometer-theme", "cliometer-language"} & {*client.cookies}


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.protocol.kind)
def test_every_setting_is_in_one_group(kind: object) -> None:
    form = kind.settings_form  # type: ignore[attr-defined]
    named = Counter(name for _, names in form.groups for name in names)
    assert named == dict.fromkeys(form.base_fields, 1)
