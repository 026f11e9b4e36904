"""The way in: the owner's one-time link, in a real browser."""

from __future__ import annotations

import pytest

from workbench.tests.browser.conftest import Live, Visit


@pytest.fixture
def link(live: Live, request: pytest.FixtureRequest) -> str:
    """The link of the last start; a test that is tried again has used it up, and starts the server anew."""
    if getattr(request.node, "execution_count", 1) > 1:
        live.stop()
        live.start()
    return live.link


def test_the_first_link_signs_the_owner_in_once(live: Live, link: str, visit: Visit) -> None:
    page = visit("", link)
    assert page.url == f"{live.url}/"
    assert page.get_by_role("button", name="Sign out").is_visible()
    again = visit("", link)
    assert "used already" in again.inner_text("main")


def test_a_signed_in_page_belongs_to_its_person(live: Live, visit: Visit) -> None:
    before = live.call("workbench.tests.backstage:rows", model="Study")
    page = visit("ann")
    assert page.get_by_role("link", name="ann").is_visible()
    assert live.call("workbench.tests.backstage:rows", model="Study") == before


def test_a_stranger_is_sent_to_the_page_for_signing_in(live: Live, visit: Visit) -> None:
    assert visit("", "/account").url == f"{live.url}/login?next=/account"
