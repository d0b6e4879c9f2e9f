"""OpenID providers that none of us wrote, started on loopback: oidc-provider-mock, and Debian's glewlwyd."""

import http.client
import json
import secrets
import socket
import sqlite3
import subprocess
import time
import urllib.parse
from pathlib import Path

import oidc_provider_mock
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from sender_peers import closed_port

CLIENT = "portico"
SCOPES = ["openid", "email", "profile"]


def providers_file(folder, secret, **declared):
    """The server's file with one provider, `work`, and its secret beside it."""
    private = folder / "work.secret"
    private.write_text(secret)
    private.chmod(0o600)
    declared = {
        "id": "work", "kind": "oidc", "name": "Work", "client_id": CLIENT,
        "client_secret_file": private.name,
    } | declared
    file = folder / "providers.json"
    file.write_text(json.dumps([declared]))
    return file


class Visitor:
    """A browser with cookies that follows no redirect."""

    def __init__(self):
        self.cookies = {}

    def call(self, method, url, body=None, content_type=None):
        """Returns status, location and body."""
        target = urllib.parse.urlsplit(url)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if content_type:
            headers["Content-Type"] = content_type
        connection = http.client.HTTPConnection(target.hostname, target.port, timeout=30)
        try:
            path = f"{target.path}?{target.query}" if target.query else target.path
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie") or []:
                name, _, rest = line.partition("=")
                self.cookies[name] = rest.split(";")[0]
            return answer.status, answer.headers["Location"], answer.read()
        finally:
            connection.close()

    def post(self, url, fields):
        form = urllib.parse.urlencode(fields).encode()
        return self.call("POST", url, form, "application/x-www-form-urlencoded")

    def send(self, method, url, value):
        status, _, body = self.call(method, url, json.dumps(value).encode(), "application/json")
        assert status == 200, (method, url, status, body)


class MockProvider:
    """oidc-provider-mock. It signs with RS256, names no key in its id tokens, and puts claims into them."""

    secret = "any-secret-will-do"

    def __enter__(self):
        user = oidc_provider_mock.User(
            sub="ann", claims={"email": "ann@example.com", "email_verified": True, "name": "Ann"})
        self._context = oidc_provider_mock.run_server_in_thread(
            user_claims=[user], require_nonce=True)
        server = self._context.__enter__()
        self.issuer = f"http://localhost:{server.server_port}"
        return self

    def __exit__(self, *about):
        self._context.__exit__(*about)

    def register(self, redirect_uri):
        """Any client is taken."""

    def allow(self, url):
        """The person signs in; returns where that leads."""
        status, location, body = Visitor().post(url, {"sub": "ann"})
        assert status in (302, 303), body
        return location

    def deny(self, url):
        return Visitor().post(url, {"action": "deny", "sub": "ann"})[1]


