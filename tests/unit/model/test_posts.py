"""Posts: one line of text each, and ids that tell them apart."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError
from cliometer.model.documents import Post


@pytest.mark.parametrize("broken", ["a\nb", "a\u2028b", "a \t b", "a\x85b"])
def test_a_text_is_one_line(broken: str) -> None:
    assert Post("1", broken).text == "a b"


def test_an_id_and_a_text_are_needed() -> None:
    with pytest.raises(InputError, match="expected the id of a post"):
        Post("", "x")
    with pytest.raises(InputError, match="post 1: expected a text, found 7"):
        Post("1", 7)  # type: ignore[arg-type]
