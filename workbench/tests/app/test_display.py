"""Language and theme: chosen by the browser, or by cookies that everybody can set; settings in their groups."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client

from cliometer_workbench.kinds import KINDS
from workbench.tests.app.people import Town


def test_strangers_choose_language_and_theme(town: Town) -> None:
    client = Client(HTTP_HOST="localhost")
    answer = client.post(
        "/display", {"cliometer-language": "de", "cliometer-theme": "dark", "next": "/login?next=/account"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/login?next=/account")
    page = client.get("/login").content.decode()
    assert '<html lang="de" data-theme="dark">' in page
    assert '<meta name="color-scheme" content="dark">' in page


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.protocol.kind)
def test_every_setting_is_in_one_group(kind: object) -> None:
    form = kind.settings_form  # type: ignore[attr-defined]
    named = Counter(name for _, names in form.groups for name in names)
    assert named == dict.fromkeys(form.base_fields, 1)
