"""Requests that nobody sends by accident: never an error of the server, always an answer that says why."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import WSGIHandler
from django.urls import Resolver404, resolve

from cliometer_workbench.api.shapes import StepShape
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.models import PROTOCOLS, Sheet, Study, StudyTopic
from workbench.tests.app.access.places import PLACES, Place, documented
from workbench.tests.app.held import kept_open, undone
from workbench.tests.app.people import Town
from workbench.tests.app.stories import TOPIC

SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
POSTS = [place for place in PLACES if "POST" in place.methods]


@dataclass(frozen=True)
class Heard:
    """An answer, read to its end."""

    status_code: int
    content: bytes


class Target:
    """A study whose owner is also the judge of the open sheet: nothing is refused for want of a seat."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.study = town.study("events", [TOPIC], boss="judge")
        self.study.members.update(user=town.person("owner"))
        Sheet.objects.filter(judge__isnull=False).update(judge=town.person("owner"))
        assert town.hand_in("owner", town.sheet(self.study, "split")).status_code == 302
        self.sheet = town.sheet(self.study, "list", "owner")
        documented(town, self.study, "owner")
        self.fields = sorted({name for page in self._pages() for name in _NAMES.findall(page)} | _DETAILS)

    def _pages(self) -> Iterator[str]:
        for place in PLACES:
            if "GET" in place.methods and not place.by_program:
                yield self.ask("GET", place.at(self.study, self.sheet)).content.decode("utf-8", "replace")

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "", **more: Any) -> Heard:
        """A request of the owner, undone afterwards."""
        client = self.town.forgetful("owner")
        with undone():
            answer = client.generic(method, path, body, content_type=kind or "text/plain", **more)
            return Heard(answer.status_code, b"".join(answer))


_NAMES = re.compile(r'name="([\w.-]+)"')
_DETAILS = {
    detail.name
    for protocol in PROTOCOLS.values()
    for step in protocol.steps
    for verb in StepShape.from_orm(step).verbs
    for detail in verb.details
} | {"verb", "op", "file", "files"}


@pytest.fixture(scope="module")
def target(workbench: ServerConfig) -> Iterator[Target]:
    with undone():
        yield Target(Town())


VALUES = {
    "zeros": "%00", "half a character": "%ED%A0%80", "broken": "%FF%FE%C0",
    "script": "%3Cscript%3Ealert(1)%3C/script%3E",
    "long": "x" * 20_000, "negative": "-1",
    "huge": "9" * 400, "nan": "NaN", "empty": "", "blanks": "%20%09%0A",
    "path": "../../../../etc/passwd", "turned": "%E2%80%AE", "unicode digits": "%D9%A3",
}  # fmt: skip


@pytest.mark.parametrize("place", [one for one in POSTS if not one.by_program], ids=lambda place: place.name)
def test_every_field_of_every_form_takes_anything(place: Place, target: Target) -> None:
    path = place.at(target.study, target.sheet)
    faults = {}
    for name, value in VALUES.items():
        form = "&".join(f"{name}={value}" for name in target.fields).encode()
        answer = target.ask("POST", path, form, "application/x-www-form-urlencoded")
        if answer.status_code >= 500 or b"<script>alert" in answer.content:
            faults[name] = answer
    assert faults == {}


BODIES = {
    "nothing": b"", "no json": b"{", "deep": b"[" * 100_000, "deep and whole": b"[" * 900 + b"]" * 900,
    "deep details": b'{"verb":"ad","op":"op-12345678","details":' + b'{"a":' * 400 + b"1" + b"}" * 400 + b"}",
    "zeros": (
        rb'{"verb":"add","op":"op-12345678","details":{"text":"\u0000"},'
        rb'"title":"\u0000","kind":"events"}'
    ),
    "half a character": (
        rb'{"verb":"add","op":"op-12345678","details":{"text":"\ud800"},'
        rb'"title":"\ud800","kind":"events"}'
    ),
    "undo with details": rb'{"verb":"undo","op":"op-12345678","details":{"\ud800":"\u0000"}}',
    "nan": b'{"verb":"add","op":"op-12345678","details":{"text":NaN}}',
    "huge number": b'{"verb":"move","op":"op-12345678","details":{"event":"c1","to":' + b"9" * 5000 + b"}}",
    "wrong types": (
        b'{"verb":[],"op":{},"details":1,"title":[],"kind":{},'
        b'"topics":[[]],"role":1,"uses":"x","step":1}'
    ),
    "latin": '{"title":"ä"}'.encode("latin-1"), "utf-16": '{"title":"x"}'.encode("utf-16"),
    "long": b'{"verb":"add","op":"op-12345678","details":{"text":"' + b"x" * 200_000 + b'"}}',
    "topics": rb'{"topics":[{"id":"../../x","sources":[{"id":"\ud800"}]},{"id":""},{}]}',
    "null": b"null", "list": b"[1,2]",
}  # fmt: skip
KINDS = ("application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x", "x/y; charset=no")


