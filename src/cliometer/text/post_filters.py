"""Which posts are left out before summarising, in the order of Mackie et al. (2014, section 4.2).

Posts without a text go first, then posts in another language, later posts of the same user, retweets and near
duplicates. Each rule sees what the ones before it kept; every post left out is named with its reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from cliometer.errors import UsageError, remedy, unknown
from cliometer.model.documents import DroppedPost, Post
from cliometer.text.post_duplicates import CLOSEST, near_duplicates
from cliometer.text.post_tokens import is_retweet, tokenise, without_credits

# The language of a post: its own field where it has one, else py3langid's guess where that is sure.
# Short posts say little about their language (a guesser calls "lol ok" Volapük), so they stay.

FEWEST_LETTERS = 20
SURE = 0.9

Guess = Callable[[str], tuple[str, float]]


def is_in(post: Post, language: str) -> bool:
    """Return whether nothing speaks against a language: `en` fits en, en-GB, and what nobody is sure of."""
    stated = post.lang.lower().replace("_", "-").partition("-")[0]
    if stated and stated != "und":
        return stated == language.lower()
    words = [token.text for token in tokenise(without_credits(post.text)) if token.kind == "word"]
    if sum(map(len, words)) < FEWEST_LETTERS:
        return True
    guess, probability = guesser()(" ".join(words))
    return guess == language.lower() or probability < SURE


@cache
def guesser() -> Guess:
    """Return py3langid with probabilities."""
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError:
        raise UsageError("language-package-missing", remedy=remedy("posts")) from None
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)

    def guess(text: str) -> tuple[str, float]:
        language, probability = identifier.classify(text)
        return str(language), float(probability)

    return guess


RULES = ("same-user", "retweets", "near-duplicates")


@dataclass(frozen=True)
class Filters:
    """Which rules apply; `language`: a code such as `en`, or empty; `distance`: from here on posts differ."""

    rules: tuple[str, ...] = RULES
    language: str = ""
    distance: int = CLOSEST

    def __post_init__(self) -> None:
        for rule in self.rules:
            if rule not in RULES:
                raise unknown("filter of posts", rule, RULES)
        if self.distance < 1:
            raise UsageError("post-distance-too-low", distance=self.distance)

    def apply(self, posts: Sequence[Post]) -> FilteredPosts:
        """Return the posts that are kept, in order, and those that are dropped, by rule."""
        kept, dropped = list(posts), list[DroppedPost]()
        for rule in self._rules():
            gone = {dropped.id: dropped for dropped in rule(kept)}
            kept = [post for post in kept if post.id not in gone]
            dropped += gone.values()
        return FilteredPosts(tuple(kept), tuple(dropped))

    def _rules(self) -> Iterator[Callable[[Sequence[Post]], Iterator[DroppedPost]]]:
        yield lambda posts: (DroppedPost(post.id, "no text") for post in posts if not post.text)
        if self.language:
            yield self._foreign
        yield from (getattr(self, f"_{rule.replace('-', '_')}") for rule in RULES if rule in self.rules)

    def _foreign(self, posts: Sequence[Post]) -> Iterator[DroppedPost]:
        reason = f"not in {self.language}"
        return (DroppedPost(post.id, reason) for post in posts if not is_in(post, self.language))

    def _same_user(self, posts: Sequence[Post]) -> Iterator[DroppedPost]:
        """Yield all posts of a user but the first; posts without a user are not one user's."""
        first: dict[str, str] = {}
        for post in posts:
            if post.user and first.setdefault(post.user, post.id) != post.id:
                yield DroppedPost(post.id, "same user", first[post.user])

    def _retweets(self, posts: Sequence[Post]) -> Iterator[DroppedPost]:
        return (DroppedPost(post.id, "retweet") for post in posts if post.retweet or is_retweet(post.text))

    def _near_duplicates(self, posts: Sequence[Post]) -> Iterator[DroppedPost]:
        origins = near_duplicates([post.text for post in posts], self.distance)
        return (DroppedPost(posts[i].id, "near duplicate", posts[j].id) for i, j in origins.items())


@dataclass(frozen=True)
class FilteredPosts:
    """What the filters kept and what they dropped."""

    posts: tuple[Post, ...]
    dropped: tuple[DroppedPost, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many were dropped for each reason."""
        return dict(Counter(gone.reason for gone in self.dropped))
