"""Everyday frequencies of words from the package wordfreq, as a background without documents."""

from __future__ import annotations

from cliometer.errors import UsageError, remedy
from cliometer.model.backgrounds import Background, Form

SIZE = 1_000_000  # wordfreq knows shares only; the test for topic words needs a number of words


def read_wordfreq(language: str = "en") -> Background:
    """Its smaller list, scaled to a million words."""
    try:
        import wordfreq
    except ImportError:
        raise UsageError(f"--background wordfreq needs the package wordfreq; {remedy('wordfreq')}") from None
    shares = wordfreq.get_frequency_dict(language, wordlist="small")
    form = Form("word", stop=False, tokens="")
    return Background(form, {word: SIZE * share for word, share in shares.items()}, name="wordfreq")
