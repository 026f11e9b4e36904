"""The language of a post: its own field where it has one, else py3langid's guess where that is sure.

Short posts say little about their language (a guesser calls "lol ok" Volapük), so they stay.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from cliometer.errors import UsageError, remedy
from cliometer.model.posts import Post
from cliometer.text.posts.tokens import tokenise, without_credits

FEWEST_LETTERS = 20
SURE = 0.9

Guess = Callable[[str], tuple[str, float]]


def is_in(post: Post, language: str) -> bool:
    """Whether nothing speaks against a language: `en` fits en, en-GB, and what nobody is sure of."""
    stated = post.lang.lower().replace("_", "-").partition("-")[0]
    if stated and stated != "und":
        return stated == language.lower()
    words = [token.text for token in tokenise(without_credits(post.text)) if token.kind == "word"]
    if sum(map(len, words)) < FEWEST_LETTERS:
        return True
    found, probability = guesser()(" ".join(words))
    return found == language.lower() or probability < SURE


@cache
def guesser() -> Guess:
    """py3langid with probabilities."""
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError:
        raise UsageError(
            "posts without a language of their own need py3langid; leave out the language, or "
            + remedy("posts")
        ) from None
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    return lambda text: _guessed(identifier.classify(text))


def _guessed(found: tuple[str, float]) -> tuple[str, float]:
    return str(found[0]), float(found[1])
