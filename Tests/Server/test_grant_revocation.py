"""FED-9 over sockets: the grant at Apple ends with the account, by a provider that checks who asks as Apple does."""

import json
import secrets
import time
import urllib.parse

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from api_client import Client, DeviceKey
from federation_trips import Browser, Trip, returned
from foreign_providers import CLIENT
from lying_providers import LyingProvider
from portico_server import PorticoServer, wait_for

TEAM, KEY = "TEAM000001", "KEY0000001"
WEEK = 7 * 86_400


class AppleLike(LyingProvider):
    """Takes client secrets that the service's key has signed, gives refresh tokens, and revokes them."""

    def __init__(self):
        super().__init__()
        self.client_key = ec.generate_private_key(ec.SECP256R1())
        self.given, self.revoked = [], []

    def pem(self):
        return self.client_key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption()).decode()

    def _knows(self, form):
        """Whether the secret is one of ours ("Creating a client secret"); its times are the server's own."""
        try:
            claims = jwt.decode(
                form.get("client_secret", ""), self.client_key.public_key(), ["ES256"],
                audience=self.issuer, options={"verify_exp": False, "verify_iat": False})
        except jwt.PyJWTError:
            return False
        return (claims["iss"], claims["sub"], form.get("client_id")) == (TEAM, CLIENT, CLIENT)

    def _honest(self, path, target, body):
        form = dict(urllib.parse.parse_qsl(body.decode()))
        if path == "/revoke":
            if not self._knows(form):
                return self._json({"error": "invalid_client"}, 400)
            self.revoked.append(form["token"])
            return 200, {}, b""
        if path == "/token" and not self._knows(form):
            return self._json({"error": "invalid_client"}, 400)
        status, headers, sent = super()._honest(path, target, body)
        if path == "/.well-known/openid-configuration":
            sent = sent.replace(b"{", b'{"revocation_endpoint": "%s/revoke", ' % self.issuer.encode(), 1)
        if path == "/token" and status == 200:
            self.given.append(secrets.token_hex(16))
            sent = sent.replace(b"{", b'{"refresh_token": "%s", ' % self.given[-1].encode(), 1)
        return status, headers, sent


@pytest.fixture
def apple():
    with AppleLike() as made:
        made.person = {
            "sub": "001.ann", "email": "ann@icloud.com", "email_verified": "true"}
        yield made


@pytest.fixture
def server(program, tmp_path, apple):
    key = tmp_path / "AuthKey.p8"
    key.write_text(apple.pem())
    key.chmod(0o600)
    file = tmp_path / "providers.json"
    file.write_text(json.dumps([{
        "id": "work", "kind": "apple", "client_id": CLIENT, "issuer": apple.issuer,
        "team_id": TEAM, "key_id": KEY, "key_file": key.name,
    }]))
    made = PorticoServer(program, tmp_path, ["--providers", str(file)])
    made.start()
    apple.register(f"{made.origin}/v1/federation/callback/work")
    yield made
    apple.released.set()
    made.close()


def sign_in(server, apple):
    """By the form that Apple posts."""
    trip = Trip(server, "work", Client(server, DeviceKey()))
    assert "response_mode=form_post" in trip.url
    callback, _, query = apple.allow(trip.url).partition("?")
    fields = dict(urllib.parse.parse_qsl(query))
    answer = trip.complete(
        returned(Browser(server).post(callback, fields, {"Origin": apple.issuer})))
    assert answer.status == 200 and answer["status"] == 1, answer.raw
    trip.client.keep(answer["tokens"])
    return trip.client


def delete_account(client, name="ann@icloud.com"):
    earlier = [message["code"] for message in client.server.inbox(name) if message.get("code")]
    asked = client.call("DELETE", "/v1/user", {"request": True})
    assert asked.status == 200, asked.raw
    code = client.code(name, but=earlier[0] if earlier else None)
    done = client.call("DELETE", "/v1/user", {"verification_code": code})
    assert done.status == 200, done.raw


def test_deleting_the_account_revokes_the_grant(server, apple):
    client = sign_in(server, apple)
    assert apple.given and not apple.revoked
    delete_account(client)
    wait_for(lambda: apple.revoked == apple.given)
    # The next sign-in there is a new account with a grant of its own.
    sign_in(server, apple)
    assert len(apple.given) == 2 and apple.revoked == apple.given[:1]


def test_a_provider_that_is_down_is_asked_again(server, apple):
    client = sign_in(server, apple)
    apple.bend["/revoke"] = lambda honest: (503, {}, b"")
    tries = apple.counts.get("/revoke", 0)
    delete_account(client)
    wait_for(lambda: apple.counts.get("/revoke", 0) > tries)
    # The deletion itself did not wait for it.
    assert client.call("GET", "/v1/user").status == 401
    apple.revoked.clear()
    apple.bend.clear()
    for _ in range(20):
        server.pass_time(3_600)
        if apple.revoked:
            break
        time.sleep(0.1)
    wait_for(lambda: apple.revoked == apple.given)


def test_a_removed_provider_keeps_its_grant_for_as_long_as_the_removal_can_be_undone(server, apple):
    client = sign_in(server, apple)
    [linked] = client.call("GET", "/v1/user/providers")["providers"]
    removed = client.call("DELETE", f"/v1/user/providers/{linked['id']}")
    assert removed.status == 200, removed.raw
    server.pass_time(WEEK - 60)
    time.sleep(1)
    assert not apple.revoked
    server.pass_time(120)
    wait_for(lambda: apple.revoked == apple.given)
