"""An OpenID provider on loopback that does what a test tells it: well, late, wrongly, or not at all."""

import base64
import hashlib
import http.server
import json
import secrets
import threading
import time
import urllib.parse

import jwt
from cryptography.hazmat.primitives.asymmetric import ec

from foreign_providers import CLIENT

JSON = {"Content-Type": "application/json"}


class LyingProvider:
    """Honest until `bend` has something for a path: a function that gets the honest answer (status, headers,
    body) and gives the one that is sent, or sleeps before.

    Whoever is sent to it is `person`, and agrees at once.
    """

    secret = "a-client-secret"

    def __init__(self):
        self.bend = {}
        self.counts = {}
        self.person = {"sub": "ann", "email": "ann@example.com", "email_verified": True, "name": "Ann"}
        # Claims and headers that an id token gets on top, and those that it lacks.
        self.claims, self.header = {}, {}
        self.released = threading.Event()
        # By how many seconds its clock is ahead of the machine's, as a server's may be.
        self.ahead = 0
        self._grants = {}
        self.change_keys()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.answer(b"")

            def do_POST(self):
                self.answer(self.rfile.read(int(self.headers["Content-Length"])))

            def answer(self, body):
                path = urllib.parse.urlsplit(self.path).path
                outer.counts[path] = outer.counts.get(path, 0) + 1
                honest = outer._honest(path, self.path, body)
                try:
                    status, headers, sent = outer.bend.get(path, lambda answer: answer)(honest)
                    self.send_response(status)
                    for name, value in ({"Content-Length": str(len(sent))} | headers).items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(sent)
                except OSError:
                    self.close_connection = True

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def register(self, redirect_uri):
        self.redirect_uri = redirect_uri

    def change_keys(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.key_id = secrets.token_hex(4)

    def slow(self, honest):
        """Answers when the test is over."""
        self.released.wait(60)
        return honest

    def _honest(self, path, target, body):
        form = dict(urllib.parse.parse_qsl(body.decode("utf-8", "replace")))
        if path == "/.well-known/openid-configuration":
            return self._json({
                "issuer": self.issuer, "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token", "jwks_uri": f"{self.issuer}/keys",
                "userinfo_endpoint": f"{self.issuer}/userinfo",
                "authorization_response_iss_parameter_supported": True,
            })
        if path == "/keys":
            return self._json({"keys": [self._public()]})
        if path == "/token":
            return self._token(form)
        if path == "/userinfo":
            return self._json(self.person)
        return 404, JSON, b"{}"

    def _json(self, value, status=200):
        return status, JSON, json.dumps(value).encode()

    def _public(self):
        jwk = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(self.key.public_key()))
        return {name: jwk[name] for name in ("kty", "crv", "x", "y")} | {"kid": self.key_id}

    def _token(self, form):
        asked = self._grants.pop(form.get("code"), None)
        verifier = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(verifier).rstrip(b"=").decode()
        if (asked is None or challenge != asked["code_challenge"]
                or form.get("redirect_uri") != asked["redirect_uri"]):
            return self._json({"error": "invalid_grant"}, 400)
        now = int(time.time()) + self.ahead
        claims = {
            "iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300,
            "nonce": asked["nonce"], **self.person,
        } | self.claims
        header = {"kid": self.key_id, "typ": "JWT"} | self.header
        kept = {name: value for name, value in claims.items() if value is not None}
        return self._json({
            "access_token": secrets.token_hex(16), "token_type": "Bearer", "expires_in": 300,
            "id_token": jwt.encode(kept, self.key, algorithm="ES256", headers=header),
        })

    def allow(self, url, **changes):
        """Where the person is sent back to; `changes` is what the redirect says instead, None for nothing."""
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
        assert asked["redirect_uri"] == self.redirect_uri
        assert asked["code_challenge_method"] == "S256" and asked["response_type"] == "code"
        code = secrets.token_hex(16)
        self._grants[code] = asked
        fields = {"code": code, "state": asked["state"], "iss": self.issuer} | changes
        sent = {name: value for name, value in fields.items() if value is not None}
        return f"{self.redirect_uri}?{urllib.parse.urlencode(sent)}"