class Glewlwyd:
    """Debian's glewlwyd with a store of its own. It signs with ES256, and wants PKCE with S256."""

    SCHEMA = Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")
    PERSON = {"username": "ann", "password": "a password of Ann's"}

    def __init__(self, folder):
        self.folder = folder
        self.port = closed_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.issuer = f"{self.base}/api/oidc"
        self.secret = secrets.token_hex(16)
        self._process = None
        store = sqlite3.connect(folder / "glewlwyd.db")
        store.executescript(self.SCHEMA.read_text())
        store.close()
        modules = "/usr/lib/glewlwyd"
        (folder / "glewlwyd.conf").write_text(f'''
            port={self.port}
            bind_address="127.0.0.1"
            external_url="{self.base}"
            login_url="login.html"
            api_prefix="api"
            log_mode="console"
            log_level="WARNING"
            cookie_domain="127.0.0.1"
            cookie_secure=0
            admin_scope="g_admin"
            profile_scope="g_profile"
            user_module_path="{modules}/user"
            user_middleware_module_path="{modules}/user_middleware"
            client_module_path="{modules}/client"
            user_auth_scheme_module_path="{modules}/scheme"
            plugin_module_path="{modules}/plugin"
            hash_algorithm="SHA512"
            database={{ type="sqlite3"; path="{folder}/glewlwyd.db" }};
        ''')

    def start(self):
        with open(self.folder / "glewlwyd.log", "ab") as log:
            self._process = subprocess.Popen(
                ["glewlwyd", "-c", str(self.folder / "glewlwyd.conf")],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        ends = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                said = (self.folder / "glewlwyd.log").read_text()
                assert self._process.poll() is None and time.monotonic() < ends, said
                time.sleep(0.02)

    def stop(self):
        """By its process id, which is ours."""
        if self._process:
            self._process.terminate()
            self._process.wait(30)
            self._process = None

    def __enter__(self):
        self.start()
        self._admin = Visitor()
        self._admin.send(
            "POST", f"{self.base}/api/auth/", {"username": "admin", "password": "password"})
        self._admin.send("POST", f"{self.base}/api/mod/plugin/", self._plugin())
        for scope in SCOPES[1:]:
            self._admin.send(
                "POST", f"{self.base}/api/scope/",
                {"name": scope, "display_name": scope, "description": scope,
                 "password_required": False, "scheme": {}})
        self._admin.send(
            "POST", f"{self.base}/api/user/",
            self.PERSON | {"name": "Ann", "email": "ann@example.com", "enabled": True,
                           "scope": SCOPES})
        return self

    def __exit__(self, *_):
        self.stop()

    def _plugin(self):
        key = ec.generate_private_key(ec.SECP256R1())
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption()).decode()
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
        flows = {
            f"auth-type-{name}-enabled": name in ("code", "refresh", "id-token")
            for name in ("code", "token", "id-token", "none", "password", "client", "refresh",
                         "device")
        }
        return {
            "module": "oidc", "name": "oidc", "display_name": "OpenID Connect",
            "parameters": flows | {
                "iss": self.issuer, "subject-type": "public", "jwt-type": "ecdsa",
                "jwt-key-size": "256", "key": private, "cert": public,
                "access-token-duration": 3600, "refresh-token-duration": 86_400,
                "code-duration": 600, "refresh-token-rolling": True, "allow-non-oidc": False,
                "pkce-allowed": True, "pkce-method-plain-allowed": False, "pkce-required": True,
                "name-claim": "mandatory", "name-claim-scope": ["profile"],
                "email-claim": "mandatory", "email-claim-scope": ["email"],
                "address-claim": {"type": "no"}, "claims": [], "scope": [],
                "additional-parameters": [], "introspection-revocation-allowed": False,
                "register-client-allowed": False, "session-management-allowed": False,
                "request-parameter-allow": False,
            },
        }

    def change_keys(self):
        """New keys, and the old ones are gone at once."""
        self._admin.send("PUT", f"{self.base}/api/mod/plugin/oidc", self._plugin())
        self._admin.send("PUT", f"{self.base}/api/mod/plugin/oidc/reset", {})

    def register(self, redirect_uri):
        self._admin.send(
            "POST", f"{self.base}/api/client/",
            {"client_id": CLIENT, "name": "Portico", "confidential": True, "enabled": True,
             "client_secret": self.secret, "redirect_uri": [redirect_uri],
             "authorization_type": ["code"], "scope": [],
             "token_endpoint_auth_method": ["client_secret_basic", "client_secret_post"]})

    def allow(self, url):
        """What its pages do, which are not in Debian's package: sign in, allow, and go on."""
        person = Visitor()
        status, location, _ = person.call("GET", url)
        assert status == 302 and "login.html" in location
        person.send("POST", f"{self.base}/api/auth/", self.PERSON)
        person.send(
            "PUT", f"{self.base}/api/auth/grant/{CLIENT}", {"scope": " ".join(SCOPES)})
        status, location, body = person.call("GET", url + "&g_continue")
        assert status == 302, body
        return location
