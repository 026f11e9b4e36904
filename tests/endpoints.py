"""A stub of an OpenAI-compatible endpoint on the loopback address, which answers as a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Handler = Callable[[BaseHTTPRequestHandler, int, dict[str, Any]], None]


@dataclass
class Stub:
    """The address of the endpoint, and the bodies and headers of the calls it got."""

    url: str
    bodies: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)


def send(
    request: BaseHTTPRequestHandler, body: object = b"", status: int = 200, length: int | None = None, **headers: str
) -> None:
    """Send a body with its length, or with another that is said to be its length."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    request.send_response(status)
    request.send_header("Content-Length", str(len(content) if length is None else length))
    for name, value in headers.items():
        request.send_header(name.replace("_", "-"), value)
    request.end_headers()
    request.wfile.write(content)


def completion(text: str, tokens: int = 7, logprobs: dict[str, float] | None = None) -> dict[str, Any]:
    """A chat completion that says this."""
    likely = [{"token": token, "logprob": value} for token, value in (logprobs or {}).items()]
    found = {"content": [{"token": text[:1], "logprob": 0.0, "top_logprobs": likely}]} if likely else None
    return {
        "choices": [{"message": {"role": "assistant", "content": text}, "logprobs": found}],
        "usage": {"total_tokens": tokens},
    }


@contextmanager
def endpoint(handle: Handler) -> Iterator[Stub]:
    """Serve calls by a function of the request, the number of the call from 0, and its body."""
    stub, lock = Stub(""), threading.Lock()

    class Requests(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                number = len(stub.bodies)
                stub.bodies.append(body)
                stub.keys.append(self.headers.get("Authorization", ""))
            with suppress(BrokenPipeError, ConnectionResetError):  # the caller has heard enough
                handle(self, number, body)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Requests)
    server.daemon_threads = True
    stub.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
