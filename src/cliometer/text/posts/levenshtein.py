"""Edit distance with a limit, by Myers's (1999) bit vectors: one step a character, whatever the length."""

from __future__ import annotations


def within(first: str, second: str, limit: int) -> bool:
    """Whether at most `limit` insertions, deletions and substitutions turn one into the other.

    >>> within("kitten", "sitting", 3), within("kitten", "sitting", 2)
    (True, False)
    """
    return abs(len(first) - len(second)) <= limit and distance(first, second) <= limit


def distance(first: str, second: str) -> int:
    """Levenshtein's distance (1966), as Hyyrö (2003) writes Myers's recurrence."""
    if not first:
        return len(second)
    places: dict[str, int] = {}
    for place, character in enumerate(first):
        places[character] = places.get(character, 0) | 1 << place
    last, every = 1 << len(first) - 1, (1 << len(first)) - 1
    up, down, found = every, 0, len(first)
    for character in second:
        same = places.get(character, 0)
        diagonal = (((same & up) + up) ^ up) | same | down
        right, left = down | ~(diagonal | up), up & diagonal
        found += bool(right & last) - bool(left & last)
        right = right << 1 | 1
        up, down = (left << 1 | ~(diagonal | right)) & every, right & diagonal & every
    return found
