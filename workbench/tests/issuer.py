"""A service of OpenID Connect for tests: it knows one person, checks what it is sent, and signs what it says."""

from __future__ import annotations

import base64
import hashlib
import http.server
import json
import threading
import time
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "workbench", "planted-secret-of-the-client"


class Issuer:
    """The service; `person` holds the claims of whoever signs in."""

    def __init__(self) -> None:
        self.person: dict[str, Any] = {"sub": "17", "preferred_username": "ann"}
        self.refuses = False
        self.codes: dict[str, dict[str, str]] = {}
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                if parts.path == "/authorize":
                    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
                    self.send_response(302)
                    self.send_header("Location", issuer.authorize(query))
                    self.end_headers()
                    return
                self._answer(issuer.documents()[parts.path])

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self._answer(issuer.token({name: values[0] for name, values in parse_qs(body).items()}))

            def _answer(self, document: dict[str, Any]) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(json.dumps(document).encode())

            def log_message(self, *rest: object) -> None:
                return

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def documents(self) -> dict[str, dict[str, Any]]:
        """What can be read: the description, the keys, and the person."""
        names = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        places = {name: f"{self.url}/{path}" for name, path in {**names, "userinfo_endpoint": "person"}.items()}
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {
            "/.well-known/openid-configuration": {
                "issuer": self.url, **places, "token_endpoint_auth_methods_supported": ["client_secret_post"]
            },
            "/keys": {"keys": [{**public, "kid": "1", "alg": "RS256", "use": "sig"}]},
            "/person": self.person,
        }  # fmt: skip

    def authorize(self, query: dict[str, str]) -> str:
        """The address to which the person is sent back."""
        assert (query["client_id"], query["response_type"]) == (CLIENT, "code")
        assert query["code_challenge_method"] == "S256"
        if self.refuses:
            return f"{query['redirect_uri']}?{urlencode({'error': 'access_denied', 'state': query['state']})}"
        code = f"code-{len(self.codes)}"
        self.codes[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def token(self, form: dict[str, str]) -> dict[str, Any]:
        """The token of a code, which is good once, for our client alone, with the verifier of its challenge."""
        asked = self.codes.pop(form["code"])
        assert (form["client_id"], form["client_secret"]) == (CLIENT, SECRET)
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == asked["code_challenge"]
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 60, **self.person}
        signed = jwt.encode(claims, self.key, "RS256", headers={"kid": "1"})
        return {"access_token": "opaque", "token_type": "Bearer", "id_token": signed}

    def close(self) -> None:
        self.server.shutdown()