@pytest.mark.parametrize("place", POSTS, ids=lambda place: place.name)
def test_every_address_takes_any_body(place: Place, target: Target) -> None:
    path = place.at(target.study, target.sheet)
    faults = {}
    for name, body in BODIES.items():
        for kind in KINDS if name in ("nothing", "no json", "null") else KINDS[:1]:
            answer = target.ask("POST", path, body, kind)
            said = answer.status_code < 400 or not place.by_program or list(json.loads(answer.content)) == ["error"]
            if answer.status_code >= 500 or not said:
                faults[name, kind] = answer
    assert faults == {}


NUMBERS = ("0", "9" * 18, "9" * 19, "9" * 400)
NAMES = ("no-such", "x" * 5000, "STUDY")


@pytest.mark.parametrize("place", [one for one in PLACES if "sheet" in one.parts], ids=lambda place: place.name)
def test_forged_numbers_of_sheets_are_not_found(place: Place, target: Target) -> None:
    asked = {(number, method): _forged(place, "sheet", number) for number in NUMBERS for method in place.methods}
    found = {(number, method): target.ask(method, path).status_code for (number, method), path in asked.items()}
    assert found == dict.fromkeys(asked, 404)
    assert [number for number in ("-1", "1e3", "\0", "1/2") if _leads(_forged(place, "sheet", number))] == []


@pytest.mark.parametrize("place", [one for one in PLACES if "study" in one.parts], ids=lambda place: place.name)
def test_forged_names_of_studies_are_not_found(place: Place, target: Target) -> None:
    asked = {(name, method): _forged(place, "study", name) for name in NAMES for method in place.methods}
    found = {(name[:9], method): target.ask(method, path).status_code for (name, method), path in asked.items()}
    assert set(found.values()) == {404}, found
    assert [name for name in ("\0", "..", "study ", "\N{PILE OF POO}") if _leads(_forged(place, "study", name))] == []


def _forged(place: Place, part: str, value: str) -> str:
    """The address of a place with something in place of the number of a sheet or the name of a study."""
    path = re.sub(rf"[<{{]\w+:{part}[>}}]", lambda _: value, place.path)
    return path.replace("<str:digest>", "d").replace("{digest}", "d")


def _leads(path: str) -> bool:
    """Whether an address, as Django has decoded it, leads anywhere; where it does not, every method gets 404."""
    try:
        return bool(resolve(path))
    except Resolver404:
        return False


