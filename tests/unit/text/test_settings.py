"""Text settings: the order of the steps and the names that are allowed."""

import pytest

from cliometer.errors import UsageError
from cliometer.text.tokenisation import TextSettings


def test_the_default_only_tokenises() -> None:
    assert TextSettings().words("The mice were Running.") == ["the", "mice", "were", "running"]


def test_stop_words_go_before_stemming() -> None:
    words = TextSettings(stem=True, stop=True).words("The mice were using allowances")
    assert words == ["mouse", "allow"]  # "allow" is a stop word too, but came after


def test_stop_words_stay_unless_asked() -> None:
    assert TextSettings(stem=True).words("the mice") == ["the", "mouse"]


def test_another_tokeniser_is_used_by_name() -> None:
    assert TextSettings(tokens="unicode").words("Москва") == ["москва"]


def test_an_unknown_tokeniser_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="unicode"):
        TextSettings(tokens="unicoed")


def test_equal_settings_are_equal() -> None:
    assert TextSettings(stem=True) == TextSettings("rouge155", True)
