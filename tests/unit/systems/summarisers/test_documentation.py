"""Every summariser is described with all its settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cliometer.expressions import settings_of
from cliometer.systems.summarisers import Summariser, summarisers

PAGE = (Path(__file__).parents[4] / "docs" / "summarise.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("cls", list(summarisers), ids=lambda cls: cls.name)
def test_every_summariser_is_described_with_its_settings(cls: type[Summariser]) -> None:
    section = re.search(rf"^### `{cls.name}`$(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    assert section is not None
    assert [field.name for field in settings_of(cls) if f"`{field.name}`" not in section[1]] == []
