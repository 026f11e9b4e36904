"""Judges who link as fast as they are answered: one process, one connection a judge, HTTP/1.1 by hand.

Like the page, a judge waits for the answer before the next action, and sends an action whose fate is unknown
again under its own op. Some actions are sent twice on purpose.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

Journals = Mapping[str, Sequence[tuple[int, str, str]]]
UNTOLD = 0  # a page is not told the number of its action
_TOKEN = "a" * 32  # the cookie and the header must carry the same secret of this length
_TWICE = 0.05  # of the actions are sent again after their answer
_UNDO = 0.04


@dataclass
class Tally:
    """What the judges saw."""

    acknowledged: dict[tuple[int, str], int] = field(default_factory=dict)  # (sheet, op) -> seq
    seconds: list[float] = field(default_factory=list)  # of requests that were answered
    errors: list[str] = field(default_factory=list)
    resent: int = 0  # after a broken connection
    repeats: int = 0  # answers that said: done before
    wall: float = 0.0

    def percentile(self, share: float) -> float:
        """The time that so large a share of the answers kept within."""
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


@dataclass(frozen=True)
class Kept:
    """The judges' view against the journals."""

    lost: int  # acknowledged, but not in the journal, or under another number
    doubled: int  # ops that stand more than once
    unknown: int  # in the journal, but never acknowledged
    gaps: int  # journals whose numbers are not 1, 2, 3, ...


def compared(tally: Tally, journals: Journals) -> Kept:
    """Every acknowledged op once, under its number."""
    rows = {(int(sheet), op): seq for sheet, entries in journals.items() for seq, op, _ in entries}
    times = Counter((sheet, op) for sheet, entries in journals.items() for _, op, _ in entries)
    return Kept(
        lost=sum(rows.get(key, 0) != (seq or rows.get(key)) for key, seq in tally.acknowledged.items()),
        doubled=sum(count > 1 for count in times.values()),
        unknown=sum(key not in tally.acknowledged for key in rows),
        gaps=sum([seq for seq, _, _ in e] != [*range(1, len(e) + 1)] for e in journals.values()),
    )


class Judges:
    """All of them; `html` asks for what a page asks for, else for JSON."""

    def __init__(self, port: int, stage: Mapping[str, Any], actions: int, html: bool = False) -> None:
        self.port, self.stage, self.html = port, stage, html
        self.each = actions // len(stage["judges"])
        self.tally = Tally()
        self.patient = True  # a broken connection is tried again, as the page does

    async def work(self) -> Tally:
        """Until all have done their share."""
        began = time.monotonic()
        await asyncio.gather(*(self._judge(sheet, cookie) for sheet, cookie in self.stage["judges"]))
        self.tally.wall = time.monotonic() - began
        return self.tally

    async def _judge(self, sheet: int, cookie: str) -> None:
        draw = random.Random(sheet)
        line = Line(self.port, sheet, cookie, self.html)
        for number in range(self.each):
            verb, details = self._next(draw, number)
            op = f"op-{sheet}-{number:06}"
            for _ in range(1 + (draw.random() < _TWICE)):
                await self._send(line, sheet, verb, details, op)
        line.hang_up()

    def _next(self, draw: random.Random, number: int) -> tuple[str, dict[str, str]]:
        if number and draw.random() < _UNDO:
            return "undo", {}
        return "link", {"sentence": draw.choice(self.stage["sentences"]), "event": draw.choice(self.stage["events"])}

    async def _send(self, line: Line, sheet: int, verb: str, details: dict[str, str], op: str) -> None:
        while True:
            began = time.monotonic()
            try:
                status, body = await line.ask(verb, details, op)
                break
            except (OSError, asyncio.IncompleteReadError):
                if not self.patient:
                    return
                self.tally.resent += 1
                line.hang_up()
                await asyncio.sleep(0.05)
        self.tally.seconds.append(time.monotonic() - began)
        self._note(sheet, op, status, body)

    def _note(self, sheet: int, op: str, status: int, body: bytes) -> None:
        if status != 200:
            self.tally.errors.append(f"{status}: {body[:200]!r}")
            return
        said = {"seq": UNTOLD, "repeated": False} if self.html else json.loads(body)
        known = self.tally.acknowledged.setdefault((sheet, op), said["seq"])
        self.tally.repeats += said["repeated"]
        if known != said["seq"]:
            self.tally.errors.append(f"{op}: number {known}, then {said['seq']}")


class Line:
    """A connection that is kept, and opened again where it broke."""

    def __init__(self, port: int, sheet: int, cookie: str, html: bool) -> None:
        self.port, self.html = port, html
        self._head = (
            f"POST /sheets/{sheet}/do HTTP/1.1\r\nHost: localhost:{port}\r\n"
            f"Cookie: sessionid={cookie}; csrftoken={_TOKEN}\r\nX-CSRFToken: {_TOKEN}\r\n"
        )
        if html:
            self._head += "HX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        else:
            self._head += "Accept: application/json\r\nContent-Type: application/json\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, verb: str, details: dict[str, str], op: str) -> tuple[int, bytes]:
        """Send one action; status and body of the answer."""
        self._streams = self._streams or await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        if self.html:
            body = urlencode({"verb": verb, "op": op, **details}).encode()
        else:
            body = json.dumps({"verb": verb, "details": details, "op": op}).encode()
        writer.write(f"{self._head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").lower().split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines[1:] if line)
        if "content-length" in fields:
            return int(lines[0].split()[1]), await reader.readexactly(int(fields["content-length"]))
        return int(lines[0].split()[1]), await _chunks(reader)

    def hang_up(self) -> None:
        """Close it."""
        if self._streams:
            self._streams[1].close()
        self._streams = None


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    found = b""
    while size := int(await reader.readline(), 16):
        found += (await reader.readexactly(size + 2))[:-2]
    await reader.readline()
    return found