@pytest.mark.parametrize("path", ["/sheets/-1/", "/sheets/%00/", "/studies/%00/", "/api/studies/%F0%9F%92%A9/figures"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_that_leads_nowhere_is_not_found(path: str, method: str, target: Target) -> None:
    assert target.ask(method, path).status_code == 404


@pytest.mark.parametrize(
    "query", ["page=-1", "page=9999999999999999999999", "page=x", "what=%00", "by=%ED%A0%80", "story=%00&at=x"]
)
def test_queries_take_anything(query: str, target: Target) -> None:
    for place in PLACES:
        if "GET" in place.methods:
            assert target.ask("GET", f"{place.at(target.study, target.sheet)}?{query}").status_code < 500


class _Unread:
    """A body that must not be read."""

    def read(self, *size: int) -> bytes:
        raise AssertionError("the body was read")

    readline = readlines = __iter__ = read


def _raw(path: str, length: int, **environ: str) -> int:
    """The status of a request whose body must not be read."""
    said: list[str] = []
    given = {
        "REQUEST_METHOD": "POST", "PATH_INFO": path, "SERVER_NAME": "localhost", "SERVER_PORT": "80",
        "CONTENT_LENGTH": str(length), "CONTENT_TYPE": "multipart/form-data; boundary=x",
        "wsgi.input": _Unread(), "wsgi.errors": io.StringIO(), "wsgi.url_scheme": "http",
        "HTTP_HOST": "localhost",
        "REMOTE_ADDR": "127.0.0.1", **environ,
    }  # fmt: skip
    with kept_open():
        WSGIHandler()(given, lambda status, headers, *rest: said.append(status))  # type: ignore[arg-type]
    return int(said[0].split()[0])


@pytest.mark.parametrize("path", ["/studies/study/topics", "/api/studies/study/files", "/login", "/nowhere"])
def test_a_hundred_megabytes_are_refused_unread(path: str, target: Target) -> None:
    session = target.town.client("owner").cookies["sessionid"].value
    assert _raw(path, 100 * 2**20, HTTP_COOKIE=f"sessionid={session}; csrftoken={'x' * 32}") == 413


@pytest.mark.parametrize("path", ["/login", "/studies/study/topics", "/api/studies/study/files"])
def test_strangers_upload_nothing(path: str, target: Target) -> None:
    assert _raw(path, 2 * 2**20, HTTP_COOKIE=f"csrftoken={'x' * 32}") == 413


def _zip(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return target.getvalue()


UPLOADS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "bomb": ("a.zip", lambda: _zip({"a.txt": b"\x20" * (60 * 2**20)})),
    "many small bombs": ("a.zip", lambda: _zip({f"{n}.txt": b" " * 2**20 for n in range(55)})),
    "many files": ("a.zip", lambda: _zip({f"{n}.txt": b"A story." for n in range(500)})),
    "zip in zip": ("a.zip", lambda: _zip({"b.zip": _zip({"a.txt": b"x"})})),
    "no zip": ("a.zip", lambda: b"PK\x03\x04 and no more"),
    "path up": ("a.zip", lambda: _zip({"../../evil.txt": b"A story."})),
    "path from root": ("a.zip", lambda: _zip({"/etc/evil.txt": b"A story."})),
    "windows path": ("a.zip", lambda: _zip({"..\\evil.txt": b"A story."})),
    "name with zero": ("a\0.txt", lambda: b"A story."),
    "name is a path": ("../../evil.txt", lambda: b"\x00"),
    "long name": ("x" * 3000 + ".txt", lambda: b"A story."),
    "script for a name": (SCRIPT + ".txt", lambda: b"\x00"),
    "binary": ("a.txt", lambda: bytes(range(256)) * 100),
    "half a character": ("a.txt", lambda: b"\xed\xa0\x80"),
    "deep json": ("a.json", lambda: b"[" * 200_000),
    "empty": ("a.txt", lambda: b""),
    "half a character in json": ("a.json", lambda: rb'{"schema":"x","topics":[{"id":"\ud800"}]}'),
    "eleven megabytes": ("a.txt", lambda: b"A story.\n" * (11 * 2**20 // 9)),
}


@lru_cache(maxsize=1)  # packed once for all kinds of study
def _content(upload: str) -> bytes:
    return UPLOADS[upload][1]()


@pytest.mark.parametrize("kind", ["events", "units", "preferences"])
@pytest.mark.parametrize("upload", UPLOADS)
def test_hostile_files_are_refused_with_a_word(upload: str, kind: str, target: Target) -> None:
    name, content = UPLOADS[upload][0], _content(upload)
    Study.objects.filter(pk=target.study.pk).update(kind=kind)
    before = StudyTopic.objects.count()
    for path in ("/studies/study/topics", "/api/studies/study/files"):
        file = SimpleUploadedFile("x", content)
        file._name = name  # type: ignore[attr-defined]  # as no honest client would send it
        with undone():
            answer = target.town.client("owner").post(path, {"files": file, "what": "add"})
            kept = StudyTopic.objects.count() - before
        assert answer.status_code < 500
        assert b"<script>alert" not in answer.content
        assert b"onerror=alert(1)>" not in answer.content or b"application/json" in answer["Content-Type"].encode()
        assert kept == 0 or answer.status_code < 400
    Study.objects.filter(pk=target.study.pk).update(kind="events")
