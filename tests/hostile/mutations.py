"""What goes wrong with files: cut, flipped, doubled, of another type, too deep, too large, in another encoding."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

Mutation = Callable[[bytes, Random], bytes]
MUTATIONS: dict[str, Mutation] = {}

NUMBERS = (
    b"0", b"-1", b"1e308", b"1e999", b"-0.0", b"NaN", b"Infinity", b"-Infinity", b"1000000000000000000",
    b"9" * 400, b"0x10", b"1_000", b"3.0000000000000001", b"\xd9\xa3", b"1e-320", b"99999-01-01",
    b"0000-00-00",
)  # fmt: skip
TOKENS = (
    b"\x00", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b'"', b"'", b"\\", b"\\ud800", b"\\u0000", b"\r",
    b"\n", b"\t", b",", b";", b"{", b"}", b"[", b"]", b"<", b">", b"&", b"&a;", b"<![CDATA[", b"%s", b"{}",
    b"../", b"null", b"true", b"2010-02-30", b"2010", b"2010-05", b"2010-05-27T25:61:61", b"9999-12-31",
    b"0001-01-01", b"\xe2\x80\xae", b"\xf0\x9f\x98\xb1", b"(a+)+$", b"a" * 5000, b"-" * 32, b"=1+1",
    b"\xc2\x85", b"\xe2\x80\xa8", b"\x1b[31m", b"\x0c",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 10**18, 10**400, float("nan"), float("inf"), "", "x", "\ud800", "\x00", [],
    {}, [[]], [None], {"": {}}, "2010-05-27", "9" * 500, ["a", "a"], {"id": "a"},
)  # fmt: skip


def mutation(change: Mutation) -> Mutation:
    """Enter a mutation under the name of its function."""
    MUTATIONS[change.__name__] = change
    return change


def _place(content: bytes, random: Random) -> int:
    return random.randrange(len(content) + 1)


@mutation
def flip_bytes(content: bytes, random: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(random.choice((1, 2, 8))):
        if changed:
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


@mutation
def truncate(content: bytes, random: Random) -> bytes:
    return content[: _place(content, random)]


@mutation
def cut_out(content: bytes, random: Random) -> bytes:
    start = _place(content, random)
    return content[:start] + content[start + random.choice((1, 10, 100)) :]


@mutation
def insert_token(content: bytes, random: Random) -> bytes:
    place = _place(content, random)
    return content[:place] + random.choice(TOKENS) + content[place:]


@mutation
def insert_many_tokens(content: bytes, random: Random) -> bytes:
    for _ in range(random.randrange(2, 8)):
        content = insert_token(content, random)
    return content


@mutation
def repeat_lines(content: bytes, random: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    place = random.randrange(len(lines)) if lines else 0
    return b"".join([*lines[:place], *lines[place : place + 1] * random.choice((2, 3, 500)), *lines[place + 1 :]])


@mutation
def drop_line(content: bytes, random: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    if lines:
        del lines[random.randrange(len(lines))]
    return b"".join(lines)


@mutation
def shuffle_lines(content: bytes, random: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    random.shuffle(lines)
    return b"".join(lines)


@mutation
def other_number(content: bytes, random: Random) -> bytes:
    numbers = list(re.finditer(rb"-?\d+(\.\d+)?", content))
    if not numbers:
        return insert_token(content, random)
    chosen = random.choice(numbers)
    return content[: chosen.start()] + random.choice(NUMBERS) + content[chosen.end() :]


@mutation
def other_word(content: bytes, random: Random) -> bytes:
    words = list(re.finditer(rb"[A-Za-z_]+", content))
    if not words:
        return insert_token(content, random)
    chosen = random.choice(words)
    return content[: chosen.start()] + random.choice((*TOKENS, b"", b"xyz")) + content[chosen.end() :]


@mutation
def other_line_ends(content: bytes, random: Random) -> bytes:
    return content.replace(b"\n", random.choice((b"\r", b"\r\n", b"\n\n", b"\x0b", b"\xe2\x80\xa8", b"")))


@mutation
def other_encoding(content: bytes, random: Random) -> bytes:
    text = content.decode("utf-8", "replace") + random.choice(("", "é", "\u2019"))
    encoding = random.choice(("utf-8-sig", "utf-16", "utf-16-be", "utf-32", "latin-1", "cp1252", "utf-7", "cp037"))
    return text.encode(encoding, "replace")


@mutation
def packed(content: bytes, random: Random) -> bytes:
    whole = gzip.compress(content, mtime=0)
    bomb = gzip.compress(random.choice((b"\0", b"a", b"2010-05-27\n", b"[")) * 3_000_000, mtime=0)
    return random.choice(
        (whole, whole[: _place(whole, random)], whole + b"x", whole + whole, bomb, gzip.compress(whole))
    )


@mutation
def other_delimiter(content: bytes, random: Random) -> bytes:
    return content.replace(
        random.choice((b",", b"\t", b" ", b":", b'"')), random.choice((b";", b"\t", b",", b"|", b'"', b""))
    )


@mutation
def long_cell(content: bytes, random: Random) -> bytes:
    place = _place(content, random)
    return content[:place] + random.choice((b"a", b"a ", b'"', b"9")) * 140_000 + content[place:]


@mutation
def nothing_or_blank(content: bytes, random: Random) -> bytes:
    return random.choice(
        (b"", b" ", b"\n", b"\xef\xbb\xbf", b"\x00" * 100, b"{}", b"[]", b"null", b"0", b'""', b"<a/>")
    )


@mutation
def deep_nesting(content: bytes, random: Random) -> bytes:
    opening, closing = random.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"<a>", b"</a>"), (b"(", b")")))
    depth = random.choice((50, 1_000, 100_000))
    nested = opening * depth + random.choice((b"", b"1")) + closing * random.choice((depth, 0))
    return random.choice((nested, content + nested, _within(content, nested, random)))


def _within(content: bytes, inserted: bytes, random: Random) -> bytes:
    """In place of a JSON string or number, where there is one."""
    values = list(re.finditer(rb'"[^"\n]*"(?!\s*:)|-?\b\d+\b', content))
    if not values:
        return content + inserted
    chosen = random.choice(values)
    return content[: chosen.start()] + inserted + content[chosen.end() :]


@mutation
def many_keys(content: bytes, random: Random) -> bytes:
    keys = b"{" + b",".join(b'"k%d":1' % number for number in range(20_000)) + b"}"
    return random.choice((keys, _within(content, keys, random)))


@mutation
def same_key_twice(content: bytes, random: Random) -> bytes:
    members = list(re.finditer(rb'"[^"\n]*"\s*:\s*("[^"\n]*"|-?\d+)', content))
    if not members:
        return repeat_lines(content, random)
    chosen = random.choice(members)
    return content[: chosen.end()] + b", " + chosen[0] + content[chosen.end() :]


@mutation
def entity_bomb(content: bytes, random: Random) -> bytes:
    entities = b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10 if n else b"ha") for n in range(9))
    head = b'<?xml version="1.0" encoding="%s"?><!DOCTYPE a [%s]>' % (
        random.choice((b"UTF-8", b"klingon", b"utf-16", b"EUC-JP", b"utf-7")),
        entities,
    )
    body = re.sub(rb"^\s*<\?xml[^>]*\?>", b"", content)
    return head + random.choice((body, b"<a>&a8;</a>", body.replace(b"</", b"&a8;</", 1)))


@mutation
def other_xml_encoding(content: bytes, random: Random) -> bytes:
    encoding = random.choice((b"klingon", b"utf-16", b"EUC-JP", b"utf-7", b"UTF-32", b"", b"cp037", b"idna", b"rot13"))
    return b'<?xml version="1.0" encoding="%s"?>' % encoding + re.sub(rb"^\s*<\?xml[^>]*\?>", b"", content)


@mutation
def other_type(content: bytes, random: Random) -> bytes:
    """Some value of a JSON document, or of one of its lines, becomes another; other files get a token."""
    lines = content.splitlines(keepends=True)
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        document = None
    if document is not None:
        return _dump(_exchange(document, random))
    for number in random.sample(range(len(lines)), min(3, len(lines))):
        try:
            value = json.loads(lines[number])
        except (ValueError, RecursionError):
            continue
        return b"".join([*lines[:number], _dump(_exchange(value, random)) + b"\n", *lines[number + 1 :]])
    return other_word(content, random)


def _dump(value: Any) -> bytes:
    return json.dumps(value).encode("ascii")


def _exchange(value: Any, random: Random) -> Any:
    """A copy in which one node, chosen on a walk from the top, is replaced, removed or doubled."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        kind = random.random()
        if kind < 0.1:
            return {other: kept for other, kept in value.items() if other != key}
        if kind < 0.15:
            return {
                random.choice(("", "x", "\ud800", "__class__")) if other == key else other: kept
                for other, kept in value.items()
            }
        return value | {key: _exchange(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.9:
        place = random.randrange(len(value))
        kind = random.random()
        if kind < 0.1:
            return [*value[:place], *value[place + 1 :]]
        if kind < 0.2:
            return [*value, value[place]]
        return [*value[:place], _exchange(value[place], random), *value[place + 1 :]]
    return random.choice(VALUES)


def mutate(content: bytes, random: Random) -> tuple[str, bytes]:
    """One mutation, at times two; their names and the changed file."""
    names = [random.choice(list(MUTATIONS)) for _ in range(random.choice((1, 1, 1, 2)))]
    for name in names:
        content = MUTATIONS[name](content, random)
    return "+".join(names), content
